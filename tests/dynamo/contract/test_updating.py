"""UpdateItem: what it makes of an item, what it returns of it, and what it refuses.

What every clause means is told in the tests of the expression language; here are those clauses at work on a table.
"""

import re
from typing import Any

import pytest

from cairn.dynamo.seam import AttributeValue, Item, Request
from tests.dynamo.contract.engines import Engine, Tables, refused
from tests.dynamo.contract.items import ITEM, KEY, KEYS, NOT_MET, stored
from tests.dynamo.contract.schemas import invalid, unfit
from tests.dynamo.differences import NUMBERS, RETURN_VALUES, UPDATED_VALUES, ZERO

VALUES: dict[str, AttributeValue] = {
    ":text": {"S": "x"},
    ":one": {"N": "1"},
    ":list": {"L": [{"S": "l"}]},
    ":map": {"M": {"k": {"S": "v"}}},
    ":sea": {"SS": ["sea"]},
    ":both": {"SS": ["hill", "sea"]},
    ":lake": {"SS": ["lake"]},
    ":numbers": {"NS": ["2.50", "7"]},
    ":bytes": {"BS": [b"\x02"]},
}


def updating(name: str, text: str, **more: Any) -> Request:
    """An update of the item, with those of the values that it uses."""
    values = {value: VALUES[value] for value in re.findall(r":\w+", text)}
    given = {"ExpressionAttributeValues": values} if values else {}
    return {"TableName": name, "Key": KEY, "UpdateExpression": text, **given, **more}


async def test_an_update_of_nothing_makes_an_item_of_its_key(dynamo: Engine, table: Tables) -> None:
    name = await table(keys=KEYS)
    assert await dynamo.call("UpdateItem", {"TableName": name, "Key": KEY}) == {}
    assert await stored(dynamo, name) == KEY
    text = "SET title = :text, #n = if_not_exists(#n, :one) ADD tags :sea REMOVE gone"
    made = updating(name, text, ExpressionAttributeNames={"#n": "number"})
    await dynamo.call("UpdateItem", {**made, "Key": {**KEY, "part": {"N": "2"}}})
    assert await stored(dynamo, name, {**KEY, "part": {"N": "2"}}) == {
        **KEY,
        "part": {"N": "2"},
        "title": {"S": "x"},
        "number": {"N": "1"},
        "tags": {"SS": ["sea"]},
    }


async def test_an_update_without_an_expression_leaves_the_item_as_it_is(dynamo: Engine, name: str) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": ITEM})
    assert await dynamo.call("UpdateItem", {"TableName": name, "Key": KEY, "ReturnValues": "ALL_NEW"}) == {
        "Attributes": ITEM
    }


# What an update returns of what it touched: as it was, and as it has become.
TOUCHED: dict[str, tuple[Item, Item]] = {
    "SET title = :text": ({"title": {"S": "Walk"}}, {"title": {"S": "x"}}),
    "SET title = title": ({"title": {"S": "Walk"}}, {"title": {"S": "Walk"}}),
    "SET title = id, steps = part": (
        {"title": {"S": "Walk"}, "steps": {"N": "3"}},
        {"title": {"S": "ada"}, "steps": {"N": "1"}},
    ),
    "SET fresh = :map": ({}, {"fresh": {"M": {"k": {"S": "v"}}}}),
    "SET fresh = if_not_exists(title, :one)": ({}, {"fresh": {"S": "Walk"}}),
    "SET steps = steps + :one": ({"steps": {"N": "3"}}, {"steps": {"N": "4"}}),
    "SET notes = list_append(:list, notes)": (
        {"notes": ITEM["notes"]},
        {"notes": {"L": [{"S": "l"}, *ITEM["notes"]["L"]]}},
    ),
    "REMOVE title": ({"title": {"S": "Walk"}}, {}),
    "REMOVE absent, place.absent": ({}, {}),
    "ADD steps :one, fresh :one": ({"steps": {"N": "3"}}, {"steps": {"N": "4"}, "fresh": {"N": "1"}}),
    "ADD tags :lake": ({"tags": {"SS": ["hill", "sea"]}}, {"tags": {"SS": ["hill", "lake", "sea"]}}),
    "ADD scores :numbers": ({"scores": {"NS": ["1", "2.5"]}}, {"scores": {"NS": ["1", "2.5", "7"]}}),
    "ADD thumbs :bytes": ({"thumbs": {"BS": [b"\x01"]}}, {"thumbs": {"BS": [b"\x01", b"\x02"]}}),
    "DELETE tags :sea": ({"tags": {"SS": ["hill", "sea"]}}, {"tags": {"SS": ["hill"]}}),
    "DELETE tags :lake": ({"tags": {"SS": ["hill", "sea"]}}, {"tags": {"SS": ["hill", "sea"]}}),
    "DELETE tags :both": ({"tags": {"SS": ["hill", "sea"]}}, {}),
    "DELETE scores :numbers": ({"scores": {"NS": ["1", "2.5"]}}, {"scores": {"NS": ["1"]}}),
    "SET title = :text REMOVE steps ADD fresh :one DELETE tags :sea": (
        {"title": {"S": "Walk"}, "steps": {"N": "3"}, "tags": {"SS": ["hill", "sea"]}},
        {"title": {"S": "x"}, "fresh": {"N": "1"}, "tags": {"SS": ["hill"]}},
    ),
}


