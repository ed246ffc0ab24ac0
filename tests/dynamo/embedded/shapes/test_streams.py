"""ListStreams, DescribeStream, GetShardIterator and GetRecords."""

from typing import Any

import pytest

from tests.dynamo.embedded.shapes.asking import breaks, invalid, listed, null, refusal_of

ARN = "arn:aws:dynamodb:eu-central-1:123456789012:table/Goals/stream/2026-01-01T00:00:00.000"
SHARD = "shardId-00000000000000000001"
NUMBER = "000000000000000000001"
ITERATOR = {"StreamArn": ARN, "ShardId": SHARD, "ShardIteratorType": "LATEST"}
WRONG = "One or more parameter values were invalid: "


@pytest.mark.parametrize(
    ("operation", "request_"),
    [
        ("ListStreams", {}),
        ("ListStreams", {"TableName": "Goals", "Limit": 100, "ExclusiveStartStreamArn": ARN}),
        ("DescribeStream", {"StreamArn": ARN}),
        ("DescribeStream", {"StreamArn": ARN, "Limit": 100, "ExclusiveStartShardId": SHARD}),
        ("DescribeStream", {"StreamArn": ARN, "ShardFilter": {"Type": "CHILD_SHARDS", "ShardId": SHARD}}),
        ("GetShardIterator", ITERATOR),
        ("GetShardIterator", ITERATOR | {"ShardIteratorType": "TRIM_HORIZON"}),
        (
            "GetShardIterator",
            ITERATOR | {"ShardIteratorType": "AT_SEQUENCE_NUMBER", "SequenceNumber": NUMBER},
        ),
        (
            "GetShardIterator",
            ITERATOR | {"ShardIteratorType": "AFTER_SEQUENCE_NUMBER", "SequenceNumber": NUMBER},
        ),
        ("GetRecords", {"ShardIterator": "x", "Limit": 1000}),
    ],
)
def test_faultless_requests_pass(operation: str, request_: dict[str, Any]) -> None:
    assert refusal_of(operation, request_) is None


@pytest.mark.parametrize(
    ("operation", "request_", "faults"),
    [
        ("ListStreams", {"Limit": 0}, [breaks(0, "limit", "have value greater than or equal to 1")]),
        (
            "ListStreams",
            {"TableName": "ab"},
            [breaks("ab", "tableName", "have length greater than or equal to 3")],
        ),
        ("DescribeStream", {}, [null("streamArn")]),
        (
            "DescribeStream",
            {"StreamArn": "x"},
            [breaks("x", "streamArn", "have length greater than or equal to 37")],
        ),
        (
            "DescribeStream",
            {"StreamArn": ARN, "ExclusiveStartShardId": "x"},
            [breaks("x", "exclusiveStartShardId", "have length greater than or equal to 28")],
        ),
        (
            "DescribeStream",
            {"StreamArn": ARN, "ShardFilter": {"Type": "x"}},
            [breaks("x", "shardFilter.type", "satisfy enum value set: [CHILD_SHARDS]")],
        ),
        ("GetShardIterator", {}, [null("streamArn"), null("shardId"), null("shardIteratorType")]),
        (
            "GetShardIterator",
            ITERATOR | {"ShardIteratorType": "x", "SequenceNumber": "1"},
            [
                breaks(
                    "x",
                    "shardIteratorType",
                    "satisfy enum value set: [TRIM_HORIZON, LATEST, AT_SEQUENCE_NUMBER, AFTER_SEQUENCE_NUMBER]",
                ),
                breaks("1", "sequenceNumber", "have length greater than or equal to 21"),
            ],
        ),
        ("GetRecords", {}, [null("shardIterator")]),
        (
            "GetRecords",
            {"ShardIterator": "", "Limit": 0},
            [
                breaks("", "shardIterator", "have length greater than or equal to 1"),
                breaks(0, "limit", "have value greater than or equal to 1"),
            ],
        ),
    ],
)
def test_faults_are_listed(operation: str, request_: dict[str, Any], faults: list[str]) -> None:
    assert refusal_of(operation, request_) == listed(*faults)


@pytest.mark.parametrize(
    ("operation", "request_", "message"),
    [
        ("ListStreams", {"Limit": 101}, f"{WRONG}Limit cannot be greater than the maximum allowed size: 100"),
        (
            "DescribeStream",
            {"StreamArn": ARN, "Limit": 101},
            f"{WRONG}Limit cannot be greater than the maximum: 100",
        ),
        (
            "DescribeStream",
            {"StreamArn": ARN, "ShardFilter": {}},
            (
                "1 validation error detected: Value 'null' at 'shardFilter.type' failed to satisfy constraint: Member must "
                "be CHILD_SHARDS"
            ),
        ),
        (
            "GetShardIterator",
            ITERATOR | {"ShardIteratorType": "AT_SEQUENCE_NUMBER"},
            f"{WRONG}Invalid SequenceNumber",
        ),
        (
            "GetShardIterator",
            ITERATOR | {"ShardIteratorType": "AFTER_SEQUENCE_NUMBER", "SequenceNumber": "x" * 21},
            f"{WRONG}Invalid SequenceNumber",
        ),
        (
            "GetShardIterator",
            ITERATOR | {"SequenceNumber": NUMBER},
            f"{WRONG}SequenceNumber should not be passed for this iterator type",
        ),
        (
            "GetRecords",
            {"ShardIterator": "x", "Limit": 1001},
            f"{WRONG}Limit should be less than or equal to 1000",
        ),
    ],
)
def test_members_agree_with_one_another(operation: str, request_: dict[str, Any], message: str) -> None:
    assert refusal_of(operation, request_) == invalid(message)
