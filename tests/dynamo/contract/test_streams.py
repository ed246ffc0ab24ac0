"""The streams of tables: what they record in which view, and how they are read."""

from datetime import datetime
from typing import Any

import pytest

from cairn.dynamo.seam import Item, Operation, Request
from tests.dynamo.contract.engines import Engine, Refusal, Tables, until
from tests.dynamo.contract.schemas import invalid, key_schema, unfit
from tests.dynamo.differences import STREAM_REQUESTS

KEY: Item = {"id": {"S": "1"}}
FIRST: Item = {**KEY, "x": {"S": "first"}, "raw": {"B": b"\x00"}}
SECOND: Item = {**KEY, "x": {"S": "second"}}
NOWHERE = "arn:aws:dynamodb:local:000000000000:table/Nowhere/stream/2024-01-01T00:00:00.000"
NO_SHARD = "shardId-00000000000000000000-00000000"


async def recorded(table: Tables, view: str = "NEW_AND_OLD_IMAGES") -> str:
    return await table(StreamSpecification={"StreamEnabled": True, "StreamViewType": view})


async def stream_of(dynamo: Engine, name: str) -> dict[str, Any]:
    [stream] = (await dynamo.call("ListStreams", {"TableName": name}))["Streams"]
    described: dict[str, Any] = (await dynamo.call("DescribeStream", {"StreamArn": stream["StreamArn"]}))[
        "StreamDescription"
    ]
    return described


async def iterator(
    dynamo: Engine, stream: dict[str, Any], kind: str, sequence_number: str | None = None
) -> str:
    asked = {
        "StreamArn": stream["StreamArn"],
        "ShardId": stream["Shards"][0]["ShardId"],
        "ShardIteratorType": kind,
    } | ({} if sequence_number is None else {"SequenceNumber": sequence_number})
    text: str = (await dynamo.call("GetShardIterator", asked))["ShardIterator"]
    return text


async def records_of(dynamo: Engine, name: str) -> list[dict[str, Any]]:
    stream = await stream_of(dynamo, name)
    first = await iterator(dynamo, stream, "TRIM_HORIZON")
    records: list[dict[str, Any]] = (await dynamo.call("GetRecords", {"ShardIterator": first}))["Records"]
    return records


async def put_change_and_delete(dynamo: Engine, name: str) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": FIRST})
    await dynamo.call("PutItem", {"TableName": name, "Item": SECOND})
    await dynamo.call("DeleteItem", {"TableName": name, "Key": KEY})


async def test_a_stream_is_listed_and_described(dynamo: Engine, table: Tables) -> None:
    name = await recorded(table)
    description = (await dynamo.call("DescribeTable", {"TableName": name}))["Table"]
    [listed] = (await dynamo.call("ListStreams", {"TableName": name}))["Streams"]
    arn, label = description["LatestStreamArn"], description["LatestStreamLabel"]
    assert listed == {"StreamArn": arn, "TableName": name, "StreamLabel": label}
    stream = await stream_of(dynamo, name)
    [shard] = stream.pop("Shards")
    assert isinstance(stream.pop("CreationRequestDateTime"), datetime)
    assert stream == {
        "StreamArn": arn,
        "StreamLabel": label,
        "StreamStatus": "ENABLED",
        "StreamViewType": "NEW_AND_OLD_IMAGES",
        "TableName": name,
        "KeySchema": key_schema("id"),
    }
    assert len(shard["ShardId"]) >= 28
    assert [*shard["SequenceNumberRange"]] == ["StartingSequenceNumber"]
    after = {"StreamArn": arn, "ExclusiveStartShardId": shard["ShardId"]}
    assert (await dynamo.call("DescribeStream", after))["StreamDescription"]["Shards"] == []


