"""The tables of the expression language's own tests, held to every engine: what they say is what DynamoDB does.

Each table is one test, since asking an engine takes longer than asking a function, and tells all that differs.
"""

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest_asyncio

from cairn.dynamo.seam import Item, Operation, Request, Response
from tests.dynamo.contract.engines import Engine, Refusal, Tables, refused
from tests.dynamo.differences import (
    ATTRIBUTE_TYPES,
    FAULTS_IN_AN_ITEM,
    KEY_CONDITIONS,
    OVERLAPPING_PATHS,
    RESERVED_SIZE,
    Difference,
)
from tests.dynamo.embedded.expressions.cast import ITEM, placeholders
from tests.dynamo.embedded.expressions.test_condition_faults import FAULTS as CONDITION_FAULTS
from tests.dynamo.embedded.expressions.test_conditions import MET, UNMET
from tests.dynamo.embedded.expressions.test_key_conditions import ASKED
from tests.dynamo.embedded.expressions.test_key_conditions import FAULTS as KEY_CONDITION_FAULTS
from tests.dynamo.embedded.expressions.test_projections import FAULTS as PROJECTION_FAULTS
from tests.dynamo.embedded.expressions.test_projections import TAKEN
from tests.dynamo.embedded.expressions.test_syntax_faults import CONDITIONS, PROJECTIONS, UPDATES
from tests.dynamo.embedded.expressions.test_update_faults import FAULTS as UPDATE_FAULTS
from tests.dynamo.embedded.expressions.test_update_faults import FAULTS_WITH_ITEM
from tests.dynamo.embedded.expressions.test_updates import CHANGES

KEY: Item = {name: ITEM[name] for name in ("PK", "SK")}
NOT_MET = Refusal("ConditionalCheckFailedException", "The conditional request failed")

Outcome = Response | Refusal
Table = dict[str, Outcome]
"""What is to come of each expression."""

SECOND_PATHS_OF_LOCAL = {
    "SET a = :v, a = :w, b = :zz": "b",
    "SET a = :v, a = :w, z = list_append(:v,:v)": "z",
    "SET a = :v, a = :w ADD z :s": "z",
    "SET a = :v, a = :w, b = :v": "b",
    "SET a = :v, b = :v, a = :w": "b",
    "SET a = :v, b = :v, a = :w, d = :v, b = :v": "d",
    "SET e = :v, e = :w REMOVE f": "f",
    "SET e = :v REMOVE e, f": "f",
    "REMOVE f, f, g ADD h :v": "h",
    "REMOVE a[0], a[1].c, a[1], a[2]": "a, [2]",
    "a, a, b": "b",
    "a, b, a, d": "d",
    "a[0].b, a[0][1], a, b": "b",
    "m.a, m.b, m.c, m.b": "m, c",
    "a, a, #n": "x",
}
_NO_ATTRIBUTE = "The provided expression refers to an attribute that does not exist in the item"
_NO_PATH = "The document path provided in the update expression is invalid for update"
_WRONG_TYPE = "An operand in the update expression has an incorrect data type"
FIRST_FAULTS_OF_LOCAL = {
    "SET q.r = :v, z = zz": _NO_ATTRIBUTE,
    "REMOVE q.r SET z = zz": _NO_ATTRIBUTE,
    "ADD q.r :v SET z = zz": _NO_ATTRIBUTE,
    "ADD b :v SET z = zz": _NO_ATTRIBUTE,
    "ADD q.r :v, b :v": _WRONG_TYPE,
    "REMOVE q.r ADD b :v": _WRONG_TYPE,
    "DELETE a :ss ADD q.r :v": _NO_PATH,
    "SET y = zz, z = b + :v": _WRONG_TYPE,
}
TYPES = "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}"
TYPES_OF_LOCAL = "{N,BS,L,B,NULL,M,S,SS,NS,BOOL}"
UNLIKE_ITSELF = "attribute_type(a,b)"  # DynamoDB Local lists types in an order that every start makes anew
MISSED = "Query condition missed key schema element"
NESTED = "KeyConditionExpressions cannot have conditions on nested attributes"


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def name(dynamo: Engine) -> AsyncIterator[str]:
    """A table with the item of the tables in it."""
    tables = Tables(dynamo)
    name = await tables(keys="PK:S SK:S")
    await dynamo.call("PutItem", {"TableName": name, "Item": ITEM})
    yield name
    await tables.remove()


def of_local(text: str, message: str) -> tuple[Difference, Outcome] | None:
    """What DynamoDB Local says instead of AWS's message, where it does."""
    if text in SECOND_PATHS_OF_LOCAL:
        second = f"path two: [{SECOND_PATHS_OF_LOCAL[text]}]"
        return OVERLAPPING_PATHS, refused(re.sub(r"path two: .*", second, message))
    if text in FIRST_FAULTS_OF_LOCAL:
        return FAULTS_IN_AN_ITEM, refused(FIRST_FAULTS_OF_LOCAL[text])
    if message.endswith(TYPES):
        return ATTRIBUTE_TYPES, refused(message.removesuffix(TYPES) + TYPES_OF_LOCAL)
    if text == "size = :v":
        return RESERVED_SIZE, NOT_MET
    if message.startswith(MISSED):
        return KEY_CONDITIONS, refused(MISSED)
    if message == NESTED and (entered := re.search(r"([PS]K)[.\[]", text)):
        return KEY_CONDITIONS, refused(
            "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: "
            f"Key: {entered[1]}"
        )
    return None


