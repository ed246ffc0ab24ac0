"""What requests consumed, by table and index, when they are asked to tell; and how large item collections are."""

from typing import Any

import pytest_asyncio

from cairn.dynamo.seam import Item
from tests.dynamo.contract.engines import Engine, Tables
from tests.dynamo.contract.schemas import defined, index, key_schema
from tests.dynamo.differences import COLLECTIONS, MISSING_ITEMS_IN_BATCHES, UNITS_OF_TRANSACTIONS

KEY: Item = {"owner": {"S": "ada"}, "step": {"N": "1"}}
ITEM: Item = {**KEY, "size": {"N": "5"}, "note": {"S": "n"}}
BY_INDEX = {"ReturnConsumedCapacity": "INDEXES"}
IN_ALL = {"ReturnConsumedCapacity": "TOTAL"}


@pytest_asyncio.fixture(loop_scope="session")
async def name(table: Tables) -> str:
    """A table with a local index of keys, and a global one of everything."""
    return await table(
        **defined("owner:S step:N size:N"),
        KeySchema=key_schema("owner step"),
        GlobalSecondaryIndexes=[index("BySize", "size")],
        LocalSecondaryIndexes=[index("Sizes", "owner size", {"ProjectionType": "KEYS_ONLY"})],
    )


@pytest_asyncio.fixture(loop_scope="session")
async def plain(table: Tables) -> str:
    return await table(keys="id:S")


def units(amount: float, kind: str | None = None) -> dict[str, float]:
    return {"CapacityUnits": amount} | ({} if kind is None else {kind: amount})


def consumed(
    name: str, table: float, sizes: float | None = None, by_size: float | None = None
) -> dict[str, Any]:
    """ConsumedCapacity by index: of the table, the local index and the global one."""
    answer: dict[str, Any] = {
        "TableName": name,
        **units(table + (sizes or 0.0) + (by_size or 0.0)),
        "Table": units(table),
    }
    if sizes is not None:
        answer["LocalSecondaryIndexes"] = {"Sizes": units(sizes)}
    if by_size is not None:
        answer["GlobalSecondaryIndexes"] = {"BySize": units(by_size)}
    return answer


async def capacity(dynamo: Engine, operation: Any, request: dict[str, Any]) -> Any:
    return (await dynamo.call(operation, request)).get("ConsumedCapacity")


async def test_a_write_is_charged_for_each_index_that_it_changes(dynamo: Engine, name: str) -> None:
    put = {"TableName": name, "Item": ITEM, **BY_INDEX}
    update = {"TableName": name, "Key": KEY, **BY_INDEX}
    assert await capacity(dynamo, "PutItem", put) == consumed(name, 1, 1, 1)
    assert await capacity(dynamo, "PutItem", put) == consumed(name, 1)
    of_note = update | {"UpdateExpression": "SET note = :v", "ExpressionAttributeValues": {":v": {"S": "m"}}}
    assert await capacity(dynamo, "UpdateItem", of_note) == consumed(name, 1, by_size=1)
    of_size = update | {
        "UpdateExpression": "SET #s = :v",
        "ExpressionAttributeNames": {"#s": "size"},
        "ExpressionAttributeValues": {":v": {"N": "6"}},
    }
    assert await capacity(dynamo, "UpdateItem", of_size) == consumed(name, 1, 2, 2)
    delete = {"TableName": name, "Key": KEY, **BY_INDEX}
    assert await capacity(dynamo, "DeleteItem", delete) == consumed(name, 1, 1, 1)
    assert await capacity(dynamo, "DeleteItem", delete) == consumed(name, 1)


async def test_a_write_is_charged_by_the_kilobyte_of_the_larger_item(dynamo: Engine, plain: str) -> None:
    def put(size: int) -> dict[str, Any]:
        text = {"S": "x" * (size - len("idatext"))}
        return {"TableName": plain, "Item": {"id": {"S": "a"}, "text": text}, **IN_ALL}

    for size, amount in ((1024, 1.0), (1025, 2.0), (3072, 3.0), (100, 3.0), (100, 1.0)):
        answer = await capacity(dynamo, "PutItem", put(size))
        assert answer == {"TableName": plain, "CapacityUnits": amount}, size


