"""The declaration of checks is what its document says."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio

from cairn.apps.checks.schema import (
    TABLES,
    Check,
    CheckStatus,
    CheckType,
    Tier,
    User,
    UserStatus,
    checks,
    users,
)
from cairn.dynamo.seam import Dynamo
from cairn.tables import Entity, Query, Table, Tables, access_patterns, attribute, put, update
from tests.documents.agreement import answer_of, assert_agrees, attributes_of, pattern_named
from tests.documents.examples import entity_of, item_of, made, stored_and_read_back
from tests.documents.reading import document

DOCUMENT = document("checks")
ENTITIES: dict[str, type[Entity]] = {"USER Table": User, "CHECK Table": Check}
DECLARED: dict[str, Table] = {"USER Table": users, "CHECK Table": checks}
KINDS = {"String": "S", "Number": "N", "Map": "M"}
ENUMS = {
    ("USER Table", "tier"): Tier,
    ("USER Table", "status"): UserStatus,
    ("CHECK Table", "checkType"): CheckType,
    ("CHECK Table", "status"): CheckStatus,
}


@dataclass(frozen=True)
class Question:
    """What the document asks, of which table and index, and the section whose example answers."""

    section: str
    index: str | None
    asked: dict[str, Any]


IN_ONE_QUERY = "so that a list of checks is one query, and a run one write"
BESIDES = {
    "USER Table": {
        "checks": "so that the limit holds however many are made at once",
        "windows": "so that maintenance is asked for where there is some, and its limit holds",
    },
    "CHECK Table": dict.fromkeys(("name", "tags", "dueAt", "standing", "dependsOn"), IN_ONE_QUERY),
}


QUESTIONS = {
    "Get a specific user": Question("USER Table", None, {"userid": "123456"}),
    "Get a specific check": Question("CHECK Table", None, {"checkid": "abcdef"}),
    "Get all checks for a user": Question("CHECK Table", "User-Check", {"userid": "123456"}),
    "Find user by email": Question("USER Table", "Email", {"email": "user@example.com"}),
    "Get checks by type and status": Question(
        "CHECK Table", "Type-Status", {"check_type": CheckType.AVAILABILITY, "status": CheckStatus.ACTIVE}
    ),
}


def example(section: str) -> dict[str, Any]:
    found: dict[str, Any] = DOCUMENT.block(section, "Example Item").value
    return found


def efficient_querying() -> list[str]:
    return [
        each.text
        for each in DOCUMENT.lines_under("Key Changes and Benefits")
        if each.within == ("Efficient Querying:",)
    ]


@pytest_asyncio.fixture(loop_scope="session")
async def tables(dynamo: Dynamo) -> AsyncIterator[Tables]:
    async with made(dynamo, TABLES) as tables:
        yield tables


def test_the_tables_are_the_documents() -> None:
    sections = [each[1] for each in DOCUMENT.headings if len(each) == 2 and each[1].endswith(" Table")]
    assert [f"{table.name} Table" for table in TABLES] == sections
    assert {table.key_names for table in TABLES} == {("PK", "SK")}


@pytest.mark.parametrize("section", ENTITIES)
def test_keys_are_of_the_documents_form(section: str) -> None:
    key = ENTITIES[section].__layout__.key
    written = [half.template.text.replace("{", "<").replace("}", ">") for half in (key.pk, key.sk)]
    documented = [each.text for each in DOCUMENT.lines_under(section, "Primary Key Structure")]
    assert documented == [f"Partition Key (PK): {written[0]}", f"Sort Key (SK): {written[1]}"]


@pytest.mark.parametrize("section", ENTITIES)
def test_attributes_are_those_of_the_document(section: str) -> None:
    listed = DOCUMENT.table(section, "Attributes").column("Attribute")
    assert_agrees(section, listed, attributes_of(ENTITIES[section]), besides=BESIDES[section])


@pytest.mark.parametrize("section", ENTITIES)
def test_attributes_are_stored_as_the_documents_types(section: str) -> None:
    rows = DOCUMENT.table(section, "Attributes").rows
    item = ENTITIES[section].__layout__.item_of(entity_of(DECLARED[section], example(section)))
    stored = {name: next(iter(value)) for name, value in item.items() if name not in BESIDES[section]}
    assert stored == {row["Attribute"]: KINDS[row["Type"]] for row in rows}


def test_the_words_that_the_document_lists_begin_the_enums() -> None:
    """What "etc." stands for is ours to say."""
    listed = {
        (section, row["Attribute"]): row["Description"].removeprefix("Enum: ").split(", ")
        for section in ENTITIES
        for row in DOCUMENT.table(section, "Attributes").rows
        if row["Description"].startswith("Enum: ")
    }
    assert {
        where: [*list(map(str, kind))[: len(listed[where]) - 1], "etc."] for where, kind in ENUMS.items()
    } == listed


@pytest.mark.parametrize("section", ENTITIES)
def test_indexes_are_those_of_the_document(section: str) -> None:
    lines = DOCUMENT.lines_under(section, "Global Secondary Indexes (GSI)")
    listed = {
        name.text: [each.text for each in lines if each.within == (name.text,)]
        for name in lines
        if not name.within
    }
    table = DECLARED[section]
    declared = {f"{index.name} Index": index for index in table.indexes}
    assert_agrees(section, listed, declared)
    for name, index in declared.items():
        # PK is the table's own key, which each index carries without being asked.
        projected = ", ".join((table.pk, *index.include))
        said = [f"Partition Key: {index.pk}", f"Sort Key: {index.sk}"]
        assert listed[name] == said + ([f"Projected Attributes: {projected}"] if index.include else [])
        assert index.projection == ("INCLUDE" if index.include else "ALL")


@pytest.mark.parametrize("section", ENTITIES)
async def test_each_example_is_stored_and_read_back_equal(tables: Tables, section: str) -> None:
    item = example(section)
    assert type(entity_of(DECLARED[section], item)) is ENTITIES[section]
    assert await stored_and_read_back(tables, DECLARED[section], item) == item_of(item)


def test_the_documents_questions_are_the_access_patterns() -> None:
    documented = [line.partition(":")[0] for line in efficient_querying()]
    declared = [each.title for table in TABLES for each in access_patterns(table)]
    assert_agrees("Efficient Querying", documented, declared)
    assert set(QUESTIONS) == set(documented)


@pytest.mark.parametrize("line", efficient_querying(), ids=lambda line: str(line).partition(":")[0])
async def test_each_question_is_answered_by_one_request(tables: Tables, line: str) -> None:
    title, _, how = line.partition(": ")
    question = QUESTIONS[title]
    table = DECLARED[question.section]
    asked = pattern_named(table, title).ask(**question.asked)
    assert f"{table.name} table" in how if question.index is None else f"{question.index} GSI" in how
    assert (asked.index.name if isinstance(asked, Query) and asked.index else None) == question.index

    for section, declared in DECLARED.items():
        await stored_and_read_back(tables, declared, example(section))
    await store_others(tables)
    entity = entity_of(table, example(question.section))
    is_partial = isinstance(asked, Query) and asked.index is not None and asked.index.projection != "ALL"
    assert await answer_of(tables, asked) == [entity.__layout__.ref(entity) if is_partial else entity]


async def store_others(tables: Tables) -> None:
    """What answers none of the questions: another user with another check."""
    bo = entity_of(users, {**example("USER Table"), "PK": "654321", "email": "bo@example.com"})
    auction = {"PK": "fedcba", "userid": "654321", "checkType": "EBAY"}
    await tables.write(put(bo), put(entity_of(checks, {**example("CHECK Table"), **auction})))


async def active(tables: Tables) -> Sequence[Any]:
    return await answer_of(tables, Check.of_type_and_status(CheckType.AVAILABILITY, CheckStatus.ACTIVE))


async def test_the_index_for_runners_carries_whose_check_it_is_and_since_when(tables: Tables) -> None:
    await stored_and_read_back(tables, checks, example("CHECK Table"))
    [found] = await active(tables)
    check = entity_of(checks, example("CHECK Table"))
    assert isinstance(check, Check)
    assert found.values == {
        "checkid": "abcdef",
        "check_type": CheckType.AVAILABILITY,
        "status": CheckStatus.ACTIVE,
        "userid": "123456",
        "created_at": check.created_at,
    }


async def test_a_paused_check_leaves_the_active_ones(tables: Tables) -> None:
    await stored_and_read_back(tables, checks, example("CHECK Table"))
    ref = Check.with_id("abcdef")
    await tables.write(update(ref, attribute(Check.status).set(CheckStatus.PAUSED)))
    assert await active(tables) == []
    paused = await answer_of(tables, Check.of_type_and_status(CheckType.AVAILABILITY, CheckStatus.PAUSED))
    assert paused == [ref]