@pytest.mark.parametrize("text", TOUCHED)
async def test_an_update_returns_what_it_touched(dynamo: Engine, name: str, text: str) -> None:
    before, after = TOUCHED[text]
    changed = {attribute: value for attribute, value in ITEM.items() if attribute not in before} | after
    for returned, attributes in {
        "UPDATED_OLD": before,
        "UPDATED_NEW": after,
        "ALL_OLD": ITEM,
        "ALL_NEW": changed,
        "NONE": {},
    }.items():
        await dynamo.call("PutItem", {"TableName": name, "Item": ITEM})
        answer = await dynamo.call("UpdateItem", updating(name, text, ReturnValues=returned))
        assert answer == ({"Attributes": attributes} if attributes else {}), returned
        assert await stored(dynamo, name) == changed


def in_place(**content: AttributeValue) -> Item:
    return {"place": {"M": content}}


PARTS_TOUCHED: dict[str, tuple[Item, Item]] = {
    "SET place.town = :text": (in_place(town={"S": "Wells"}), in_place(town={"S": "x"})),
    "SET place.geo[0] = :one": (
        in_place(geo={"L": [{"N": "51.2"}]}),
        in_place(geo={"L": [{"N": "1"}]}),
    ),
    "SET notes[1].who = :text, notes[2] = :one": (
        {"notes": {"L": [{"M": {"who": {"S": "bo"}}}, {"N": "2"}]}},
        {"notes": {"L": [{"M": {"who": {"S": "x"}}}, {"N": "1"}]}},
    ),
    "REMOVE notes[0]": ({"notes": {"L": [{"S": "first"}]}}, {"notes": {"L": [{"M": {"who": {"S": "bo"}}}]}}),
    "ADD place.fresh :one": ({}, in_place(fresh={"N": "1"})),
}


@pytest.mark.parametrize("text", PARTS_TOUCHED)
async def test_an_update_of_a_part_returns_the_part(dynamo: Engine, name: str, text: str) -> None:
    before, after = PARTS_TOUCHED[text]
    for returned, attributes in {"UPDATED_OLD": before, "UPDATED_NEW": after}.items():
        await dynamo.call("PutItem", {"TableName": name, "Item": ITEM})
        answer = await dynamo.call("UpdateItem", updating(name, text, ReturnValues=returned))
        if not attributes:
            assert answer == {}
            continue
        source = ITEM if returned == "UPDATED_OLD" else await stored(dynamo, name) or {}
        assert answer == UPDATED_VALUES.answer(
            dynamo,
            aws={"Attributes": attributes},
            dynamodb_local={"Attributes": {attribute: source[attribute] for attribute in attributes}},
        )


async def test_what_was_not_there_is_not_returned(dynamo: Engine, table: Tables) -> None:
    update = updating(await table(keys=KEYS), "SET title = :text")
    for part, returned in enumerate(("ALL_OLD", "UPDATED_OLD")):
        key = {**KEY, "part": {"N": str(part)}}
        assert await dynamo.call("UpdateItem", {**update, "Key": key, "ReturnValues": returned}) == {}


async def test_only_five_things_can_be_returned(dynamo: Engine, name: str) -> None:
    values = "satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]"
    message = RETURN_VALUES.answer(
        dynamo,
        aws=invalid("'all_new'", "returnValues", values),
        dynamodb_local="Return values set to invalid value",
    )
    assert await dynamo.outcome(
        "UpdateItem", updating(name, "REMOVE title", ReturnValues="all_new")
    ) == refused(message)


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("SET id = :text", "id"),
        ("SET part = :one", "part"),
        ("SET title = :text, part = :one, id = :text", "id"),
        ("REMOVE id", "id"),
        ("ADD part :one", "part"),
        ("DELETE id :sea", "id"),
        ("SET id.a = :text", "id"),
        ("REMOVE part[0]", "part"),
    ],
)
async def test_a_key_is_never_updated(dynamo: Engine, name: str, text: str, attribute: str) -> None:
    assert await dynamo.outcome("UpdateItem", updating(name, text)) == refused(
        unfit(f"Cannot update attribute {attribute}. This attribute is part of the key")
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SET absent.a = :text", "The document path provided in the update expression is invalid for update"),
        ("SET title[0] = :text", "The document path provided in the update expression is invalid for update"),
        ("SET notes.a = :text", "The document path provided in the update expression is invalid for update"),
        ("SET a = absent", "The provided expression refers to an attribute that does not exist in the item"),
        ("SET title = title + :one", "An operand in the update expression has an incorrect data type"),
        ("ADD title :one", "An operand in the update expression has an incorrect data type"),
        ("ADD tags :numbers", "An operand in the update expression has an incorrect data type"),
        ("DELETE scores :sea", "An operand in the update expression has an incorrect data type"),
        (
            "SET title = list_append(title, :list)",
            "An operand in the update expression has an incorrect data type",
        ),
        (
            "SET title = :text ADD title :one",
            (
                "Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite one of "
                "these paths; path one: [title], path two: [title]"
            ),
        ),
        (
            "ADD tags :list",
            (
                "Invalid UpdateExpression: Incorrect operand type for operator or function; operator: ADD, operand "
                "type: LIST, typeSet: ALLOWED_FOR_ADD_OPERAND"
            ),
        ),
        ("", "Invalid UpdateExpression: The expression can not be empty;"),
    ],
)
async def test_an_update_that_can_t_be_is_refused_and_changes_nothing(
    dynamo: Engine, name: str, text: str, message: str
) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": ITEM})
    assert await dynamo.outcome("UpdateItem", updating(name, text)) == refused(message)
    assert await stored(dynamo, name) == ITEM


