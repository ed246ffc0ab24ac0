"""The sizes that an item, its keys and its values may have, exactly at the edge."""

from typing import Any

import pytest
import pytest_asyncio

from cairn.dynamo.seam import AttributeValue, Item, Operation, Request
from tests.dynamo.contract.engines import Engine, Refusal, Tables
from tests.dynamo.contract.schemas import unfit
from tests.dynamo.differences import DUPLICATES, KEY_SIZE, KEYS, NESTED_EXPRESSION_VALUES, NUMBERS

KEY: Item = {"id": {"S": "i"}, "part": {"B": b"p"}}
SIZE_OF_KEY = len("id") + 1 + len("part") + 1
LARGEST = 409_600


@pytest_asyncio.fixture(loop_scope="session")
async def name(table: Tables) -> str:
    return await table(keys="id:S part:B")


def setting(name: str, value: AttributeValue) -> Request:
    return {
        "TableName": name,
        "Key": KEY,
        "UpdateExpression": "SET t = :t",
        "ExpressionAttributeValues": {":t": value},
    }


def writes_of(name: str, value: AttributeValue) -> dict[Operation, Request]:
    """Each way to write an item whose attribute `t` has this value."""
    item = {**KEY, "t": value}
    return {
        "PutItem": {"TableName": name, "Item": item},
        "UpdateItem": setting(name, value),
        "BatchWriteItem": {"RequestItems": {name: [{"PutRequest": {"Item": item}}]}},
        "TransactWriteItems": {"TransactItems": [{"Put": {"TableName": name, "Item": item}}]},
    }


async def test_an_item_has_at_most_400_kb(dynamo: Engine, name: str) -> None:
    text = "x" * (LARGEST - SIZE_OF_KEY - len("t"))
    for operation, request in writes_of(name, {"S": text}).items():
        assert not isinstance(await dynamo.outcome(operation, request), Refusal), operation
    for operation, request in writes_of(name, {"S": text + "x"}).items():
        exceeds = "Item size has exceeded the maximum allowed size"
        if operation == "UpdateItem":
            exceeds = "Item size to update has exceeded the maximum allowed size"
        assert await dynamo.outcome(operation, request) == Refusal("ValidationException", exceeds), operation


