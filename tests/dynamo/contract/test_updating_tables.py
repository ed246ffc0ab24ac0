"""UpdateTable: billing, throughput, streams, and what changes nothing. Indexes have a file of their own."""

from typing import Any

import pytest

from tests.dynamo.contract.engines import Engine, Refusal, Tables
from tests.dynamo.contract.schemas import UNITS, defined, essence, index, unfit
from tests.dynamo.differences import CHANGING_TABLE, INDEXES_PAID_PER_REQUEST, TABLE_REQUESTS, TABLE_SETTINGS

TWO = {"ReadCapacityUnits": 2, "WriteCapacityUnits": 3}
PAID_PER_REQUEST = unfit(
    "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST"
)


async def indexed(table: Tables, **settings: Any) -> str:
    """A table with an index ByX, provisioned when the settings say so."""
    by_x = index("ByX", "x:S")
    if settings.get("BillingMode") == "PROVISIONED":
        settings["ProvisionedThroughput"] = UNITS
        by_x |= {"ProvisionedThroughput": UNITS}
    return await table(**{**defined("id:S x:S"), "GlobalSecondaryIndexes": [by_x], **settings})


def update_of(name: str, units: dict[str, int]) -> dict[str, Any]:
    return {"GlobalSecondaryIndexUpdates": [{"Update": {"IndexName": name, "ProvisionedThroughput": units}}]}


async def described(dynamo: Engine, name: str) -> dict[str, Any]:
    description: dict[str, Any] = (await dynamo.call("DescribeTable", {"TableName": name}))["Table"]
    return description


def units_of(provisioned: dict[str, Any]) -> tuple[int, int]:
    units = provisioned.get("ProvisionedThroughput", {"ReadCapacityUnits": 0, "WriteCapacityUnits": 0})
    return units["ReadCapacityUnits"], units["WriteCapacityUnits"]


async def test_a_table_and_its_indexes_become_provisioned_and_paid_per_request_again(
    dynamo: Engine, table: Tables
) -> None:
    name = await indexed(table)
    answer = await dynamo.call(
        "UpdateTable",
        {
            "TableName": name,
            "BillingMode": "PROVISIONED",
            "ProvisionedThroughput": TWO,
            **update_of("ByX", UNITS),
        },
    )
    assert answer["TableDescription"]["TableStatus"] == CHANGING_TABLE.answer(
        dynamo, aws="UPDATING", dynamodb_local="ACTIVE"
    )
    await table.until_active(name)
    description = await described(dynamo, name)
    assert essence(description)["BillingMode"] == "PROVISIONED"
    assert (units_of(description), units_of(description["GlobalSecondaryIndexes"][0])) == ((2, 3), (1, 1))
    if dynamo.name != "endpoint":  # AWS lets a table change its billing once a day
        await dynamo.call("UpdateTable", {"TableName": name, "BillingMode": "PAY_PER_REQUEST"})
        await table.until_active(name)
        description = await described(dynamo, name)
        assert essence(description)["BillingMode"] == "PAY_PER_REQUEST"
        assert units_of(description) == (0, 0)
        assert units_of(description["GlobalSecondaryIndexes"][0]) == INDEXES_PAID_PER_REQUEST.answer(
            dynamo, aws=(0, 0), dynamodb_local=(1, 1)
        )


async def test_throughput_is_changed(dynamo: Engine, table: Tables) -> None:
    name = await indexed(table, BillingMode="PROVISIONED")
    await dynamo.call(
        "UpdateTable", {"TableName": name, "ProvisionedThroughput": TWO, **update_of("ByX", TWO)}
    )
    await table.until_active(name)
    description = await described(dynamo, name)
    assert (units_of(description), units_of(description["GlobalSecondaryIndexes"][0])) == ((2, 3), (2, 3))


NOTHING = (
    "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates or "
    "SSESpecification or ReplicaUpdates is required"
)


@pytest.mark.parametrize("nothing", [{}, {"GlobalSecondaryIndexUpdates": []}, defined("id:S")], ids=str)
async def test_an_update_says_what_to_change(dynamo: Engine, table: Tables, nothing: dict[str, Any]) -> None:
    name = await table()
    assert await dynamo.outcome("UpdateTable", {"TableName": name, **nothing}) == Refusal(
        "ValidationException",
        TABLE_REQUESTS.answer(dynamo, aws=NOTHING, dynamodb_local="Nothing to update"),
    )


