"""Two tables have the same fingerprint when they hold the same items, and only then."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.dynamo.seam import Item
from cairn.tables.fingerprints import Fingerprint

NUMBERS = st.integers(-(10**20), 10**20).map(str)
VALUES: st.SearchStrategy[dict[str, Any]] = st.recursive(
    st.one_of(
        st.text().map(lambda text: {"S": text}),
        NUMBERS.map(lambda text: {"N": text}),
        st.binary().map(lambda content: {"B": content}),
        st.booleans().map(lambda flag: {"BOOL": flag}),
        st.just({"NULL": True}),
        st.lists(NUMBERS, min_size=1, unique=True).map(lambda members: {"NS": members}),
    ),
    lambda values: st.one_of(
        st.lists(values, max_size=3).map(lambda members: {"L": members}),
        st.dictionaries(st.text(max_size=3), values, max_size=3).map(lambda members: {"M": members}),
    ),
    max_leaves=6,
)
ITEMS: st.SearchStrategy[list[Item]] = st.lists(
    st.dictionaries(st.text(min_size=1, max_size=3), VALUES, min_size=1, max_size=3), max_size=5
)


def fingerprint_of(items: list[Item]) -> Fingerprint:
    found = Fingerprint()
    for item in items:
        found = found.with_item(item)
    return found


@given(ITEMS, st.randoms())
def test_neither_the_order_of_items_nor_of_attributes_counts(
    items: list[Item], chance: random.Random
) -> None:
    shuffled = [dict(reversed(item.items())) for item in items]
    chance.shuffle(shuffled)
    assert fingerprint_of(shuffled) == fingerprint_of(items)


@given(ITEMS.filter(bool))
def test_an_item_that_is_missing_doubled_or_another_is_told(items: list[Item]) -> None:
    first, *rest = items
    changed = {**first, "one attribute more": {"S": ""}}
    whole = fingerprint_of(items)
    assert len({whole, fingerprint_of(rest), fingerprint_of([first, *items])}) == 3
    assert fingerprint_of([changed, *rest]).checksum != whole.checksum


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"N": "1"}, {"N": "1.00"}),
        ({"N": "100"}, {"N": "1E+2"}),
        ({"N": "0"}, {"N": "-0.0"}),
        ({"B": b"\0\1"}, {"B": bytearray(b"\0\1")}),
        ({"SS": ["a", "b"]}, {"SS": ["b", "a"]}),
        ({"NS": ["1", "2.50"]}, {"NS": ["2.5", "1.0"]}),
        ({"BS": [b"a", b"b"]}, {"BS": [b"b", b"a"]}),
        (
            {"L": [{"M": {"a": {"N": "1"}, "b": {"N": "2"}}}]},
            {"L": [{"M": {"b": {"N": "2.0"}, "a": {"N": "1"}}}]},
        ),
    ],
)
def test_one_value_in_two_forms_is_the_same(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert fingerprint_of([{"a": one}]) == fingerprint_of([{"a": other}])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"S": "1"}, {"N": "1"}),
        ({"S": "61"}, {"B": b"a"}),
        ({"SS": ["1"]}, {"NS": ["1"]}),
        ({"SS": ["1"]}, {"L": [{"S": "1"}]}),
        ({"L": [{"S": "a"}, {"S": "b"}]}, {"L": [{"S": "b"}, {"S": "a"}]}),
        ({"N": "12345678901234567890123456789012345678"}, {"N": "12345678901234567890123456789012345679"}),
        ({"NULL": True}, {"BOOL": True}),
    ],
)
def test_values_that_look_alike_are_not_the_same(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert fingerprint_of([{"a": one}]) != fingerprint_of([{"a": other}])