async def test_an_item_is_charged_by_four_kilobytes(dynamo: Engine, plain: str) -> None:
    for size, amount in ((100, 1.0), (4096, 1.0), (4097, 2.0)):
        item = {"id": {"S": "a"}, "text": {"S": "x" * (size - len("idatext"))}}
        await dynamo.call("PutItem", {"TableName": plain, "Item": item})
        get: dict[str, Any] = {"TableName": plain, "Key": {"id": {"S": "a"}}, **IN_ALL}
        assert await capacity(dynamo, "GetItem", get) == {"TableName": plain, "CapacityUnits": amount / 2}
        get |= {"ConsistentRead": True}
        assert await capacity(dynamo, "GetItem", get) == {"TableName": plain, "CapacityUnits": amount}
    absent = {"TableName": plain, "Key": {"id": {"S": "b"}}, **BY_INDEX}
    assert await capacity(dynamo, "GetItem", absent) == consumed(plain, 0.5)


async def test_a_page_is_charged_where_it_was_read(dynamo: Engine, name: str) -> None:
    for number in range(1, 4):
        item = {**ITEM, "step": {"N": str(number)}, "note": {"S": "n" * 3000}}
        await dynamo.call("PutItem", {"TableName": name, "Item": item})
    of_owner = {
        "TableName": name,
        "KeyConditionExpression": "#o = :o",
        "ExpressionAttributeNames": {"#o": "owner"},
        "ExpressionAttributeValues": {":o": {"S": "ada"}},
        **BY_INDEX,
    }
    of_size = of_owner | {
        "IndexName": "BySize",
        "ExpressionAttributeNames": {"#o": "size"},
        "ExpressionAttributeValues": {":o": {"N": "5"}},
    }
    assert await capacity(dynamo, "Query", of_owner) == consumed(name, 1.5)
    assert await capacity(dynamo, "Query", of_owner | {"ConsistentRead": True}) == consumed(name, 3)
    assert await capacity(dynamo, "Query", of_owner | {"Limit": 1}) == consumed(name, 0.5)
    kept = {"FilterExpression": "attribute_exists(nowhere)"}
    assert await capacity(dynamo, "Query", of_owner | kept) == consumed(name, 1.5)
    assert await capacity(dynamo, "Query", of_size) == consumed(name, 0, by_size=1.5)
    of_sizes = of_owner | {"IndexName": "Sizes"}
    assert await capacity(dynamo, "Query", of_sizes) == consumed(name, 0, sizes=0.5)
    fetching = of_sizes | {"ProjectionExpression": "note"}
    assert await capacity(dynamo, "Query", fetching) == consumed(name, 1.5, sizes=0.5)
    scan = {"TableName": name, **BY_INDEX}
    assert await capacity(dynamo, "Scan", scan) == consumed(name, 1.5)
    assert await capacity(dynamo, "Scan", scan | {"IndexName": "BySize"}) == consumed(name, 0, by_size=1.5)
    total = {"TableName": name, **IN_ALL}
    assert await capacity(dynamo, "Scan", total) == {"TableName": name, "CapacityUnits": 1.5}


async def test_nothing_is_told_that_is_not_asked(dynamo: Engine, name: str) -> None:
    for settings in ({}, {"ReturnConsumedCapacity": "NONE"}):
        assert await capacity(dynamo, "PutItem", {"TableName": name, "Item": ITEM, **settings}) is None
        assert await capacity(dynamo, "GetItem", {"TableName": name, "Key": KEY, **settings}) is None
        assert await capacity(dynamo, "Scan", {"TableName": name, **settings}) is None


async def test_a_batch_is_charged_by_table(dynamo: Engine, name: str, plain: str) -> None:
    def by_name(answer: list[dict[str, Any]]) -> dict[str, Any]:
        return {each["TableName"]: each for each in answer}

    puts = {
        name: [{"PutRequest": {"Item": ITEM}}, {"PutRequest": {"Item": {**ITEM, "step": {"N": "2"}}}}],
        plain: [{"PutRequest": {"Item": {"id": {"S": "a"}}}}],
    }
    answer = await capacity(dynamo, "BatchWriteItem", {"RequestItems": puts, **BY_INDEX})
    assert by_name(answer) == {name: consumed(name, 2, 2, 2), plain: consumed(plain, 1)}
    keys = {name: {"Keys": [KEY], "ConsistentRead": True}, plain: {"Keys": [{"id": {"S": "a"}}]}}
    answer = await capacity(dynamo, "BatchGetItem", {"RequestItems": keys, **IN_ALL})
    assert by_name(answer) == {
        name: {"TableName": name, "CapacityUnits": 1.0},
        plain: {"TableName": plain, "CapacityUnits": 0.5},
    }
    absent = {plain: {"Keys": [{"id": {"S": "b"}}]}}
    answer = await capacity(dynamo, "BatchGetItem", {"RequestItems": absent, **BY_INDEX})
    charged = MISSING_ITEMS_IN_BATCHES.answer(dynamo, aws=0.5, dynamodb_local=0.0)
    assert answer == [consumed(plain, charged)]


