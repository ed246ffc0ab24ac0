"""The streams API: ListStreams, DescribeStream, GetShardIterator, GetRecords.

A stream here is one shard. It stays open while the table records to it, and can be read for a day.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from typing import Any, Final

from msgspec import DecodeError, Struct, ValidationError
from msgspec.msgpack import Decoder, Encoder

from cairn.dynamo.embedded.definitions import REGION, table_arn, table_name_of_arn
from cairn.dynamo.embedded.keys import KeySchema
from cairn.dynamo.embedded.operations.descriptions import described_keys, moment
from cairn.dynamo.embedded.store import Store
from cairn.dynamo.errors import (
    ExpiredIteratorException,
    ResourceNotFoundException,
    TrimmedDataAccessException,
    ValidationException,
)
from cairn.dynamo.seam import Request, Response

_PAGE: Final = 100
_RECORDS: Final = 1000
_PAGE_BYTES: Final = 1024 * 1024
_ITERATOR_SECONDS: Final = 15 * 60
_decoded_record = Decoder().decode
_decoded_schema = Decoder(KeySchema).decode


@dataclass(frozen=True, slots=True)
class _Stream:
    id: int
    table_name: str
    label: str
    view: str
    schema: KeySchema
    created_at: float
    disabled_at: float | None

    @property
    def arn(self) -> str:
        return f"{table_arn(self.table_name)}/stream/{self.label}"

    @property
    def shard(self) -> str:
        return f"shardId-{int(self.created_at * 1000):020d}-{self.id:08x}"


class _Iterator(Struct, array_like=True):
    """Where GetRecords goes on: after this sequence number. It is carried by the caller, as text."""

    stream: int
    after: int
    made_at: float


_encoded_iterator = Encoder().encode
_decoded_iterator = Decoder(_Iterator).decode


async def list_streams(store: Store, request: Request) -> Response:
    streams = [stream for stream in _streams(store) if request.get("TableName") in (None, stream.table_name)]
    start = request.get("ExclusiveStartStreamArn")
    if start is not None:
        known = [stream.arn for stream in streams]
        streams = streams[known.index(start) + 1 :] if start in known else []
    limit = request.get("Limit", _PAGE)
    response: Response = {
        "Streams": [
            {"StreamArn": stream.arn, "TableName": stream.table_name, "StreamLabel": stream.label}
            for stream in streams[:limit]
        ]
    }
    if len(streams) > limit:
        response["LastEvaluatedStreamArn"] = streams[limit - 1].arn
    return response


async def describe_stream(store: Store, request: Request) -> Response:
    stream = _stream(store, request["StreamArn"])
    shards: list[dict[str, Any]] = []
    if request.get("ExclusiveStartShardId") is None:
        sequences = {"StartingSequenceNumber": _sequence_text(_first_sequence(store, stream))}
        if stream.disabled_at is not None:
            sequences["EndingSequenceNumber"] = _sequence_text(_last_sequence(store, stream))
        shards.append({"ShardId": stream.shard, "SequenceNumberRange": sequences})
    return {
        "StreamDescription": {
            "StreamArn": stream.arn,
            "StreamLabel": stream.label,
            "StreamStatus": "ENABLED" if stream.disabled_at is None else "DISABLED",
            "StreamViewType": stream.view,
            "CreationRequestDateTime": moment(stream.created_at),
            "TableName": stream.table_name,
            "KeySchema": described_keys(stream.schema),
            "Shards": shards,
        }
    }


async def get_shard_iterator(store: Store, request: Request) -> Response:
    stream = _stream(store, request["StreamArn"])
    if request["ShardId"] != stream.shard:
        raise ResourceNotFoundException(
            f"Requested resource not found: Shard: {request['ShardId']} in Stream: {stream.arn} not found"
        )
    match request["ShardIteratorType"]:
        case "TRIM_HORIZON":
            after = _first_sequence(store, stream) - 1
        case "LATEST":
            after = _last_sequence(store, stream)
        case kind:
            after = int(request["SequenceNumber"]) - (kind == "AT_SEQUENCE_NUMBER")
            if after > _last_sequence(store, stream):
                raise ValidationException("Invalid SequenceNumber for the shard")
            if after < _first_sequence(store, stream) - 1:
                raise TrimmedDataAccessException(
                    "The operation attempted to read past the oldest stream record in a shard"
                )
    return {"ShardIterator": _iterator_text(_Iterator(stream.id, after, store.clock()))}


async def get_records(store: Store, request: Request) -> Response:
    iterator = _iterator(request["ShardIterator"])
    now = store.clock()
    if now - iterator.made_at > _ITERATOR_SECONDS:
        raise ExpiredIteratorException("Iterator expired: the shard iterator is older than 15 minutes")
    stream = next((each for each in _streams(store) if each.id == iterator.stream), None)
    if stream is None:
        raise ResourceNotFoundException("Requested resource not found: the stream of the shard iterator")
    found = store.reader().execute(
        "SELECT sequence, at, record FROM stream_records WHERE stream = ? AND sequence > ? "
        "ORDER BY sequence LIMIT ?",
        (stream.id, iterator.after, request.get("Limit", _RECORDS)),
    )
    records: list[dict[str, Any]] = []
    after, size = iterator.after, 0
    for sequence, at, value in found:
        record = _decoded_record(value)
        details = record["dynamodb"]
        details |= {"ApproximateCreationDateTime": moment(at), "SequenceNumber": _sequence_text(sequence)}
        records.append(record | {"eventVersion": "1.1", "eventSource": "aws:dynamodb", "awsRegion": REGION})
        after = sequence
        size += details["SizeBytes"]
        if size >= _PAGE_BYTES:
            break
    response: Response = {"Records": records}
    if stream.disabled_at is None or after < _last_sequence(store, stream):
        response["NextShardIterator"] = _iterator_text(_Iterator(stream.id, after, now))
    return response


def _streams(store: Store) -> list[_Stream]:
    rows = store.reader().execute(
        "SELECT id, table_name, label, view, schema, created_at, disabled_at FROM streams ORDER BY id"
    )
    return [
        _Stream(number, name, label, view, _decoded_schema(schema), created_at, disabled_at)
        for number, name, label, view, schema, created_at, disabled_at in rows
    ]


def _stream(store: Store, arn: str) -> _Stream:
    name = table_name_of_arn(arn)
    stream = next((each for each in _streams(store) if each.table_name == name and each.arn == arn), None)
    if stream is None:
        raise ResourceNotFoundException(f"Requested resource not found: Stream: {arn} not found")
    return stream


def _first_sequence(store: Store, stream: _Stream) -> int:
    """The number of the oldest record that is kept; the one the next record will have at least, without any."""
    connection = store.reader()
    first: int | None = connection.execute(
        "SELECT min(sequence) FROM stream_records WHERE stream = ?", (stream.id,)
    ).get
    return _last_sequence(store, stream) + 1 if first is None else first


def _last_sequence(store: Store, stream: _Stream) -> int:
    """The number of the newest record, of this stream or, without any, of all."""
    connection = store.reader()
    last: int | None = connection.execute(
        "SELECT max(sequence) FROM stream_records WHERE stream = ?", (stream.id,)
    ).get
    if last is None:
        last = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'stream_records'").get
    return last or 0


def _sequence_text(sequence: int) -> str:
    # AWS's sequence numbers have at least 21 digits, and SDKs insist on it.
    return f"{sequence:021d}"


def _iterator_text(iterator: _Iterator) -> str:
    return urlsafe_b64encode(_encoded_iterator(iterator)).decode()


def _iterator(text: str) -> _Iterator:
    try:
        return _decoded_iterator(urlsafe_b64decode(text))
    except (ValueError, DecodeError, ValidationError) as fault:
        raise ValidationException("Invalid ShardIterator") from fault
