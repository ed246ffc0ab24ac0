"""ListTables, DescribeTable and DeleteTable: pages, names that are not there, protection."""

from typing import Any

import pytest

from cairn.dynamo.seam import Operation
from tests.dynamo.contract.engines import Engine, Refusal, Tables, table_of
from tests.dynamo.contract.schemas import essence, invalid
from tests.dynamo.differences import (
    CHANGING_TABLE,
    MISSING_TABLE,
    TABLE_NAMES,
    TABLE_REQUESTS,
)

NAME_OF_LOCAL = (
    "Invalid table/index name.  Table/index names must be between 3 and 255 characters long, and may contain only "
    "the characters a-z, A-Z, 0-9, '_', '-', and '.'"
)
ONE_TABLE: list[tuple[Operation, dict[str, Any]]] = [
    ("DescribeTable", {}),
    ("DeleteTable", {}),
    ("UpdateTable", {"BillingMode": "PAY_PER_REQUEST"}),
    ("DescribeTimeToLive", {}),
    ("UpdateTimeToLive", {"TimeToLiveSpecification": {"Enabled": True, "AttributeName": "at"}}),
]


def missing(dynamo: Engine, name: str) -> Refusal:
    """What operations on a table answer when there is none of that name."""
    return Refusal(
        "ResourceNotFoundException",
        MISSING_TABLE.answer(
            dynamo,
            aws=f"Requested resource not found: Table: {name} not found",
            dynamodb_local="Cannot do operations on a non-existent table",
        ),
    )


async def test_tables_are_listed_by_name_in_pages(dynamo: Engine, table: Tables) -> None:
    made = {await table() for _ in range(5)}
    page = await dynamo.call("ListTables", {"Limit": 2})
    listed = page["TableNames"]
    while "LastEvaluatedTableName" in page:
        assert (len(page["TableNames"]), page["LastEvaluatedTableName"]) == (2, listed[-1])
        page = await dynamo.call("ListTables", {"Limit": 2, "ExclusiveStartTableName": listed[-1]})
        listed += page["TableNames"]
    assert listed == sorted(set(listed))
    assert made <= set(listed)


async def test_a_page_may_start_where_no_table_is(dynamo: Engine, table: Tables) -> None:
    name = await table()
    for start, listed in ((name[:-1], True), (name + "x", False)):
        names = (await dynamo.call("ListTables", {"ExclusiveStartTableName": start}))["TableNames"]
        assert (name in names) is listed
    assert await dynamo.call("ListTables", {"ExclusiveStartTableName": "z" * 255}) == {"TableNames": []}


@pytest.mark.parametrize(
    ("request_", "aws", "local"),
    [
        (
            {"Limit": 0},
            invalid("'0'", "limit", "have value greater than or equal to 1"),
            "Limit must be greater than or equal to 1",
        ),
        (
            {"Limit": 101},
            invalid("'101'", "limit", "have value less than or equal to 100"),
            "Limit in ListTables must be <= 100",
        ),
        (
            {"ExclusiveStartTableName": "ab"},
            invalid("'ab'", "exclusiveStartTableName", "have length greater than or equal to 3"),
            NAME_OF_LOCAL,
        ),
    ],
    ids=["none", "too many", "no name"],
)
async def test_a_page_of_tables_has_bounds(
    dynamo: Engine, request_: dict[str, Any], aws: str, local: str
) -> None:
    assert await dynamo.outcome("ListTables", request_) == Refusal(
        "ValidationException", TABLE_REQUESTS.answer(dynamo, aws=aws, dynamodb_local=local)
    )


@pytest.mark.parametrize(("operation", "rest"), ONE_TABLE, ids=[name for name, _ in ONE_TABLE])
async def test_a_table_that_is_not_there_is_named(
    dynamo: Engine, table: Tables, operation: Operation, rest: dict[str, Any]
) -> None:
    name = table.name()
    assert await dynamo.outcome(operation, {"TableName": name, **rest}) == missing(dynamo, name)


@pytest.mark.parametrize(("operation", "rest"), ONE_TABLE, ids=[name for name, _ in ONE_TABLE])
async def test_a_name_of_the_wrong_length_is_told(
    dynamo: Engine, operation: Operation, rest: dict[str, Any]
) -> None:
    for name in ("ab", "a" * 256):
        assert await dynamo.outcome(operation, {"TableName": name, **rest}) == Refusal(
            "ValidationException",
            TABLE_NAMES.answer(
                dynamo,
                aws="TableName must be at least 3 characters long and at most 255 characters long",
                dynamodb_local=NAME_OF_LOCAL,
            ),
        )
    assert await dynamo.outcome(operation, rest) == Refusal(
        "ValidationException",
        TABLE_NAMES.answer(
            dynamo,
            aws="The parameter 'TableName' is required but was not present in the request",
            dynamodb_local="Value null at 'tableName' failed to satisfy constraint: Member must not be null",
        ),
    )


async def test_a_deleted_table_is_described_once_more_and_gone(dynamo: Engine, table: Tables) -> None:
    name = await table()
    before = essence((await dynamo.call("DescribeTable", {"TableName": name}))["Table"])
    deleted = (await dynamo.call("DeleteTable", {"TableName": name}))["TableDescription"]
    status = CHANGING_TABLE.answer(dynamo, aws="DELETING", dynamodb_local="ACTIVE")
    assert deleted["TableStatus"] == status
    if dynamo.name != "endpoint":
        assert essence(deleted) == before | {"TableStatus": status}
    await table.until_gone(name)
    assert await dynamo.outcome("DeleteTable", {"TableName": name}) == missing(dynamo, name)
    assert await dynamo.outcome("GetItem", {"TableName": name, "Key": {"id": {"S": "1"}}}) == Refusal(
        "ResourceNotFoundException",
        MISSING_TABLE.answer(
            dynamo,
            aws="Requested resource not found",
            dynamodb_local="Cannot do operations on a non-existent table",
        ),
    )


async def test_a_table_of_the_same_name_starts_empty(dynamo: Engine, table: Tables) -> None:
    name = await table()
    await dynamo.call("PutItem", {"TableName": name, "Item": {"id": {"S": "1"}}})
    await dynamo.call("DeleteTable", {"TableName": name})
    await table.until_gone(name)
    await dynamo.call("CreateTable", {"TableName": name, **table_of("id:N")})
    await table.until_active(name)
    assert await dynamo.call("Scan", {"TableName": name}) == {"Items": [], "Count": 0, "ScannedCount": 0}
    await dynamo.call("PutItem", {"TableName": name, "Item": {"id": {"N": "1"}}})


async def test_a_protected_table_is_not_deleted(dynamo: Engine, table: Tables) -> None:
    name = await table(DeletionProtectionEnabled=True)
    assert await dynamo.outcome("DeleteTable", {"TableName": name}) == Refusal(
        "ValidationException",
        "Resource cannot be deleted as it is currently protected against deletion. "
        "Disable deletion protection first.",
    )
    await dynamo.call("UpdateTable", {"TableName": name, "DeletionProtectionEnabled": False})
    await table.until_active(name)
    assert not (await dynamo.call("DescribeTable", {"TableName": name}))["Table"]["DeletionProtectionEnabled"]
    await dynamo.call("DeleteTable", {"TableName": name})
