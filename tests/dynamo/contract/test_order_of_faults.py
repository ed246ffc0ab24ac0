"""Which fault is told when a request has several: AWS reads all of it, then finds the table, then looks at the key."""

from typing import Any

import pytest
import pytest_asyncio

from cairn.dynamo.seam import Operation
from tests.dynamo.contract.engines import Engine, Refusal, Tables, refused
from tests.dynamo.contract.schemas import defined, index, key_schema, unfit
from tests.dynamo.differences import KEY_CONDITIONS, KEYS, MISSING_TABLE, ORDER_OF_FAULTS

NOWHERE = "nowhere-at-all"
KEY = {"owner": {"S": "ada"}, "step": {"N": "1"}}
PART = {"owner": {"S": "ada"}}
EMPTY_SET = {**KEY, "none": {"NS": []}}
LARGE = {**KEY, "text": {"S": "x" * 409_600}}
AN_EMPTY_SET = unfit("An number set  may not be empty")
TOO_LARGE = "Item size has exceeded the maximum allowed size"
NEW = {"ExpressionAttributeValues": {":new": {"S": "new"}}}
UNUSED = {"ExpressionAttributeValues": {":new": {"S": "new"}, ":idle": {"S": "idle"}}}
THE_UNUSED = "Value provided in ExpressionAttributeValues unused in expressions: keys: {:idle}"
LACKS = "One of the required keys was not given a value"
NO_KEY = "The number of conditions on the keys is invalid"


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def name(dynamo: Engine) -> Any:
    tables = Tables(dynamo)
    yield await tables(
        **defined("owner:S step:N size:N"),
        KeySchema=key_schema("owner step"),
        GlobalSecondaryIndexes=[index("BySize", "size", {"ProjectionType": "KEYS_ONLY"})],
    )
    await tables.remove()


def syntax(expression: str, token: str, near: str) -> str:
    return f'Invalid {expression}: Syntax error; token: "{token}", near: "{near}"'


UNREAD = syntax("ConditionExpression", "<EOF>", "(")
CASES: dict[str, tuple[Operation, dict[str, Any], str, str | None]] = {
    "a value, then an expression": (
        "PutItem",
        {"Item": EMPTY_SET, "ConditionExpression": "("},
        AN_EMPTY_SET,
        None,
    ),
    "the item's size, then an expression": (
        "PutItem",
        {"Item": LARGE, "ConditionExpression": "("},
        TOO_LARGE,
        None,
    ),
    "an expression, then the key": ("PutItem", {"Item": PART, "ConditionExpression": "("}, UNREAD, LACKS),
    "an unused value, then the key": (
        "PutItem",
        {"Item": PART, "ConditionExpression": "step = :new", **UNUSED},
        THE_UNUSED,
        LACKS,
    ),
    "a value of an expression, then its text": (
        "PutItem",
        {"Item": KEY, "ConditionExpression": "(", "ExpressionAttributeValues": {":new": {"NS": []}}},
        f"ExpressionAttributeValues contains invalid value: {AN_EMPTY_SET} for key :new",
        None,
    ),
    "an update, then its condition": (
        "UpdateItem",
        {"Key": KEY, "UpdateExpression": "SET note", "ConditionExpression": "(", **NEW},
        syntax("UpdateExpression", "<EOF>", "note"),
        None,
    ),
    "an update, then the key": (
        "UpdateItem",
        {"Key": PART, "UpdateExpression": "SET note", **NEW},
        syntax("UpdateExpression", "<EOF>", "note"),
        NO_KEY,
    ),
    "an update, then a missing table": (
        "UpdateItem",
        {"TableName": NOWHERE, "Key": KEY, "UpdateExpression": "SET note", **NEW},
        syntax("UpdateExpression", "<EOF>", "note"),
        NOWHERE,
    ),
    "a value, then a missing table": (
        "PutItem",
        {"TableName": NOWHERE, "Item": EMPTY_SET},
        AN_EMPTY_SET,
        NOWHERE,
    ),
    "the item's size, then a missing table": (
        "PutItem",
        {"TableName": NOWHERE, "Item": LARGE},
        TOO_LARGE,
        NOWHERE,
    ),
    "what a projection lacks, then the key": (
        "GetItem",
        {"Key": PART, "ProjectionExpression": "a,"},
        syntax("ProjectionExpression", "<EOF>", ","),
        None,
    ),
    "a key condition, then a filter": (
        "Query",
        {"KeyConditionExpression": "(", "FilterExpression": ")", **NEW},
        syntax("KeyConditionExpression", "<EOF>", "("),
        syntax("FilterExpression", ")", ")"),
    ),
    "a filter, then a projection": (
        "Query",
        {
            "KeyConditionExpression": "step = :new",
            "FilterExpression": "(",
            "ProjectionExpression": "(",
            **NEW,
        },
        syntax("FilterExpression", "<EOF>", "("),
        None,
    ),
    "an unused name, then a missing index": (
        "Query",
        {
            "KeyConditionExpression": "step = :new",
            "IndexName": "Nowhere",
            "ExpressionAttributeNames": {"#idle": "idle"},
            **NEW,
        },
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#idle}",
        "The table does not have the specified index: Nowhere",
    ),
    "what is selected, then an expression": (
        "Query",
        {"KeyConditionExpression": "(", "Select": "ALL_PROJECTED_ATTRIBUTES", **NEW},
        "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName",
        syntax("KeyConditionExpression", "<EOF>", "("),
    ),
    "a filter, then a missing table": (
        "Scan",
        {"TableName": NOWHERE, "FilterExpression": "("},
        syntax("FilterExpression", "<EOF>", "("),
        NOWHERE,
    ),
}


