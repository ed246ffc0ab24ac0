"""An item is turned into another one only while it is what was read; what others add to it meanwhile stays."""

import secrets
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cairn.dynamo.errors import ConditionalCheckFailedException, TransactionCanceledException
from cairn.dynamo.seam import AttributeValue, Dynamo, Item
from cairn.tables.rewriting import TooManyAttributesError, rewriting, same

TABLE = "Rewritten"
KEY_NAMES = ("PK", "SK")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def table(dynamo: Dynamo) -> AsyncIterator[Dynamo]:
    """The engine, with a table to rewrite items in."""
    await dynamo.call(
        "CreateTable",
        {
            "TableName": TABLE,
            "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in KEY_NAMES],
            "KeySchema": [
                {"AttributeName": "PK", "KeyType": "HASH"},
                {"AttributeName": "SK", "KeyType": "RANGE"},
            ],
            "BillingMode": "PAY_PER_REQUEST",
        },
    )
    yield dynamo
    await dynamo.call("DeleteTable", {"TableName": TABLE})


def fresh_key(sort: str = "METADATA") -> Item:
    return {"PK": {"S": secrets.token_hex(8)}, "SK": {"S": sort}}


async def put(dynamo: Dynamo, item: Item) -> None:
    await dynamo.call("PutItem", {"TableName": TABLE, "Item": item})


async def stored(dynamo: Dynamo, item: Item) -> Item | None:
    key = {name: item[name] for name in KEY_NAMES}
    answer = await dynamo.call("GetItem", {"TableName": TABLE, "Key": key, "ConsistentRead": True})
    found: Item | None = answer.get("Item")
    return found


async def rewrite(dynamo: Dynamo, old: Item, new: Item) -> None:
    request = rewriting(TABLE, KEY_NAMES, old, new)
    if request is not None:
        await dynamo.call(*request)


names = st.sampled_from(["a", "b", "name", "size", "a.b"])
values: st.SearchStrategy[AttributeValue] = st.recursive(
    st.one_of(
        st.text(max_size=3).map(lambda text: {"S": text}),
        st.integers(-9, 9).map(lambda number: {"N": str(number)}),
        st.binary(max_size=3).map(lambda content: {"B": content}),
        st.booleans().map(lambda truth: {"BOOL": truth}),
        st.just({"NULL": True}),
        st.sets(st.text(max_size=2), min_size=1, max_size=3).map(lambda texts: {"SS": sorted(texts)}),
        st.sets(st.integers(0, 9), min_size=1, max_size=3).map(
            lambda numbers: {"NS": [str(number) for number in sorted(numbers)]}
        ),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2).map(lambda members: {"L": members}),
        st.dictionaries(names, inner, max_size=2).map(lambda members: {"M": members}),
    ),
    max_leaves=3,
)
attributes = st.dictionaries(names, values, max_size=4)
on_each_engine = settings(
    max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@on_each_engine
@given(before=attributes, after=attributes)
async def test_an_item_becomes_the_other(
    table: Dynamo, before: dict[str, Any], after: dict[str, Any]
) -> None:
    key = fresh_key()
    old, new = key | before, key | after
    await put(table, old)
    await rewrite(table, old, new)
    found = await stored(table, key)
    assert found is not None
    assert same({"M": found}, {"M": new})


@on_each_engine
@given(before=attributes, meanwhile=attributes, after=attributes)
async def test_an_item_that_has_changed_is_left_alone(
    table: Dynamo, before: dict[str, Any], meanwhile: dict[str, Any], after: dict[str, Any]
) -> None:
    key = fresh_key()
    old, now, new = key | before, key | meanwhile, key | after
    await put(table, now)
    if any(name not in now or not same(value, now[name]) for name, value in old.items()) and old != new:
        with pytest.raises(ConditionalCheckFailedException):
            await rewrite(table, old, new)
        found = await stored(table, key)
        assert found is not None
        assert same({"M": found}, {"M": now})


async def test_an_item_that_is_gone_does_not_come_back(table: Dynamo) -> None:
    key = fresh_key()
    with pytest.raises(ConditionalCheckFailedException):
        await rewrite(table, key, {**key, "name": {"S": "Ada"}})
    assert await stored(table, key) is None


async def test_what_others_add_meanwhile_stays(table: Dynamo) -> None:
    old = {**fresh_key(), "name": {"S": "Ada"}}
    await put(table, old | {"seen": {"BOOL": True}})
    await rewrite(table, old, old | {"name": {"S": "Ada Lovelace"}})
    assert await stored(table, old) == old | {"name": {"S": "Ada Lovelace"}, "seen": {"BOOL": True}}


async def test_what_others_add_under_a_new_name_is_not_overwritten(table: Dynamo) -> None:
    old = {**fresh_key(), "name": {"S": "Ada"}}
    await put(table, old | {"title": {"S": "Countess"}})
    with pytest.raises(ConditionalCheckFailedException):
        await rewrite(table, old, old | {"title": {"S": "Ada"}})
    assert await stored(table, old) == old | {"title": {"S": "Countess"}}


async def test_an_item_moves_to_another_key_as_one(table: Dynamo) -> None:
    old = {**fresh_key("OLD"), "name": {"S": "Ada"}}
    new = {**old, "SK": {"S": "NEW"}, "size": {"N": "1"}}
    await put(table, old)
    await rewrite(table, old, new)
    assert (await stored(table, old), await stored(table, new)) == (None, new)


async def test_an_item_does_not_move_onto_another_one(table: Dynamo) -> None:
    old = {**fresh_key("OLD"), "name": {"S": "Ada"}}
    new = {**old, "SK": {"S": "NEW"}}
    other = {**new, "name": {"S": "Bo"}}
    await put(table, old)
    await put(table, other)
    with pytest.raises(TransactionCanceledException):
        await rewrite(table, old, new)
    assert (await stored(table, old), await stored(table, new)) == (old, other)


async def test_an_item_that_changed_does_not_move(table: Dynamo) -> None:
    old = {**fresh_key("OLD"), "name": {"S": "Ada"}}
    new = {**old, "SK": {"S": "NEW"}}
    await put(table, old | {"name": {"S": "Bo"}})
    with pytest.raises(TransactionCanceledException):
        await rewrite(table, old, new)
    assert (await stored(table, old), await stored(table, new)) == (old | {"name": {"S": "Bo"}}, None)


def test_the_same_item_takes_no_request() -> None:
    old = {**fresh_key(), "tags": {"SS": ["a", "b"]}}
    assert rewriting(TABLE, KEY_NAMES, old, {**old, "tags": {"SS": ["b", "a"]}}) is None


async def test_as_many_attributes_are_watched_as_a_condition_can(table: Dynamo) -> None:
    key = fresh_key()
    old = key | {f"attribute{number}": {"N": str(number)} for number in range(149)}
    new = old | {"attribute0": {"S": "changed"}}
    await put(table, old)
    await rewrite(table, old, new)
    assert await stored(table, key) == new


def test_more_attributes_than_a_condition_can_watch_are_refused() -> None:
    old = fresh_key() | {f"attribute{number}": {"N": str(number)} for number in range(150)}
    with pytest.raises(
        TooManyAttributesError,
        match=r"^the item has 150 attributes besides its key; a condition can watch 149, those that are new among"
        r" them$",
    ):
        rewriting(TABLE, KEY_NAMES, old, old | {"attribute0": {"S": "changed"}})
