"""The tools that people have for DynamoDB work on a data folder: boto3's two interfaces and the aws CLI."""

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from boto3.dynamodb.conditions import Attr, Key
from boto3.dynamodb.types import Binary
from botocore.config import Config

from cairn.dynamo.embedded import open_folder
from cairn.dynamo.wire import Application, Credentials, application
from tests.web.serving import Served, served

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient, DynamoDBServiceResource

ADA = Credentials("AKIDADA", "secret")
AWS = Path(sys.executable).with_name("aws")
SESSION = boto3.Session(ADA.access_key, ADA.secret_key, region_name="eu-west-1")
ONCE = Config(retries={"total_max_attempts": 1})


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Application]:
    async with open_folder(folder) as dynamo:
        yield application(dynamo, ADA)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A data folder behind the wire, for signed requests."""
    with served(opened(tmp_path_factory.mktemp("data"))) as server:
        yield server


@pytest.fixture(scope="module")
def client(server: Served) -> Iterator["DynamoDBClient"]:
    client = SESSION.client("dynamodb", endpoint_url=server.url, config=ONCE)
    yield client
    client.close()


@pytest.fixture(scope="module")
def streams(server: Served) -> Iterator[Any]:
    client: Any = SESSION.client("dynamodbstreams", endpoint_url=server.url, config=ONCE)
    yield client
    client.close()


@pytest.fixture(scope="module")
def tables(server: Served) -> Iterator["DynamoDBServiceResource"]:
    resource = SESSION.resource("dynamodb", endpoint_url=server.url, config=ONCE)
    yield resource
    resource.meta.client.close()


def make_table(client: "DynamoDBClient", name: str) -> None:
    client.create_table(
        TableName=name,
        AttributeDefinitions=[
            {"AttributeName": "owner", "AttributeType": "S"},
            {"AttributeName": "number", "AttributeType": "N"},
        ],
        KeySchema=[
            {"AttributeName": "owner", "KeyType": "HASH"},
            {"AttributeName": "number", "KeyType": "RANGE"},
        ],
        BillingMode="PAY_PER_REQUEST",
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    )
    client.get_waiter("table_exists").wait(TableName=name)


def test_every_type_of_value_comes_back_through_boto3(client: "DynamoDBClient") -> None:
    make_table(client, "Types")
    item: dict[str, Any] = {
        "owner": {"S": "ada\u2028\U0001f5fb"},
        "number": {"N": "12345678901234567890.123456789012345678"},
        "raw": {"B": bytes(range(256))},
        "raws": {"BS": [b"\x00", b"\xff"]},
        "texts": {"SS": ["a", "b"]},
        "numbers": {"NS": ["1", "2.5"]},
        "flag": {"BOOL": False},
        "nothing": {"NULL": True},
        "nested": {"M": {"list": {"L": [{"B": b"B"}, {"M": {"B": {"S": "B"}}}]}}},
    }
    client.put_item(TableName="Types", Item=item)
    key = {"owner": item["owner"], "number": item["number"]}
    assert client.get_item(TableName="Types", Key=key)["Item"] == item
    [found] = client.query(
        TableName="Types",
        KeyConditionExpression="#o = :o",
        FilterExpression="#r = :r",
        ExpressionAttributeNames={"#o": "owner", "#r": "raw"},
        ExpressionAttributeValues={":o": item["owner"], ":r": item["raw"]},
    )["Items"]
    assert found == item


def test_what_boto3_expects_of_errors_is_there(client: "DynamoDBClient") -> None:
    make_table(client, "Errors")
    key: dict[str, Any] = {"owner": {"S": "ada"}, "number": {"N": "1"}}
    client.put_item(TableName="Errors", Item={**key, "raw": {"B": b"\x01"}})
    with pytest.raises(client.exceptions.ConditionalCheckFailedException) as failed:
        client.put_item(
            TableName="Errors",
            Item=key,
            ConditionExpression="attribute_not_exists(#o)",
            ExpressionAttributeNames={"#o": "owner"},
            ReturnValuesOnConditionCheckFailure="ALL_OLD",
        )
    answer: Mapping[str, Any] = failed.value.response
    assert answer["Error"]["Message"] == "The conditional request failed"
    assert answer["Item"] == {**key, "raw": {"B": b"\x01"}}
    with pytest.raises(client.exceptions.TransactionCanceledException) as cancelled:
        client.transact_write_items(
            TransactItems=[
                {"Delete": {"TableName": "Errors", "Key": {**key, "number": {"N": "2"}}}},
                {
                    "Update": {
                        "TableName": "Errors",
                        "Key": key,
                        "UpdateExpression": "SET x = :x",
                        "ConditionExpression": "attribute_exists(nothing)",
                        "ExpressionAttributeValues": {":x": {"NULL": True}},
                    }
                },
            ]
        )
    assert cancelled.value.response["CancellationReasons"] == [
        {"Code": "None"},
        {"Code": "ConditionalCheckFailed", "Message": "The conditional request failed"},
    ]
    assert cancelled.value.response["Error"]["Message"] == (
        "Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed]"
    )
    with pytest.raises(client.exceptions.ResourceNotFoundException):
        client.get_item(TableName="Nowhere", Key=key)


def test_boto3_turns_pages(client: "DynamoDBClient") -> None:
    make_table(client, "Pages")
    for start in range(0, 100, 25):
        answer = client.batch_write_item(
            RequestItems={
                "Pages": [
                    {"PutRequest": {"Item": {"owner": {"S": "ada"}, "number": {"N": str(number)}}}}
                    for number in range(start, start + 25)
                ]
            }
        )
        assert answer["UnprocessedItems"] == {}
    pages = client.get_paginator("query").paginate(
        TableName="Pages",
        KeyConditionExpression="#o = :o",
        ExpressionAttributeNames={"#o": "owner"},
        ExpressionAttributeValues={":o": {"S": "ada"}},
        PaginationConfig={"PageSize": 7},
    )
    assert [int(item["number"]["N"]) for page in pages for item in page["Items"]] == list(range(100))
    names = [name for page in client.get_paginator("list_tables").paginate() for name in page["TableNames"]]
    assert "Pages" in names


def test_boto3_reads_the_changes(client: "DynamoDBClient", streams: Any) -> None:
    make_table(client, "Changes")
    item: dict[str, Any] = {"owner": {"S": "ada"}, "number": {"N": "1"}, "raw": {"B": b"\x00"}}
    client.put_item(TableName="Changes", Item=item)
    [stream] = streams.list_streams(TableName="Changes")["Streams"]
    described = streams.describe_stream(StreamArn=stream["StreamArn"])["StreamDescription"]
    assert described["CreationRequestDateTime"].tzinfo is not None
    records = []
    for shard in described["Shards"]:
        iterator = streams.get_shard_iterator(
            StreamArn=stream["StreamArn"], ShardId=shard["ShardId"], ShardIteratorType="TRIM_HORIZON"
        )["ShardIterator"]
        records += streams.get_records(ShardIterator=iterator)["Records"]
    assert [(record["eventName"], record["dynamodb"]["NewImage"]) for record in records] == [("INSERT", item)]
    assert records[0]["dynamodb"]["ApproximateCreationDateTime"].tzinfo is not None


def test_boto3s_resources_work(client: "DynamoDBClient", tables: "DynamoDBServiceResource") -> None:
    make_table(client, "Resources")
    table = tables.Table("Resources")
    assert table.table_status == "ACTIVE"
    assert table.creation_date_time.tzinfo is not None
    with table.batch_writer(overwrite_by_pkeys=["owner", "number"]) as batch:
        for number in range(60):
            batch.put_item(
                {"owner": "ada", "number": number, "tags": {str(number), "x"}, "raw": Binary(b"\xff")}
            )
        batch.delete_item({"owner": "ada", "number": 59})
    found = table.query(
        KeyConditionExpression=Key("owner").eq("ada") & Key("number").between(10, 20),
        FilterExpression=Attr("tags").contains("x")
        & ~Attr("tags").contains("15")
        & Attr("raw").eq(Binary(b"\xff")),
        ProjectionExpression="#n",
        ExpressionAttributeNames={"#n": "number"},
        ScanIndexForward=False,
    )
    assert [item["number"] for item in found["Items"]] == [n for n in range(20, 9, -1) if n != 15]
    updated = table.update_item(
        Key={"owner": "ada", "number": 1},
        UpdateExpression="ADD points :one",
        ExpressionAttributeValues={":one": Decimal("1.5")},
        ConditionExpression=Attr("owner").exists(),
        ReturnValues="UPDATED_NEW",
    )
    assert updated["Attributes"] == {"points": Decimal("1.5")}
    assert table.scan(Select="COUNT")["Count"] == 59


def aws(
    server: Served, *arguments: str, secret_key: str = ADA.secret_key
) -> subprocess.CompletedProcess[str]:
    environment = {
        "PATH": os.environ["PATH"],
        "AWS_ACCESS_KEY_ID": ADA.access_key,
        "AWS_SECRET_ACCESS_KEY": secret_key,
        "AWS_DEFAULT_REGION": "eu-west-1",
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_MAX_ATTEMPTS": "1",
    }
    return subprocess.run(
        [sys.executable, AWS, "--endpoint-url", server.url, "--output", "json", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_aws_cli_works(server: Served) -> None:
    created = aws(
        server,
        *("dynamodb", "create-table", "--table-name", "Cli", "--billing-mode", "PAY_PER_REQUEST"),
        *("--attribute-definitions", "AttributeName=id,AttributeType=S"),
        *("--key-schema", "AttributeName=id,KeyType=HASH"),
    )
    assert (created.returncode, created.stderr) == (0, "")
    assert json.loads(created.stdout)["TableDescription"]["TableStatus"] == "ACTIVE"
    put = aws(
        server,
        *("dynamodb", "put-item", "--table-name", "Cli", "--item", '{"id":{"S":"é"},"n":{"N":"1"}}'),
        *("--return-consumed-capacity", "TOTAL"),
    )
    assert json.loads(put.stdout) == {"ConsumedCapacity": {"TableName": "Cli", "CapacityUnits": 1.0}}
    scanned = aws(server, "dynamodb", "scan", "--table-name", "Cli")
    assert json.loads(scanned.stdout) == {
        "Items": [{"id": {"S": "é"}, "n": {"N": "1"}}],
        "Count": 1,
        "ScannedCount": 1,
        "ConsumedCapacity": None,
    }


def test_the_aws_cli_shows_errors(server: Served) -> None:
    missing = aws(server, "dynamodb", "describe-table", "--table-name", "Nowhere")
    assert missing.returncode != 0
    assert missing.stderr.strip().endswith(
        "An error occurred (ResourceNotFoundException) when calling the DescribeTable operation: "
        "Requested resource not found: Table: Nowhere not found"
    )
    wrong = aws(server, "dynamodb", "list-tables", secret_key="guessed")
    assert (
        "(InvalidSignatureException) when calling the ListTables operation: The request signature"
        in wrong.stderr
    )