def missing_table(dynamo: Engine) -> Refusal:
    local = "Cannot do operations on a non-existent table"
    message = MISSING_TABLE.answer(dynamo, aws="Requested resource not found", dynamodb_local=local)
    return Refusal("ResourceNotFoundException", message)


@pytest.mark.parametrize("case", CASES)
async def test_of_two_faults_the_first_is_told(dynamo: Engine, name: str, case: str) -> None:
    operation, request, aws, local = CASES[case]
    outcome = await dynamo.outcome(operation, {"TableName": name, **request})
    expected = refused(aws)
    if local is not None:
        by_local = missing_table(dynamo) if local == NOWHERE else refused(local)
        expected = ORDER_OF_FAULTS.answer(dynamo, aws=expected, dynamodb_local=by_local)
    assert outcome == expected


async def test_a_missing_table_comes_before_the_key(dynamo: Engine) -> None:
    writes: list[tuple[Operation, str]] = [("PutItem", "Item"), ("GetItem", "Key"), ("DeleteItem", "Key")]
    for operation, member in writes:
        outcome = await dynamo.outcome(operation, {"TableName": NOWHERE, member: PART})
        assert outcome == missing_table(dynamo), operation


async def test_the_key_comes_before_a_condition(dynamo: Engine, name: str) -> None:
    unmet = {"ConditionExpression": "attribute_exists(nowhere)"}
    message = KEYS.answer(
        dynamo, aws="The provided key element does not match the schema", dynamodb_local=NO_KEY
    )
    assert await dynamo.outcome("DeleteItem", {"TableName": name, "Key": PART, **unmet}) == refused(message)


async def test_the_index_comes_before_the_key_condition(dynamo: Engine, name: str) -> None:
    query = {"TableName": name, "KeyConditionExpression": "note = :new", **NEW}
    consistent = {"IndexName": "BySize", "ConsistentRead": True}
    assert await dynamo.outcome("Query", query | consistent) == refused(
        "Consistent reads are not supported on global secondary indexes"
    )
    message = KEY_CONDITIONS.answer(
        dynamo,
        aws="Query condition missed key schema element: size",
        dynamodb_local="Query condition missed key schema element",
    )
    everything = {"IndexName": "BySize", "Select": "ALL_ATTRIBUTES"}
    assert await dynamo.outcome("Query", query | everything) == refused(message)