IMAGES: dict[str, list[dict[str, Item]]] = {
    "KEYS_ONLY": [{}, {}, {}],
    "NEW_IMAGE": [{"NewImage": FIRST}, {"NewImage": SECOND}, {}],
    "OLD_IMAGE": [{}, {"OldImage": FIRST}, {"OldImage": SECOND}],
    "NEW_AND_OLD_IMAGES": [
        {"NewImage": FIRST},
        {"NewImage": SECOND, "OldImage": FIRST},
        {"OldImage": SECOND},
    ],
}


@pytest.mark.parametrize("view", IMAGES)
async def test_a_record_has_the_images_of_the_view(dynamo: Engine, table: Tables, view: str) -> None:
    name = await recorded(table, view)
    await put_change_and_delete(dynamo, name)
    records = await records_of(dynamo, name)
    sizes = {"1": len("id") + 1, "first": 2 + 1 + 1 + 5 + 3 + 1, "second": 2 + 1 + 1 + 6}
    expected_sizes = {
        "KEYS_ONLY": [sizes["1"]] * 3,
        "NEW_IMAGE": [sizes["1"] + sizes["first"], sizes["1"] + sizes["second"], sizes["1"]],
        "OLD_IMAGE": [sizes["1"], sizes["1"] + sizes["first"], sizes["1"] + sizes["second"]],
        "NEW_AND_OLD_IMAGES": [
            sizes["1"] + sizes["first"],
            sizes["1"] + sizes["first"] + sizes["second"],
            sizes["1"] + sizes["second"],
        ],
    }
    for record, event, images, size in zip(
        records, ("INSERT", "MODIFY", "REMOVE"), IMAGES[view], expected_sizes[view], strict=True
    ):
        assert len(record.pop("eventID")) >= 32
        assert record.pop("awsRegion")
        details = record.pop("dynamodb")
        assert isinstance(details.pop("ApproximateCreationDateTime"), datetime)
        assert len(details.pop("SequenceNumber")) >= 21
        assert record == {"eventName": event, "eventVersion": "1.1", "eventSource": "aws:dynamodb"}
        assert details == {"Keys": KEY, "SizeBytes": size, "StreamViewType": view, **images}


async def test_what_changes_nothing_is_not_recorded(dynamo: Engine, table: Tables) -> None:
    name = await recorded(table)
    same: Request = {
        "TableName": name,
        "Key": KEY,
        "UpdateExpression": "SET x = :x REMOVE nothing",
        "ExpressionAttributeValues": {":x": {"S": "first"}},
    }
    failing = {"TableName": name, "Item": SECOND, "ConditionExpression": "attribute_not_exists(id)"}
    await dynamo.call("DeleteItem", {"TableName": name, "Key": KEY})
    await dynamo.call("PutItem", {"TableName": name, "Item": FIRST})
    await dynamo.call("PutItem", {"TableName": name, "Item": FIRST})
    await dynamo.call("UpdateItem", same)
    assert isinstance(await dynamo.outcome("PutItem", failing), Refusal)
    assert [record["eventName"] for record in await records_of(dynamo, name)] == ["INSERT"]


async def test_every_way_to_write_is_recorded_in_order(dynamo: Engine, table: Tables) -> None:
    name = await recorded(table, "KEYS_ONLY")
    item = {"id": {"S": "2"}}
    ways: list[tuple[Operation, Request]] = [
        ("UpdateItem", {"TableName": name, "Key": KEY}),
        ("BatchWriteItem", {"RequestItems": {name: [{"PutRequest": {"Item": item}}]}}),
        ("TransactWriteItems", {"TransactItems": [{"Put": {"TableName": name, "Item": FIRST}}]}),
        ("TransactWriteItems", {"TransactItems": [{"Delete": {"TableName": name, "Key": KEY}}]}),
        ("BatchWriteItem", {"RequestItems": {name: [{"DeleteRequest": {"Key": item}}]}}),
    ]
    for operation, request in ways:
        await dynamo.call(operation, request)
    records = await records_of(dynamo, name)
    assert [(record["eventName"], record["dynamodb"]["Keys"]["id"]["S"]) for record in records] == [
        ("INSERT", "1"),
        ("INSERT", "2"),
        ("MODIFY", "1"),
        ("REMOVE", "1"),
        ("REMOVE", "2"),
    ]
    numbers = [int(record["dynamodb"]["SequenceNumber"]) for record in records]
    assert numbers == sorted(set(numbers))


