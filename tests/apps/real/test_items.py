"""Items of REAL are stored as the document's rows and notes say, and stand in the indexes that they belong in."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from pydantic import ValidationError

from cairn.apps.real.schema import (
    TABLES,
    Album,
    AppStoreSub,
    Card,
    Chat,
    ChatType,
    DeletedUser,
    Post,
    PostStatus,
    PostTrending,
    SubscriptionLevel,
    User,
    main,
)
from cairn.dynamo.seam import Item
from cairn.tables import Entity, KeyValueError, Ref, Tables, assert_calls, attribute, create, put
from cairn.tables.layout import Layout
from cairn.tables.samples import entry
from tests.apps.real.cast import ADA, BO, FRIENDS, MOMENT, asked_with, everything_of, item_of
from tests.documents.agreement import answer_of

KINDS: dict[str, type[Entity]] = {
    f"{table.name} {entity.__name__}": entity for table in TABLES for entity in table.entities
}
MINE = everything_of(ADA)


async def stored(tables: Tables, entity: Entity) -> Item:
    """The attributes of an item as they are in the table."""
    layout = entity.__layout__
    request = {"TableName": layout.table.name_at(tables.stage), "Key": layout.ref(entity).key}
    found: Item = (await tables.dynamo.call("GetItem", {**request, "ConsistentRead": True}))["Item"]
    return found


def reference(entity: Entity) -> Ref[Any]:
    return entity.__layout__.ref(entity)


def in_index(item: Item, name: str) -> tuple[str, ...] | None:
    """An item's key in an index of the main table."""
    index = next(each for each in main.indexes if each.name == name)
    halves = [item.get(each) for each in index.key_names]
    return tuple(str(next(iter(half.values()))) for half in halves if half is not None) or None


def item(entity: Entity) -> Item:
    return entity.__layout__.item_of(entity)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
async def test_each_kind_is_stored_and_read_back_equal(tables: Tables, kind: type[Entity]) -> None:
    entity = MINE[kind]
    await tables.write(create(entity))
    layout: Layout = kind.__layout__
    assert await tables.get(layout.ref(entity)) == entity
    assert await stored(tables, entity) == layout.item_of(entity)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
async def test_each_index_holds_of_an_item_what_the_document_says(tables: Tables, kind: type[Entity]) -> None:
    entity, layout = MINE[kind], kind.__layout__
    await tables.write(put(entity))
    for plan in layout.index_keys:
        index = plan.index
        assert index is not None
        whole = item(entity)
        answer = await tables.dynamo.call(
            "Query",
            {
                "TableName": layout.table.name_at(tables.stage),
                "IndexName": index.name,
                "KeyConditionExpression": "#0 = :0 AND #1 = :1",
                "ExpressionAttributeNames": {"#0": index.pk, "#1": index.sk},
                "ExpressionAttributeValues": {":0": whole[index.pk], ":1": whole[index.sk]},
            },
        )
        assert answer["Items"] == [entry(whole, plan)]
        if index.projection == "KEYS_ONLY":
            assert answer["Items"][0].keys() == {*layout.table.key_names, *index.key_names}


async def test_both_peoples_items_lie_side_by_side(tables: Tables) -> None:
    everything = [*MINE.values(), *everything_of(BO).values()]
    await tables.write_batch([put(each) for each in everything])
    assert await tables.get_all([each.__layout__.ref(each) for each in everything]) == everything


def test_users_without_a_paid_subscription_are_not_among_those_whose_ends() -> None:
    user = MINE[User]
    assert in_index(item(user), "GSI-K1") == ("user/DIAMOND", "2021-01-10T18:00:00.250000Z")
    for level in (None, SubscriptionLevel.BASIC):
        assert in_index(item(user.changed(subscription_level=level)), "GSI-K1") is None


async def test_a_subscription_without_an_end_sorts_after_all_that_have_one(tables: Tables) -> None:
    user = MINE[User]
    endless = user.changed(user_id=BO, subscription_expires_at=None)
    late = user.changed(user_id=FRIENDS[ADA], subscription_expires_at=datetime.max.replace(tzinfo=UTC))
    await tables.write(put(endless), put(late), put(user))
    assert in_index(item(endless), "GSI-K1") == ("user/DIAMOND", "~")
    paid = User.by_subscription.query(paid_subscription_level=SubscriptionLevel.DIAMOND)
    assert await tables.all(paid) == [reference(each) for each in (user, late, endless)]
    due = User.with_expired_subscription(SubscriptionLevel.DIAMOND, datetime.max.replace(tzinfo=UTC))
    assert await answer_of(tables, due) == [reference(user), reference(late)]


async def test_a_user_who_stops_paying_leaves_the_index(tables: Tables) -> None:
    await tables.write(put(MINE[User]))
    user = await tables.expect(User.with_id(ADA))
    basic = await tables.update(user, attribute(User.subscription_level).set(SubscriptionLevel.BASIC))
    assert in_index(await stored(tables, basic), "GSI-K1") is None


@pytest.mark.parametrize("card_id", ["0f3c8f1e-4a8f-4f6e-9d8e-0a1b2c3d4e5f", f"{ADA}:REQUESTED_FOLLOWERS"])
async def test_a_cards_id_is_a_uuid_or_a_users_well_known_card(tables: Tables, card_id: str) -> None:
    card = item_of(Card, card_id=card_id, user_id=ADA)
    await tables.write(put(card))
    assert await answer_of(tables, Card.with_id(card_id)) == [card]


