"""Puts that the writing thread carries out without a look at what was there."""

from pathlib import Path

from cairn.dynamo.embedded import Embedded, open_folder
from cairn.dynamo.embedded.actions import put_action
from cairn.dynamo.embedded.operations.blind_puts import are_blind_puts, put_blindly

TASKS = {
    "TableName": "Tasks",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
}
MILK, BREAD = {"id": {"S": "milk"}, "price": {"N": "2"}}, {"id": {"S": "bread"}}


async def items_of(dynamo: Embedded) -> object:
    return (await dynamo.call("Scan", {"TableName": "Tasks"}))["Items"]


async def test_puts_that_waited_while_a_stream_was_enabled_are_in_it(tmp_path: Path) -> None:
    async with open_folder(tmp_path) as dynamo:
        await dynamo.call("CreateTable", TASKS)
        store = dynamo._store
        waiting = [put_action(store, {"TableName": "Tasks", "Item": item}) for item in (MILK, BREAD)]
        assert are_blind_puts(waiting, {})
        stream = {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}
        described = await dynamo.call("UpdateTable", {"TableName": "Tasks", "StreamSpecification": stream})
        await put_blindly(store, waiting)
        arn = described["TableDescription"]["LatestStreamArn"]
        [shard] = (await dynamo.call("DescribeStream", {"StreamArn": arn}))["StreamDescription"]["Shards"]
        asked = {"StreamArn": arn, "ShardId": shard["ShardId"], "ShardIteratorType": "TRIM_HORIZON"}
        iterator = (await dynamo.call("GetShardIterator", asked))["ShardIterator"]
        records = (await dynamo.call("GetRecords", {"ShardIterator": iterator}))["Records"]
    assert [record["dynamodb"]["NewImage"] for record in records] == [MILK, BREAD]


async def test_a_batch_of_puts_replaces_what_was_there_and_tells_its_capacity_when_asked(
    tmp_path: Path,
) -> None:
    async with open_folder(tmp_path) as dynamo:
        await dynamo.call("CreateTable", TASKS)
        batch = {"Tasks": [{"PutRequest": {"Item": MILK}}, {"PutRequest": {"Item": BREAD}}]}
        assert await dynamo.call("BatchWriteItem", {"RequestItems": batch}) == {"UnprocessedItems": {}}
        cheaper = {"Tasks": [{"PutRequest": {"Item": MILK | {"price": {"N": "1"}}}}]}
        assert await dynamo.call("BatchWriteItem", {"RequestItems": cheaper}) == {"UnprocessedItems": {}}
        assert await items_of(dynamo) == [BREAD, MILK | {"price": {"N": "1"}}]
        answer = await dynamo.call(
            "BatchWriteItem", {"RequestItems": batch, "ReturnConsumedCapacity": "TOTAL"}
        )
        assert answer == {
            "UnprocessedItems": {},
            "ConsumedCapacity": [{"TableName": "Tasks", "CapacityUnits": 2.0}],
        }


async def test_a_member_that_is_none_counts_as_absent_in_a_batch(tmp_path: Path) -> None:
    async with open_folder(tmp_path) as dynamo:
        await dynamo.call("CreateTable", TASKS)
        await dynamo.call("PutItem", {"TableName": "Tasks", "Item": BREAD})
        delete = {"PutRequest": None, "DeleteRequest": {"Key": BREAD}}
        await dynamo.call("BatchWriteItem", {"RequestItems": {"Tasks": [delete]}})
        assert await items_of(dynamo) == []
