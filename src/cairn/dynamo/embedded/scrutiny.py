"""What is wrong with an attribute value, in DynamoDB's words and in its order of checks.

First everything is read as what it claims to be, then nesting is looked at, then each value. What passes comes
back in plain Python types, for `values` to put into normal form.
"""

import base64
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NoReturn

from cairn.dynamo.embedded import numbers
from cairn.dynamo.errors import SerializationException, ValidationException
from cairn.dynamo.seam import AttributeValue, Item

MAXIMUM_DEPTH: Final = 32
MAXIMUM_NAME_BYTES: Final = 65_535

_LONG_NAME: Final = (
    "One or more parameter values were invalid: "
    f"Attribute name is too large, must be less than {MAXIMUM_NAME_BYTES + 1} bytes"
)
_VALUE_CLASS: Final = "com.amazonaws.dynamodb.v20120810.AttributeValue"


def scrutinised_item(item: Mapping[str, Any]) -> Item:
    """The item in plain types, or the first fault that DynamoDB would find."""
    too_deep = False
    for value in _read_map(item):
        too_deep |= _read(value, 0)
    if too_deep:
        _refuse_depth()
    return _attributes(item)


def scrutinised_value(value: object, depth: int = 0) -> AttributeValue:
    """The value in plain types, or the first fault that DynamoDB would find."""
    if _read(value, depth):
        _refuse_depth()
    return _value(value)


def is_too_deep(value: AttributeValue, depth: int = 0) -> bool:
    """Whether a value that stands in `depth` lists and maps reaches deeper than DynamoDB allows."""
    if depth >= MAXIMUM_DEPTH:
        return True
    if "L" in value:
        return any(is_too_deep(element, depth + 1) for element in value["L"])
    return "M" in value and any(is_too_deep(element, depth + 1) for element in value["M"].values())


def _read(value: object, depth: int) -> bool:
    """Checks the Python types of a value and all within. Says whether it reaches too deep, which is not read."""
    if depth >= MAXIMUM_DEPTH:
        return True
    if value is None:
        return False
    if not isinstance(value, dict | Mapping):
        _refuse_type(value, _VALUE_CLASS, "Unexpected value type in payload")
    too_deep = False
    for kind, content in value.items():
        if content is not None and kind in _READERS:
            for within in _READERS[kind](content):
                too_deep |= _read(within, depth + 1)
    return too_deep


def _read_text(content: object) -> Iterable[object]:
    if not isinstance(content, str):
        _refuse_type(content, "java.lang.String", f"{_token(content)} cannot be converted to String")
    _read_unicode(content)
    return ()


def _read_binary(content: object) -> Iterable[object]:
    if not isinstance(content, bytes | bytearray | memoryview):
        _refuse_type(content, "java.nio.ByteBuffer", "only base-64-encoded strings are convertible to bytes")
    return ()


def _read_boolean(content: object) -> Iterable[object]:
    if isinstance(content, str):
        if content.upper() not in _BOOLEANS:
            raise SerializationException("Unexpected token received from parser")
    elif not isinstance(content, bool):
        _refuse_type(content, "java.lang.Boolean", f"{_token(content)} cannot be converted to Boolean")
    return ()


def _read_list(content: object) -> Iterable[object]:
    if not isinstance(content, list | tuple):
        _refuse_type(content, "", "Unexpected field type")
    return content


def _read_members(read: Callable[[object], Iterable[object]]) -> Callable[[object], Iterable[object]]:
    def members(content: object) -> Iterable[object]:
        for member in _read_list(content):
            if member is not None:
                read(member)
        return ()

    return members


def _read_map(content: object) -> Iterable[object]:
    if not isinstance(content, Mapping):
        if isinstance(content, list | tuple):
            raise SerializationException(
                f"Unrecognized collection type java.util.Map<java.lang.String, {_VALUE_CLASS}>"
            )
        raise SerializationException("Unexpected field type")
    for name in content:
        if not isinstance(name, str):
            raise SerializationException(f"{_token(name)} cannot be converted to String")
        _read_unicode(name)
    return content.values()


