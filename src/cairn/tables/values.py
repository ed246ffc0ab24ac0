"""Python's values as DynamoDB's attribute values, and back.

Numbers come back as `int` where they are whole and as `Decimal` otherwise, exactly. Times are UTC with a trailing Z.
"""

import math
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time
from decimal import Decimal
from enum import Enum
from typing import Any, Final
from uuid import UUID

from pydantic import BaseModel

from cairn.dynamo.seam import AttributeValue, Item
from cairn.tables.markers import Marker


def to_attribute(value: Any) -> AttributeValue:
    """The attribute value for a value of any type that can be stored. Raises ValueError for the others."""
    convert = _BY_TYPE.get(type(value))
    if convert is not None:
        return convert(value)
    for kind, convert in _BY_BASE:
        if isinstance(value, kind):
            return convert(value)
    raise ValueError(f"a {type(value).__name__} can't be stored")


def from_attribute(stored: AttributeValue) -> Any:
    """The value that was stored."""
    if "S" in stored:
        return stored["S"]
    if "N" in stored:
        return number(stored["N"])
    [(kind, content)] = stored.items()
    return _FROM_KIND[kind](content)


def number(text: str) -> int | Decimal:
    """A number as DynamoDB writes it, exactly."""
    try:
        return int(text)
    except ValueError:
        return Decimal(text)


def timestamp(moment: datetime) -> str:
    """`2026-01-10T10:00:00Z`, with microseconds only where there are some."""
    return _in_utc(moment).replace(tzinfo=None).isoformat() + "Z"


def sortable_timestamp(moment: datetime) -> str:
    """`2026-01-10T10:00:00.000000Z`: always as wide, so that the order of texts is the order of times."""
    return _in_utc(moment).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def _in_utc(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone; give one, for instance datetime.UTC")
    return moment if moment.tzinfo is UTC else moment.astimezone(UTC)


def plain(item: Item) -> dict[str, Any]:
    """An item with Python's values in the place of attribute values."""
    return {name: from_attribute(value) for name, value in item.items()}


def stored(values: Mapping[str, Any]) -> Item:
    """Python's values as an item."""
    return {name: to_attribute(value) for name, value in values.items()}


def _float(value: float) -> AttributeValue:
    if not math.isfinite(value):
        raise ValueError(f"{value} is no number that can be stored")
    # Through repr, so that 0.1 is stored as people wrote it and not as the nearest binary fraction.
    return {"N": format(Decimal(repr(value)), "f")}


def _decimal(value: Decimal) -> AttributeValue:
    if not value.is_finite():
        raise ValueError(f"{value} is no number that can be stored")
    return {"N": str(value)}


def _set(value: set[Any] | frozenset[Any]) -> AttributeValue:
    if not value:
        raise ValueError("an empty set can't be stored; leave the attribute out")
    members = [to_attribute(each) for each in value]
    [kind, *others] = {kind for member in members for kind in member}
    if others or kind not in {"S", "N", "B"}:
        raise ValueError("a set holds either text, or numbers, or bytes")
    return {kind + "S": sorted(member[kind] for member in members)}


def _map(value: Mapping[str, Any]) -> AttributeValue:
    return {"M": {name: to_attribute(each) for name, each in value.items()}}


def _embedded(model: BaseModel) -> AttributeValue:
    if getattr(type(model), "is_stored_as_text", False):
        return {"S": model.model_dump_json(by_alias=True, exclude_defaults=True)}
    members: Item = {name: to_attribute(value) for name, value in (model.model_extra or {}).items()}
    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        if value is not None or Marker.OR_NULL in field.metadata:
            members[field.alias or name] = to_attribute(value)
    return {"M": members}


def _list(value: list[Any] | tuple[Any, ...]) -> AttributeValue:
    return {"L": [to_attribute(each) for each in value]}


_BY_TYPE: Final[Mapping[type, Callable[[Any], AttributeValue]]] = {
    str: lambda value: {"S": value},
    int: lambda value: {"N": str(value)},
    bool: lambda value: {"BOOL": value},
    type(None): lambda _: {"NULL": True},
    float: _float,
    Decimal: _decimal,
    bytes: lambda value: {"B": value},
    datetime: lambda value: {"S": timestamp(value)},
    date: lambda value: {"S": value.isoformat()},
    time: lambda value: {"S": value.isoformat()},
    UUID: lambda value: {"S": str(value)},
    dict: _map,
    list: _list,
    tuple: _list,
    set: _set,
    frozenset: _set,
}
_BY_BASE: Final[tuple[tuple[type, Callable[[Any], AttributeValue]], ...]] = (
    (Enum, lambda value: to_attribute(value.value)),
    (BaseModel, _embedded),
    (Mapping, _map),
    (str, lambda value: {"S": str(value)}),
    (int, lambda value: {"N": str(int(value))}),
)
_FROM_KIND: Final[Mapping[str, Callable[[Any], Any]]] = {
    "BOOL": bool,
    "NULL": lambda _: None,
    "B": bytes,
    "M": plain,
    "L": lambda members: [from_attribute(each) for each in members],
    "SS": set,
    "NS": lambda members: {number(each) for each in members},
    "BS": set,
}