@pytest.mark.parametrize("what", ["table", "index"])
async def test_throughput_that_is_there_already_is_refused(dynamo: Engine, table: Tables, what: str) -> None:
    name = await indexed(table, BillingMode="PROVISIONED")
    change = {"ProvisionedThroughput": UNITS} if what == "table" else update_of("ByX", UNITS)
    which = "table" if what == "table" else "index ByX"
    aws = (
        f"The provisioned throughput for the {which} will not change. The requested value equals the current value. "
        f"Current ReadCapacityUnits provisioned for the {what}: 1. Requested ReadCapacityUnits: 1. "
        f"Current WriteCapacityUnits provisioned for the {what}: 1. Requested WriteCapacityUnits: 1. "
        "Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits."
    )
    assert await dynamo.outcome("UpdateTable", {"TableName": name, **change}) == Refusal(
        "ValidationException",
        TABLE_REQUESTS.answer(
            dynamo, aws=aws, dynamodb_local="The requested throughput value equals the current value"
        ),
    )


async def test_settings_that_are_there_already_are_taken(dynamo: Engine, table: Tables) -> None:
    name = await table(DeletionProtectionEnabled=False)
    before = essence(await described(dynamo, name))
    for same in ({"BillingMode": "PAY_PER_REQUEST"}, {"DeletionProtectionEnabled": False}):
        await dynamo.call("UpdateTable", {"TableName": name, **same})
        await table.until_active(name)
    assert essence(await described(dynamo, name)) == before


async def test_what_is_paid_per_request_has_no_throughput(dynamo: Engine, table: Tables) -> None:
    name = await indexed(table)
    for change in ({}, {"BillingMode": "PAY_PER_REQUEST"}):
        outcome = await dynamo.outcome(
            "UpdateTable", {"TableName": name, "ProvisionedThroughput": UNITS, **change}
        )
        assert (outcome if isinstance(outcome, Refusal) else "changed") == TABLE_SETTINGS.answer(
            dynamo, aws=Refusal("ValidationException", PAID_PER_REQUEST), dynamodb_local="changed"
        )


async def test_what_becomes_provisioned_says_how_much(dynamo: Engine, table: Tables) -> None:
    name = await indexed(table)
    refused = await dynamo.outcome("UpdateTable", {"TableName": name, "BillingMode": "PROVISIONED"})
    assert refused == Refusal(
        "ValidationException",
        TABLE_REQUESTS.answer(
            dynamo,
            aws=unfit("ProvisionedThroughput must be specified when BillingMode is PROVISIONED"),
            dynamodb_local="No provisioned throughput specified for the table",
        ),
    )
    refused = await dynamo.outcome(
        "UpdateTable", {"TableName": name, "BillingMode": "PROVISIONED", "ProvisionedThroughput": UNITS}
    )
    assert refused == TABLE_REQUESTS.answer(
        dynamo,
        aws=Refusal("ValidationException", unfit("ProvisionedThroughput must be specified for index: ByX")),
        dynamodb_local=Refusal(
            "InternalFailure",
            "The request processing has failed because of an unknown error, exception or failure.",
        ),
    )
    assert essence(await described(dynamo, name))["BillingMode"] == "PAY_PER_REQUEST"


async def test_a_stream_is_turned_on_and_off(dynamo: Engine, table: Tables) -> None:
    name = await table()
    on = {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}}
    off = {"StreamSpecification": {"StreamEnabled": False}}
    assert await dynamo.outcome("UpdateTable", {"TableName": name, **off}) == Refusal(
        "ValidationException", "Table has no stream to disable"
    )
    await dynamo.call("UpdateTable", {"TableName": name, **on})
    await table.until_active(name)
    description = await described(dynamo, name)
    assert description["StreamSpecification"] == on["StreamSpecification"]
    label = description["LatestStreamLabel"]
    assert description["LatestStreamArn"] == f"{description['TableArn']}/stream/{label}"
    assert await dynamo.outcome("UpdateTable", {"TableName": name, **on}) == Refusal(
        "ValidationException",
        TABLE_REQUESTS.answer(
            dynamo,
            aws=f"Table already has an enabled stream: TableName: {name}",
            dynamodb_local="Table already has an enabled stream",
        ),
    )
    await dynamo.call("UpdateTable", {"TableName": name, **off})
    await table.until_active(name)
    description = await described(dynamo, name)
    assert (description.get("StreamSpecification"), description["LatestStreamLabel"]) == (None, label)
