"""A type in words, as people read of it in the documentation: `list of text`, `whole number, or nothing`."""

from collections.abc import Mapping
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin
from uuid import UUID

from pydantic import BaseModel

from cairn.tables.errors import DeclarationError

_BY_TYPE: Final[Mapping[Any, str]] = {
    str: "text",
    int: "whole number",
    float: "number",
    Decimal: "number",
    bool: "yes or no",
    bytes: "bytes",
    datetime: "time",
    date: "day",
    time: "time of day",
    UUID: "UUID",
    dict: "map",
    list: "list",
    Any: "anything",
    object: "anything",
}


def words_for(annotation: Any) -> str:
    """The type in words."""
    origin = get_origin(annotation)
    arguments = get_args(annotation)
    if annotation in _BY_TYPE:
        return _BY_TYPE[annotation]
    if origin is Annotated:
        return words_for(arguments[0])
    if origin in {Union, UnionType}:
        some = " or ".join(dict.fromkeys(words_for(each) for each in arguments if each is not NoneType))
        return f"{some}, or nothing" if NoneType in arguments else some
    if origin is Literal:
        return " or ".join(f"`{each}`" for each in arguments)
    if origin is not None:
        return _of_members(origin, arguments)
    if isinstance(annotation, type):
        return _of_class(annotation)
    raise DeclarationError(f"no words are known for values of type {annotation}")


def _of_members(origin: Any, arguments: tuple[Any, ...]) -> str:
    if issubclass(origin, Mapping):
        return f"map from {words_for(arguments[0])} to {words_for(arguments[1])}"
    kind = "set" if origin in {set, frozenset} else "list"
    return f"{kind} of {words_for(arguments[0])}"


def _of_class(kind: type) -> str:
    if issubclass(kind, Enum):
        return " or ".join(f"`{each.value}`" for each in kind)
    if issubclass(kind, BaseModel):
        members = (
            f"`{info.alias or name}` {words_for(info.annotation)}" for name, info in kind.model_fields.items()
        )
        return f"map of {'; '.join(members)}"
    for base, words in _BY_TYPE.items():
        if isinstance(base, type) and base is not object and issubclass(kind, base):
            return words
    raise DeclarationError(f"no words are known for values of type {kind.__name__}")