async def test_a_condition_is_looked_at_before_whether_the_update_suits_the_item(
    dynamo: Engine, name: str
) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": ITEM})
    update = updating(name, "SET a = absent", ConditionExpression="attribute_exists(absent)")
    assert await dynamo.outcome("UpdateItem", update) == NOT_MET


def adding(name: str, text: str, amount: str) -> Request:
    return {
        "TableName": name,
        "Key": KEY,
        "UpdateExpression": text,
        "ExpressionAttributeValues": {":n": {"N": amount}},
        "ReturnValues": "UPDATED_NEW",
    }


SUMS = [
    ("0.1", "0.2", "0.3"),
    ("-1", "1", "0"),
    ("9" * 38, "1", "1" + "0" * 38),
    ("1", "1e37", "1" + "0" * 36 + "1"),
    ("1", "1e-37", "1." + "0" * 36 + "1"),
    ("1e-130", "1e-130", "0." + "0" * 129 + "2"),
    ("8e125", "1e125", "9" + "0" * 125),
]


@pytest.mark.parametrize(("number", "amount", "total"), SUMS)
async def test_sums_are_exact(dynamo: Engine, name: str, number: str, amount: str, total: str) -> None:
    for text in ("SET n = n + :n", "SET n = :n + n", "ADD n :n"):
        await dynamo.call("PutItem", {"TableName": name, "Item": {**KEY, "n": {"N": number}}})
        assert await dynamo.call("UpdateItem", adding(name, text, amount)) == {
            "Attributes": {"n": {"N": total}}
        }


async def test_differences_of_numbers_are_exact(dynamo: Engine, name: str) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": {**KEY, "n": {"N": "1e37"}}})
    assert await dynamo.call("UpdateItem", adding(name, "SET n = n - :n", "1")) == {
        "Attributes": {"n": {"N": "9" * 37}}
    }
    assert await dynamo.call("UpdateItem", adding(name, "SET n = :n - n", "9e36")) == {
        "Attributes": {"n": {"N": "-" + "9" * 36}}
    }


TOO_MANY_DIGITS = "Attempting to store more than 38 significant digits in a Number"
OVERFLOW = "Number overflow. Attempting to store a number with magnitude larger than supported range"


@pytest.mark.parametrize(
    ("number", "amount", "fault"),
    [
        ("1", "1e38", TOO_MANY_DIGITS),
        ("1", "1e-38", TOO_MANY_DIGITS),
        ("1" * 38, "0.1", TOO_MANY_DIGITS),
        ("9e125", "9e125", OVERFLOW),
        ("-9.9e125", "-1e125", OVERFLOW),
    ],
)
async def test_a_sum_is_a_number_that_can_be_kept(
    dynamo: Engine, name: str, number: str, amount: str, fault: str
) -> None:
    message = fault
    if fault == TOO_MANY_DIGITS:
        local = "DynamoDB only supports precision up to 38 digits"
        message = NUMBERS.answer(dynamo, aws=fault, dynamodb_local=local)
    for text in ("SET n = n + :n", "ADD n :n"):
        await dynamo.call("PutItem", {"TableName": name, "Item": {**KEY, "n": {"N": number}}})
        assert await dynamo.outcome("UpdateItem", adding(name, text, amount)) == refused(message)


async def test_a_sum_that_is_nothing_is_zero(dynamo: Engine, name: str) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": {**KEY, "n": {"N": "1e-130"}}})
    zero = ZERO.answer(dynamo, aws="0", dynamodb_local="0." + "0" * 130)
    assert await dynamo.call("UpdateItem", adding(name, "ADD n :n", "-1e-130")) == {
        "Attributes": {"n": {"N": zero}}
    }


async def test_an_update_may_not_nest_deeper_than_an_item(dynamo: Engine, name: str) -> None:
    deep: AttributeValue = {"S": "x"}
    for _ in range(31):
        deep = {"L": [deep]}
    await dynamo.call("PutItem", {"TableName": name, "Item": {**KEY, "a": deep, "m": {"M": {}}}})
    moved = updating(name, "SET m.deeper = a")
    assert await dynamo.outcome("UpdateItem", moved) == refused(
        "Nesting Levels have exceeded supported limits"
    )
    assert await dynamo.call("UpdateItem", updating(name, "SET b = a")) == {}
