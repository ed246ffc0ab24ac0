"""Reading a request into AWS's types, which fails at the first value of a wrong type.

The words depend on where the value stands: as a member of a structure, or inside a list or a map.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from cairn.dynamo.embedded.shapes.shape import (
    AttributeMap,
    Boolean,
    Integer,
    ListOf,
    MapOf,
    Shape,
    String,
    Structure,
    TableName,
    entries_of,
    members_of,
)
from cairn.dynamo.errors import SerializationException

_KEY = String()
_CLASS = "com.amazonaws.dynamodb.v20120810."
_NO_CLASS = (
    "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class java.lang.Class "
    "(sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and java.lang.Class are in module java.base of "
    "loader 'bootstrap')"
)


def refuse_wrong_types(shape: Shape, value: Any, *, inside: bool = False) -> None:
    """Raises what AWS answers to the first wrong type; None is no type but an absence. `inside` a list or a map."""
    if value is None:
        return
    match shape:
        case ListOf():
            _refuse_no_list(value, inside)
            for member in members_of(value):
                refuse_wrong_types(shape.member, member, inside=True)
        case MapOf():
            _refuse_no_map(shape, value, inside)
            for key, member in entries_of(value):
                _refuse_wrong_scalar(_KEY, key)
                refuse_wrong_types(shape.value, member, inside=True)
        case AttributeMap():
            _refuse_no_map(shape, value, inside)
        case Structure():
            _refuse_no_structure(shape, value, inside)
            for name, member in value.items():
                if name in shape.members:
                    refuse_wrong_types(shape.members[name], member)
        case _:
            _refuse_wrong_scalar(shape, value)


def _refuse_wrong_scalar(shape: String | TableName | Integer | Boolean, value: object) -> None:
    match shape:
        case String() | TableName():
            if not isinstance(value, str):
                raise SerializationException(_not_a("String", value))
        case Integer():
            if isinstance(value, bool) or not isinstance(value, int):
                raise SerializationException(_not_a(shape.java, value))
            lowest, highest = shape.range
            if not lowest <= value <= highest:
                raise SerializationException(f"NUMBER_VALUE cannot be converted to {shape.java}")
        case Boolean():
            if isinstance(value, str):
                raise SerializationException("Unexpected token received from parser")
            if not isinstance(value, bool):
                raise SerializationException(_not_a("Boolean", value))


def _refuse_no_list(value: object, inside: bool) -> None:
    if isinstance(value, Mapping):
        raise SerializationException("Start of structure or map found where not expected")
    if not isinstance(value, list | tuple):
        raise SerializationException(_NO_CLASS if inside else "Unexpected field type")


def _refuse_no_map(shape: AttributeMap | MapOf, value: object, inside: bool) -> None:
    if isinstance(value, list | tuple):
        java = f"java.util.Map<java.lang.String, {_java_class(shape)}>"
        raise SerializationException(f"Unrecognized collection type {java}")
    if not isinstance(value, Mapping):
        raise SerializationException(_NO_CLASS if inside else "Unexpected field type")


def _refuse_no_structure(shape: Structure, value: object, inside: bool) -> None:
    if isinstance(value, list | tuple):
        raise SerializationException(f"Unrecognized collection type class {_java_class(shape)}")
    if not isinstance(value, Mapping):
        raise SerializationException(
            "Unexpected value type in payload" if inside else "Unexpected field type"
        )


def _not_a(java: str, value: object) -> str:
    match value:
        case bool():
            return f"{'TRUE' if value else 'FALSE'}_VALUE cannot be converted to {java}"
        case int():
            return f"NUMBER_VALUE cannot be converted to {java}"
        case float() | Decimal():
            return f"DECIMAL_VALUE cannot be converted to {java}"
        case str():
            return f"STRING_VALUE cannot be converted to {java}"
        case list() | tuple():
            return f"Unrecognized collection type class java.lang.{java}"
        case Mapping():
            return "Start of structure or map found where not expected"
        case _:
            return "Unexpected token received from parser"


def _java_class(shape: Shape) -> str:
    match shape:
        case Structure():
            return _CLASS + shape.name
        case AttributeMap():
            return _CLASS + "AttributeValue"
        case MapOf(value=ListOf(member=member)):
            return f"java.util.List<{_java_class(member)}>"
        case MapOf(value=value):
            return _java_class(value)
        case _:
            return "java.lang.String"