async def test_reading_starts_where_the_iterator_says(dynamo: Engine, table: Tables) -> None:
    name = await recorded(table)
    stream = await stream_of(dynamo, name)
    latest = await iterator(dynamo, stream, "LATEST")
    await put_change_and_delete(dynamo, name)
    numbers = [record["dynamodb"]["SequenceNumber"] for record in await records_of(dynamo, name)]
    starts = {
        latest: ["INSERT", "MODIFY", "REMOVE"],
        await iterator(dynamo, stream, "TRIM_HORIZON"): ["INSERT", "MODIFY", "REMOVE"],
        await iterator(dynamo, stream, "AT_SEQUENCE_NUMBER", numbers[1]): ["MODIFY", "REMOVE"],
        await iterator(dynamo, stream, "AFTER_SEQUENCE_NUMBER", numbers[1]): ["REMOVE"],
        await iterator(dynamo, stream, "AFTER_SEQUENCE_NUMBER", numbers[2]): [],
        await iterator(dynamo, stream, "LATEST"): [],
    }
    for start, events in starts.items():
        page = await dynamo.call("GetRecords", {"ShardIterator": start})
        assert [record["eventName"] for record in page["Records"]] == events
    # A page that is empty now goes on with what comes.
    await dynamo.call("PutItem", {"TableName": name, "Item": SECOND})
    page = await dynamo.call("GetRecords", {"ShardIterator": page["NextShardIterator"]})
    assert [record["eventName"] for record in page["Records"]] == ["INSERT"]


async def test_records_come_in_pages(dynamo: Engine, table: Tables) -> None:
    name = await recorded(table, "KEYS_ONLY")
    for number in range(5):
        await dynamo.call("PutItem", {"TableName": name, "Item": {"id": {"S": str(number)}}})
    following = await iterator(dynamo, await stream_of(dynamo, name), "TRIM_HORIZON")
    pages: list[list[str]] = []
    for _ in range(4):
        page = await dynamo.call("GetRecords", {"ShardIterator": following, "Limit": 2})
        pages.append([record["dynamodb"]["Keys"]["id"]["S"] for record in page["Records"]])
        following = page["NextShardIterator"]
    assert pages == [["0", "1"], ["2", "3"], ["4"], []]


async def test_a_closed_stream_can_still_be_read_to_its_end(dynamo: Engine, table: Tables) -> None:
    name = await recorded(table)
    await put_change_and_delete(dynamo, name)
    stream = await stream_of(dynamo, name)
    await dynamo.call("UpdateTable", {"TableName": name, "StreamSpecification": {"StreamEnabled": False}})

    async def disabled() -> bool:
        status: str = (await stream_of(dynamo, name))["StreamStatus"]
        return status == "DISABLED"

    await until(disabled)
    [shard] = (await stream_of(dynamo, name))["Shards"]
    assert [*shard["SequenceNumberRange"]] == ["StartingSequenceNumber", "EndingSequenceNumber"]
    page = await dynamo.call("GetRecords", {"ShardIterator": await iterator(dynamo, stream, "TRIM_HORIZON")})
    assert [record["eventName"] for record in page["Records"]] == ["INSERT", "MODIFY", "REMOVE"]
    while page["Records"]:
        following = page.get("NextShardIterator")
        if following is None:
            break
        page = await dynamo.call("GetRecords", {"ShardIterator": following})
    assert "NextShardIterator" not in page
    await table.until_active(name)
    again = {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}
    await dynamo.call("UpdateTable", {"TableName": name, "StreamSpecification": again})
    await table.until_active(name)
    streams = (await dynamo.call("ListStreams", {"TableName": name}))["Streams"]
    assert len({each["StreamLabel"] for each in streams}) == 2


