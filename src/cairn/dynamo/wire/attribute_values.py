"""Where attribute values stand in a request, and what JSON can't say about them: binary travels as base64.

Only those places are looked at, without recursion, so that neither a table named "Item" nor a document
nested a thousand deep confuses it. What is not shaped as it should be stays as it is, for the engine to refuse.
"""

import binascii
from collections.abc import Callable, Iterator
from typing import Any

from cairn.dynamo.errors import SerializationException

Places = Callable[[dict[str, Any]], Iterator[Any]]


def read_binary(request: dict[str, Any], places: Places) -> None:
    """Turns base64 into bytes wherever a request has binary values. In place."""
    for attributes in places(request):
        if type(attributes) is dict:
            _read_attributes(attributes)


def _read_attributes(attributes: dict[str, Any]) -> None:
    pending = list(attributes.values())
    while pending:
        value = pending.pop()
        if type(value) is not dict:
            continue
        if (text := value.get("B")) is not None:
            value["B"] = _binary(text)
        if (texts := value.get("BS")) is not None:
            value["BS"] = _binary_set(texts)
        if type(members := value.get("M")) is dict:
            pending.extend(members.values())
        if type(elements := value.get("L")) is list:
            pending.extend(elements)


def _binary(value: object) -> bytes:
    if type(value) is not str:
        if type(value) is list:
            raise SerializationException("Unrecognized collection type class java.nio.ByteBuffer")
        if type(value) is dict:
            raise SerializationException("Start of structure or map found where not expected")
        raise SerializationException("only base-64-encoded strings are convertible to bytes")
    if len(value) % 4:
        raise SerializationException(
            f"Base64 encoded length is expected a multiple of 4 bytes but found: {len(value)}"
        )
    try:
        decoded = binascii.a2b_base64(value, strict_mode=True)
    except ValueError:
        decoded = b""
    # Encoding it again shows bits that no byte takes up and are not zero, which the decoder does not mind.
    if binascii.b2a_base64(decoded, newline=False) != value.encode():
        raise SerializationException("Invalid last non-pad Base64 character dectected")  # AWS's spelling
    return decoded


def _binary_set(value: object) -> object:
    if type(value) is dict:
        raise SerializationException("Start of structure or map found where not expected")
    if type(value) is not list:
        raise SerializationException("Unexpected field type")
    return [None if element is None else _binary(element) for element in value]


def _members(structure: Any, *names: str) -> Iterator[Any]:
    if type(structure) is dict:
        for name in names:
            if name in structure:
                yield structure[name]


def _values(structure: Any) -> Iterator[Any]:
    if type(structure) is dict:
        yield from structure.values()


def _elements(array: Any) -> Iterator[Any]:
    if type(array) is list:
        yield from array


def _of_read_or_write(request: dict[str, Any]) -> Iterator[Any]:
    return _members(request, "Key", "Item", "ExpressionAttributeValues", "ExclusiveStartKey")


def _of_batch_get(request: dict[str, Any]) -> Iterator[Any]:
    for table in _values(request.get("RequestItems")):
        for keys in _members(table, "Keys"):
            yield from _elements(keys)


def _of_batch_write(request: dict[str, Any]) -> Iterator[Any]:
    for table in _values(request.get("RequestItems")):
        for write in _elements(table):
            for put_or_delete in _members(write, "PutRequest", "DeleteRequest"):
                yield from _members(put_or_delete, "Item", "Key")


def _of_transaction(request: dict[str, Any]) -> Iterator[Any]:
    for item in _elements(request.get("TransactItems")):
        for action in _members(item, "Get", "Put", "Update", "Delete", "ConditionCheck"):
            yield from _members(action, "Key", "Item", "ExpressionAttributeValues")


PLACES: dict[str, Places] = {
    "BatchGetItem": _of_batch_get,
    "BatchWriteItem": _of_batch_write,
    "DeleteItem": _of_read_or_write,
    "GetItem": _of_read_or_write,
    "PutItem": _of_read_or_write,
    "Query": _of_read_or_write,
    "Scan": _of_read_or_write,
    "TransactGetItems": _of_transaction,
    "TransactWriteItems": _of_transaction,
    "UpdateItem": _of_read_or_write,
}
