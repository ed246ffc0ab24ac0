"""Attribute values: normal form, size, equality and order."""

from collections.abc import Iterator
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn.dynamo.embedded import values
from cairn.dynamo.errors import ValidationException
from cairn.dynamo.seam import AttributeValue, Item
from tests.dynamodb_local import DynamoDBLocal

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

TOO_DEEP = (
    "Nesting Levels have exceeded supported limits: "
    "Attributes in the item have nested levels beyond supported limit"
)


class Status(StrEnum):
    OPEN = "OPEN"


def nested(levels: int, kind: str, innermost: AttributeValue) -> AttributeValue:
    value = innermost
    for _ in range(levels):
        value = {"L": [value]} if kind == "L" else {"M": {"inner": value}}
    return value


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
decimals = st.decimals(allow_nan=False, allow_infinity=False, places=3, min_value=-(10**9), max_value=10**9)
scalars = st.one_of(
    st.fixed_dictionaries({"S": texts}),
    st.fixed_dictionaries({"N": decimals.map(str)}),
    st.fixed_dictionaries({"B": st.binary(max_size=8)}),
    st.fixed_dictionaries({"BOOL": st.booleans()}),
    st.just({"NULL": True}),
    st.fixed_dictionaries({"SS": st.lists(texts, min_size=1, max_size=4, unique=True)}),
    st.fixed_dictionaries(
        {"NS": st.lists(decimals, min_size=1, max_size=4, unique=True).map(lambda some: [*map(str, some)])}
    ),
    st.fixed_dictionaries({"BS": st.lists(st.binary(max_size=4), min_size=1, max_size=4, unique=True)}),
)
good_values: st.SearchStrategy[AttributeValue] = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.fixed_dictionaries({"L": st.lists(inner, max_size=4)}),
        st.fixed_dictionaries(
            {"M": st.dictionaries(texts.filter(bool), inner, max_size=4)},
        ),
    ),
    max_leaves=12,
)
good_items: st.SearchStrategy[Item] = st.dictionaries(texts.filter(bool), good_values, max_size=5)


@pytest.mark.parametrize(
    ("value", "normal"),
    [
        ({"S": ""}, {"S": ""}),
        ({"B": b""}, {"B": b""}),
        ({"SS": [""]}, {"SS": [""]}),
        ({"S": Status.OPEN}, {"S": "OPEN"}),
        ({"S": "x", "N": None}, {"S": "x"}),
        ({"S": "x", "SOMETHING": "else"}, {"S": "x"}),
        ({"N": "1.50"}, {"N": "1.5"}),
        ({"B": bytearray(b"x")}, {"B": b"x"}),
        ({"BS": [memoryview(b"x"), b"a"]}, {"BS": [b"a", b"x"]}),
        ({"BOOL": "true"}, {"BOOL": True}),
        ({"SS": ("b", "a")}, {"SS": ["a", "b"]}),
        ({"NS": ["10", "-1", "9.0"]}, {"NS": ["-1", "9", "10"]}),
        ({"L": [{"NS": ["1e1"]}]}, {"L": [{"NS": ["10"]}]}),
        (MappingProxyType({"M": MappingProxyType({"a": {"N": "+1"}})}), {"M": {"a": {"N": "1"}}}),
        (nested(31, "L", {"S": "x"}), nested(31, "L", {"S": "x"})),
        (nested(31, "M", {"L": []}), nested(31, "M", {"L": []})),
    ],
)
def test_a_good_value_is_put_into_normal_form(value: object, normal: AttributeValue) -> None:
    checked, size = values.checked_value(value)
    assert checked == normal
    assert repr(checked) == repr(normal)  # of the plain types themselves
    assert size == values.value_size(normal)


def test_depth_counts_from_where_the_value_stands() -> None:
    assert values.checked_value({"S": "x"}, 31) == ({"S": "x"}, 1)
    with pytest.raises(ValidationException) as refusal:
        values.checked_value({"L": [{"S": "x"}]}, 31)
    assert refusal.value.message == TOO_DEEP


def test_an_update_that_nests_too_deep_is_refused() -> None:
    values.check_nesting({"a": nested(31, "M", {"S": "x"})})
    with pytest.raises(ValidationException) as refusal:
        values.check_nesting({"a": {"S": "x"}, "b": nested(32, "M", {"S": "x"})})
    assert refusal.value.message == "Nesting Levels have exceeded supported limits"


def test_the_callers_item_is_neither_kept_nor_changed() -> None:
    mine: dict[str, Any] = {"tags": {"L": [{"M": {"n": {"N": "1.0"}}}]}, "kinds": {"SS": ["b", "a"]}}
    checked, _ = values.checked_item(mine)
    assert mine == {"tags": {"L": [{"M": {"n": {"N": "1.0"}}}]}, "kinds": {"SS": ["b", "a"]}}
    mine["tags"]["L"].append({"S": "later"})
    mine["kinds"]["SS"].append("c")
    assert checked == {"tags": {"L": [{"M": {"n": {"N": "1"}}}]}, "kinds": {"SS": ["a", "b"]}}


