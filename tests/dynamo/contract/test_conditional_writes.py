"""Conditions on puts, updates and deletes: which are met, what a refusal shows, and what is no condition.

What every operator means is told in the tests of the expression language.
"""

from typing import Any

import pytest

from cairn.dynamo.seam import AttributeValue, Item, Operation, Request
from tests.dynamo.contract.engines import Engine, Refusal, Tables, refused
from tests.dynamo.contract.items import ITEM, KEY, KEYS, NOT_MET, stored
from tests.dynamo.contract.schemas import invalid

VALUE: AttributeValue = {"S": "Walk"}
VALUES: Request = {"ExpressionAttributeValues": {":v": VALUE}}


def writes_of(name: str) -> list[tuple[Operation, Request]]:
    """The three ways to write an item, each leaving another one behind."""
    return [
        ("PutItem", {"TableName": name, "Item": {**KEY, "title": {"S": "Run"}}}),
        ("UpdateItem", {"TableName": name, "Key": KEY, "UpdateExpression": "REMOVE title"}),
        ("DeleteItem", {"TableName": name, "Key": KEY}),
    ]


@pytest.mark.parametrize(
    ("condition", "values"),
    [
        ("attribute_exists(id)", {}),
        ("attribute_not_exists(absent) AND attribute_exists(place.geo[1])", {}),
        ("title = :v", VALUES),
        ("part = :n OR title <> :n", {"ExpressionAttributeValues": {":n": {"N": "1.0"}}}),
        ("steps BETWEEN :l AND :n", {"ExpressionAttributeValues": {":l": {"N": "3"}, ":n": {"N": "4"}}}),
        ("contains(tags, :s) AND begins_with(title, :w)", None),
        ("NOT (size(notes) < steps) AND attribute_type(nothing, :t)", None),
        ("title IN (:s, :w, :v)", None),
        ("#title = :v", {**VALUES, "ExpressionAttributeNames": {"#title": "title"}}),
    ],
)
async def test_a_write_is_done_when_its_condition_is_met(
    dynamo: Engine, name: str, condition: str, values: Request | None
) -> None:
    every: dict[str, AttributeValue] = {
        ":s": {"S": "sea"},
        ":w": {"S": "Wa"},
        ":t": {"S": "NULL"},
        ":v": VALUE,
    }
    given = values
    if given is None:
        given = {"ExpressionAttributeValues": {v: content for v, content in every.items() if v in condition}}
    for operation, request in writes_of(name):
        await dynamo.call("PutItem", {"TableName": name, "Item": ITEM})
        answer = await dynamo.outcome(operation, {**request, **given, "ConditionExpression": condition})
        assert answer == {}, operation
        assert await stored(dynamo, name) != ITEM


@pytest.mark.parametrize(
    ("shown", "fields"),
    [({}, {}), ("NONE", {}), ("ALL_OLD", {"Item": ITEM})],
    ids=["unasked", "NONE", "ALL_OLD"],
)
async def test_a_refusal_shows_the_item_if_asked(
    dynamo: Engine, name: str, shown: Any, fields: dict[str, Item]
) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": ITEM})
    asked = {"ReturnValuesOnConditionCheckFailure": shown} if shown else {}
    for operation, request in writes_of(name):
        refused_write = {**request, "ConditionExpression": "attribute_not_exists(id)", **asked}
        assert await dynamo.outcome(operation, refused_write) == Refusal(
            "ConditionalCheckFailedException", "The conditional request failed", fields
        )
    assert await stored(dynamo, name) == ITEM


async def test_a_refusal_shows_nothing_where_nothing_is(dynamo: Engine, table: Tables) -> None:
    name = await table(keys=KEYS)
    for operation, request in writes_of(name):
        asked = {
            "ConditionExpression": "attribute_exists(id)",
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        }
        assert await dynamo.outcome(operation, {**request, **asked}) == NOT_MET
    assert await stored(dynamo, name) is None


