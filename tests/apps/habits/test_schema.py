"""The declaration of the habit tracker is what its document says."""

import re
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from typing import Any

import pytest
import pytest_asyncio

from cairn.apps.habits.schema import (
    TABLES,
    Achievement,
    Metadata,
    Streak,
    habit_tracker,
    leaderboard,
)
from cairn.dynamo.seam import Dynamo
from cairn.tables import (
    Entity,
    Query,
    Ref,
    Tables,
    access_patterns,
    assert_calls,
    attribute,
    create,
    put,
    update,
)
from tests.documents.agreement import answer_of, assert_agrees, attributes_of, pattern_named
from tests.documents.examples import made
from tests.documents.reading import document

DOCUMENT = document("habit-tracker")
BLUEPRINT = '2. Table Schema (The "Blueprint")'
ROWS = {row["SK (Sort Key)"]: row for row in DOCUMENT.table(BLUEPRINT).rows}
WHY = dict(each.text.split(": ", 1) for each in DOCUMENT.lines_under("Why this works:"))
ENTITIES: dict[str, type[Entity]] = {
    "METADATA": Metadata,
    "STREAK#{habit_id}": Streak,
    "ACHIEVEMENT#{type}": Achievement,
}
# What the document asks of each access pattern, in its own words.
WORDS = {
    "Get User Dashboard": '`Query(PK="USER#123")` returns the Metadata, all Streaks, and all Achievements',
    "Update Streak": '`UpdateItem(PK="USER#123", SK="STREAK#gym")` updates only that specific record',
    "Top 10 Users": "you query the Index by `EntityType=USER` sorted by `total_points` (DESC)",
    "award_points": "Performs an `UpdateItem` on `SK=METADATA` to increment `total_points`",
    "send_notification": "Adds a new item with `SK=ACHIEVEMENT#{type}` so it appears in the user's history",
}

METADATA = Metadata(user_id="123", username="ada", total_points=70)
STREAK = Streak(user_id="123", habit_id="gym", current_streak=6, last_completed=date(2026, 1, 9))
SWIMMING = Streak(user_id="123", habit_id="swimming", current_streak=1, last_completed=date(2026, 1, 10))
ACHIEVEMENT = Achievement(
    user_id="123",
    type="WEEK",
    unlocked_at=datetime(2026, 1, 10, 18, 30, tzinfo=UTC),
    description="Seven days in a row",
)


@pytest_asyncio.fixture(loop_scope="session")
async def tables(dynamo: Dynamo) -> AsyncIterator[Tables]:
    async with made(dynamo, TABLES) as tables:
        yield tables


def keys_named(text: str) -> dict[str, Any]:
    """The key that the document writes as `PK="USER#123", SK="STREAK#gym"`."""
    return {name: {"S": value} for name, value in re.findall(r'(PK|SK)="([^"]+)"', text)}


def user(number: int, points: int, *, is_on_board: bool = True) -> Metadata:
    return Metadata(
        user_id=f"{number:03}",
        username=f"user {number}",
        total_points=points,
        entity_type="USER" if is_on_board else None,
    )


def test_each_row_of_the_table_is_declared() -> None:
    assert_agrees("The table", ROWS, ENTITIES)
    assert habit_tracker.entities == list(ENTITIES.values())
    assert habit_tracker.key_names == ("PK", "SK")


@pytest.mark.parametrize("sort_key", ENTITIES)
def test_keys_are_of_the_documents_form(sort_key: str) -> None:
    key = ENTITIES[sort_key].__layout__.key
    assert key.pk.template.text == ROWS[sort_key]["PK (Partition Key)"]
    assert key.sk.template.text == sort_key


@pytest.mark.parametrize("sort_key", ENTITIES)
def test_attributes_are_those_of_the_row(sort_key: str) -> None:
    listed = {"PK", "SK", *ROWS[sort_key]["Attributes (Data)"].split(", ")}
    if sort_key == "METADATA":  # The Leaderboard tells of one more
        listed.add("EntityType")
    assert_agrees(sort_key, listed, attributes_of(ENTITIES[sort_key]))


def test_the_index_is_the_documents() -> None:
    assert habit_tracker.indexes == [leaderboard]
    assert f"**{leaderboard.name}**" in DOCUMENT.text
    assert f"`{leaderboard.pk}=USER` sorted by `{leaderboard.sk}`" in DOCUMENT.text
    assert (leaderboard.sk_type, leaderboard.projection) == ("N", "ALL")
    assert [each.entity for each in habit_tracker.layouts if each.index_keys] == [Metadata]