async def test_a_transaction_is_charged_twice(dynamo: Engine, name: str, plain: str) -> None:
    def of_kind(amount: float, kind: str) -> dict[str, float]:
        return UNITS_OF_TRANSACTIONS.answer(dynamo, aws=units(amount, kind), dynamodb_local=units(amount))

    puts = {"TransactItems": [{"Put": {"TableName": name, "Item": ITEM}}], **BY_INDEX}
    write = "WriteCapacityUnits"
    assert await capacity(dynamo, "TransactWriteItems", puts) == [
        {
            "TableName": name,
            **of_kind(6, write),
            "Table": of_kind(2, write),
            "LocalSecondaryIndexes": {"Sizes": of_kind(2, write)},
            "GlobalSecondaryIndexes": {"BySize": of_kind(2, write)},
        }
    ]
    gets = [{"Get": {"TableName": name, "Key": {**KEY, "step": {"N": number}}}} for number in ("1", "9")]
    read = "ReadCapacityUnits"
    assert await capacity(dynamo, "TransactGetItems", {"TransactItems": gets, **IN_ALL}) == [
        {"TableName": name, **of_kind(4, read)}
    ]
    put: dict[str, Any] = {"TransactItems": [{"Put": {"TableName": plain, "Item": {"id": {"S": "a"}}}}]}
    put |= {"ClientRequestToken": f"charge {plain}"[:36], **IN_ALL}
    assert await capacity(dynamo, "TransactWriteItems", put) == [{"TableName": plain, **of_kind(2, write)}]
    # A repeat reads what was written.
    assert await capacity(dynamo, "TransactWriteItems", put) == [{"TableName": plain, **of_kind(2, read)}]


async def test_a_write_tells_the_size_of_the_item_collection(dynamo: Engine, name: str, plain: str) -> None:
    asked = {"ReturnItemCollectionMetrics": "SIZE"}
    collection = {"ItemCollectionKey": {"owner": {"S": "ada"}}, "SizeEstimateRangeGB": [0.0, 1.0]}
    one = COLLECTIONS.answer(dynamo, aws={"ItemCollectionMetrics": collection}, dynamodb_local={})
    of_bo = {**collection, "ItemCollectionKey": {"owner": {"S": "bo"}}}
    several: dict[str, Any] = COLLECTIONS.answer(
        dynamo, aws={"ItemCollectionMetrics": {name: [collection, of_bo]}}, dynamodb_local={}
    )
    bo = {**ITEM, "owner": {"S": "bo"}}
    another = {**ITEM, "step": {"N": "2"}}
    assert await dynamo.call("PutItem", {"TableName": name, "Item": ITEM, **asked}) == one
    assert await dynamo.call("UpdateItem", {"TableName": name, "Key": KEY, **asked}) == one
    assert await dynamo.call("DeleteItem", {"TableName": name, "Key": KEY, **asked}) == one
    assert await dynamo.call("PutItem", {"TableName": plain, "Item": {"id": {"S": "a"}}, **asked}) == {}
    puts = {
        name: [{"PutRequest": {"Item": item}} for item in (ITEM, another, bo)],
        plain: [{"PutRequest": {"Item": {"id": {"S": "a"}}}}],
    }
    answer = await dynamo.call("BatchWriteItem", {"RequestItems": puts, **asked})
    assert answer == {"UnprocessedItems": {}, **several}
    actions: list[dict[str, Any]] = [{"Put": {"TableName": name, "Item": item}} for item in (ITEM, another)]
    actions += [
        {"Delete": {"TableName": name, "Key": {**KEY, "owner": {"S": "bo"}}}},
        {"Put": {"TableName": plain, "Item": {"id": {"S": "b"}}}},
    ]
    assert await dynamo.call("TransactWriteItems", {"TransactItems": actions, **asked}) == several
