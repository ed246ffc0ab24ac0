"""What happens by itself, by a clock that tests move: items expire, records and tokens go, new indexes fill up."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from cairn.dynamo.embedded import Embedded, open_folder
from cairn.dynamo.embedded.doctor import examine
from cairn.dynamo.errors import DynamoError, IdempotentParameterMismatchException
from cairn.dynamo.seam import Item
from tests.dynamo.contract.engines import table_of
from tests.dynamo.contract.schemas import defined, index
from tests.dynamo.embedded.clock import Clock

STREAMED = {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": "OLD_IMAGE"}}
MINUTE = 60
YEAR = 365 * 24 * 60 * MINUTE


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest_asyncio.fixture
async def dynamo(tmp_path: Path, clock: Clock) -> AsyncIterator[Embedded]:
    """An engine with a table of notes that expire, with an index and a stream."""
    async with open_folder(tmp_path, clock=clock) as dynamo:
        made = table_of("id:S") | defined("id:S kind:S")
        indexes = {"GlobalSecondaryIndexes": [index("ByKind", "kind")]}
        await dynamo.call("CreateTable", {"TableName": "Notes", **made, **indexes, **STREAMED})
        await dynamo.call(
            "UpdateTimeToLive",
            {
                "TableName": "Notes",
                "TimeToLiveSpecification": {"AttributeName": "until", "Enabled": True},
            },
        )
        yield dynamo


async def put(dynamo: Embedded, name: str, until: dict[str, Any] | None) -> Item:
    item: Item = {"id": {"S": name}, "kind": {"S": "note"}, **({} if until is None else {"until": until})}
    await dynamo.call("PutItem", {"TableName": "Notes", "Item": item})
    return item


async def names(dynamo: Embedded, **where: str) -> set[str]:
    page = await dynamo.call("Scan", {"TableName": "Notes", **where})
    return {item["id"]["S"] for item in page["Items"]}


async def records(dynamo: Embedded) -> list[dict[str, Any]]:
    arn = (await dynamo.call("ListStreams", {"TableName": "Notes"}))["Streams"][0]["StreamArn"]
    stream = (await dynamo.call("DescribeStream", {"StreamArn": arn}))["StreamDescription"]
    asked = {"StreamArn": arn, "ShardId": stream["Shards"][0]["ShardId"], "ShardIteratorType": "TRIM_HORIZON"}
    iterator = (await dynamo.call("GetShardIterator", asked))["ShardIterator"]
    found: list[dict[str, Any]] = (await dynamo.call("GetRecords", {"ShardIterator": iterator}))["Records"]
    return found


def at(moment: float) -> dict[str, Any]:
    return {"N": str(int(moment))}


async def test_an_item_goes_when_its_time_has_passed(dynamo: Embedded, clock: Clock) -> None:
    await put(dynamo, "short", at(clock.now + 10 * MINUTE))
    await put(dynamo, "long", at(clock.now + 30 * MINUTE))
    await put(dynamo, "for ever", None)
    dynamo.sweep()
    assert await names(dynamo) == {"short", "long", "for ever"}
    clock.move(minutes=11)
    dynamo.sweep()
    assert await names(dynamo) == await names(dynamo, IndexName="ByKind") == {"long", "for ever"}
    clock.move(minutes=20)
    dynamo.sweep()
    assert await names(dynamo) == await names(dynamo, IndexName="ByKind") == {"for ever"}


async def test_a_new_time_replaces_the_old_one(dynamo: Embedded, clock: Clock) -> None:
    await put(dynamo, "kept", at(clock.now + 10 * MINUTE))
    await put(dynamo, "kept", at(clock.now + 30 * MINUTE))
    await put(dynamo, "freed", at(clock.now + 10 * MINUTE))
    update: dict[str, Any] = {
        "TableName": "Notes",
        "Key": {"id": {"S": "freed"}},
        "UpdateExpression": "REMOVE #u",
    }
    update["ExpressionAttributeNames"] = {"#u": "until"}
    await dynamo.call("UpdateItem", update)
    clock.move(minutes=20)
    dynamo.sweep()
    assert await names(dynamo) == {"kept", "freed"}


async def test_what_is_no_time_or_long_past_does_not_expire(dynamo: Embedded, clock: Clock) -> None:
    await put(dynamo, "text", {"S": str(int(clock.now - MINUTE))})
    await put(dynamo, "years ago", at(clock.now - 6 * YEAR))
    await put(dynamo, "milliseconds", at(clock.now * 1000))
    await put(dynamo, "a minute ago", at(clock.now - MINUTE))
    dynamo.sweep()
    assert await names(dynamo) == {"text", "years ago", "milliseconds"}


async def test_thousands_expire_in_one_sweep(dynamo: Embedded, clock: Clock) -> None:
    await asyncio.gather(*(put(dynamo, str(number), at(clock.now + MINUTE)) for number in range(1500)))
    clock.move(minutes=2)
    dynamo.sweep()
    assert await names(dynamo) == set()


async def test_the_stream_tells_who_removed_an_expired_item(dynamo: Embedded, clock: Clock) -> None:
    await put(dynamo, "removed", None)
    await dynamo.call("DeleteItem", {"TableName": "Notes", "Key": {"id": {"S": "removed"}}})
    item = await put(dynamo, "expired", at(clock.now + MINUTE))
    clock.move(minutes=2)
    dynamo.sweep()
    _, by_somebody, _, by_itself = await records(dynamo)
    assert "userIdentity" not in by_somebody
    assert by_itself["userIdentity"] == {"PrincipalId": "dynamodb.amazonaws.com", "Type": "Service"}
    assert by_itself["eventName"] == "REMOVE"
    assert by_itself["dynamodb"]["OldImage"] == item


async def test_items_that_were_there_before_expire_too(dynamo: Embedded, clock: Clock) -> None:
    await dynamo.call("CreateTable", {"TableName": "Later", **table_of("id:S")})
    item = {"id": {"S": "old"}, "until": at(clock.now + MINUTE)}
    await dynamo.call("PutItem", {"TableName": "Later", "Item": item})
    specification = {"AttributeName": "until", "Enabled": True}
    await dynamo.call("UpdateTimeToLive", {"TableName": "Later", "TimeToLiveSpecification": specification})
    clock.move(minutes=2)
    dynamo.sweep()
    assert (await dynamo.call("Scan", {"TableName": "Later"}))["Items"] == []


async def test_nothing_expires_once_it_is_turned_off(dynamo: Embedded, clock: Clock) -> None:
    await put(dynamo, "kept", at(clock.now + MINUTE))
    specification = {"AttributeName": "until", "Enabled": False}
    await dynamo.call("UpdateTimeToLive", {"TableName": "Notes", "TimeToLiveSpecification": specification})
    clock.move(minutes=2)
    dynamo.sweep()
    assert await names(dynamo) == {"kept"}


async def test_records_of_a_stream_are_kept_for_a_day(dynamo: Embedded, clock: Clock) -> None:
    await put(dynamo, "yesterday", None)
    clock.move(hours=23)
    await put(dynamo, "today", None)
    dynamo.sweep()
    assert len(await records(dynamo)) == 2
    clock.move(hours=2)
    dynamo.sweep()
    [left] = await records(dynamo)
    assert left["dynamodb"]["Keys"] == {"id": {"S": "today"}}


async def test_thousands_of_records_go_in_one_sweep(dynamo: Embedded, clock: Clock) -> None:
    await asyncio.gather(*(put(dynamo, str(number), None) for number in range(2500)))
    clock.move(hours=25)
    await put(dynamo, "today", None)
    dynamo.sweep()
    assert [each["dynamodb"]["Keys"] for each in await records(dynamo)] == [{"id": {"S": "today"}}]


async def test_a_closed_stream_without_records_is_forgotten_after_a_day(
    dynamo: Embedded, clock: Clock
) -> None:
    off = {"TableName": "Notes", "StreamSpecification": {"StreamEnabled": False}}
    await dynamo.call("UpdateTable", off)
    clock.move(hours=23)
    dynamo.sweep()
    assert len((await dynamo.call("ListStreams", {}))["Streams"]) == 1
    clock.move(hours=2)
    dynamo.sweep()
    assert (await dynamo.call("ListStreams", {}))["Streams"] == []


async def test_a_token_is_remembered_for_ten_minutes(dynamo: Embedded, clock: Clock) -> None:
    adding = {
        "TableName": "Notes",
        "Key": {"id": {"S": "count"}},
        "UpdateExpression": "ADD hits :one",
        "ExpressionAttributeValues": {":one": {"N": "1"}},
    }
    request = {"TransactItems": [{"Update": adding}], "ClientRequestToken": "once"}
    another = {"TransactItems": [{"Delete": {"TableName": "Notes", "Key": {"id": {"S": "count"}}}}]}

    async def hits() -> str:
        answer = await dynamo.call("GetItem", {"TableName": "Notes", "Key": {"id": {"S": "count"}}})
        text: str = answer["Item"]["hits"]["N"]
        return text

    await dynamo.call("TransactWriteItems", request)
    clock.move(minutes=9)
    dynamo.sweep()
    await dynamo.call("TransactWriteItems", request)
    assert await hits() == "1"
    with pytest.raises(IdempotentParameterMismatchException):
        await dynamo.call("TransactWriteItems", {**another, "ClientRequestToken": "once"})
    clock.move(minutes=2)
    await dynamo.call("TransactWriteItems", request)
    assert await hits() == "2"
    clock.move(minutes=11)
    dynamo.sweep()
    await dynamo.call("TransactWriteItems", {**another, "ClientRequestToken": "once"})


async def test_an_index_fills_up_while_others_write(tmp_path: Path, dynamo: Embedded) -> None:
    await asyncio.gather(*(put(dynamo, f"before {number}", None) for number in range(3000)))
    await dynamo.call(
        "UpdateTable",
        {
            "TableName": "Notes",
            **defined("kind:S id:S"),
            "GlobalSecondaryIndexUpdates": [
                {"Create": index("Other", "kind id", {"ProjectionType": "KEYS_ONLY"})}
            ],
        },
    )
    for number in range(100):
        await put(dynamo, f"meanwhile {number}", None)
        key = {"id": {"S": f"before {number}"}}
        await dynamo.call("DeleteItem", {"TableName": "Notes", "Key": key})
    dynamo.sweep()
    found = await names(dynamo, IndexName="Other")
    assert len(found) == 3000
    assert found == await names(dynamo)
    assert examine(tmp_path) == []


async def test_a_table_that_is_deleted_meanwhile_disturbs_nobody(
    dynamo: Embedded, caplog: pytest.LogCaptureFixture
) -> None:
    async def come_and_go(name: str) -> None:
        for _ in range(20):
            await dynamo.call("CreateTable", {"TableName": name, **table_of("id:S")})
            specification = {"AttributeName": "until", "Enabled": True}
            await dynamo.call(
                "UpdateTimeToLive", {"TableName": name, "TimeToLiveSpecification": specification}
            )
            await dynamo.call("DeleteTable", {"TableName": name})

    async def sweep() -> None:
        for _ in range(40):
            await asyncio.to_thread(dynamo.sweep)

    await asyncio.gather(come_and_go("One"), come_and_go("Two"), sweep())
    assert caplog.records == []


async def test_a_closed_engine_says_so(tmp_path: Path) -> None:
    dynamo = open_folder(tmp_path / "other")
    await dynamo.close()
    with pytest.raises(DynamoError, match="the data folder has been closed"):
        await dynamo.call("CreateTable", {"TableName": "Late", **table_of("id:S")})
