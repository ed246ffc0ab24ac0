"""Keys of tables and indexes: what a key may be, and the bytes that order as DynamoDB orders keys."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from cairn.dynamo.embedded import numbers
from cairn.dynamo.embedded.values import checked_value
from cairn.dynamo.errors import ValidationException
from cairn.dynamo.seam import AttributeValue, Item

MAXIMUM_PARTITION_KEY_BYTES: Final = 2048
MAXIMUM_SORT_KEY_BYTES: Final = 1024


@dataclass(frozen=True, slots=True)
class KeyAttribute:
    """An attribute that is part of a key. `type` is S, N or B."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class KeySchema:
    """The attributes that a table's or an index's key is made of."""

    partition: KeyAttribute
    sort: KeyAttribute | None

    @property
    def names(self) -> tuple[str, ...]:
        return (self.partition.name,) if self.sort is None else (self.partition.name, self.sort.name)


def encoded(value: AttributeValue) -> bytes:
    """The bytes of one key value, which order as DynamoDB orders the values."""
    [(kind, content)] = value.items()
    return _encoded_content(kind, content)


def key_of_request(schema: KeySchema, key: Mapping[str, Any]) -> tuple[bytes, bytes]:
    """The encoded key that a request names: exactly the key's attributes, each of its type."""
    checked = {name: checked_value(value)[0] for name, value in key.items()}
    if len(checked) != len(schema.names):
        _refuse_as_unlike_schema()
    parts = []
    for attribute in _attributes(schema):
        content = checked.get(attribute.name, {}).get(attribute.type)
        if content is None:
            _refuse_as_unlike_schema()
        if not content:
            _refuse_empty(attribute)
        parts.append(_encoded_content(attribute.type, content))
    return _within_limits(parts)


def key_of_item(schema: KeySchema, item: Item) -> tuple[bytes, bytes]:
    """The encoded key of an item in normal form that is about to be put."""
    parts = []
    for attribute in _attributes(schema):
        value = item.get(attribute.name)
        if value is None:
            raise _invalid(f"Missing the key {attribute.name} in the item")
        [(kind, content)] = value.items()
        if kind != attribute.type:
            raise _invalid(
                f"Type mismatch for key {attribute.name} expected: {attribute.type} actual: {kind}"
            )
        if not content:
            _refuse_empty(attribute)
        parts.append(_encoded_content(kind, content))
    return _within_limits(parts)


def index_key_of_item(schema: KeySchema, index_name: str, item: Item) -> tuple[bytes, bytes] | None:
    """The encoded key of an item in an index, or None when the index doesn't hold it."""
    parts = []
    for attribute in _attributes(schema):
        value = item.get(attribute.name)
        if value is None:
            continue
        [(kind, content)] = value.items()
        if kind != attribute.type:
            raise _invalid(
                f"Type mismatch for Index Key {attribute.name} "
                f"Expected: {attribute.type} Actual: {kind} IndexName: {index_name}"
            )
        if not content:
            raise ValidationException(
                "One or more parameter values are not valid. A value specified for a secondary index key is not "
                f"supported. {_empty(attribute)} IndexName: {index_name}, IndexKey: {attribute.name}"
            )
        parts.append(_encoded_content(kind, content))
    if len(parts) < len(schema.names):
        return None
    return _within_limits(parts)


def key_attributes(schema: KeySchema, item: Item) -> Item:
    """The part of an item that is its key."""
    return {name: item[name] for name in schema.names}


def _attributes(schema: KeySchema) -> tuple[KeyAttribute, ...]:
    return (schema.partition,) if schema.sort is None else (schema.partition, schema.sort)


def _encoded_content(kind: str, content: Any) -> bytes:
    if kind == "S":
        return str.encode(content)
    if kind == "N":
        return numbers.sort_key(content)
    return bytes(content)


def _within_limits(parts: list[bytes]) -> tuple[bytes, bytes]:
    partition, sort = (*parts, b"")[:2]
    if len(partition) > MAXIMUM_PARTITION_KEY_BYTES:
        raise _invalid("Size of hashkey has exceeded the maximum size limit of2048 bytes")
    if len(sort) > MAXIMUM_SORT_KEY_BYTES:
        raise _invalid("Aggregated size of all range keys has exceeded the size limit of 1024 bytes")
    return partition, sort


def _refuse_as_unlike_schema() -> NoReturn:
    raise ValidationException("The provided key element does not match the schema")


def _refuse_empty(attribute: KeyAttribute) -> NoReturn:
    raise ValidationException(
        f"One or more parameter values are not valid. {_empty(attribute)} Key: {attribute.name}"
    )


def _empty(attribute: KeyAttribute) -> str:
    kind = "string" if attribute.type == "S" else "binary"
    return f"The AttributeValue for a key attribute cannot contain an empty {kind} value."


def _invalid(fault: str) -> ValidationException:
    return ValidationException(f"One or more parameter values were invalid: {fault}")
