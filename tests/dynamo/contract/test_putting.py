"""PutItem: an item replaces what was there, on a condition or on none, and returns what it replaced."""

from typing import Any

import pytest

from cairn.dynamo.seam import AttributeValue, Item
from tests.dynamo.contract.engines import Engine, Tables, refused
from tests.dynamo.contract.items import ITEM, KEY, KEYS, NOT_MET, OTHER_KEY, stored
from tests.dynamo.contract.schemas import invalid
from tests.dynamo.differences import NUMBERS_WITHIN, RETURN_VALUES

ANEW = {"ConditionExpression": "attribute_not_exists(id)"}
RETURNABLE = "[ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]"


async def test_an_item_is_kept_as_it_was_put(dynamo: Engine, name: str) -> None:
    assert await dynamo.call("PutItem", {"TableName": name, "Item": ITEM}) == {}
    assert await stored(dynamo, name) == ITEM


async def test_a_put_replaces_all_of_an_item(dynamo: Engine, name: str) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": ITEM})
    lesser: Item = {**KEY, "fresh": {"S": "new"}}
    await dynamo.call("PutItem", {"TableName": name, "Item": lesser})
    assert await stored(dynamo, name) == lesser


async def test_items_of_other_keys_are_other_items(dynamo: Engine, name: str) -> None:
    keys: list[Item] = [KEY, OTHER_KEY, KEY | {"part": OTHER_KEY["part"]}, OTHER_KEY | {"part": KEY["part"]}]
    items = [{**key, "n": {"N": str(number)}} for number, key in enumerate(keys)]
    for item in items:
        await dynamo.call("PutItem", {"TableName": name, "Item": item})
    assert [await stored(dynamo, name, key) for key in keys] == items


async def test_a_number_names_the_same_item_however_it_is_written(dynamo: Engine, name: str) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": {**KEY, "part": {"N": "10.0"}}})
    put = {
        "TableName": name,
        "Item": {**KEY, "part": {"N": "1e1"}, "a": {"S": "x"}},
        "ReturnValues": "ALL_OLD",
    }
    assert await dynamo.call("PutItem", put) == {"Attributes": {**KEY, "part": {"N": "10"}}}
    assert await stored(dynamo, name, {**KEY, "part": {"N": "010"}}) == {
        **KEY,
        "part": {"N": "10"},
        "a": {"S": "x"},
    }


async def test_a_put_returns_what_it_replaced_if_asked(dynamo: Engine, table: Tables) -> None:
    put = {"TableName": await table(keys=KEYS), "Item": ITEM}
    assert await dynamo.call("PutItem", {**put, "ReturnValues": "ALL_OLD"}) == {}
    assert await dynamo.call("PutItem", {**put, "ReturnValues": "ALL_OLD"}) == {"Attributes": ITEM}
    assert await dynamo.call("PutItem", {**put, "ReturnValues": "NONE"}) == {}


@pytest.mark.parametrize(
    ("value", "aws"),
    [
        ("ALL_NEW", "ReturnValues can only be ALL_OLD or NONE"),
        ("UPDATED_OLD", "ReturnValues can only be ALL_OLD or NONE"),
        ("UPDATED_NEW", "ReturnValues can only be ALL_OLD or NONE"),
        ("OLD", invalid("'OLD'", "returnValues", f"satisfy enum value set: {RETURNABLE}")),
    ],
)
async def test_a_put_returns_the_old_item_alone(dynamo: Engine, name: str, value: str, aws: str) -> None:
    message = RETURN_VALUES.answer(dynamo, aws=aws, dynamodb_local="Return values set to invalid value")
    put = {"TableName": name, "Item": ITEM, "ReturnValues": value}
    assert await dynamo.outcome("PutItem", put) == refused(message)


async def test_a_put_on_a_condition_writes_nothing_when_it_is_not_met(dynamo: Engine, table: Tables) -> None:
    name = await table(keys=KEYS)
    put: dict[str, Any] = {"TableName": name, "Item": ITEM, **ANEW}
    assert await dynamo.call("PutItem", put) == {}
    assert await dynamo.outcome("PutItem", {**put, "Item": KEY}) == NOT_MET
    assert await stored(dynamo, name) == ITEM


EMPTY_AND_NESTED: dict[str, AttributeValue] = {
    "nothing in a map": {"M": {}},
    "nothing in a list": {"L": []},
    "empty text": {"S": ""},
    "empty bytes": {"B": b""},
    "empty text in a list": {"L": [{"S": ""}, {"B": b""}]},
    "false": {"BOOL": False},
    "null": {"NULL": True},
    "a map of lists of maps": {"M": {"a": {"L": [{"M": {"b": {"N": "1"}}}]}}},
    "text beyond the basic plane": {"S": "🗻 \u0000 \uffff"},
    "names with dots and spaces": {"M": {"a.b": {"S": "x"}, " ": {"S": "y"}, "#a": {"S": "z"}}},
}


@pytest.mark.parametrize("what", EMPTY_AND_NESTED)
async def test_values_come_back_as_they_went(dynamo: Engine, name: str, what: str) -> None:
    item = {**KEY, "value": EMPTY_AND_NESTED[what]}
    await dynamo.call("PutItem", {"TableName": name, "Item": item})
    assert await stored(dynamo, name) == item


async def test_numbers_within_a_value_have_one_form_too(dynamo: Engine, name: str) -> None:
    def with_number(text: str) -> AttributeValue:
        return {"L": [{"N": text}, {"M": {"number": {"N": text}}}]}

    await dynamo.call("PutItem", {"TableName": name, "Item": {**KEY, "value": with_number("1.50E+1")}})
    kept = NUMBERS_WITHIN.answer(dynamo, aws=with_number("15"), dynamodb_local=with_number("1.50E+1"))
    assert await stored(dynamo, name) == {**KEY, "value": kept}
