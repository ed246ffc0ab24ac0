"""The declaration of RuneScape goals is what its document says."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
import pytest_asyncio

from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.schema import (
    TABLES,
    Character,
    EarliestProgress,
    Goal,
    LatestProgress,
    NotificationChannel,
    Progress,
    TargetType,
    User,
    goals,
)
from cairn.dynamo.seam import Dynamo
from cairn.tables import Entity, Tables, access_patterns, put
from tests.documents.agreement import answer_of, assert_agrees, attributes_of, pattern_named
from tests.documents.examples import entity_of, item_of, made, stored_and_read_back
from tests.documents.reading import CodeBlock, document

DOCUMENT = document("runescape-goals")
ENTITIES: dict[str, type[Entity]] = {
    "1. User Metadata": User,
    "2. Notification Channels": NotificationChannel,
    "3. Character Metadata": Character,
    "4. Goal Metadata": Goal,
    "5. Progress Records": Progress,
    "6. Latest Progress": LatestProgress,
    "7. Earliest Progress": EarliestProgress,
}
BESIDES = {
    "3. Character Metadata": {"trackedSkills": "asked for under Additional Considerations, 5"},
    "5. Progress Records": {"expiresAt": "the TTL of Additional Considerations, 2"},
    "7. Earliest Progress": {
        "progressValue": "pace is told from where a goal began, without reading records"
    },
}
USER = "12345"
NAME = CharacterName("Character123")
GOAL = UUID("a4cae247-df47-45ec-a16d-5c51ec16fe23")
MOMENT = datetime(2025, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Question:
    """What the document asks for, in its own words, and the section whose example answers."""

    words: str
    asked: dict[str, Any]
    section: str


OF_USER: dict[str, Any] = {"user_id": USER}
OF_CHARACTER: dict[str, Any] = {**OF_USER, "character_name": NAME}
OF_GOAL: dict[str, Any] = {**OF_CHARACTER, "goal_id": GOAL}
# The document has no table of access patterns; these are what its purposes ask for.
QUESTIONS = {
    "Get user": Question("This is the metadata for the user.", OF_USER, "1. User Metadata"),
    "Find user by e-mail": Question(
        "quickly query for a user by their email", {"email": "user@example.com"}, "1. User Metadata"
    ),
    "List notification channels": Question(
        "the notification channels for the user", OF_USER, "2. Notification Channels"
    ),
    "Get character": Question("metadata for the RuneScape character", OF_CHARACTER, "3. Character Metadata"),
    "List characters": Question("Enables querying for user-specific data", OF_USER, "3. Character Metadata"),
    "Get goal": Question("This is the metadata for the goal.", OF_GOAL, "4. Goal Metadata"),
    "List goals of a character": Question(
        "Fetching all goals for a user+character", OF_CHARACTER, "4. Goal Metadata"
    ),
    "List progress": Question("queries of historical progress", OF_GOAL, "5. Progress Records"),
    "Get latest progress": Question(
        "a quick way to get the latest progress for a goal", OF_GOAL, "6. Latest Progress"
    ),
    "Get earliest progress": Question(
        "a quick way to get the earliest progress for a goal", OF_GOAL, "7. Earliest Progress"
    ),
}


def example(section: str) -> CodeBlock:
    return DOCUMENT.block("Sort Key Structure and Examples", section)


@pytest_asyncio.fixture(loop_scope="session")
async def tables(dynamo: Dynamo) -> AsyncIterator[Tables]:
    async with made(dynamo, TABLES) as tables:
        yield tables


def test_each_kind_of_item_is_declared_in_the_documents_order() -> None:
    sections = [each[-1] for each in DOCUMENT.headings if "Sort Key Structure and Examples" in each[:-1]]
    assert sections == list(ENTITIES)
    assert goals.entities == list(ENTITIES.values())


@pytest.mark.parametrize("section", ENTITIES)
def test_keys_are_of_the_documents_form(section: str) -> None:
    sort_key = next(each.text for each in DOCUMENT.lines_under(section) if each.text.startswith("Sort Key: "))
    partition_key = next(
        each.text for each in DOCUMENT.lines_under("Primary Index") if each.text.startswith("PK: ")
    )
    key = ENTITIES[section].__layout__.key
    forms = [key.pk.template, key.sk.template]
    documented = [partition_key.removeprefix("PK: "), sort_key.removeprefix("Sort Key: ")]
    written = [form.text.replace("{", "<").replace("}", ">") for form in forms]
    assert [form.replace("USER#<id>", "USER#<user_id>") for form in written] == documented


@pytest.mark.parametrize("section", ENTITIES)
def test_attributes_are_those_of_the_example(section: str) -> None:
    assert_agrees(
        section, example(section).value, attributes_of(ENTITIES[section]), besides=BESIDES.get(section)
    )


def test_the_table_is_the_documents() -> None:
    assert "Primary Table: Goals Table" in [each[-1] for each in DOCUMENT.headings]
    assert (goals.name, goals.key_names, goals.ttl) == ("Goals", ("PK", "SK"), "expiresAt")


def test_the_secondary_index_is_the_documents() -> None:
    pk, sk, *_ = [each.text for each in DOCUMENT.lines_under("Secondary Index")]
    assert (pk, sk) == ("PK: email", "SK: METADATA")
    [index] = goals.indexes
    assert (index.pk, index.sk, index.projection) == ("email", "SK", "ALL")
    in_index = [each.entity for each in goals.layouts if each.index_keys]
    assert in_index == [User]
    assert User.__layout__.index_keys[0].sk.template.text == "METADATA"


@pytest.mark.parametrize("section", ENTITIES)
async def test_each_example_is_stored_and_read_back_equal(tables: Tables, section: str) -> None:
    item = example(section).value
    assert type(entity_of(goals, item)) is ENTITIES[section]
    assert await stored_and_read_back(tables, goals, item) == item_of(item)


def test_the_documents_questions_are_the_access_patterns() -> None:
    assert_agrees("access patterns", QUESTIONS, [each.title for each in access_patterns(goals)])
    unasked = [each.words for each in QUESTIONS.values() if each.words not in DOCUMENT.text]
    assert not unasked


@pytest.mark.parametrize("title", QUESTIONS)
async def test_each_question_is_answered_by_one_request(tables: Tables, title: str) -> None:
    for section in ENTITIES:
        await stored_and_read_back(tables, goals, example(section).value)
    question = QUESTIONS[title]
    found = await answer_of(tables, pattern_named(goals, title).ask(**question.asked))
    assert found == [entity_of(goals, example(question.section).value)]


async def test_history_is_read_from_a_day_on_and_without_latest_and_earliest(tables: Tables) -> None:
    days = [datetime(2025, 1, day, tzinfo=UTC) for day in (1, 2, 3)]
    common: dict[str, Any] = {**OF_GOAL, "progress_value": 1, "created_at": MOMENT, "updated_at": MOMENT}
    records = [Progress(**common, timestamp=day) for day in days]
    for each in (
        *records,
        LatestProgress(**common, timestamp=MOMENT),
        EarliestProgress(**common, timestamp=MOMENT),
    ):
        await tables.write(put(each))
    history = Progress.of_goal(**OF_GOAL)
    assert await answer_of(tables, history.backward()) == records[::-1]
    assert await answer_of(tables, history.since(days[1])) == records[1:]


def goal_of(name: str) -> Goal:
    return Goal(
        user_id=USER,
        character_name=CharacterName(name),
        goal_id=GOAL,
        target_attribute="Woodcutting",
        target_type=TargetType.XP,
        target_value=13_034_431,
        created_at=MOMENT,
        updated_at=MOMENT,
    )


def character_named(name: str) -> Character:
    return Character(user_id=USER, name=name, created_at=MOMENT, updated_at=MOMENT)


@pytest.mark.parametrize("name", ["METADATA", "metadata", "GOAL", "LATEST"])
async def test_a_character_may_bear_a_word_of_the_keys(tables: Tables, name: str) -> None:
    character, goal = character_named(name), goal_of(name)
    await tables.write(put(character), put(goal))
    assert await answer_of(tables, Character.of_user(USER)) == [character]
    assert await answer_of(tables, Goal.of_character(USER, CharacterName(name))) == [goal]
    counted = await tables.count(Character.of_user(USER))
    assert counted == 1  # not even read past, as a goal under CHARACTER#METADATA# would be


async def test_two_spellings_are_one_character_under_the_name_as_written_last(tables: Tables) -> None:
    await tables.write(put(character_named("iron_man")), put(goal_of("Iron Man")))
    await tables.write(put(character_named("IRON-MAN")))
    assert await answer_of(tables, Character.of_user(USER)) == [character_named("IRON-MAN")]
    assert await answer_of(tables, Character.named(USER, CharacterName("iron man"))) == [
        character_named("IRON-MAN")
    ]
    assert await answer_of(tables, Goal.of_character(USER, CharacterName("iRON_mAN"))) == [
        goal_of("iron man")
    ]