def test_the_documents_questions_are_the_access_patterns() -> None:
    assert_agrees("access patterns", WORDS, [each.title for each in access_patterns(habit_tracker)])
    assert set(WHY) <= set(WORDS)
    assert not [words for words in WORDS.values() if words not in DOCUMENT.text.replace("**", "")]
    handlers = re.findall(r"Handler - `(\w+)`", DOCUMENT.text)
    # check_streaks increments a streak, which has its own title above.
    assert set(handlers) - set(WORDS) == {"check_streaks"}


async def test_the_dashboard_is_one_call_for_one_user(tables: Tables) -> None:
    bo = Metadata(user_id="1234", username="bo")
    await tables.write(*map(put, (METADATA, STREAK, SWIMMING, ACHIEVEMENT, bo)))
    asked = pattern_named(habit_tracker, "Get User Dashboard").ask("123")
    assert isinstance(asked, Query)
    assert {"PK": asked.partition} == keys_named(WHY["Get User Dashboard"])
    assert await answer_of(tables, asked) == [ACHIEVEMENT, METADATA, STREAK, SWIMMING]


async def test_a_streak_is_updated_alone_and_by_one_call(tables: Tables) -> None:
    await tables.write(*map(put, (METADATA, STREAK, SWIMMING, ACHIEVEMENT)))
    ref = pattern_named(habit_tracker, "Update Streak").ask("123", "gym")
    assert isinstance(ref, Ref)
    assert ref.key == keys_named(WHY["Update Streak"])
    day = date(2026, 1, 10)
    with assert_calls(tables.dynamo, writes=1):
        await tables.write(
            update(
                ref,
                attribute(Streak.current_streak).add(1),
                attribute(Streak.last_completed).set(day),
                when=Streak.last_completed < day,
            )
        )
    assert await answer_of(tables, Metadata.dashboard("123")) == [
        ACHIEVEMENT,
        METADATA,
        STREAK.changed(current_streak=7, last_completed=day),
        SWIMMING,
    ]


async def test_the_top_ten_have_the_most_points_first(tables: Tables) -> None:
    users = [user(number, points=number * 10) for number in range(12)]
    hidden = user(99, points=1000, is_on_board=False)
    await tables.write_batch([put(each) for each in (*users, hidden)])
    asked = pattern_named(habit_tracker, "Top 10 Users").ask()
    assert await answer_of(tables, asked) == users[:1:-1]


async def test_points_that_are_awarded_move_a_user_up_the_leaderboard(tables: Tables) -> None:
    first, second = user(1, points=50), user(2, points=40)
    await tables.write(put(first), put(second))
    assert await answer_of(tables, Metadata.top()) == [first, second]
    ref = pattern_named(habit_tracker, "award_points").ask("002")
    with assert_calls(tables.dynamo, writes=1):
        risen = await tables.update(ref, attribute(Metadata.total_points).add(15))
    assert risen == second.changed(total_points=55)
    assert await answer_of(tables, Metadata.top()) == [risen, first]


async def test_who_leaves_the_board_keeps_the_points(tables: Tables) -> None:
    ada = user(1, points=50)
    await tables.write(put(ada))
    left = await tables.update(Metadata.of_user("001"), attribute(Metadata.entity_type).unset())
    assert left == ada.changed(entity_type=None)
    assert await answer_of(tables, Metadata.top()) == []


async def test_an_unlocked_achievement_appears_in_the_users_history(tables: Tables) -> None:
    await tables.write(*map(put, (METADATA, STREAK)))
    with assert_calls(tables.dynamo, writes=1):
        await tables.write(create(ACHIEVEMENT))
    asked = pattern_named(habit_tracker, "send_notification").ask("123")
    assert await answer_of(tables, asked) == [ACHIEVEMENT]


@pytest.mark.parametrize("entity", [METADATA, user(1, points=5), STREAK, ACHIEVEMENT])
async def test_each_kind_of_item_is_read_back_equal(tables: Tables, entity: Entity) -> None:
    layout = entity.__layout__
    await tables.write(put(entity))
    found = await answer_of(tables, layout.ref(entity))
    assert found == [entity]
    assert layout.item_of(found[0]) == layout.item_of(entity)
