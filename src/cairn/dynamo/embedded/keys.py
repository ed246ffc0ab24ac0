"""Keys of tables and indexes: what may be one, and its bytes, which order as DynamoDB orders keys.

Good keys take a short way: any fault sends the key through the checks that find DynamoDB's words for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from cairn.dynamo.embedded import numbers
from cairn.dynamo.embedded.values import checked_item
from cairn.dynamo.errors import ValidationException
from cairn.dynamo.seam import AttributeValue, Item

MAXIMUM_PARTITION_KEY_BYTES: Final = 2048
MAXIMUM_SORT_KEY_BYTES: Final = 1024

_UPDATED_INDEX_KEY: Final = "The update expression attempted to update the secondary index key"


@dataclass(frozen=True, slots=True)
class KeyAttribute:
    """An attribute that is part of a key. `type` is S, N or B."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class KeySchema:
    """The attributes that the key of a table or an index is made of."""

    partition: KeyAttribute
    sort: KeyAttribute | None

    @property
    def attributes(self) -> tuple[KeyAttribute, ...]:
        return (self.partition,) if self.sort is None else (self.partition, self.sort)

    @property
    def names(self) -> tuple[str, ...]:
        return (self.partition.name,) if self.sort is None else (self.partition.name, self.sort.name)


class _UnfitError(Exception):
    """Whatever was offered is no key. Never leaves this module."""


_STUMBLES = (_UnfitError, ValidationException, AttributeError, LookupError, TypeError, ValueError)


def encoded(value: AttributeValue) -> bytes:
    """The bytes of one key value in normal form, which order as DynamoDB orders the values."""
    [(kind, content)] = value.items()
    if kind == "S":
        return str.encode(content)
    if kind == "N":
        return numbers.sort_key(content)
    return bytes(content)


def key_of_request(schema: KeySchema, key: Mapping[str, Any]) -> tuple[bytes, bytes]:
    """The encoded key that a request names: the key's attributes, no others, each of its type."""
    try:
        if len(key) == (1 if schema.sort is None else 2):
            return _encoded_key(schema, key)
    except _STUMBLES:
        pass
    checked, _ = checked_item(key)
    if len(checked) != len(schema.names):
        _refuse_as_unlike_schema()
    for attribute in schema.attributes:
        if attribute.type not in checked.get(attribute.name, {}):
            _refuse_as_unlike_schema()
        _check_content(schema, attribute, checked[attribute.name])
    return _encoded_key(schema, checked)


def key_of_item(schema: KeySchema, item: Mapping[str, Any]) -> tuple[bytes, bytes]:
    """The encoded key of an item in normal form that is about to be put."""
    try:
        return _encoded_key(schema, item)
    except _STUMBLES:
        pass
    for attribute in schema.attributes:
        if attribute.name not in item:
            raise _invalid(f"Missing the key {attribute.name} in the item")
        value = item[attribute.name]
        if attribute.type not in value:
            raise _invalid(
                f"Type mismatch for key {attribute.name} expected: {attribute.type} actual: {_type(value)}"
            )
        _check_content(schema, attribute, value)
    return _encoded_key(schema, item)


def index_key_of_item(
    schema: KeySchema, index_name: str, item: Item, *, updating: bool = False
) -> tuple[bytes, bytes] | None:
    """The encoded key of an item in an index, or None when the item isn't in it.

    `updating` says that an update expression made the item, for which DynamoDB has other words.
    """
    if schema.partition.name not in item and (schema.sort is None or schema.sort.name not in item):
        return None
    try:
        return _encoded_key(schema, item)
    except _STUMBLES:
        pass
    for attribute in schema.attributes:
        value = item.get(attribute.name)
        if value is None:
            continue
        if attribute.type not in value:
            if updating:
                raise ValidationException(f"{_UPDATED_INDEX_KEY} to unsupported type")
            raise unlike_index_key(attribute, _type(value), index_name)
        _check_content(schema, attribute, value, index_name=index_name, updating=updating)
    return None


def unlike_index_key(attribute: KeyAttribute, actual: str, index_name: str) -> ValidationException:
    """What a value of another type comes to where it is to be part of an index's key."""
    return _invalid(
        f"Type mismatch for Index Key {attribute.name} Expected: {attribute.type} "
        f"Actual: {actual} IndexName: {index_name}"
    )


def encoded_operand(
    schema: KeySchema, attribute: KeyAttribute, value: AttributeValue, index_name: str | None = None
) -> bytes:
    """The encoded value that a key condition compares one of the key's attributes with."""
    _check_content(schema, attribute, value, index_name=index_name)
    return encoded(value)


def key_attributes(schema: KeySchema, item: Item) -> Item:
    """The part of an item that is its key."""
    return {name: item[name] for name in schema.names}


def _encoded_key(schema: KeySchema, item: Mapping[str, Any]) -> tuple[bytes, bytes]:
    partition = _encoded_part(schema.partition.type, item[schema.partition.name], MAXIMUM_PARTITION_KEY_BYTES)
    if schema.sort is None:
        return partition, b""
    return partition, _encoded_part(schema.sort.type, item[schema.sort.name], MAXIMUM_SORT_KEY_BYTES)


def _encoded_part(kind: str, value: Any, maximum: int) -> bytes:
    content = value[kind]
    if len(value) != 1:
        raise _UnfitError
    if kind == "S":
        part = str.encode(content)
    elif kind == "N":
        return numbers.sort_key(numbers.normalised(content))
    elif type(content) is bytes:
        part = content
    else:
        raise _UnfitError
    if not 0 < len(part) <= maximum:
        raise _UnfitError
    return part


def _check_content(
    schema: KeySchema,
    attribute: KeyAttribute,
    value: AttributeValue,
    *,
    index_name: str | None = None,
    updating: bool = False,
) -> None:
    content = value[attribute.type]
    if not content:
        _refuse_empty(attribute, index_name=index_name, updating=updating)
    length = len(encoded(value))
    is_too_large_for_partition = attribute == schema.partition and length > MAXIMUM_PARTITION_KEY_BYTES
    is_too_large_for_sort = attribute == schema.sort and length > MAXIMUM_SORT_KEY_BYTES
    if updating and (is_too_large_for_partition or is_too_large_for_sort):
        raise ValidationException(f"{_UPDATED_INDEX_KEY} beyond allowed size limits")
    if is_too_large_for_partition:
        raise _invalid("Size of hashkey has exceeded the maximum size limit of2048 bytes")
    if is_too_large_for_sort:
        raise _invalid("Aggregated size of all range keys has exceeded the size limit of 1024 bytes")


def _refuse_empty(attribute: KeyAttribute, *, index_name: str | None, updating: bool) -> NoReturn:
    kind = "string" if attribute.type == "S" else "binary"
    fault = f"The AttributeValue for a key attribute cannot contain an empty {kind} value."
    if index_name is None:
        fault = f"{fault} Key: {attribute.name}"
    elif updating:
        fault = (
            "The update expression attempted to update a secondary index key "
            f"to a value that is not supported. {fault}"
        )
    else:
        fault = (
            "A value specified for a secondary index key is not supported. "
            f"{fault} IndexName: {index_name}, IndexKey: {attribute.name}"
        )
    raise ValidationException(f"One or more parameter values are not valid. {fault}")


def _refuse_as_unlike_schema() -> NoReturn:
    raise ValidationException("The provided key element does not match the schema")


def _type(value: AttributeValue) -> str:
    [kind] = value
    return kind


def _invalid(fault: str) -> ValidationException:
    return ValidationException(f"One or more parameter values were invalid: {fault}")