async def test_an_update_s_sum_is_bounded_too(dynamo: Engine, name: str) -> None:
    half = "x" * ((LARGEST - SIZE_OF_KEY - len("t") - len("u")) // 2)
    await dynamo.call("UpdateItem", setting(name, {"S": half}))
    rest = LARGEST - SIZE_OF_KEY - len("t") - len(half) - len("u")
    adding = {**setting(name, {"S": "x" * rest}), "UpdateExpression": "SET u = :t"}
    await dynamo.call("UpdateItem", adding)
    growing = {**adding, "ExpressionAttributeValues": {":t": {"S": "x" * (rest + 1)}}}
    assert await dynamo.outcome("UpdateItem", growing) == Refusal(
        "ValidationException", "Item size to update has exceeded the maximum allowed size"
    )


TOO_LARGE_FOR_LOCAL = (
    "Hash primary key values must be under 2048 bytes, and range primary key values must be under 1024 bytes"
)


@pytest.mark.parametrize(
    ("fits", "exceeds", "fault"),
    [
        (
            {**KEY, "id": {"S": "é" * 1024}},
            {**KEY, "id": {"S": "é" * 1024 + "x"}},
            "Size of hashkey has exceeded the maximum size limit of2048 bytes",
        ),
        (
            {**KEY, "part": {"B": b"x" * 1024}},
            {**KEY, "part": {"B": b"x" * 1025}},
            "Aggregated size of all range keys has exceeded the size limit of 1024 bytes",
        ),
    ],
    ids=["partition", "sort"],
)
async def test_keys_are_bounded(dynamo: Engine, name: str, fits: Item, exceeds: Item, fault: str) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": fits})
    assert await dynamo.call("GetItem", {"TableName": name, "Key": fits}) == {"Item": fits}
    message = KEY_SIZE.answer(dynamo, aws=unfit(fault), dynamodb_local=TOO_LARGE_FOR_LOCAL)
    writes: list[tuple[Operation, str]] = [("PutItem", "Item"), ("GetItem", "Key"), ("DeleteItem", "Key")]
    for operation, member in writes:
        refused = await dynamo.outcome(operation, {"TableName": name, member: exceeds})
        assert refused == Refusal("ValidationException", message), operation


async def test_a_query_for_too_long_a_key_is_refused(dynamo: Engine, name: str) -> None:
    asked: Request = {
        "TableName": name,
        "KeyConditionExpression": "id = :i",
        "ExpressionAttributeValues": {":i": {"S": "x" * 2049}},
    }
    assert await dynamo.outcome("Query", asked) == KEY_SIZE.answer(
        dynamo,
        aws=Refusal(
            "ValidationException", unfit("Size of hashkey has exceeded the maximum size limit of2048 bytes")
        ),
        dynamodb_local={"Items": [], "Count": 0, "ScannedCount": 0},
    )


OPERATIONS_ON_ITEMS: list[tuple[Operation, str]] = [
    ("PutItem", "Item"),
    ("GetItem", "Key"),
    ("UpdateItem", "Key"),
    ("DeleteItem", "Key"),
]


@pytest.mark.parametrize(("operation", "member"), OPERATIONS_ON_ITEMS)
async def test_a_key_is_not_empty(dynamo: Engine, name: str, operation: Operation, member: str) -> None:
    for key, kind, attribute in (
        ({**KEY, "id": {"S": ""}}, "string", "id"),
        ({**KEY, "part": {"B": b""}}, "binary", "part"),
    ):
        assert await dynamo.outcome(operation, {"TableName": name, member: key}) == Refusal(
            "ValidationException",
            "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an "
            f"empty {kind} value. Key: {attribute}",
        )


KEYS_THAT_ARE_NONE: dict[str, tuple[Item, str | None, str, str]] = {
    "a part lacks": (
        {"id": {"S": "i"}},
        "Missing the key part in the item",
        "One of the required keys was not given a value",
        "The number of conditions on the keys is invalid",
    ),
    "a part has another type": (
        {"id": {"N": "1"}, "part": {"B": b"p"}},
        "Type mismatch for key id expected: S actual: N",
        unfit("Type mismatch for key"),
        unfit("Type mismatch for key"),
    ),
    "a part is too much": (
        {**KEY, "other": {"S": "x"}},
        None,
        "",
        "The number of conditions on the keys is invalid",
    ),
}


@pytest.mark.parametrize("case", KEYS_THAT_ARE_NONE)
async def test_a_key_has_the_parts_that_the_table_has(dynamo: Engine, name: str, case: str) -> None:
    key, put_fault, put_by_local, key_by_local = KEYS_THAT_ARE_NONE[case]
    for operation, member in OPERATIONS_ON_ITEMS:
        outcome = await dynamo.outcome(operation, {"TableName": name, member: key})
        if operation != "PutItem":
            aws = "The provided key element does not match the schema"
            message = KEYS.answer(dynamo, aws=aws, dynamodb_local=key_by_local)
            assert outcome == Refusal("ValidationException", message)
        elif put_fault is None:
            assert outcome == {}
        else:
            message = KEYS.answer(dynamo, aws=unfit(put_fault), dynamodb_local=put_by_local)
            assert outcome == Refusal("ValidationException", message)


def nested(levels: int, kind: str) -> AttributeValue:
    value: AttributeValue = {"S": "x"}
    for _ in range(levels):
        value = {"L": [value]} if kind == "L" else {"M": {"m": value}}
    return value


@pytest.mark.parametrize("kind", ["L", "M"])
async def test_a_value_is_nested_32_deep_with_its_scalar(dynamo: Engine, name: str, kind: str) -> None:
    deepest, too_deep = nested(31, kind), nested(32, kind)
    for operation, request in writes_of(name, deepest).items():
        assert not isinstance(await dynamo.outcome(operation, request), Refusal), operation
    assert (await dynamo.call("GetItem", {"TableName": name, "Key": KEY}))["Item"]["t"] == deepest
    levels = "Nesting Levels have exceeded supported limits"
    where = f"{levels}: Attributes in the item have nested levels beyond supported limit"
    assert await dynamo.outcome("PutItem", {"TableName": name, "Item": {**KEY, "t": too_deep}}) == Refusal(
        "ValidationException", where
    )
    assert await dynamo.outcome("UpdateItem", setting(name, too_deep)) == Refusal(
        "ValidationException",
        NESTED_EXPRESSION_VALUES.answer(
            dynamo,
            aws=f"ExpressionAttributeValues contains invalid value: {where} for key :t",
            dynamodb_local=levels,
        ),
    )


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("1" * 38, "1" * 38),
        ("-" + "9" * 38 + "0" * 10, "-" + "9" * 38 + "0" * 10),
        ("0." + "1" * 38, "0." + "1" * 38),
        ("9.9999999999999999999999999999999999999E+125", "9" * 38 + "0" * 88),
        ("1E-130", "0." + "0" * 129 + "1"),
        ("-1E-130", "-0." + "0" * 129 + "1"),
        ("0E+999", "0"),
        ("-0", "0"),
        ("0.0", "0"),
        ("+1", "1"),
        ("01.10", "1.1"),
        ("1e5", "100000"),
        ("1" + "0" * 125, "1" + "0" * 125),
    ],
)
async def test_numbers_are_kept_exactly_in_one_form(dynamo: Engine, name: str, given: str, kept: str) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": {**KEY, "t": {"N": given}}})
    item = (await dynamo.call("GetItem", {"TableName": name, "Key": KEY}))["Item"]
    assert item["t"] == {"N": kept}


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        (
            "1E+126",
            "Number overflow. Attempting to store a number with magnitude larger than supported range",
        ),
        (
            "-1E+126",
            "Number overflow. Attempting to store a number with magnitude larger than supported range",
        ),
        (
            "1E-131",
            "Number underflow. Attempting to store a number with magnitude smaller than supported range",
        ),
        (
            "-1E-131",
            "Number underflow. Attempting to store a number with magnitude smaller than supported range",
        ),
    ],
)
async def test_numbers_have_a_range(dynamo: Engine, name: str, given: str, fault: str) -> None:
    outcome = await dynamo.outcome("PutItem", {"TableName": name, "Item": {**KEY, "t": {"N": given}}})
    assert outcome == Refusal("ValidationException", fault)


