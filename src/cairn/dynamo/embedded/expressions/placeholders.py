"""ExpressionAttributeNames and ExpressionAttributeValues: what a request may give, and what it must not."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from cairn.dynamo.embedded.values import checked_value
from cairn.dynamo.errors import ValidationException
from cairn.dynamo.seam import AttributeValue

_LONGEST_PLACEHOLDER: Final = 255
_LONGEST_NAME: Final = 65_535
_SURELY_SHORT: Final = _LONGEST_NAME // 4  # characters that fit whatever they are
_name = re.compile(r"#[0-9a-zA-Z_]+").fullmatch
_value = re.compile(r":[0-9a-zA-Z_]+").fullmatch

# Placeholders come again and again; those seen lately need no second look.
_MANY: Final = 4096
_known_names: Final[set[str]] = set()
_known_values: Final[set[str]] = set()


def check_placeholders_are_wanted(
    request: Mapping[str, Any], with_values: tuple[str, ...], without_values: tuple[str, ...] = ()
) -> None:
    """Refuses names and values in a request that has no expression to use them.

    `with_values` are the operation's expressions that may use values, `without_values` are the others.
    """
    if request.get("ExpressionAttributeNames") is not None and all(
        request.get(parameter) is None for parameter in with_values + without_values
    ):
        raise ValidationException("ExpressionAttributeNames can only be specified when using expressions")
    if request.get("ExpressionAttributeValues") is not None and all(
        request.get(parameter) is None for parameter in with_values
    ):
        verb = "are" if len(with_values) > 1 else "is"
        raise ValidationException(
            "ExpressionAttributeValues can only be specified when using expressions: "
            f"{' and '.join(with_values)} {verb} null"
        )


def checked_placeholders(
    names: Mapping[str, str] | None, values: Mapping[str, Any] | None
) -> dict[str, AttributeValue]:
    """The values in normal form, when names and values are as they may be."""
    try:
        for placeholder, name in (names or {}).items():
            if placeholder not in _known_names:
                _learn(placeholder, _known_names, _name)
            if not 0 < len(name) <= _SURELY_SHORT:
                return _scrutinised(names, values)
        checked = {}
        for placeholder, value in (values or {}).items():
            if placeholder not in _known_values:
                _learn(placeholder, _known_values, _value)
            checked[placeholder] = checked_value(value)[0]
    except (_DoubtError, ValidationException):
        return _scrutinised(names, values)
    if (names is not None and not names) or (values is not None and not values):
        return _scrutinised(names, values)
    return checked


def check_all_are_used(parameter: str, given: Iterable[str], used: Iterable[str]) -> None:
    unused = sorted(set(given).difference(used))
    if unused:
        raise ValidationException(
            f"Value provided in {parameter} unused in expressions: keys: {{{', '.join(unused)}}}"
        )


class _DoubtError(Exception):
    """Something that the short road doesn't judge. Never leaves this module."""


def _learn(placeholder: str, known: set[str], match: Callable[[str], re.Match[str] | None]) -> None:
    if len(placeholder) > _LONGEST_PLACEHOLDER or match(placeholder) is None:
        raise _DoubtError
    if len(known) >= _MANY:
        known.clear()
    known.add(placeholder)


def _scrutinised(
    names: Mapping[str, str] | None, values: Mapping[str, Any] | None
) -> dict[str, AttributeValue]:
    """Looks in DynamoDB's order: all keys of names, all keys of values, all names, all values."""
    if names is not None:
        _check_keys("ExpressionAttributeNames", names, _name)
    if values is not None:
        _check_keys("ExpressionAttributeValues", values, _value)
    for placeholder, name in (names or {}).items():
        if not name:
            raise _invalid_name("Empty attribute name", placeholder)
        if len(name.encode(errors="surrogatepass")) > _LONGEST_NAME:
            raise _invalid_name("Attribute name is too large, must be less than 65536 bytes", placeholder)
    checked = {}
    for placeholder, value in (values or {}).items():
        try:
            checked[placeholder] = checked_value(value)[0]
        except ValidationException as error:
            raise ValidationException(
                f"ExpressionAttributeValues contains invalid value: {error.message} for key {placeholder}"
            ) from None
    return checked


def _check_keys(
    parameter: str, given: Mapping[str, Any], match: Callable[[str], re.Match[str] | None]
) -> None:
    if not given:
        raise ValidationException(f"{parameter} must not be empty")
    for placeholder in given:
        if match(placeholder) is None:
            raise ValidationException(f'{parameter} contains invalid key: Syntax error; key: "{placeholder}"')
        if len(placeholder) > _LONGEST_PLACEHOLDER:
            # DynamoDB tells the size for names, and leaves the sentence open for values.
            size = f" size of key: {len(placeholder)}" if match is _name else ""
            raise ValidationException(
                f"{parameter} contains invalid key: "
                f"The expression attribute map contains a key that is too long;{size}"
            )


def _invalid_name(fault: str, placeholder: str) -> ValidationException:
    return ValidationException(
        f"ExpressionAttributeNames contains invalid value: {fault} for key {placeholder}"
    )
