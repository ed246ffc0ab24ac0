"""The operations on streams: ListStreams, DescribeStream, GetShardIterator and GetRecords."""

from collections.abc import Mapping
from typing import Any

from cairn.dynamo.embedded.shapes import names
from cairn.dynamo.embedded.shapes.shape import Integer, Required, String, structure
from cairn.dynamo.errors import ValidationException

MOST_STREAMS = 100
MOST_SHARDS = 100
MOST_RECORDS = 1_000

_STREAM_ARN = String(shortest=37, longest=1024)
_SHARD_ID = String(shortest=28, longest=65)
_LIMIT = Integer(least=1)

LIST_STREAMS = structure(
    "ListStreamsInput",
    TableName=String(names.PATTERN, names.SHORTEST, names.LONGEST),
    Limit=_LIMIT,
    ExclusiveStartStreamArn=_STREAM_ARN,
)

DESCRIBE_STREAM = structure(
    "DescribeStreamInput",
    StreamArn=Required(_STREAM_ARN),
    Limit=_LIMIT,
    ExclusiveStartShardId=_SHARD_ID,
    ShardFilter=structure("ShardFilter", Type=String(one_of=("CHILD_SHARDS",)), ShardId=_SHARD_ID),
)

GET_SHARD_ITERATOR = structure(
    "GetShardIteratorInput",
    {"Timestamp": "start at TRIM_HORIZON, at LATEST or at a sequence number."},
    StreamArn=Required(_STREAM_ARN),
    ShardId=Required(_SHARD_ID),
    ShardIteratorType=Required(
        String(one_of=("TRIM_HORIZON", "LATEST", "AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER"))
    ),
    SequenceNumber=String(shortest=21, longest=40),
)

GET_RECORDS = structure(
    "GetRecordsInput",
    ShardIterator=Required(String(shortest=1, longest=2048)),
    Limit=_LIMIT,
)

_INVALID = "One or more parameter values were invalid: "


def list_streams(request: Mapping[str, Any]) -> None:
    if (request.get("Limit") or 0) > MOST_STREAMS:
        raise ValidationException(
            f"{_INVALID}Limit cannot be greater than the maximum allowed size: {MOST_STREAMS}"
        )


def describe_stream(request: Mapping[str, Any]) -> None:
    if (request.get("Limit") or 0) > MOST_SHARDS:
        raise ValidationException(f"{_INVALID}Limit cannot be greater than the maximum: {MOST_SHARDS}")
    shard_filter = request.get("ShardFilter")
    if shard_filter is not None and shard_filter.get("Type") is None:
        raise ValidationException(
            "1 validation error detected: Value 'null' at 'shardFilter.type' failed to satisfy constraint: "
            "Member must be CHILD_SHARDS"
        )


def get_shard_iterator(request: Mapping[str, Any]) -> None:
    by_number = request["ShardIteratorType"] in ("AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER")
    number = request.get("SequenceNumber")
    if by_number and number is None:
        raise ValidationException(f"{_INVALID}Invalid SequenceNumber")
    if not by_number and number is not None:
        raise ValidationException(f"{_INVALID}SequenceNumber should not be passed for this iterator type")
    if number is not None and not (number.isascii() and number.isdigit()):
        raise ValidationException(f"{_INVALID}Invalid SequenceNumber")


def get_records(request: Mapping[str, Any]) -> None:
    if (request.get("Limit") or 0) > MOST_RECORDS:
        raise ValidationException(f"{_INVALID}Limit should be less than or equal to {MOST_RECORDS}")
