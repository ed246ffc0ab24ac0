"""ExclusiveStartKey: where a page begins, and whether it can be there."""

from cairn.dynamo.embedded.keys import key_of_request
from cairn.dynamo.embedded.pages import Bounds, Bytes, Source, segment_of
from cairn.dynamo.embedded.values import checked_item
from cairn.dynamo.errors import ValidationException
from cairn.dynamo.seam import Item

_INVALID = "The provided starting key is invalid"


def start_of_query(source: Source, key: Item | None, partition: bytes, bounds: Bounds) -> Bytes | None:
    """The position after which a query goes on. It must lie within what the query asks for."""
    if key is None:
        return None
    position = _position(source, key)
    if position[0] != partition:
        raise ValidationException(
            "The provided starting key is outside query boundaries based on provided conditions"
        )
    if not bounds.include(position[1]):
        raise ValidationException("The provided starting key does not match the range key predicate")
    return position


def start_of_scan(source: Source, key: Item | None, segment: tuple[int, int] | None) -> Bytes | None:
    """The position after which a scan goes on. It must lie in the scan's own segment."""
    if key is None:
        return None
    position = _position(source, key)
    if segment is not None and segment_of(position[0], segment[1]) != segment[0]:
        raise ValidationException(
            f"{_INVALID}: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. "
            f"TotalSegments: {segment[1]} Segment: {segment[0]}"
        )
    return position


def _position(source: Source, key: Item) -> Bytes:
    key, _ = checked_item(key)
    if key.keys() != set(source.key_names):
        suffix = "" if source.index is not None else ": The provided key element does not match the schema"
        raise ValidationException(_INVALID + suffix)
    schemas = (source.table.schema,) if source.index is None else (source.schema, source.table.schema)
    try:
        pairs = [key_of_request(schema, {name: key[name] for name in schema.names}) for schema in schemas]
    except ValidationException as refusal:
        raise ValidationException(f"{_INVALID}: {refusal.message}") from refusal
    return tuple(part for pair in pairs for part in pair)
