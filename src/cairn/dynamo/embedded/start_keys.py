"""ExclusiveStartKey: where a page begins, and whether it can be there.

AWS has different words for the same fault in a query, in a scan of a table and in a scan of an index.
"""

from typing import Any, Final

from cairn.dynamo.embedded.keys import key_of_request
from cairn.dynamo.embedded.pages import Bounds, Bytes, Source, segment_of
from cairn.dynamo.embedded.values import checked_item
from cairn.dynamo.errors import ValidationException
from cairn.dynamo.seam import Item

_INVALID: Final = "The provided starting key is invalid"
_TOLD_AS_THEY_ARE: Final = (
    "contains duplicates",
    "number set",
    "numeric value",
    "significant digits",
    "number with magnitude",
)


def checked_start_key(key: dict[str, Any] | None) -> Item | None:
    """The key in normal form. Its values are looked at before anything else of the request."""
    if key is None:
        return None
    try:
        return checked_item(key)[0]
    except ValidationException as refusal:
        if any(words in refusal.message for words in _TOLD_AS_THEY_ARE):
            raise
        raise ValidationException(f"{_INVALID}: {refusal.message}") from refusal


def position_in_query(source: Source, key: Item) -> Bytes:
    """Where the key stands in what a query reads."""
    if key.keys() != set(source.key_names):
        raise ValidationException(_INVALID)
    return _position(source, key)


def refuse_outside_query(
    position: Bytes, partition: bytes, bounds: Bounds, *, has_sort_condition: bool
) -> None:
    """A query goes on only from within what it asks for."""
    if not bounds.include(position[1]):
        raise ValidationException("The provided starting key does not match the range key predicate")
    if position[0] != partition:
        raise ValidationException(
            "The query can return at most one row and cannot be restarted"
            if has_sort_condition
            else "The provided starting key is outside query boundaries based on provided conditions"
        )


def position_in_scan(source: Source, key: Item, segment: tuple[int, int] | None) -> Bytes:
    """Where the key stands in what a scan reads. It must lie in the scan's own segment."""
    if source.index is None:
        try:
            position: Bytes = key_of_request(source.table.schema, key)
        except ValidationException as refusal:
            raise ValidationException(f"{_INVALID}: {refusal.message}") from refusal
    else:
        position = position_in_query(source, key)
    if segment is not None and segment_of(position[0], segment[1]) != segment[0]:
        raise ValidationException(
            f"{_INVALID}: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. "
            f"TotalSegments: {segment[1]} Segment: {segment[0]}"
        )
    return position


def _position(source: Source, key: Item) -> Bytes:
    schemas = (source.table.schema,) if source.index is None else (source.schema, source.table.schema)
    pairs = [key_of_request(schema, {name: key[name] for name in schema.names}) for schema in schemas]
    return tuple(part for pair in pairs for part in pair)
