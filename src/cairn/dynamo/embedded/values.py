"""Attribute values: validated, put into normal form and sized in one walk; compared as DynamoDB compares them.

The walk takes a short road that only good values survive. What stumbles on it goes through `scrutiny`, which
knows DynamoDB's words for each fault and their order.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from cairn.dynamo.embedded import numbers, scrutiny
from cairn.dynamo.errors import DynamoError, ValidationException
from cairn.dynamo.seam import AttributeValue, Item

MAXIMUM_ITEM_BYTES: Final = 409_600


class _DoubtError(Exception):
    """Something that the short road doesn't judge. Never leaves this module."""


_STUMBLES = (_DoubtError, DynamoError, AttributeError, LookupError, TypeError, ValueError)


def checked_item(item: Mapping[str, Any]) -> tuple[Item, int]:
    """A copy of the item in normal form, and its size as DynamoDB counts it. Keys are not looked at.

    In normal form numbers are canonical text and the members of a set are in order.
    """
    try:
        return _checked_attributes(item, 0)
    except _STUMBLES:
        return _checked_attributes(scrutiny.scrutinised_item(item), 0)


def checked_value(value: object, depth: int = 0) -> tuple[AttributeValue, int]:
    """A copy of the value in normal form, and its size. `depth` is how many lists and maps it stands in."""
    try:
        return _checked(value, depth)
    except _STUMBLES:
        return _checked(scrutiny.scrutinised_value(value, depth), depth)


def item_size(item: Item) -> int:
    """The size that DynamoDB counts for an item in normal form: its names and values."""
    size = 0
    for name, value in item.items():
        text = value.get("S")
        if text is None:
            size += value_size(value)
        else:
            size += len(text) if text.isascii() else len(text.encode())
        size += len(name) if name.isascii() else len(name.encode())
    return size


def value_size(value: AttributeValue) -> int:
    """The size that DynamoDB counts for a value in normal form."""
    [(kind, content)] = value.items()
    return _SIZES[kind](content)


def check_nesting(item: Item) -> None:
    """Refuses an item that an update has nested deeper than DynamoDB allows."""
    if any(map(scrutiny.is_too_deep, item.values())):
        raise ValidationException("Nesting Levels have exceeded supported limits")


def equal(a: AttributeValue, b: AttributeValue) -> bool:
    """Whether two values in normal form are the same to DynamoDB, for which a set has no order."""
    if a == b:
        return True
    [(kind, content)] = a.items()
    if kind not in b:
        return False
    other = b[kind]
    match kind:
        case "SS" | "NS" | "BS":
            return set(content) == set(other)
        case "L":
            return len(content) == len(other) and all(map(equal, content, other))
        case "M":
            return content.keys() == other.keys() and all(
                equal(content[name], other[name]) for name in content
            )
        case _:
            return False


def less(a: AttributeValue, b: AttributeValue) -> bool:
    """Whether `a` comes before `b`. Both are of the same type, one that has an order: S, N or B."""
    [(kind, content)] = a.items()
    if kind == "N":
        return numbers.less(content, b["N"])
    # Python orders text by code points, which is the order of its UTF-8 bytes.
    return bool(content < b[kind])


def _checked_attributes(attributes: Mapping[str, Any], depth: int) -> tuple[Item, int]:
    checked: Item = {}
    size = 0
    for name, value in attributes.items():
        if type(name) is not str:
            raise _DoubtError
        length = len(name) if name.isascii() else len(name.encode())
        if not 0 < length <= scrutiny.MAXIMUM_NAME_BYTES:
            raise _DoubtError
        text = value.get("S")
        if type(text) is str and len(value) == 1:
            checked[name] = {"S": text}
            size += length + (len(text) if text.isascii() else len(text.encode()))
        else:
            [(kind, content)] = value.items()
            normal, counted = _CHECKS[kind](content, depth)
            checked[name] = {kind: normal}
            size += length + counted
    return checked, size


def _checked(value: Any, depth: int) -> tuple[AttributeValue, int]:
    [(kind, content)] = value.items()
    if depth >= scrutiny.MAXIMUM_DEPTH:
        raise _DoubtError
    normal, size = _CHECKS[kind](content, depth)
    return {kind: normal}, size


def _string(content: Any, _depth: int) -> tuple[str, int]:
    if type(content) is not str:
        raise _DoubtError
    return content, len(content) if content.isascii() else len(content.encode())


def _number(content: Any, _depth: int) -> tuple[str, int]:
    if type(content) is not str:
        raise _DoubtError
    return numbers.normalised_and_size(content)


def _binary(content: Any, _depth: int) -> tuple[bytes, int]:
    if type(content) is not bytes:
        raise _DoubtError
    return content, len(content)


def _boolean(content: Any, _depth: int) -> tuple[bool, int]:
    if type(content) is not bool:
        raise _DoubtError
    return content, 1


def _null(content: Any, _depth: int) -> tuple[bool, int]:
    if content is not True:
        raise _DoubtError
    return True, 1


def _list(content: Any, depth: int) -> tuple[list[AttributeValue], int]:
    if type(content) is not list:
        raise _DoubtError
    checked = []
    size = 3 + len(content)
    for element in content:
        normal, counted = _checked(element, depth + 1)
        checked.append(normal)
        size += counted
    return checked, size


def _map(content: Any, depth: int) -> tuple[Item, int]:
    if content and depth + 1 >= scrutiny.MAXIMUM_DEPTH:
        raise _DoubtError
    checked, size = _checked_attributes(content, depth + 1)
    return checked, size + 3 + len(checked)


def _set_of(
    member: Callable[[Any, int], tuple[Any, int]], order: Callable[[Any], Any] | None = None
) -> Callable[[Any, int], tuple[list[Any], int]]:
    def check(content: Any, depth: int) -> tuple[list[Any], int]:
        if type(content) is not list or not content:
            raise _DoubtError
        sizes = dict([member(element, depth) for element in content])
        if len(sizes) < len(content):
            raise _DoubtError
        size = sum(sizes.values())
        if size > MAXIMUM_ITEM_BYTES:
            return list(
                sizes
            ), size  # to be refused for its size: sorting a million members would hold others up
        return sorted(sizes, key=order), size

    return check


_CHECKS: Final[dict[str, Callable[[Any, int], tuple[Any, int]]]] = {
    "S": _string,
    "N": _number,
    "B": _binary,
    "BOOL": _boolean,
    "NULL": _null,
    "M": _map,
    "L": _list,
    "SS": _set_of(_string),
    "NS": _set_of(_number, numbers.sort_key),
    "BS": _set_of(_binary),
}


def _size_of_string(content: str) -> int:
    return len(content) if content.isascii() else len(content.encode())


def _size_of_flag(_content: bool) -> int:
    return 1


def _size_of_list(content: list[AttributeValue]) -> int:
    return 3 + len(content) + sum(map(value_size, content))


def _size_of_map(content: Item) -> int:
    return 3 + len(content) + item_size(content)


def _size_of_set(member: Callable[[Any], int]) -> Callable[[Any], int]:
    return lambda content: sum(map(member, content))


_SIZES: Final[dict[str, Callable[[Any], int]]] = {
    "S": _size_of_string,
    "N": numbers.size,
    "B": len,
    "BOOL": _size_of_flag,
    "NULL": _size_of_flag,
    "M": _size_of_map,
    "L": _size_of_list,
    "SS": _size_of_set(_size_of_string),
    "NS": _size_of_set(numbers.size),
    "BS": _size_of_set(len),
}
