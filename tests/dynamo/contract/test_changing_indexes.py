"""UpdateTable on global indexes: they are added, filled from the items there are, and removed."""

from typing import Any

import pytest

from cairn.dynamo.seam import Item
from tests.dynamo.contract.engines import Engine, Refusal, Tables, table_of, until
from tests.dynamo.contract.schemas import UNITS, defined, essence, index, key_schema, unfit
from tests.dynamo.differences import INDEX_VIOLATIONS, TABLE_REQUESTS, TABLE_SETTINGS

ADDED: dict[str, Any] = {
    **defined("x:S"),
    "GlobalSecondaryIndexUpdates": [{"Create": index("ByX", "x:S")}],
}
REMOVED = {"GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": "ByX"}}]}


async def change(dynamo: Engine, table: Tables, name: str, update: dict[str, Any]) -> None:
    await dynamo.call("UpdateTable", {"TableName": name, **update})
    await table.until_active(name)


async def ids_in(dynamo: Engine, name: str, index_name: str) -> list[str]:
    """The ids of all items that an index holds, in order, over as many pages as it takes."""
    ids: list[str] = []
    page: dict[str, Any] = {}
    while True:
        start = {"ExclusiveStartKey": page["LastEvaluatedKey"]} if page else {}
        page = await dynamo.call("Scan", {"TableName": name, "IndexName": index_name, **start})
        ids += [item["id"]["S"] for item in page["Items"]]
        if "LastEvaluatedKey" not in page:
            return sorted(ids)


async def test_an_added_index_holds_what_was_there_and_what_comes(dynamo: Engine, table: Tables) -> None:
    name = await table()
    before: list[Item] = [{"id": {"S": "1"}, "x": {"S": "a"}}, {"id": {"S": "2"}}]
    for item in before:
        await dynamo.call("PutItem", {"TableName": name, "Item": item})
    await change(dynamo, table, name, ADDED)
    await dynamo.call("PutItem", {"TableName": name, "Item": {"id": {"S": "3"}, "x": {"S": "a"}}})

    async def complete() -> bool:
        return await ids_in(dynamo, name, "ByX") == ["1", "3"]

    await until(complete)
    described = essence((await dynamo.call("DescribeTable", {"TableName": name}))["Table"])
    assert described["AttributeDefinitions"] == defined("id:S x:S")["AttributeDefinitions"]
    assert described["Indexes"]["ByX"][:3] == (key_schema("x"), {"ProjectionType": "ALL"}, "ACTIVE")


async def test_an_index_of_many_items_is_filled_whole(dynamo: Engine, table: Tables) -> None:
    name = await table()
    for start in range(0, 1200, 25):
        puts = [
            {"PutRequest": {"Item": {"id": {"S": f"{number:04}"}, "x": {"S": str(number % 3)}}}}
            for number in range(start, start + 25)
        ]
        assert await dynamo.call("BatchWriteItem", {"RequestItems": {name: puts}}) == {"UnprocessedItems": {}}
    await change(dynamo, table, name, ADDED)
    assert await ids_in(dynamo, name, "ByX") == [f"{number:04}" for number in range(1200)]
    described = essence((await dynamo.call("DescribeTable", {"TableName": name}))["Table"])
    assert described["Indexes"]["ByX"][3] == 1200


async def test_items_that_fit_no_index_stay_out_of_a_new_one(dynamo: Engine, table: Tables) -> None:
    name = await table()
    values = {"1": {"S": "a"}, "2": {"N": "1"}, "3": {"S": ""}}
    for number, value in values.items():
        await dynamo.call("PutItem", {"TableName": name, "Item": {"id": {"S": number}, "x": value}})
    await change(dynamo, table, name, ADDED)
    assert await ids_in(dynamo, name, "ByX") == INDEX_VIOLATIONS.answer(
        dynamo, aws=["1"], dynamodb_local=["1", "2"]
    )
    await dynamo.call(
        "UpdateItem",
        {
            "TableName": name,
            "Key": {"id": {"S": "3"}},
            "UpdateExpression": "SET x = :v",
            "ExpressionAttributeValues": {":v": {"S": "b"}},
        },
    )
    assert await ids_in(dynamo, name, "ByX") == INDEX_VIOLATIONS.answer(
        dynamo, aws=["1", "3"], dynamodb_local=["1", "2", "3"]
    )


async def test_a_removed_index_is_gone_and_its_attribute_free(dynamo: Engine, table: Tables) -> None:
    name = await table()
    await change(dynamo, table, name, ADDED)
    refused = await dynamo.outcome("PutItem", {"TableName": name, "Item": {"id": {"S": "1"}, "x": {"S": ""}}})
    assert isinstance(refused, Refusal)
    await change(dynamo, table, name, REMOVED)

    async def gone() -> bool:
        return isinstance(await dynamo.outcome("Scan", {"TableName": name, "IndexName": "ByX"}), Refusal)

    await until(gone)
    assert await dynamo.outcome("Scan", {"TableName": name, "IndexName": "ByX"}) == Refusal(
        "ValidationException", "The table does not have the specified index: ByX"
    )
    await dynamo.call("PutItem", {"TableName": name, "Item": {"id": {"S": "1"}, "x": {"N": "1"}}})
    described = (await dynamo.call("DescribeTable", {"TableName": name}))["Table"]
    assert "GlobalSecondaryIndexes" not in described
    # What was an S key may now be an N key.
    numbers = {"Create": index("ByX", "x:N")}
    await change(dynamo, table, name, {**defined("x:N"), "GlobalSecondaryIndexUpdates": [numbers]})
    assert await ids_in(dynamo, name, "ByX") == ["1"]