@pytest.mark.parametrize("given", ["1" * 39, "0." + "1" * 39, "1." + "0" * 38 + "1"], ids=str)
async def test_numbers_have_38_digits(dynamo: Engine, name: str, given: str) -> None:
    fault = NUMBERS.answer(
        dynamo,
        aws="Attempting to store more than 38 significant digits in a Number",
        dynamodb_local="DynamoDB only supports precision up to 38 digits",
    )
    outcome = await dynamo.outcome("PutItem", {"TableName": name, "Item": {**KEY, "t": {"N": given}}})
    assert outcome == Refusal("ValidationException", fault)


@pytest.mark.parametrize("given", ["", ".", " 1", "1 ", "NaN", "Infinity", "1_0", "0x1", "1E", "--1", "one"])
async def test_what_is_no_number_is_shown(dynamo: Engine, name: str, given: str) -> None:
    aws = "The parameter cannot be converted to a numeric value" + (f": {given}" if given else "")
    message = NUMBERS.answer(
        dynamo, aws=aws, dynamodb_local="A value provided cannot be converted into a number"
    )
    for value in ({"N": given}, {"NS": [given]}):
        outcome = await dynamo.outcome("PutItem", {"TableName": name, "Item": {**KEY, "t": value}})
        assert outcome == Refusal("ValidationException", message)


@pytest.mark.parametrize(
    ("value", "aws", "local"),
    [
        ({"SS": []}, unfit("An string set  may not be empty"), None),
        ({"NS": []}, unfit("An number set  may not be empty"), None),
        ({"BS": []}, unfit("Binary sets should not be empty"), None),
        ({"NS": ["1", "1.0"]}, "Input collection contains duplicates", None),
        (
            {"SS": ["a", "a"]},
            unfit("Input collection [a, a] contains duplicates."),
            unfit("Input collection [a, a] contains duplicates"),
        ),
        (
            {"BS": [b"a", b"a"]},
            unfit("Input collection [YQ==, YQ==]of type BS contains duplicates."),
            unfit("Input collection of type BS contains duplicates."),
        ),
        ({"NULL": False}, unfit("Null attribute value types must have the value of true"), None),
        (
            {},
            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
            None,
        ),
    ],
    ids=str,
)
async def test_sets_and_values_that_are_none(
    dynamo: Engine, name: str, value: Any, aws: str, local: str | None
) -> None:
    message = aws if local is None else DUPLICATES.answer(dynamo, aws=aws, dynamodb_local=local)
    outcome = await dynamo.outcome("PutItem", {"TableName": name, "Item": {**KEY, "t": value}})
    assert outcome == Refusal("ValidationException", message)


async def test_what_is_empty_and_no_key_is_kept(dynamo: Engine, name: str) -> None:
    item = {
        **KEY,
        "text": {"S": ""},
        "raw": {"B": b""},
        "list": {"L": []},
        "map": {"M": {}},
        "texts": {"SS": [""]},
        "raws": {"BS": [b""]},
    }
    await dynamo.call("PutItem", {"TableName": name, "Item": item})
    assert await dynamo.call("GetItem", {"TableName": name, "Key": KEY}) == {"Item": item}