def _read_unicode(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        half = f"{ord(text[error.start]):04X}"
        raise SerializationException(f"Unpaired surrogate U+{half} in a string") from None


_READERS: Final[dict[str, Callable[[object], Iterable[object]]]] = {
    "S": _read_text,
    "N": _read_text,
    "B": _read_binary,
    "BOOL": _read_boolean,
    "NULL": _read_boolean,
    "BS": _read_members(_read_binary),
    "NS": _read_members(_read_text),
    "SS": _read_members(_read_text),
    "L": _read_list,
    "M": _read_map,
}
_BOOLEANS: Final = {"TRUE": True, "YES": True, "1": True, "FALSE": False, "NO": False, "0": False}


def _attributes(attributes: Mapping[str, Any]) -> Item:
    checked: Item = {}
    for name, value in attributes.items():
        if value is None:
            raise ValidationException(f"The supplied Item contains a null AttributeValue: {name} is null")
        plain_name = str.__str__(name)
        checked[plain_name] = _value(value)
        if not plain_name:
            raise ValidationException("Empty attribute name")
        if len(plain_name.encode()) > MAXIMUM_NAME_BYTES:
            raise ValidationException(_LONG_NAME)
    return checked


def _value(value: Any) -> AttributeValue:
    if value is None:
        raise ValidationException("The supplied Item contains a null AttributeValue")
    claimed = value if len(value) == 1 else [kind for kind in _CHECKS if kind in value]
    plain = {
        kind: _CHECKS[kind](value[kind]) for kind in claimed if kind in _CHECKS and value[kind] is not None
    }
    if not plain:
        raise ValidationException(
            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"
        )
    if len(plain) > 1:
        raise ValidationException(
            "Supplied AttributeValue has more than one datatypes set, "
            "must contain exactly one of the supported datatypes"
        )
    return plain


def _boolean(content: bool | str) -> bool:
    return _BOOLEANS[content.upper()] if isinstance(content, str) else content


def _null(content: bool | str) -> bool:
    if not _boolean(content):
        raise _invalid("Null attribute value types must have the value of true")
    return True


def _binary_set(content: Iterable[bytes | None]) -> list[bytes]:
    members = [bytes(member) for member in _members(content, "binary", "Binary sets should not be empty")]
    if len(set(members)) < len(members):
        shown = ", ".join(base64.b64encode(member).decode() for member in members)
        raise _invalid(f"Input collection [{shown}]of type BS contains duplicates.")
    return members


def _number_set(content: Iterable[str | None]) -> list[str]:
    members = _members(content, "number", "An number set  may not be empty")
    normal = [numbers.normalised(str.__str__(member)) for member in members]
    if len(set(normal)) < len(normal):
        raise ValidationException("Input collection contains duplicates")
    return normal


def _string_set(content: Iterable[str | None]) -> list[str]:
    members = [
        str.__str__(member) for member in _members(content, "string", "An string set  may not be empty")
    ]
    if len(set(members)) < len(members):
        raise _invalid(f"Input collection [{', '.join(members)}] contains duplicates.")
    return members


def _members(content: Iterable[Any], type_name: str, empty: str) -> list[Any]:
    members = list(content)
    if not members:
        raise _invalid(empty)
    if None in members:
        raise _invalid(f"An {type_name} set may not have a null {type_name} as a member")
    return members


def _number(content: str) -> str:
    return numbers.normalised(str.__str__(content))


# In the order in which DynamoDB looks at a value that claims several types.
_CHECKS: Final[dict[str, Callable[[Any], Any]]] = {
    "S": str.__str__,
    "B": bytes,
    "N": _number,
    "BOOL": _boolean,
    "NULL": _null,
    "BS": _binary_set,
    "NS": _number_set,
    "SS": _string_set,
    "L": lambda content: [_value(element) for element in content],
    "M": _attributes,
}


def _invalid(fault: str) -> ValidationException:
    return ValidationException(f"One or more parameter values were invalid: {fault}")


def _token(content: object) -> str:
    """What DynamoDB's parser would call it, had it come as JSON."""
    match content:
        case bool():
            return f"{content}_VALUE".upper()
        case int():
            return "NUMBER_VALUE"
        case str():
            return "STRING_VALUE"
        case bytes() | bytearray() | memoryview():
            return "BINARY_VALUE"
        case _:
            return "DECIMAL_VALUE"


def _refuse_type(content: object, expected: str, scalar_fault: str) -> NoReturn:
    if isinstance(content, list | tuple):
        raise SerializationException(f"Unrecognized collection type class {expected}")
    if isinstance(content, Mapping):
        raise SerializationException("Start of structure or map found where not expected")
    raise SerializationException(scalar_fault)


def _refuse_depth() -> NoReturn:
    raise ValidationException(
        "Nesting Levels have exceeded supported limits: "
        "Attributes in the item have nested levels beyond supported limit"
    )
