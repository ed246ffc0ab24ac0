"""An HTTP request is answered as AWS answers it, header by header and word for word."""

import re
import zlib
from datetime import UTC, datetime
from typing import Any

import pytest

from cairn.dynamo import errors
from cairn.dynamo.errors import DynamoError
from tests.dynamo.wire.conftest import Scripted
from tests.dynamo.wire.raw_http import AMAZON_JSON, Answer, Client

TABLE = {"TableName": "Goals"}


def without_id(answer: Answer) -> dict[str, str]:
    """The headers but those that differ from answer to answer."""
    return {name: value for name, value in answer.headers.items() if name not in {"date", "x-amzn-requestid"}}


def test_an_answer_carries_its_type_length_checksum_and_an_id_of_its_own(
    client: Client, dynamo: Scripted
) -> None:
    dynamo.answer = {"Item": {"id": {"S": "é"}}}
    answer, another = (client.call("GetItem", TABLE) for _ in range(2))
    body = '{"Item":{"id":{"S":"é"}}}'.encode()
    assert (answer.status, answer.body) == (200, body)
    assert without_id(answer) == {
        "content-type": AMAZON_JSON,
        "content-length": str(len(body)),
        "x-amz-crc32": str(zlib.crc32(body)),
    }
    ids = [each.headers["x-amzn-requestid"] for each in (answer, another)]
    assert all(re.fullmatch("[A-Z0-9]{52}", one) for one in ids)
    assert ids[0] != ids[1]


def test_a_request_reaches_the_seam_under_its_operation(client: Client, dynamo: Scripted) -> None:
    client.call("GetItem", {"TableName": "Goals", "Key": {"id": {"S": "1"}}, "ConsistentRead": True})
    client.call("GetRecords", {"ShardIterator": "i", "Limit": 5}, api="DynamoDBStreams")
    assert dynamo.asked == [
        ("GetItem", {"TableName": "Goals", "Key": {"id": {"S": "1"}}, "ConsistentRead": True}),
        ("GetRecords", {"ShardIterator": "i", "Limit": 5}),
    ]


def test_what_the_seam_answers_comes_back_in_the_shapes_of_the_api(client: Client, dynamo: Scripted) -> None:
    dynamo.answer = {
        "Table": {
            "CreationDateTime": datetime(2026, 1, 2, 3, 4, 5, 250_000, tzinfo=UTC),
            "ItemCount": 3,
            "GlobalSecondaryIndexes": [{"Backfilling": False}],
        },
        "ConsumedCapacity": {"CapacityUnits": 0.5},
        "Items": [{"raw": {"B": b"\x00\xff"}, "set": {"BS": [b"a", b"bc"]}}],
    }
    assert client.call("DescribeTable", TABLE).document == {
        "Table": {
            "CreationDateTime": 1767323045.25,
            "ItemCount": 3,
            "GlobalSecondaryIndexes": [{"Backfilling": False}],
        },
        "ConsumedCapacity": {"CapacityUnits": 0.5},
        "Items": [{"raw": {"B": "AP8="}, "set": {"BS": ["YQ==", "YmM="]}}],
    }


def test_times_in_stream_records_are_numbers(client: Client, dynamo: Scripted) -> None:
    time = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    dynamo.answer = {"Records": [{"dynamodb": {"ApproximateCreationDateTime": time}}]}
    answer = client.call("GetRecords", {}, api="DynamoDBStreams")
    assert answer.document == {"Records": [{"dynamodb": {"ApproximateCreationDateTime": 1767323045}}]}


@pytest.mark.parametrize(
    ("error", "status", "body"),
    [
        (
            errors.ValidationException("One or more parameter values were invalid"),
            400,
            {
                "__type": "com.amazon.coral.validate#ValidationException",
                "message": "One or more parameter values were invalid",
            },
        ),
        (
            errors.ResourceNotFoundException("Requested resource not found"),
            400,
            {
                "__type": "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",
                "message": "Requested resource not found",
            },
        ),
        (
            errors.ConditionalCheckFailedException("The conditional request failed", Item={"b": {"B": b"a"}}),
            400,
            {
                "__type": "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",
                "message": "The conditional request failed",
                "Item": {"b": {"B": "YQ=="}},
            },
        ),
        (
            errors.TransactionCanceledException(
                "Transaction cancelled, please refer cancellation reasons for specific reasons [None]",
                CancellationReasons=[{"Code": "None"}],
            ),
            400,
            {
                "__type": "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
                "Message": "Transaction cancelled, please refer cancellation reasons for specific reasons [None]",
                "CancellationReasons": [{"Code": "None"}],
            },
        ),
        (
            errors.SerializationException("NUMBER_VALUE cannot be converted to String"),
            400,
            {
                "__type": "com.amazon.coral.service#SerializationException",
                "Message": "NUMBER_VALUE cannot be converted to String",
            },
        ),
        (
            errors.InternalServerError("The disk is full"),
            500,
            {
                "__type": "com.amazonaws.dynamodb.v20120810#InternalServerError",
                "message": "The disk is full",
            },
        ),
        (
            errors.ServiceUnavailable("Another process writes"),
            503,
            {"__type": "com.amazon.coral.service#ServiceUnavailable", "message": "Another process writes"},
        ),
    ],
    ids=lambda value: value.name if isinstance(value, DynamoError) else "",
)
def test_an_error_of_the_seam_is_named_and_worded_as_by_aws(
    client: Client, dynamo: Scripted, error: DynamoError, status: int, body: dict[str, Any]
) -> None:
    dynamo.answer = error
    answer = client.call("PutItem", TABLE)
    assert (answer.status, answer.document) == (status, body)
    assert answer.headers["x-amz-crc32"] == str(zlib.crc32(answer.body))
    assert answer.headers["content-type"] == AMAZON_JSON


