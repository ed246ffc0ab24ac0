"""One folder opened by several processes at once."""

import asyncio
import sys
from pathlib import Path

from cairn.dynamo.embedded import open_folder
from cairn.dynamo.errors import ResourceNotFoundException

COUNT = """
import asyncio, sys
from pathlib import Path
from cairn.dynamo.embedded import open_folder

async def main() -> None:
    async with open_folder(Path(sys.argv[1])) as dynamo:
        async def count(counter: int) -> None:
            for _ in range(int(sys.argv[2])):
                await dynamo.call("UpdateItem", {
                    "TableName": "Counters", "Key": {"name": {"S": f"counter{counter}"}},
                    "UpdateExpression": "ADD hits :one", "ExpressionAttributeValues": {":one": {"N": "1"}},
                })
        await asyncio.gather(*(count(n % 4) for n in range(16)))

asyncio.run(main())
"""


def counters_table(name: str) -> dict[str, object]:
    return {
        "TableName": name,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "name", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "name", "KeyType": "HASH"}],
    }


async def test_two_processes_that_count_the_same_things_agree_on_the_sum(tmp_path: Path) -> None:
    async with open_folder(tmp_path) as dynamo:
        await dynamo.call("CreateTable", counters_table("Counters"))
        processes = [
            await asyncio.create_subprocess_exec(sys.executable, "-c", COUNT, str(tmp_path), "50")
            for _ in range(2)
        ]
        assert [await process.wait() for process in processes] == [0, 0]
        hits = []
        for counter in range(4):
            key = {"name": {"S": f"counter{counter}"}}
            answer = await dynamo.call("GetItem", {"TableName": "Counters", "Key": key})
            hits.append(answer["Item"]["hits"])
    assert hits == [{"N": "400"}] * 4


async def test_a_table_made_by_one_process_is_there_for_the_other(tmp_path: Path) -> None:
    item = {"name": {"S": "a"}}
    async with open_folder(tmp_path) as here, open_folder(tmp_path) as there:
        await here.call("CreateTable", counters_table("Late"))
        await there.call("PutItem", {"TableName": "Late", "Item": item})
        assert await here.call("GetItem", {"TableName": "Late", "Key": item}) == {"Item": item}


async def test_a_table_deleted_by_one_process_is_gone_for_the_other(tmp_path: Path) -> None:
    item = {"name": {"S": "a"}}
    async with open_folder(tmp_path) as here, open_folder(tmp_path) as there:
        await here.call("CreateTable", counters_table("Short"))
        await there.call("PutItem", {"TableName": "Short", "Item": item})
        await here.call("DeleteTable", {"TableName": "Short"})
        refusals = []
        for operation, request in (
            ("GetItem", {"TableName": "Short", "Key": item}),
            ("PutItem", {"TableName": "Short", "Item": item}),
            ("Scan", {"TableName": "Short"}),
        ):
            try:
                await there.call(operation, request)  # type: ignore[arg-type]
            except ResourceNotFoundException as refusal:
                refusals.append(refusal.message)
    assert refusals == ["Requested resource not found"] * 3


async def test_a_table_made_anew_is_not_taken_for_the_old_one(tmp_path: Path) -> None:
    item = {"name": {"S": "a"}}
    async with open_folder(tmp_path) as here, open_folder(tmp_path) as there:
        await here.call("CreateTable", counters_table("Phoenix"))
        await there.call("PutItem", {"TableName": "Phoenix", "Item": item})
        await here.call("DeleteTable", {"TableName": "Phoenix"})
        await here.call("CreateTable", counters_table("Phoenix"))
        assert await there.call("GetItem", {"TableName": "Phoenix", "Key": item}) == {}


async def test_an_index_added_by_one_process_is_kept_up_by_the_other(tmp_path: Path) -> None:
    async with open_folder(tmp_path) as here, open_folder(tmp_path) as there:
        await here.call("CreateTable", counters_table("Things"))
        await there.call(
            "PutItem", {"TableName": "Things", "Item": {"name": {"S": "a"}, "kind": {"S": "old"}}}
        )
        await here.call(
            "UpdateTable",
            {
                "TableName": "Things",
                "AttributeDefinitions": [{"AttributeName": "kind", "AttributeType": "S"}],
                "GlobalSecondaryIndexUpdates": [
                    {
                        "Create": {
                            "IndexName": "ByKind",
                            "KeySchema": [{"AttributeName": "kind", "KeyType": "HASH"}],
                            "Projection": {"ProjectionType": "ALL"},
                        }
                    }
                ],
            },
        )
        await there.call(
            "PutItem", {"TableName": "Things", "Item": {"name": {"S": "b"}, "kind": {"S": "new"}}}
        )
        for engine in (here, there):
            page = await engine.call("Scan", {"TableName": "Things", "IndexName": "ByKind"})
            assert sorted(item["name"]["S"] for item in page["Items"]) == ["a", "b"]
