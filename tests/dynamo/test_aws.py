"""DynamoDB at an endpoint answers the seam as the engine in the process does, also when it fails or can't be reached."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, get_args

import botocore.exceptions
import botocore.session
import pytest
import pytest_asyncio
from botocore.exceptions import BotoCoreError

from cairn.dynamo import errors
from cairn.dynamo.aws import AwsDynamo, translated
from cairn.dynamo.errors import ERRORS, DynamoError
from cairn.dynamo.seam import Operation
from tests.dynamodb_local import DynamoDBLocal

KEYS = {"region": "eu-west-1", "access_key": "AKIDADA", "secret_key": "secret"}
KEY = {"id": {"S": "1"}}


def aws(endpoint_url: str, **options: Any) -> AwsDynamo:
    return AwsDynamo(endpoint_url=endpoint_url, **{**KEYS, "attempts": 1, **options})


@pytest_asyncio.fixture
async def dynamo(dynamodb_local: DynamoDBLocal) -> AsyncIterator[AwsDynamo]:
    """DynamoDB Local with an empty table of goals."""
    async with aws(dynamodb_local.endpoint_url, attempts=3) as dynamo:
        await dynamo.call(
            "CreateTable",
            {
                "TableName": "AwsGoals",
                "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
                "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
                "BillingMode": "PAY_PER_REQUEST",
                "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"},
            },
        )
        yield dynamo
        await dynamo.call("DeleteTable", {"TableName": "AwsGoals"})


async def refusal(dynamo: AwsDynamo, operation: Operation, request: Any) -> DynamoError:
    with pytest.raises(DynamoError) as raised:
        await dynamo.call(operation, request)
    return raised.value


async def test_requests_and_answers_have_the_shapes_of_the_seam(dynamo: AwsDynamo) -> None:
    item = {**KEY, "raw": {"B": b"\x00\xff"}, "raws": {"BS": [b"a", b"b"]}, "big": {"N": "1" * 38}}
    assert await dynamo.call("PutItem", {"TableName": "AwsGoals", "Item": item}) == {}
    assert await dynamo.call("GetItem", {"TableName": "AwsGoals", "Key": KEY}) == {"Item": item}
    table = (await dynamo.call("DescribeTable", {"TableName": "AwsGoals"}))["Table"]
    assert isinstance(table["CreationDateTime"], datetime)
    assert table["CreationDateTime"].tzinfo is not None


async def test_streams_are_reached_at_the_same_endpoint(dynamo: AwsDynamo) -> None:
    await dynamo.call("PutItem", {"TableName": "AwsGoals", "Item": KEY})
    arn = (await dynamo.call("ListStreams", {"TableName": "AwsGoals"}))["Streams"][0]["StreamArn"]
    stream = (await dynamo.call("DescribeStream", {"StreamArn": arn}))["StreamDescription"]
    asking = {
        "StreamArn": arn,
        "ShardId": stream["Shards"][0]["ShardId"],
        "ShardIteratorType": "TRIM_HORIZON",
    }
    iterator = (await dynamo.call("GetShardIterator", asking))["ShardIterator"]
    records = (await dynamo.call("GetRecords", {"ShardIterator": iterator}))["Records"]
    assert [record["dynamodb"]["NewImage"] for record in records] == [KEY]


async def test_a_failed_condition_brings_the_item(dynamo: AwsDynamo) -> None:
    item = {**KEY, "raw": {"B": b"\x00"}}
    await dynamo.call("PutItem", {"TableName": "AwsGoals", "Item": item})
    error = await refusal(
        dynamo,
        "PutItem",
        {
            "TableName": "AwsGoals",
            "Item": KEY,
            "ConditionExpression": "attribute_not_exists(id)",
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        },
    )
    assert (type(error), error.message, error.fields) == (
        errors.ConditionalCheckFailedException,
        "The conditional request failed",
        {"Item": item},
    )


async def test_a_cancelled_transaction_brings_its_reasons(dynamo: AwsDynamo) -> None:
    put = {"TableName": "AwsGoals", "Item": KEY}
    failing = {**put, "Item": {"id": {"S": "2"}}, "ConditionExpression": "attribute_exists(id)"}
    error = await refusal(dynamo, "TransactWriteItems", {"TransactItems": [{"Put": put}, {"Put": failing}]})
    reasons = [
        {"Code": "None"},
        {"Code": "ConditionalCheckFailed", "Message": "The conditional request failed"},
    ]
    assert type(error) is errors.TransactionCanceledException
    assert error.fields == {"CancellationReasons": reasons}
    assert error.message == (
        "Transaction cancelled, please refer cancellation reasons for specific reasons "
        "[None, ConditionalCheckFailed]"
    )


async def test_a_missing_table_is_told(dynamo: AwsDynamo) -> None:
    error = await refusal(dynamo, "GetItem", {"TableName": "Nowhere", "Key": KEY})
    assert (type(error), error.fields) == (errors.ResourceNotFoundException, {})


async def test_a_request_of_the_wrong_shape_names_the_parameter(dynamo: AwsDynamo) -> None:
    error = await refusal(dynamo, "GetItem", {"TabelName": "AwsGoals", "Key": 5})
    assert type(error) is errors.ValidationException
    assert error.message.startswith('Missing required parameter in input: "TableName"; ')
    assert 'Unknown parameter in input: "TabelName", must be one of: TableName, Key, ' in error.message
    assert "Invalid type for parameter Key, value: 5" in error.message


async def test_a_value_that_cannot_be_sent_names_the_parameter(dynamo: AwsDynamo) -> None:
    error = await refusal(dynamo, "GetItem", {"TableName": "AwsGoals", "Key": {"id": {"S": b"1"}}})
    assert type(error) is errors.ValidationException
    assert error.message.startswith("Invalid type for parameter Key.id.S, value: b'1'")


async def test_a_wrong_shape_that_can_be_sent_is_refused_by_the_other_side(dynamo: AwsDynamo) -> None:
    error = await refusal(dynamo, "GetItem", {"TableName": "AwsGoals"})
    assert (type(error), error.message) == (
        errors.ValidationException,
        "Cannot have null key for GetItem, DeleteItem, or UpdateItem",
    )


async def test_a_wrong_shape_is_refused_though_a_configuration_file_leaves_it_to_the_other_side(
    dynamodb_local: DynamoDBLocal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "config").write_text("[default]\nparameter_validation = false\n")
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "config"))
    async with aws(dynamodb_local.endpoint_url) as dynamo:
        error = await refusal(dynamo, "ListTables", {"Limits": 5})
    assert type(error) is errors.ValidationException
    assert error.message == (
        'Unknown parameter in input: "Limits", must be one of: ExclusiveStartTableName, Limit'
    )


async def test_an_operation_outside_the_seam_is_refused(dynamo: AwsDynamo) -> None:
    outside: Any = "ExecuteStatement"
    error = await refusal(dynamo, outside, {"Statement": "SELECT * FROM AwsGoals"})
    assert type(error) is errors.UnknownOperationException


async def test_many_calls_share_the_pool(dynamo: AwsDynamo) -> None:
    items = [{"id": {"S": str(number)}} for number in range(200)]
    await asyncio.gather(*(dynamo.call("PutItem", {"TableName": "AwsGoals", "Item": item}) for item in items))
    answers = await asyncio.gather(
        *(dynamo.call("GetItem", {"TableName": "AwsGoals", "Key": item}) for item in items)
    )
    assert answers == [{"Item": item} for item in items]


async def test_a_connection_opens_with_the_first_call_and_again_after_closing(
    dynamodb_local: DynamoDBLocal,
) -> None:
    dynamo = aws(dynamodb_local.endpoint_url)
    first, second = await asyncio.gather(*(dynamo.call("ListTables", {}) for _ in range(2)))
    await dynamo.close()
    await dynamo.close()
    assert first == second == await dynamo.call("ListTables", {})
    await dynamo.close()


async def test_a_batch_of_several_megabytes_is_written(dynamo: AwsDynamo) -> None:
    items = [{"id": {"S": str(number)}, "text": {"S": "x" * 390_000}} for number in range(12)]
    request = {"RequestItems": {"AwsGoals": [{"PutRequest": {"Item": item}} for item in items]}}
    assert await dynamo.call("BatchWriteItem", request) == {"UnprocessedItems": {}}
    assert await dynamo.call("GetItem", {"TableName": "AwsGoals", "Key": KEY}) == {"Item": items[1]}


async def test_a_body_that_is_too_large_is_told_though_it_has_no_name(dynamo: AwsDynamo) -> None:
    item = {**KEY, "text": {"S": "x" * 17_000_000}}
    error = await refusal(dynamo, "PutItem", {"TableName": "AwsGoals", "Item": item})
    assert type(error) is errors.RequestEntityTooLargeException


@asynccontextmanager
async def remote(
    answer: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]],
) -> AsyncIterator[str]:
    """An endpoint that answers each connection as a test likes."""

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await answer(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def request_from(reader: asyncio.StreamReader) -> None:
    head = await reader.readuntil(b"\r\n\r\n")
    [length] = [
        line.partition(b":")[2] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")
    ]
    await reader.readexactly(int(length))


def answered(status: int, body: bytes) -> bytes:
    return b"HTTP/1.1 %d -\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: %d\r\n\r\n%b" % (
        status,
        len(body),
        body,
    )


async def test_what_is_tried_again_may_succeed() -> None:
    bodies = [
        answered(400, b'{"__type":"x#ProvisionedThroughputExceededException","message":"slow down"}'),
        answered(500, b'{"__type":"x#InternalServerError","message":"oops"}'),
        answered(200, b'{"TableNames":[]}'),
    ]

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while bodies:
            await request_from(reader)
            writer.write(bodies.pop(0))

    async with remote(answer) as url, aws(url, attempts=4) as dynamo:
        assert await dynamo.call("ListTables", {}) == {"TableNames": []}
    assert bodies == []


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        (
            400,
            {"__type": "x#ProvisionedThroughputExceededException", "message": "slow down"},
            errors.ProvisionedThroughputExceededException("slow down"),
        ),
        (
            400,
            {"__type": "com.amazon.coral.service#ThrottlingException", "message": "slow"},
            errors.ThrottlingException("slow"),
        ),
        (
            400,
            {"__type": "com.amazon.coral.service#UnrecognizedClientException", "message": "who?"},
            errors.UnrecognizedClientException("who?"),
        ),
        (500, {"__type": "x#InternalServerError", "message": "oops"}, errors.InternalServerError("oops")),
    ],
    ids=lambda value: value.name if isinstance(value, DynamoError) else "",
)
async def test_an_answer_becomes_the_error_of_its_name(status: int, body: Any, error: DynamoError) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await request_from(reader)
        writer.write(answered(status, json.dumps(body).encode()))

    async with remote(answer) as url, aws(url) as dynamo:
        raised = await refusal(dynamo, "ListTables", {})
    assert (type(raised), raised.message, raised.fields) == (type(error), error.message, error.fields)


@pytest.mark.parametrize(("status", "retryable"), [(400, False), (500, True), (503, True)])
async def test_an_error_that_has_no_class_keeps_its_name(status: int, retryable: bool) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await request_from(reader)
        writer.write(answered(status, b'{"__type":"x#BrandNewException","message":"new"}'))

    async with remote(answer) as url, aws(url) as dynamo:
        raised = await refusal(dynamo, "ListTables", {})
    assert (raised.name, raised.message, raised.status, raised.retryable) == (
        "BrandNewException",
        "new",
        status,
        retryable,
    )


async def _close(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await request_from(reader)


async def _stall(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()


async def _close_in_the_body(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await request_from(reader)
    writer.write(answered(200, b'{"TableNames":[]}')[:-5])


async def _stall_in_the_body(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await request_from(reader)
    writer.write(answered(200, b'{"TableNames":[]}')[:-5])
    await reader.read()


async def _say_something_else(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await request_from(reader)
    writer.write(answered(200, b"<html>Welcome to the hotel's network</html>"))


async def _be_a_broken_proxy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await request_from(reader)
    writer.write(answered(502, b"<html>Bad Gateway</html>"))


async def _speak_another_protocol(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await request_from(reader)
    writer.write(b"220 mail.example.org ESMTP\r\n")


@pytest.mark.parametrize(
    "behaviour",
    [
        _close,
        _stall,
        _close_in_the_body,
        _stall_in_the_body,
        _say_something_else,
        _be_a_broken_proxy,
        _speak_another_protocol,
    ],
    ids=lambda behaviour: behaviour.__name__.strip("_"),
)
async def test_an_endpoint_that_does_not_answer_is_unavailable(behaviour: Any) -> None:
    async with remote(behaviour) as url, aws(url, seconds_to_answer=0.3) as dynamo:
        raised = await refusal(dynamo, "ListTables", {})
    assert type(raised) is errors.ServiceUnavailable
    assert raised.message


async def test_an_endpoint_that_is_not_there_is_unavailable() -> None:
    async with aws("http://127.0.0.1:9") as dynamo:
        raised = await refusal(dynamo, "ListTables", {})
    assert type(raised) is errors.ServiceUnavailable
    assert raised.message == 'Could not connect to the endpoint URL: "http://127.0.0.1:9/"'


async def test_without_keys_the_call_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    async with AwsDynamo(endpoint_url="http://127.0.0.1:9", region="eu-west-1") as dynamo:
        raised = await refusal(dynamo, "ListTables", {})
    assert (type(raised), raised.message) == (
        errors.MissingAuthenticationTokenException,
        "Unable to locate credentials",
    )


async def test_without_a_region_the_call_says_where_to_name_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    for name in ("AWS_DEFAULT_REGION", "AWS_REGION", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "none"))
    raised = await refusal(AwsDynamo(endpoint_url="http://127.0.0.1:9"), "ListTables", {})
    assert (type(raised), raised.message) == (
        errors.ServiceUnavailable,
        "No region is named: write it as in aws:eu-west-1, or set AWS_DEFAULT_REGION",
    )


def modelled_errors() -> set[str]:
    """The names of the errors that AWS describes for the operations of the seam."""
    session = botocore.session.get_session()
    models = [session.get_service_model(service) for service in ("dynamodb", "dynamodbstreams")]
    return {
        shape.name
        for model in models
        for operation in model.operation_names
        if operation in get_args(Operation)
        for shape in model.operation_model(operation).error_shapes
    }


def test_every_error_that_aws_describes_is_known() -> None:
    assert modelled_errors() - ERRORS.keys() == set()


def test_every_failure_of_botocore_becomes_an_error_of_the_seam() -> None:
    def descendants(kind: type[BotoCoreError]) -> set[type[BotoCoreError]]:
        return {kind}.union(*map(descendants, kind.__subclasses__()))

    class Anything(dict[str, str]):
        def __missing__(self, name: str) -> str:
            return f"<{name}>"

    failures = [kind.__new__(kind) for kind in descendants(BotoCoreError)]
    for failure in failures:
        failure.kwargs = Anything()
        assert isinstance(translated(failure), DynamoError), failure
    assert translated(RuntimeError("ours")) is None