def test_the_day_and_time_of_an_expiry_are_utc_and_have_no_zone() -> None:
    east = datetime.fromisoformat("2021-03-01T00:30:00.5+02:00")
    post = MINE[Post].changed(expires_at=east)
    assert in_index(item(post), "GSI-K1") == ("post/2021-02-28", "22:30:00.500000")


def test_keys_that_depend_on_what_is_missing_are_not_set() -> None:
    whole = item(MINE[Post])
    names = ("GSI-A1", "GSI-A2", "GSI-A3", "GSI-K1", "GSI-K2", "GSI-K3")
    assert all(in_index(whole, name) for name in names)
    bare = item(
        MINE[Post].changed(
            expires_at=None, last_unread_comment_at=None, checksum=None, album_id=None, album_rank=None
        )
    )
    assert {name: in_index(bare, name) for name in names} == {
        **dict.fromkeys(names),
        "GSI-A2": (f"post/{ADA}", "COMPLETED/2021-01-10T18:00:00.250000Z"),
    }


async def test_a_post_that_leaves_its_album_leaves_the_albums_ranks(tables: Tables) -> None:
    await tables.write(put(MINE[Post]))
    post = await tables.expect(Post.with_id(asked_with(ADA)["post_id"]))
    moved = await tables.update(post, attribute(Post.album_id).unset(), attribute(Post.album_rank).unset())
    found = await stored(tables, moved)
    assert in_index(found, "GSI-K3") is None
    assert (moved.album_id, moved.album_rank) == (None, None)


def test_only_direct_chats_are_found_by_their_users_in_sorted_order() -> None:
    chat = MINE[Chat]
    assert isinstance(chat, Chat)
    users = sorted([ADA, FRIENDS[ADA]])
    key = (f"chat/{users[0]}/{users[1]}", "-")
    for one, other in (users, users[::-1]):
        assert in_index(item(chat.changed(user_id1=one, user_id2=other)), "GSI-A1") == key
    group = chat.changed(chat_type=ChatType.GROUP, user_id1=None, user_id2=None)
    assert in_index(item(group), "GSI-A1") is None
    for wrong in ({"chat_type": ChatType.GROUP}, {"user_id1": None}):
        with pytest.raises(ValidationError):
            chat.changed(**wrong)


def test_only_cards_about_a_post_or_a_comment_are_found_by_it() -> None:
    about = item(MINE[Card])
    neither = item(MINE[Card].changed(post_id=None, comment_id=None))
    assert in_index(about, "GSI-A2") == (f"card/{asked_with(ADA)['post_id']}", ADA)
    assert in_index(about, "GSI-A3") == (f"card/{asked_with(ADA)['comment_id']}", "-")
    assert [in_index(neither, name) for name in ("GSI-A2", "GSI-A3")] == [None, None]


def test_a_tombstone_is_anonymous() -> None:
    assert item(MINE[DeletedUser]).keys() == {
        *main.key_names,
        *("schemaVersion", "userId", "deletedAt", "gsiA1PartitionKey", "gsiA1SortKey"),
    }


def test_what_apple_tells_is_kept_whole() -> None:
    told: Any = [{"product_id": "diamond", "quantity": 1, "in_app": [{"expires_date_ms": "1"}]}]
    sub = MINE[AppStoreSub].changed(latest_receipt_info=told)
    assert AppStoreSub.__layout__.entity_of(item(sub)) == sub


async def test_the_rank_of_a_post_and_the_count_of_ranks_move_together(tables: Tables) -> None:
    await tables.write(put(MINE[Album]))
    album_id: UUID = asked_with(ADA)["album_id"]
    counted = await tables.update(Album.with_id(album_id), attribute(Album.rank_count).add(1))
    before = MINE[Album]
    assert isinstance(before, Album)
    assert counted.rank_count == before.rank_count + 1


async def test_a_changed_status_moves_a_post_in_all_that_it_stands_in(tables: Tables) -> None:
    await tables.write(put(MINE[Post]))
    post = await tables.expect(Post.with_id(asked_with(ADA)["post_id"]))
    archived = await tables.update(post, attribute(Post.post_status).set(PostStatus.ARCHIVED))
    found = await stored(tables, archived)
    assert found == item(MINE[Post].changed(post_status=PostStatus.ARCHIVED))
    assert in_index(found, "GSI-A1") == (
        f"post/{ADA}",
        f"ARCHIVED/{(MOMENT + timedelta(days=1)):%Y-%m-%dT%H:%M:%S.%fZ}",
    )


@pytest.mark.parametrize("forged", ["", "x/y", f"{ADA}/firstStory", "/"])
def test_a_value_forges_no_key(forged: str) -> None:
    for ask in (
        lambda: Card.with_id(forged),
        lambda: User.with_id(forged),
        lambda: User.with_username(forged),
        lambda: put(item_of(Card, user_id=ADA, card_id=forged)),
    ):
        with pytest.raises(KeyValueError):
            ask()


async def test_a_score_moves_with_one_write_whoever_else_moves_it(tables: Tables) -> None:
    await tables.write(put(MINE[PostTrending]))
    ref = PostTrending.of_post(asked_with(ADA)["post_id"])
    with assert_calls(tables.dynamo, writes=1):
        moved = await tables.update(ref, attribute(PostTrending.score).add(Decimal("0.25")))
    assert moved.score == Decimal("1.75")
    assert await answer_of(tables, PostTrending.highest()) == [moved]