def test_a_mistake_of_ours_says_nothing_of_our_insides(
    client: Client, dynamo: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    dynamo.answer = RuntimeError("secret path")
    answer = client.call("PutItem", TABLE)
    assert (answer.status, answer.document) == (
        500,
        {
            "__type": "com.amazonaws.dynamodb.v20120810#InternalServerError",
            "message": "Internal server error",
        },
    )
    assert "secret path" in caplog.text


@pytest.mark.parametrize(
    "target",
    [
        "DynamoDB_20120810.Sleep",
        "DynamoDB_20120810.",
        "DynamoDB_20111205.GetItem",
        "DynamoDB_20120810.ListStreams",
        "DynamoDBStreams_20120810.GetItem",
        "dynamodb_20120810.getitem",
        "",
    ],
)
def test_an_unknown_operation_is_told_by_its_name_alone(
    client: Client, dynamo: Scripted, target: str
) -> None:
    answer = client.send(headers={"X-Amz-Target": target, "Content-Type": AMAZON_JSON})
    assert (answer.status, answer.document) == (
        400,
        {"__type": "com.amazon.coral.service#UnknownOperationException"},
    )
    assert dynamo.asked == []


@pytest.mark.parametrize(
    "operation", ["ExecuteStatement", "CreateBackup", "ListGlobalTables", "PutResourcePolicy"]
)
def test_what_aws_has_and_cairn_has_not_is_the_seams_to_refuse(
    client: Client, dynamo: Scripted, operation: str
) -> None:
    dynamo.answer = errors.UnknownOperationException("there is something better here")
    answer = client.call(operation, {"Statement": "SELECT * FROM Goals"})
    assert (answer.status, answer.document["message"]) == (400, "there is something better here")
    assert dynamo.asked == [(operation, {"Statement": "SELECT * FROM Goals"})]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"5",
        b"null",
        b'"text"',
        b'{"TableName":"Goals",}',
        b"{'TableName':'Goals'}",
        b'{"TableName":"\xff"}',
        b'{"TableName":"\\ud800"}',
        b'{"Limit":1e999}',
        b"{} {}",
    ],
)
def test_a_body_that_is_no_json_object_can_not_be_read(client: Client, dynamo: Scripted, body: bytes) -> None:
    answer = client.call("GetItem", body)
    assert (answer.status, answer.document) == (
        400,
        {"__type": "com.amazon.coral.service#SerializationException"},
    )
    assert dynamo.asked == []


@pytest.mark.parametrize(
    "content_type", ["application/json", "application/json; charset=utf-8", "application/x-amz-json-1.0"]
)
def test_an_answer_is_of_the_type_that_the_request_had(client: Client, content_type: str) -> None:
    answer = client.call("ListTables", {}, {"Content-Type": content_type})
    assert (answer.status, answer.headers["content-type"]) == (200, content_type.partition(";")[0])


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_another_content_type_is_no_operation(client: Client, dynamo: Scripted, content_type: str) -> None:
    answer = client.call("ListTables", {}, {"Content-Type": content_type})
    assert (answer.status, answer.body) == (404, b"<UnknownOperationException/>\n")
    assert answer.headers["x-amz-crc32"] == "3552371480"
    assert dynamo.asked == []


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_another_method_is_no_operation(client: Client, method: str) -> None:
    answer = client.send(method, b"")
    assert (answer.status, answer.body) == (404, b"<UnknownOperationException/>\n")


def test_a_get_tells_that_the_service_is_healthy(client: Client) -> None:
    answer = client.send("GET", b"")
    assert (answer.status, answer.body) == (200, b"healthy: dynamodb.us-east-1.amazonaws.com ")
    assert without_id(answer) == {"x-amz-crc32": "3128867991", "content-length": "42"}


def test_a_browser_that_asks_may_send_what_it_asks_for(client: Client) -> None:
    answer = client.send(
        "OPTIONS",
        b"",
        {
            "Origin": "http://localhost:3000",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "x-amz-target,content-type",
        },
    )
    assert (answer.status, answer.body) == (200, b"")
    assert without_id(answer) == {
        "access-control-allow-origin": "*",
        "access-control-allow-headers": "x-amz-target,content-type",
        "access-control-allow-methods": "POST",
        "access-control-max-age": "172800",
        "content-length": "0",
        "x-amz-crc32": "0",
    }


def test_a_page_of_this_machine_may_see_the_answer(client: Client) -> None:
    answer = client.call("ListTables", {}, {"Origin": "http://localhost:3000"})
    assert (answer.status, answer.headers["access-control-allow-origin"]) == (200, "*")
