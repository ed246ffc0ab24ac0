"""Keys: what DynamoDB accepts as one, its words for what it refuses, and the order of their bytes."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.dynamo.embedded.keys import (
    KeyAttribute,
    KeySchema,
    encoded,
    encoded_operand,
    index_key_of_item,
    key_attributes,
    key_of_item,
    key_of_request,
)
from cairn.dynamo.embedded.numbers import sort_key
from cairn.dynamo.errors import DynamoError, ValidationException
from cairn.dynamo.seam import AttributeValue, Item

TEXTS = KeySchema(KeyAttribute("PK", "S"), KeyAttribute("SK", "S"))
MIXED = KeySchema(KeyAttribute("PK", "B"), KeyAttribute("SK", "N"))
ALONE = KeySchema(KeyAttribute("id", "N"), None)

UNLIKE_SCHEMA = "The provided key element does not match the schema"
LONG_PARTITION = "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes"
LONG_SORT = (
    "One or more parameter values were invalid: "
    "Aggregated size of all range keys has exceeded the size limit of 1024 bytes"
)
EMPTY = "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty"
EMPTY_IN_INDEX = (
    "One or more parameter values are not valid. A value specified for a secondary index key is not supported. "
    "The AttributeValue for a key attribute cannot contain an empty"
)
INVALID = "One or more parameter values were invalid: "


@pytest.mark.parametrize(
    ("schema", "key", "expected"),
    [
        (TEXTS, {"PK": {"S": "é"}, "SK": {"S": "b"}}, ("é".encode(), b"b")),
        (TEXTS, {"SK": {"S": "b"}, "PK": {"S": "a"}}, (b"a", b"b")),
        (TEXTS, {"PK": {"S": "p" * 2048}, "SK": {"S": "s" * 1024}}, (b"p" * 2048, b"s" * 1024)),
        (MIXED, {"PK": {"B": b"\x00\xff"}, "SK": {"N": "1.50"}}, (b"\x00\xff", sort_key("1.5"))),
        (MIXED, {"PK": {"B": bytearray(b"x")}, "SK": {"N": "0"}}, (b"x", sort_key("0"))),
        (ALONE, {"id": {"N": "-007"}}, (sort_key("-7"), b"")),
        (ALONE, {"id": {"N": "0"}}, (sort_key("0"), b"")),
        (ALONE, {"id": {"N": "7", "S": None}}, (sort_key("7"), b"")),
    ],
)
def test_a_request_names_an_item_by_its_whole_key(
    schema: KeySchema, key: Any, expected: tuple[bytes, bytes]
) -> None:
    assert key_of_request(schema, key) == expected


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ({}, UNLIKE_SCHEMA),
        ({"PK": {"S": "a"}}, UNLIKE_SCHEMA),
        ({"PK": {"S": "a"}, "sk": {"S": "b"}}, UNLIKE_SCHEMA),
        ({"PK": {"S": "a"}, "SK": {"S": "b"}, "x": {"S": "c"}}, UNLIKE_SCHEMA),
        ({"PK": {"N": "1"}, "SK": {"S": "b"}}, UNLIKE_SCHEMA),
        ({"PK": {"S": "a"}, "SK": {"NULL": True}}, UNLIKE_SCHEMA),
        ({"PK": {"S": ""}, "SK": {"S": "b"}}, f"{EMPTY} string value. Key: PK"),
        ({"PK": {"S": "a"}, "SK": {"S": ""}}, f"{EMPTY} string value. Key: SK"),
        ({"PK": {"S": ""}, "SK": {"N": "1"}}, f"{EMPTY} string value. Key: PK"),
        ({"PK": {"S": "p" * 2049}, "SK": {"S": "b"}}, LONG_PARTITION),
        ({"PK": {"S": "é" * 1025}, "SK": {"S": "b"}}, LONG_PARTITION),
        ({"PK": {"S": "p" * 2049}, "SK": {"S": ""}}, LONG_PARTITION),
        ({"PK": {"S": "a"}, "SK": {"S": "s" * 1025}}, LONG_SORT),
        ({"PK": {"S": ""}, "SK": {"N": "x"}}, "The parameter cannot be converted to a numeric value: x"),
        ({"PK": {"S": "a"}, "SK": {"SS": []}}, f"{INVALID}An string set  may not be empty"),
        (
            {"PK": {}, "x": {"S": "a"}, "y": {"S": "b"}},
            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
        ),
        ({"PK": {"S": "\ud800"}, "SK": {"S": "b"}}, "Unpaired surrogate U+D800 in a string"),
        ({"PK": {"S": 5}, "SK": {"S": "b"}}, "NUMBER_VALUE cannot be converted to String"),
        ({"PK": {"S": "a"}, "SK": "b"}, "Unexpected value type in payload"),
    ],
)
def test_what_is_not_the_tables_key_is_refused(key: Any, message: str) -> None:
    with pytest.raises(DynamoError) as refusal:
        key_of_request(TEXTS, key)
    assert refusal.value.message == message


def test_an_empty_binary_is_no_key() -> None:
    with pytest.raises(ValidationException) as refusal:
        key_of_request(MIXED, {"PK": {"B": b""}, "SK": {"N": "1"}})
    assert refusal.value.message == f"{EMPTY} binary value. Key: PK"


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ({}, f"{INVALID}Missing the key PK in the item"),
        ({"PK": {"S": "a"}, "x": {"S": "b"}}, f"{INVALID}Missing the key SK in the item"),
        ({"PK": {"N": "1"}, "SK": {"S": "b"}}, f"{INVALID}Type mismatch for key PK expected: S actual: N"),
        ({"PK": {"N": "1"}, "SK": {"S": ""}}, f"{INVALID}Type mismatch for key PK expected: S actual: N"),
        (
            {"PK": {"S": "a"}, "SK": {"NULL": True}},
            f"{INVALID}Type mismatch for key SK expected: S actual: NULL",
        ),
        ({"PK": {"S": ""}}, f"{EMPTY} string value. Key: PK"),
        ({"PK": {"S": "a"}, "SK": {"S": ""}}, f"{EMPTY} string value. Key: SK"),
        ({"PK": {"S": "p" * 2049}, "SK": {"N": "1"}}, LONG_PARTITION),
        ({"PK": {"S": "a"}, "SK": {"S": "s" * 1025}}, LONG_SORT),
    ],
)
def test_an_item_without_a_fit_key_is_refused(item: Item, message: str) -> None:
    with pytest.raises(ValidationException) as refusal:
        key_of_item(TEXTS, item)
    assert refusal.value.message == message


def test_an_items_key_is_the_one_that_a_request_names() -> None:
    key: Item = {"PK": {"B": b"p"}, "SK": {"N": "-2.5"}}
    item = {"title": {"S": "x"}, **key}
    assert key_attributes(MIXED, item) == key
    assert key_of_item(MIXED, item) == key_of_request(MIXED, key) == (b"p", sort_key("-2.5"))


@pytest.mark.parametrize(
    ("item", "key"),
    [
        ({"PK": {"S": "a"}, "SK": {"S": "b"}}, (b"a", b"b")),
        ({"PK": {"S": "a"}}, None),
        ({"SK": {"S": "b"}}, None),
        ({}, None),
    ],
)
def test_an_index_holds_the_items_that_have_its_whole_key(
    item: Item, key: tuple[bytes, bytes] | None
) -> None:
    assert index_key_of_item(TEXTS, "GSI1", item) == key


def test_an_index_with_a_partition_key_alone_holds_the_items_that_have_it() -> None:
    assert index_key_of_item(ALONE, "ById", {"id": {"N": "3"}}) == (sort_key("3"), b"")
    assert index_key_of_item(ALONE, "ById", {"other": {"N": "3"}}) is None


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (
            {"PK": {"N": "1"}},
            f"{INVALID}Type mismatch for Index Key PK Expected: S Actual: N IndexName: GSI1",
        ),
        ({"SK": {"L": []}}, f"{INVALID}Type mismatch for Index Key SK Expected: S Actual: L IndexName: GSI1"),
        ({"PK": {"S": ""}}, f"{EMPTY_IN_INDEX} string value. IndexName: GSI1, IndexKey: PK"),
        (
            {"PK": {"S": "a"}, "SK": {"S": ""}},
            f"{EMPTY_IN_INDEX} string value. IndexName: GSI1, IndexKey: SK",
        ),
        ({"PK": {"S": "p" * 2049}}, LONG_PARTITION),
        ({"PK": {"S": "a"}, "SK": {"S": "s" * 1025}}, LONG_SORT),
    ],
)
def test_an_item_that_cannot_stand_in_an_index_is_refused(item: Item, message: str) -> None:
    with pytest.raises(ValidationException) as refusal:
        index_key_of_item(TEXTS, "GSI1", item)
    assert refusal.value.message == message


def test_an_update_that_empties_an_index_key_is_refused_in_other_words() -> None:
    with pytest.raises(ValidationException) as refusal:
        index_key_of_item(TEXTS, "GSI1", {"PK": {"S": ""}}, updating=True)
    assert refusal.value.message == (
        "One or more parameter values are not valid. The update expression attempted to update a secondary index "
        "key to a value that is not supported. "
        "The AttributeValue for a key attribute cannot contain an empty string value."
    )


@pytest.mark.parametrize(
    ("value", "index_name", "message"),
    [
        ({"S": ""}, None, f"{EMPTY} string value. Key: SK"),
        ({"S": ""}, "GSI1", f"{EMPTY_IN_INDEX} string value. IndexName: GSI1, IndexKey: SK"),
        ({"S": "s" * 1025}, None, LONG_SORT),
    ],
)
def test_a_condition_compares_a_key_with_what_could_be_one(
    value: AttributeValue, index_name: str | None, message: str
) -> None:
    assert TEXTS.sort is not None
    assert encoded_operand(TEXTS, TEXTS.sort, {"S": "b"}, index_name) == b"b"
    with pytest.raises(ValidationException) as refusal:
        encoded_operand(TEXTS, TEXTS.sort, value, index_name)
    assert refusal.value.message == message


@given(st.text(st.characters(exclude_categories=["Cs"])), st.text(st.characters(exclude_categories=["Cs"])))
def test_encoded_texts_order_by_their_characters(a: str, b: str) -> None:
    assert (encoded({"S": a}) < encoded({"S": b})) is (a < b)


@given(st.integers(-(10**30), 10**30), st.integers(-(10**30), 10**30), st.integers(-40, 40))
def test_encoded_numbers_order_by_value(a: int, b: int, exponent: int) -> None:
    assert (encoded({"N": str(a)}) < encoded({"N": f"{b}e{exponent}"})) is (
        Decimal(a) < Decimal(f"{b}e{exponent}")
    )


@given(st.binary(), st.binary())
def test_encoded_binaries_order_by_unsigned_bytes(a: bytes, b: bytes) -> None:
    assert (encoded({"B": a}) < encoded({"B": b})) is (a < b)