FAULTS: dict[str, tuple[dict[str, Any], Refusal, Refusal]] = {
    "no action": (
        {"GlobalSecondaryIndexUpdates": [{}]},
        Refusal(
            "ValidationException",
            unfit(
                "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
                "GlobalSecondaryIndexUpdate.Delete must not be null"
            ),
        ),
        Refusal("ValidationException", "Update global secondary index action is null"),
    ),
    "two actions on an index": (
        {**defined("x:S"), "GlobalSecondaryIndexUpdates": [{"Create": index("ByX", "x:S")}, {"Delete": {"IndexName": "ByX"}}]},
        Refusal(
            "ValidationException",
            unfit("Only one global secondary index update per index is allowed simultaneously. Index: ByX"),
        ),
        Refusal(
            "ValidationException",
            "Only one global secondary index update per index is allowed simultaneously.",
        ),
    ),
    "a key that is not defined": (
        {"GlobalSecondaryIndexUpdates": [{"Create": index("ByX", "x:S")}]},
        Refusal(
            "ValidationException",
            unfit(
                "Some index key attributes are not defined in AttributeDefinitions. Keys: [x], "
                "AttributeDefinitions: []"
            ),
        ),
        Refusal("ValidationException", "No Attribute Schema Defined"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
async def test_what_does_not_fit_together_is_told(dynamo: Engine, table: Tables, fault: str) -> None:
    name = await table()
    update, aws, local = FAULTS[fault]
    assert await dynamo.outcome("UpdateTable", {"TableName": name, **update}) == TABLE_REQUESTS.answer(
        dynamo, aws=aws, dynamodb_local=local
    )


async def test_one_index_is_added_or_removed_at_a_time(dynamo: Engine, table: Tables) -> None:
    name = await table()
    two = [{"Create": index("ByX", "x:S")}, {"Create": index("ByY", "y:S")}]
    assert await dynamo.outcome(
        "UpdateTable", {"TableName": name, **defined("x:S y:S"), "GlobalSecondaryIndexUpdates": two}
    ) == Refusal(
        "LimitExceededException",
        "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table",
    )


async def test_an_index_that_exists_is_not_added_again(dynamo: Engine, table: Tables) -> None:
    name = await table()
    await change(dynamo, table, name, ADDED)
    assert await dynamo.outcome("UpdateTable", {"TableName": name, **ADDED}) == Refusal(
        "ValidationException", "Attempting to create an index which already exists"
    )


async def test_an_index_that_is_not_there_is_not_removed(dynamo: Engine, table: Tables) -> None:
    name = await table()
    assert await dynamo.outcome("UpdateTable", {"TableName": name, **REMOVED}) == Refusal(
        "ResourceNotFoundException", "Requested resource not found"
    )


@pytest.mark.parametrize(("keys", "redefined"), [("id:S", "id:N"), ("id:S", "x:N")])
async def test_an_attribute_keeps_the_type_that_a_key_gave_it(
    dynamo: Engine, table: Tables, keys: str, redefined: str
) -> None:
    name = await table(keys=keys)
    await change(dynamo, table, name, ADDED)
    other = {**defined(redefined), "GlobalSecondaryIndexUpdates": [{"Create": index("Other", redefined)}]}
    assert await dynamo.outcome("UpdateTable", {"TableName": name, **other}) == Refusal(
        "ValidationException",
        "invalid attribute, SchemaElement redefined should be of same type as previously defined",
    )
    await dynamo.call("PutItem", {"TableName": name, "Item": {"id": {"S": "1"}, "x": {"S": "a"}}})
    assert await ids_in(dynamo, name, "ByX") == ["1"]


async def test_a_new_index_is_paid_for_as_its_table_is(dynamo: Engine, table: Tables) -> None:
    name = await table()
    create = {"Create": index("ByX", "x:S") | {"ProvisionedThroughput": UNITS}}
    outcome = await dynamo.outcome(
        "UpdateTable", {"TableName": name, **defined("x:S"), "GlobalSecondaryIndexUpdates": [create]}
    )
    assert (outcome if isinstance(outcome, Refusal) else "added") == TABLE_SETTINGS.answer(
        dynamo,
        aws=Refusal(
            "ValidationException",
            unfit(
                "ProvisionedThroughput should not be specified for index: ByX when BillingMode is PAY_PER_REQUEST"
            ),
        ),
        dynamodb_local="added",
    )
    await table.until_active(name)
    provisioned = await table(
        **table_of("id:S") | {"BillingMode": "PROVISIONED", "ProvisionedThroughput": UNITS}
    )
    assert await dynamo.outcome("UpdateTable", {"TableName": provisioned, **ADDED}) == TABLE_REQUESTS.answer(
        dynamo,
        aws=Refusal("ValidationException", unfit("ProvisionedThroughput must be specified for index: ByX")),
        dynamodb_local=Refusal(
            "InternalFailure",
            "The request processing has failed because of an unknown error, exception or failure.",
        ),
    )