def faults(dynamo: Engine, messages: dict[str, str], member: str | None = None) -> Table:
    """Refusals of expressions, in this engine's words. With the member, messages are about the expression alone."""
    table: Table = {}
    for text, fault in messages.items():
        message = fault if member is None else f"Invalid {member}: {fault}"
        local = of_local(text, message)
        if local is None:
            table[text] = refused(message)
        else:
            difference, answer = local
            table[text] = difference.answer(dynamo, aws=refused(message), dynamodb_local=answer)
    return table


def syntax_faults(dynamo: Engine, places: dict[str, tuple[str, str]], member: str) -> Table:
    shown = {
        text: f'Syntax error; token: "{token}", near: "{near}"' for text, (token, near) in places.items()
    }
    return faults(dynamo, shown, member)


def with_placeholders(member: str, text: str) -> Request:
    """An expression with those of the names and values that it uses. Projections can be given no values."""
    names, values = placeholders(text)
    given: dict[str, Any] = {member: text, "ExpressionAttributeNames": names}
    if member != "ProjectionExpression":
        given["ExpressionAttributeValues"] = values
    return {member: content for member, content in given.items() if content is not None}


async def differing(
    dynamo: Engine, operation: Operation, request: Request, member: str, expected: Table
) -> dict[str, tuple[Outcome, Outcome]]:
    """Where what came of an expression is not as expected: what came, and what was to come."""
    found = {
        text: await dynamo.outcome(operation, {**request, **with_placeholders(member, text)})
        for text in expected
    }
    return {text: (found[text], expected[text]) for text in expected if found[text] != expected[text]}


async def test_conditions_are_met_or_not(dynamo: Engine, name: str) -> None:
    expected: Table = {text: {} for text in MET}
    expected |= dict.fromkeys(UNMET, NOT_MET)
    put = {"TableName": name, "Item": ITEM}
    assert await differing(dynamo, "PutItem", put, "ConditionExpression", expected) == {}


async def test_filters_find_what_meets_them(dynamo: Engine, name: str) -> None:
    expected: Table = {text: {"Count": 1, "ScannedCount": 1} for text in MET}
    expected |= {text: {"Count": 0, "ScannedCount": 1} for text in UNMET}
    scan = {"TableName": name, "Select": "COUNT"}
    assert await differing(dynamo, "Scan", scan, "FilterExpression", expected) == {}


async def test_faulty_conditions_are_refused(dynamo: Engine, name: str) -> None:
    conditions = {text: fault for text, fault in CONDITION_FAULTS.items() if text != UNLIKE_ITSELF}
    expected = faults(dynamo, conditions, "ConditionExpression")
    expected |= syntax_faults(dynamo, CONDITIONS, "ConditionExpression")
    put = {"TableName": name, "Item": ITEM}
    assert await differing(dynamo, "PutItem", put, "ConditionExpression", expected) == {}


async def test_updates_change_the_item(dynamo: Engine, name: str) -> None:
    update = {"TableName": name, "Key": KEY, "ReturnValues": "ALL_NEW"}
    for text, changes in CHANGES.items():
        changed = {attribute: value for attribute, value in (ITEM | changes).items() if value is not None}
        expected: Table = {text: {"Attributes": changed}}
        assert await differing(dynamo, "UpdateItem", update, "UpdateExpression", expected) == {}
        await dynamo.call("PutItem", {"TableName": name, "Item": ITEM})


async def test_faulty_updates_are_refused(dynamo: Engine, name: str) -> None:
    expected = faults(dynamo, UPDATE_FAULTS, "UpdateExpression") | faults(dynamo, FAULTS_WITH_ITEM)
    expected |= syntax_faults(dynamo, UPDATES, "UpdateExpression")
    update = {"TableName": name, "Key": KEY}
    assert await differing(dynamo, "UpdateItem", update, "UpdateExpression", expected) == {}
    assert await dynamo.call("GetItem", {"TableName": name, "Key": KEY}) == {"Item": ITEM}


async def test_projections_take_parts_of_the_item(dynamo: Engine, name: str) -> None:
    expected: Table = {text: {"Item": taken} for text, taken in TAKEN.items()}
    expected |= faults(dynamo, PROJECTION_FAULTS, "ProjectionExpression")
    expected |= syntax_faults(dynamo, PROJECTIONS, "ProjectionExpression")
    get = {"TableName": name, "Key": KEY}
    assert await differing(dynamo, "GetItem", get, "ProjectionExpression", expected) == {}


async def test_key_conditions_ask_for_a_part_of_a_partition(dynamo: Engine, name: str) -> None:
    expected: Table = {}
    for text, asked in ASKED.items():
        count = 0 if asked.operator in {"<", ">"} else 1
        expected[text] = {"Count": count, "ScannedCount": count}
    expected |= faults(dynamo, KEY_CONDITION_FAULTS)
    query = {"TableName": name, "Select": "COUNT"}
    assert await differing(dynamo, "Query", query, "KeyConditionExpression", expected) == {}