@pytest.mark.parametrize(
    ("operation", "request_", "aws", "local"),
    [
        (
            "DescribeStream",
            {"StreamArn": NOWHERE},
            Refusal(
                "ResourceNotFoundException", f"Requested resource not found: Stream: {NOWHERE} not found"
            ),
            None,
        ),
        (
            "GetShardIterator",
            {"StreamArn": NOWHERE, "ShardId": NO_SHARD, "ShardIteratorType": "LATEST"},
            Refusal(
                "ResourceNotFoundException", f"Requested resource not found: Stream: {NOWHERE} not found"
            ),
            Refusal("ResourceNotFoundException", "Stream does not exist"),
        ),
        (
            "DescribeStream",
            {},
            Refusal("ValidationException", invalid("null", "streamArn", "not be null")),
            Refusal("ValidationException", "Invalid StreamArn"),
        ),
        ("GetRecords", {"ShardIterator": "x"}, Refusal("ValidationException", "Invalid ShardIterator"), None),
        (
            "GetRecords",
            {},
            Refusal("ValidationException", invalid("null", "shardIterator", "not be null")),
            Refusal("ValidationException", "Invalid ShardIterator"),
        ),
        (
            "ListStreams",
            {"Limit": 101},
            Refusal(
                "ValidationException", unfit("Limit cannot be greater than the maximum allowed size: 100")
            ),
            None,
        ),
        (
            "ListStreams",
            {"Limit": 0},
            Refusal("ValidationException", invalid("'0'", "limit", "have value greater than or equal to 1")),
            None,
        ),
    ],
)
async def test_what_does_not_exist_or_lacks_is_told(
    dynamo: Engine, operation: Operation, request_: Request, aws: Refusal, local: Refusal | None
) -> None:
    expected = aws if local is None else STREAM_REQUESTS.answer(dynamo, aws=aws, dynamodb_local=local)
    assert await dynamo.outcome(operation, request_) == expected


@pytest.mark.parametrize(
    ("kind", "numbered", "fault"),
    [
        ("AT_SEQUENCE_NUMBER", False, "Invalid SequenceNumber"),
        ("AFTER_SEQUENCE_NUMBER", False, "Invalid SequenceNumber"),
        ("LATEST", True, "SequenceNumber should not be passed for this iterator type"),
        ("TRIM_HORIZON", True, "SequenceNumber should not be passed for this iterator type"),
    ],
)
async def test_a_sequence_number_is_given_where_it_is_meant(
    dynamo: Engine, table: Tables, kind: str, numbered: bool, fault: str
) -> None:
    name = await recorded(table)
    stream = await stream_of(dynamo, name)
    number = {"SequenceNumber": stream["Shards"][0]["SequenceNumberRange"]["StartingSequenceNumber"]}
    asked = {
        "StreamArn": stream["StreamArn"],
        "ShardId": stream["Shards"][0]["ShardId"],
        "ShardIteratorType": kind,
    } | (number if numbered else {})
    assert await dynamo.outcome("GetShardIterator", asked) == Refusal("ValidationException", unfit(fault))


async def test_a_page_of_records_has_bounds(dynamo: Engine, table: Tables) -> None:
    start = await iterator(dynamo, await stream_of(dynamo, await recorded(table)), "TRIM_HORIZON")
    for limit, fault in (
        (0, invalid("'0'", "limit", "have value greater than or equal to 1")),
        (1001, unfit("Limit should be less than or equal to 1000")),
    ):
        refused = await dynamo.outcome("GetRecords", {"ShardIterator": start, "Limit": limit})
        assert refused == Refusal("ValidationException", fault)
