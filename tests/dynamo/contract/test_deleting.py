"""DeleteItem: an item is gone, on a condition or on none, and is returned if asked for."""

from typing import Any

import pytest

from cairn.dynamo.seam import Item
from tests.dynamo.contract.engines import Engine, Tables, refused
from tests.dynamo.contract.items import ITEM, KEY, KEYS, NOT_MET, OTHER_KEY, stored
from tests.dynamo.contract.schemas import invalid
from tests.dynamo.differences import DELETING_NOTHING, RETURN_VALUES

RETURNABLE = "[ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]"


async def test_a_deleted_item_is_gone_and_no_other(dynamo: Engine, table: Tables) -> None:
    name = await table(keys=KEYS)
    neighbour: Item = {**KEY, "part": OTHER_KEY["part"]}
    for item in (ITEM, neighbour):
        await dynamo.call("PutItem", {"TableName": name, "Item": item})
    assert await dynamo.call("DeleteItem", {"TableName": name, "Key": KEY}) == {}
    assert await stored(dynamo, name) is None
    assert await stored(dynamo, name, neighbour) == neighbour


async def test_what_is_not_there_can_be_deleted(dynamo: Engine, table: Tables) -> None:
    name = await table(keys=KEYS)
    for returning in ({}, {"ReturnValues": "NONE"}, {"ReturnValues": "ALL_OLD"}):
        answer = await dynamo.call("DeleteItem", {"TableName": name, "Key": KEY, **returning})
        assert answer == DELETING_NOTHING.answer(
            dynamo, aws={}, dynamodb_local={"ConsumedCapacity": {"TableName": name, "CapacityUnits": 1.0}}
        )


async def test_a_delete_returns_what_was_there_if_asked(dynamo: Engine, table: Tables) -> None:
    name = await table(keys=KEYS)
    await dynamo.call("PutItem", {"TableName": name, "Item": ITEM})
    delete = {"TableName": name, "Key": KEY, "ReturnValues": "ALL_OLD"}
    assert await dynamo.call("DeleteItem", delete) == {"Attributes": ITEM}


@pytest.mark.parametrize(
    ("value", "aws"),
    [
        ("ALL_NEW", "ReturnValues can only be ALL_OLD or NONE"),
        ("UPDATED_OLD", "ReturnValues can only be ALL_OLD or NONE"),
        ("UPDATED_NEW", "ReturnValues can only be ALL_OLD or NONE"),
        ("OLD", invalid("'OLD'", "returnValues", f"satisfy enum value set: {RETURNABLE}")),
    ],
)
async def test_a_delete_returns_the_old_item_alone(
    dynamo: Engine, table: Tables, value: str, aws: str
) -> None:
    message = RETURN_VALUES.answer(dynamo, aws=aws, dynamodb_local="Return values set to invalid value")
    delete = {"TableName": await table(keys=KEYS), "Key": KEY, "ReturnValues": value}
    assert await dynamo.outcome("DeleteItem", delete) == refused(message)


async def test_a_delete_on_a_condition_spares_the_item_that_does_not_meet_it(
    dynamo: Engine, table: Tables
) -> None:
    name = await table(keys=KEYS)
    await dynamo.call("PutItem", {"TableName": name, "Item": ITEM})
    delete: dict[str, Any] = {
        "TableName": name,
        "Key": KEY,
        "ConditionExpression": "steps = :n",
        "ExpressionAttributeValues": {":n": {"N": "4"}},
    }
    assert await dynamo.outcome("DeleteItem", delete) == NOT_MET
    assert await stored(dynamo, name) == ITEM
    delete["ExpressionAttributeValues"] = {":n": {"N": "3.0"}}
    assert await dynamo.call("DeleteItem", delete) == {}
    assert await stored(dynamo, name) is None
    # The item that is not there has no steps, so that it does not meet the condition either.
    assert await dynamo.outcome("DeleteItem", delete) == NOT_MET
