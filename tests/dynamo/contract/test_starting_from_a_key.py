"""ExclusiveStartKey: a page begins after it, and it has to be a key of what is read."""

from typing import Any

import pytest
import pytest_asyncio

from cairn.dynamo.seam import Item, Request
from tests.dynamo.contract.engines import Engine, Tables, refused
from tests.dynamo.contract.schemas import defined, index, key_schema
from tests.dynamo.differences import NUMBERS, START_KEYS

INVALID = "The provided starting key is invalid"
NO_KEY = "The provided key element does not match the schema"
OTHER_SIZE = "Exclusive Start Key must have same size as table's key schema"
OTHER_TYPE = "Type mismatch for attribute to update"
NOT_WITHIN = "The provided starting key does not match the range key predicate"
KEY: Item = {"owner": {"S": "ada"}, "step": {"N": "3"}}
INDEX_KEY: Item = {**KEY, "size": {"N": "1"}}


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def name(dynamo: Engine) -> Any:
    tables = Tables(dynamo)
    yield await tables(
        **defined("owner:S step:N size:N"),
        KeySchema=key_schema("owner step"),
        GlobalSecondaryIndexes=[index("BySize", "size")],
    )
    await tables.remove()


def query(name: str, start: Item, condition: str = "") -> Request:
    text = "#o = :o" + (f" AND {condition}" if condition else "")
    values = {":o": {"S": "ada"}, **({":s": {"N": "5"}} if condition else {})}
    return {
        "TableName": name,
        "KeyConditionExpression": text,
        "ExpressionAttributeNames": {"#o": "owner"},
        "ExpressionAttributeValues": values,
        "ExclusiveStartKey": start,
    }


def query_of_index(name: str, start: Item) -> Request:
    return {
        "TableName": name,
        "IndexName": "BySize",
        "KeyConditionExpression": "#s = :s",
        "ExpressionAttributeNames": {"#s": "size"},
        "ExpressionAttributeValues": {":s": {"N": "1"}},
        "ExclusiveStartKey": start,
    }


FAULTY: dict[str, tuple[Item, str, str]] = {
    "a part lacks": ({"owner": {"S": "ada"}}, INVALID, OTHER_SIZE),
    "a part is too much": ({**KEY, "other": {"S": "x"}}, INVALID, OTHER_SIZE),
    "a part has another type": ({**KEY, "step": {"S": "3"}}, NO_KEY, OTHER_TYPE),
    "it is empty": ({}, INVALID, INVALID),
}


@pytest.mark.parametrize("case", FAULTY)
async def test_a_query_starts_from_a_key_of_the_table(dynamo: Engine, name: str, case: str) -> None:
    start, aws, local = FAULTY[case]
    message = aws if aws == local else START_KEYS.answer(dynamo, aws=aws, dynamodb_local=local)
    assert await dynamo.outcome("Query", query(name, start)) == refused(message)


@pytest.mark.parametrize("case", FAULTY)
async def test_a_scan_starts_from_a_key_of_the_table(dynamo: Engine, name: str, case: str) -> None:
    start, _, local = FAULTY[case]
    message = START_KEYS.answer(dynamo, aws=f"{INVALID}: {NO_KEY}", dynamodb_local=local)
    outcome = await dynamo.outcome("Scan", {"TableName": name, "ExclusiveStartKey": start})
    assert outcome == refused(message)


async def test_a_key_of_an_index_is_the_index_s_and_the_table_s(dynamo: Engine, name: str) -> None:
    empty = {"Items": [], "Count": 0, "ScannedCount": 0}
    assert await dynamo.call("Query", query_of_index(name, INDEX_KEY)) == empty
    scan: Request = {"TableName": name, "IndexName": "BySize"}
    assert await dynamo.call("Scan", {**scan, "ExclusiveStartKey": INDEX_KEY}) == empty
    for start in (KEY, {"size": {"N": "1"}}, {**INDEX_KEY, "other": {"S": "x"}}, {}):
        assert await dynamo.outcome("Query", query_of_index(name, start)) == refused(INVALID), start
        assert await dynamo.outcome("Scan", {**scan, "ExclusiveStartKey": start}) == refused(INVALID), start
    for other in ({**INDEX_KEY, "size": {"S": "1"}}, {**INDEX_KEY, "owner": {"N": "1"}}):
        message = START_KEYS.answer(dynamo, aws=NO_KEY, dynamodb_local=OTHER_TYPE)
        assert await dynamo.outcome("Query", query_of_index(name, other)) == refused(message), other


@pytest.mark.parametrize(
    ("start", "condition", "aws", "local"),
    [
        (
            {**KEY, "owner": {"S": "bo"}},
            "",
            "The provided starting key is outside query boundaries based on provided conditions",
            NOT_WITHIN,
        ),
        (KEY, "step > :s", NOT_WITHIN, NOT_WITHIN),
        (KEY, "step = :s", NOT_WITHIN, NOT_WITHIN),
        ({**KEY, "step": {"N": "6"}}, "step < :s", NOT_WITHIN, NOT_WITHIN),
        (
            {"owner": {"S": "bo"}, "step": {"N": "6"}},
            "step > :s",
            "The query can return at most one row and cannot be restarted",
            NOT_WITHIN,
        ),
    ],
    ids=["another partition", "below", "not equal", "above", "within, but of another partition"],
)
async def test_a_query_goes_on_from_within_what_it_asks_for(
    dynamo: Engine, name: str, start: Item, condition: str, aws: str, local: str
) -> None:
    message = aws if aws == local else START_KEYS.answer(dynamo, aws=aws, dynamodb_local=local)
    assert await dynamo.outcome("Query", query(name, start, condition)) == refused(message)


async def test_the_values_of_a_key_are_values(dynamo: Engine, name: str) -> None:
    number = {**KEY, "step": {"N": "x"}}
    aws = "The parameter cannot be converted to a numeric value: x"
    local = "A value provided cannot be converted into a number"
    message = NUMBERS.answer(dynamo, aws=aws, dynamodb_local=local)
    scan: Request = {"TableName": name, "ExclusiveStartKey": number}
    assert await dynamo.outcome("Query", query(name, number)) == refused(message)
    assert await dynamo.outcome("Scan", scan) == refused(message)
