"""Queries in all their forms, each one request, and none of them sees past what it asks for."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID

import pytest
import pytest_asyncio

from cairn.dynamo.seam import Dynamo
from cairn.tables import (
    DeclarationError,
    Entity,
    InKey,
    KeyValueError,
    OrNull,
    Query,
    Table,
    Tables,
    UnreadableItemError,
    assert_calls,
    attribute,
    put,
    together,
)
from tests.documents.agreement import CURSORS
from tests.documents.examples import made
from tests.tables.library import Book, Loan, Reader, Status, everything_of_reader, library

diary = Table("diary", pk="PK", sk="SK")
scores = diary.index("Scores", pk="scorePK", sk="scoreSK", sk_type="N")
names = diary.index("Names", pk="namePK", sk="nameSK")


class Mood(StrEnum):
    GOOD = "GOOD"
    GOODISH = "GOODISH"
    BAD = "BAD"


class Reading(Entity, table=diary):
    key = diary.key("USER#{user}", "{at}")
    scored = scores.key("SCORES", "{score}")

    user: InKey[str]
    at: InKey[datetime]
    score: InKey[int | None] = None
    note: OrNull[str] = None
    tags: frozenset[str] = frozenset()
    words: list[str] | None = None


class Latest(Entity, table=diary):
    key = diary.key("USER#{user}", "LATEST")
    user: InKey[str]


class Entry(Entity, table=diary):
    key = diary.key("USER#{user}", "ENTRY#{mood}#{day}")
    named = names.key("NAMES", "{name}")

    user: InKey[str]
    mood: InKey[Mood]
    day: InKey[date]
    name: InKey[str | None] = None


START = datetime(2026, 1, 1, tzinfo=UTC)
READINGS = [Reading(user="ada", at=START + timedelta(hours=hour), score=hour) for hour in range(5)]
ENTRIES = [
    Entry(user="ada", mood=mood, day=date(2026, 1, day), name=f"{mood.value.lower()}{day}")
    for mood in (Mood.BAD, Mood.GOOD, Mood.GOODISH)
    for day in (1, 2)
]
OF_ADA = Reading.key.query(user="ada")
GOOD = Entry.key.query(user="ada", mood=Mood.GOOD)
ENTRIES_OF_ADA = Entry.key.query(user="ada")
SCORES = Reading.scored.query()
NAMES = Entry.named.query()


@pytest_asyncio.fixture(loop_scope="session")
async def tables(dynamo: Dynamo) -> AsyncIterator[Tables]:
    async with made(dynamo, [diary]) as tables:
        bo = [Reading(user="bo", at=START), Entry(user="bob", mood=Mood.GOOD, day=date(2026, 1, 1))]
        await tables.write_batch([put(each) for each in (*READINGS, *ENTRIES, *bo, Latest(user="ada"))])
        yield tables


def at(hour: int) -> datetime:
    return START + timedelta(hours=hour)


FORMS: list[tuple[Query[Any], list[Any]]] = [
    (OF_ADA, READINGS),
    (OF_ADA.backward(), READINGS[::-1]),
    (OF_ADA.first(2), READINGS[:2]),
    (OF_ADA.backward().first(1), READINGS[4:]),
    (OF_ADA.since(at(3)), READINGS[3:]),
    (OF_ADA.after(at(3)), READINGS[4:]),
    (OF_ADA.until(at(1)), READINGS[:2]),
    (OF_ADA.before(at(1)), READINGS[:1]),
    (OF_ADA.between(at(1), at(3)), READINGS[1:4]),
    (OF_ADA.after(at(1)).before(at(3)), READINGS[2:3]),
    (OF_ADA.consistently().since(at(4)), READINGS[4:]),
    (Reading.key.query(user="ada", at=at(2)), READINGS[2:3]),
    (Latest.key.query(user="ada"), [Latest(user="ada")]),
    (ENTRIES_OF_ADA, ENTRIES),
    (GOOD, ENTRIES[2:4]),
    (GOOD.since(date(2026, 1, 2)), ENTRIES[3:4]),
    (GOOD.before(date(2026, 1, 2)), ENTRIES[2:3]),
    (ENTRIES_OF_ADA.until(Mood.GOOD), ENTRIES[:4]),
    (ENTRIES_OF_ADA.before(Mood.GOOD), ENTRIES[:2]),
    (ENTRIES_OF_ADA.since(Mood.GOOD), ENTRIES[2:]),
    (ENTRIES_OF_ADA.after(Mood.GOOD), ENTRIES[4:]),
    (SCORES, READINGS),
    (SCORES.backward().first(2), READINGS[:2:-1]),
    (SCORES.since(3), READINGS[3:]),
    (SCORES.after(3), READINGS[4:]),
    (SCORES.until(1), READINGS[:2]),
    (SCORES.before(1), READINGS[:1]),
    (SCORES.between(1, 3), READINGS[1:4]),
    (Reading.scored.query(score=3), READINGS[3:4]),
    (NAMES, ENTRIES),
    (NAMES.until("good1"), ENTRIES[:3]),
    (NAMES.since("good1"), ENTRIES[2:]),
    (NAMES.after("good1"), ENTRIES[3:]),
    (NAMES.between("bad2", "good2"), ENTRIES[1:4]),
    (Reading.key.query(user="nobody"), []),
]
"""What is asked, and what is found."""


async def test_each_form_finds_what_it_says_with_one_request(tables: Tables) -> None:
    for asked, expected in FORMS:
        with assert_calls(tables.dynamo, queries=1):
            assert await tables.all(asked) == expected
        assert [each async for each in tables.iterate(asked)] == expected
        assert await tables.one(asked) == (expected[0] if expected else None)
        if asked.most is None:
            assert await tables.count(asked) == len(expected)


async def test_a_name_that_begins_with_another_is_somebody_else(tables: Tables) -> None:
    assert await tables.count(Entry.key.query(user="bo")) == 0
    assert await tables.count(Entry.key.query(user="bob")) == 1


async def test_several_kinds_come_in_one_answer_and_in_order(tables: Tables) -> None:
    both = together(Reading.key, Latest.key, Entry.key).query(user="ada")
    with assert_calls(tables.dynamo, queries=1):
        assert await tables.all(both) == [*READINGS, *ENTRIES, Latest(user="ada")]
    # What shares the keys that are looked at, and was not asked for, is left out.
    assert await tables.all(together(Reading.key, Latest.key).query(user="ada")) == [
        *READINGS,
        Latest(user="ada"),
    ]


async def test_conditions_leave_out_what_does_not_satisfy_them(tables: Tables) -> None:
    noted = READINGS[1].changed(note="so-so", tags=frozenset({"a", "b"}), words=["one", "two"])
    await tables.write(put(noted))
    note, tags, words = attribute(Reading.note), attribute(Reading.tags), attribute(Reading.words)
    for condition in (
        Reading.note == "so-so",
        note.exists(),
        ~note.missing(),
        note.begins_with("so"),
        note.contains("-"),
        note.between("sa", "sp"),
        note.is_one_of("other", "so-so"),
        note.size_is("=", 5) & tags.contains("a"),
        (note < "sp") & (note > "sa") & (note <= "so-so") & (note >= "so-so"),
        words.at(1) == "two",
        (note == "other") | (words.size_is(">", 1)),
    ):
        assert await tables.all(OF_ADA.only(condition)) == [noted]
    assert await tables.all(OF_ADA.only(note.missing()).first(2)) == [READINGS[0], READINGS[2]]
    assert await tables.all(OF_ADA.only(note.exists()).only(tags.contains("c"))) == []


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (Reading.key.query, "user: has no value; a query needs the whole partition key"),
        (lambda: Reading.key.query(user=""), "user: is empty, and an empty part would make another key"),
        (lambda: Reading.key.query(user="ada", name="x"), "name: is no part of this key of Reading"),
        (
            lambda: Entry.key.query(user="ada", day=date(2026, 1, 1)),
            "mood: comes before day in the key, so that it has to be given too",
        ),
        (lambda: OF_ADA.since(at(2)).until(at(1)).request("prod"), "at: ends before it begins"),
        (lambda: SCORES.between(3, 1).request("prod"), "score: ends before it begins"),
        (
            lambda: SCORES.after(1).until(3).request("prod"),
            "scoreSK: bounded on both sides, both are inclusive: use between()",
        ),
        (lambda: NAMES.before("x"), "name: has no value just below it here: use until()"),
        (
            lambda: Reading.key.query(user="ada", at=at(1)).since(at(1)),
            "SK: is known whole, so that nothing is left to be bounded",
        ),
    ],
)
def test_a_question_that_cannot_be_meant_is_refused(ask: Any, message: str) -> None:
    with pytest.raises(KeyValueError) as fault:
        ask()
    assert str(fault.value) == message


def test_kinds_of_different_partitions_are_not_asked_for_together() -> None:
    shared = together(Loan.key, Book.titled)
    with pytest.raises((DeclarationError, KeyValueError)):
        shared.query(reader_id=UUID(int=1), title="x")


def test_text_that_goes_on_in_a_key_has_no_order_to_be_bounded_by() -> None:
    loans = Loan.key.query(reader_id=UUID(int=1))
    assert loans.since(START).request("prod")["ExpressionAttributeValues"][":1"] == {
        "S": "LOAN#2026-01-01T00:00:00.000000Z"
    }
    songs = Table("songs", pk="PK", sk="SK")

    class Song(Entity, table=songs):
        key = songs.key("SONGS", "{singer}#{title}")
        singer: InKey[str]
        title: InKey[str]

    with pytest.raises(
        KeyValueError, match=r"^singer: is text that goes on in the key, whose order is not the texts'$"
    ):
        Song.key.query().since("Bob")


async def test_a_partial_index_gives_references_with_what_it_carries(lending: Tables) -> None:
    book = Book(book_id="b1", title="Notes", author="Ada", shelf="S", rank=7)
    loan = Loan(reader_id=UUID(int=1), since=START, book_id="b1", branch="north", due=date(2026, 2, 1))
    await lending.write(put(book), put(loan))
    [on_shelf] = await lending.all(Book.on_shelf("S"))
    assert on_shelf == book.key
    assert on_shelf.values == {"book_id": "b1", "shelf": "S", "rank": 7, "title": "Notes", "author": "Ada"}
    [due] = await lending.all(Loan.due_in("north"))
    assert (due, due["due"]) == (loan.key, loan.due)
    assert await lending.get_all([due]) == [loan]
    returned = loan.changed(status=Status.RETURNED)
    await lending.write(put(returned))
    assert await lending.all(Loan.due_in("north")) == []


async def test_what_cannot_be_read_is_told_and_does_not_take_the_answer_down(lending: Tables) -> None:
    told: list[UnreadableItemError] = []
    tables = Tables(lending.dynamo, cursors=CURSORS, on_unreadable=told.append)
    reader = Reader(reader_id=UUID(int=1), name="Ada")
    await tables.write(put(reader))
    item = Reader.__layout__.item_of(reader)
    for sort in ("LOAN#LATEST", "LOAN#2026-01-01T00:00:00.000000Z#b1"):
        strange = {"TableName": library.name_at("prod"), "Item": {**item, "SK": {"S": sort}}}
        await tables.dynamo.call("PutItem", strange)
    assert await tables.all(everything_of_reader(UUID(int=1))) == [reader]
    key = f"PK=READER#{UUID(int=1)} SK=LOAN#"
    assert [str(fault) for fault in told] == [
        f"Loan in library-{{stage}} {key}2026-01-01T00:00:00.000000Z#b1: branch: Field required; due: Field required",
        f"library-{{stage}} {key}LATEST: no entity of this table has such a key",
    ]


def test_a_query_is_asked_for_at_least_one_item() -> None:
    with pytest.raises(ValueError, match="at least one item"):
        Loan.of_reader(UUID(int=1)).first(0)