@pytest.mark.parametrize(
    ("item", "size"),
    [
        ({}, 0),
        ({"name": {"S": "Ada"}}, 7),
        ({"é": {"S": "€"}}, 5),
        ({"n": {"N": "-12.50"}}, 1 + 4),
        ({"b": {"B": b"123"}}, 4),
        ({"t": {"BOOL": True}, "n": {"NULL": True}}, 4),
        ({"s": {"SS": ["ab", "c"]}, "n": {"NS": ["1", "23"]}, "b": {"BS": [b"", b"x"]}}, 3 + 3 + 4 + 1),
        ({"l": {"L": [{"S": "ab"}, {"L": []}]}}, 1 + 3 + 2 + 2 + 3),
        ({"m": {"M": {"key": {"S": "ab"}, "k": {"S": ""}}}}, 1 + 3 + 2 + 3 + 2 + 1),
    ],
)
def test_an_item_is_as_large_as_its_names_and_values(item: Item, size: int) -> None:
    checked, counted = values.checked_item(item)
    assert counted == size
    assert values.item_size(checked) == size


@given(good_items)
def test_the_normal_form_is_its_own_normal_form_and_keeps_its_size(item: Item) -> None:
    checked, size = values.checked_item(item)
    assert values.checked_item(checked) == (checked, size)
    assert values.item_size(checked) == size


@pytest.fixture(scope="module")
def client(dynamodb_local: DynamoDBLocal) -> "Iterator[DynamoDBClient]":
    client = boto3.client(
        "dynamodb",
        endpoint_url=dynamodb_local.endpoint_url,
        region_name="local",
        aws_access_key_id="values",
        aws_secret_access_key="secret",
    )
    client.create_table(
        TableName="Sizes",
        AttributeDefinitions=[{"AttributeName": "key", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "key", "KeyType": "HASH"}],
        BillingMode="PAY_PER_REQUEST",
    )
    yield client
    client.delete_table(TableName="Sizes")
    client.close()


@settings(max_examples=60)
@given(item=good_items)
def test_dynamodb_local_counts_the_same_size(client: "DynamoDBClient", item: Item) -> None:
    item = item | {"key": {"S": "one"}}
    client.put_item(TableName="Sizes", Item=item)
    # It knows the size of a table at once, where AWS says it every six hours.
    assert client.describe_table(TableName="Sizes")["Table"]["TableSizeBytes"] == values.checked_item(item)[1]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ({"SS": ["a", "b"]}, {"SS": ["b", "a"]}),
        ({"NS": ["1", "2"]}, {"NS": ["2", "1"]}),
        ({"BS": [b"a", b"b"]}, {"BS": [b"b", b"a"]}),
        ({"L": [{"M": {"s": {"SS": ["a", "b"]}}}]}, {"L": [{"M": {"s": {"SS": ["b", "a"]}}}]}),
        ({"M": {"a": {"S": "1"}, "b": {"S": "2"}}}, {"M": {"b": {"S": "2"}, "a": {"S": "1"}}}),
    ],
)
def test_sets_and_maps_are_equal_in_any_order(a: AttributeValue, b: AttributeValue) -> None:
    assert values.equal(a, b)
    assert values.equal(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ({"S": "1"}, {"N": "1"}),
        ({"N": "1"}, {"BOOL": True}),
        ({"BOOL": True}, {"NULL": True}),
        ({"BOOL": True}, {"BOOL": False}),
        ({"SS": ["a"]}, {"SS": ["a", "b"]}),
        ({"SS": ["1"]}, {"NS": ["1"]}),
        ({"L": [{"S": "a"}, {"S": "b"}]}, {"L": [{"S": "b"}, {"S": "a"}]}),
        ({"L": [{"S": "a"}]}, {"L": [{"S": "a"}, {"S": "b"}]}),
        ({"M": {"a": {"S": "x"}}}, {"M": {"b": {"S": "x"}}}),
        ({"M": {"a": {"SS": ["x"]}}}, {"M": {"a": {"SS": ["y"]}}}),
    ],
)
def test_different_types_contents_and_lists_in_another_order_differ(
    a: AttributeValue, b: AttributeValue
) -> None:
    assert not values.equal(a, b)
    assert not values.equal(b, a)


@pytest.mark.parametrize(
    "ascending",
    [
        [{"N": "-10"}, {"N": "-9.5"}, {"N": "0"}, {"N": "0.01"}, {"N": "9"}, {"N": "10"}],
        [{"S": ""}, {"S": "A"}, {"S": "a"}, {"S": "ab"}, {"S": "é"}, {"S": "\uffff"}, {"S": "😀"}],
        [{"B": b""}, {"B": b"\x00"}, {"B": b"\x7f"}, {"B": b"\x80"}, {"B": b"\xff"}],
    ],
)
def test_values_order_by_number_by_utf8_and_by_unsigned_bytes(ascending: list[AttributeValue]) -> None:
    for place, value in enumerate(ascending):
        assert [values.less(value, other) for other in ascending] == [
            other_place > place for other_place in range(len(ascending))
        ]