async def test_a_condition_is_about_the_item_before_the_write(dynamo: Engine, name: str) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": ITEM})
    update = {
        "TableName": name,
        "Key": KEY,
        "UpdateExpression": "SET steps = :new",
        "ConditionExpression": "steps = :new",
        "ExpressionAttributeValues": {":new": {"N": "4"}},
    }
    assert await dynamo.outcome("UpdateItem", update) == NOT_MET


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"ConditionExpression": ""}, "Invalid ConditionExpression: The expression can not be empty;"),
    (
        {"ConditionExpression": "title = :v"},
        (
            "Invalid ConditionExpression: An expression attribute value used in expression is not defined; "
            "attribute value: :v"
        ),
    ),
    (
        {"ConditionExpression": "#t = title"},
        (
            "Invalid ConditionExpression: An expression attribute name used in the document path is not defined; "
            "attribute name: #t"
        ),
    ),
    (
        {"ConditionExpression": "attribute_exists(id)", **VALUES},
        "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}",
    ),
    (
        {"ConditionExpression": "attribute_exists(id)", "ExpressionAttributeNames": {"#b": "b", "#a": "a"}},
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #b}",
    ),
    (
        {"ConditionExpression": "attribute_exists(id)", "ExpressionAttributeNames": {}},
        "ExpressionAttributeNames must not be empty",
    ),
    (
        {"ConditionExpression": "attribute_exists(id)", "ExpressionAttributeValues": {}},
        "ExpressionAttributeValues must not be empty",
    ),
    (
        {"ConditionExpression": "attribute_exists(id)", "ExpressionAttributeNames": {"a": "b"}},
        'ExpressionAttributeNames contains invalid key: Syntax error; key: "a"',
    ),
    (
        {"ConditionExpression": "attribute_exists(id)", "ExpressionAttributeValues": {"v": VALUE}},
        'ExpressionAttributeValues contains invalid key: Syntax error; key: "v"',
    ),
    (
        {"ConditionExpression": "status = :v", **VALUES},
        "Invalid ConditionExpression: Attribute name is a reserved keyword; reserved keyword: status",
    ),
    (
        {"ConditionExpression": "title = :v AND", **VALUES},
        'Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "AND"',
    ),
    (
        {"ConditionExpression": "((title = :v))", **VALUES},
        "Invalid ConditionExpression: The expression has redundant parentheses;",
    ),
    (
        {"ConditionExpression": "exists(title)"},
        "Invalid ConditionExpression: Invalid function name; function: exists",
    ),
    (
        {"ConditionExpression": "title = title"},
        (
            "Invalid ConditionExpression: The first operand must be distinct from the remaining operands for this "
            "operator or function; operator: =, first operand: [title]"
        ),
    ),
    (
        {"ConditionExpression": "part[0] = :v", **VALUES},
        (
            "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: "
            "Key: part"
        ),
    ),
    (
        {"ConditionExpression": "attribute_exists(id)", "ReturnValuesOnConditionCheckFailure": "ALL_NEW"},
        invalid(
            "'ALL_NEW'", "returnValuesOnConditionCheckFailure", "satisfy enum value set: [ALL_OLD, NONE]"
        ),
    ),
]


@pytest.mark.parametrize(("request_", "message"), FAULTS, ids=[message for _, message in FAULTS])
async def test_what_is_no_condition_is_refused(
    dynamo: Engine, name: str, request_: dict[str, Any], message: str
) -> None:
    for operation, write in writes_of(name):
        assert await dynamo.outcome(operation, {**write, **request_}) == refused(message), operation


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"ExpressionAttributeNames": {"#b": "b"}},
            "ExpressionAttributeNames can only be specified when using expressions",
        ),
        (
            VALUES,
            "ExpressionAttributeValues can only be specified when using expressions: ConditionExpression is null",
        ),
    ],
)
async def test_placeholders_without_a_condition_are_refused(
    dynamo: Engine, name: str, given: Request, message: str
) -> None:
    for operation, write in writes_of(name):
        if operation != "UpdateItem":
            assert await dynamo.outcome(operation, {**write, **given}) == refused(message), operation
