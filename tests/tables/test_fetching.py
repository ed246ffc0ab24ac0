"""Pages are fetched while the caller works on the one before, and nothing goes on once the caller stops."""

import asyncio
import gc
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

import pytest

from cairn.dynamo.errors import InternalServerError
from cairn.dynamo.seam import Dynamo, Operation, Request, Response
from cairn.tables import Counted, Cursors, Entity, InKey, Table, Tables, assert_calls, create_tables, put
from cairn.tables.fetching import pages, pages_ahead

QUERY: dict[str, Any] = {"TableName": "Goals", "KeyConditionExpression": "#0 = :0"}


@dataclass
class Shelf:
    """Answers a query with pages of one number each. A page in `held` is answered once its event is set."""

    pages: int
    held: dict[int, asyncio.Event] = field(default_factory=dict)
    faulty: int | None = None
    asked: list[int] = field(default_factory=list)
    cancelled: list[int] = field(default_factory=list)

    async def call(self, operation: Operation, request: Request) -> Response:
        assert operation == "Query"
        start = request.get("ExclusiveStartKey")
        number = 0 if start is None else int(start["n"]["N"]) + 1
        self.asked.append(number)
        try:
            if number in self.held:
                await self.held[number].wait()
        except asyncio.CancelledError:
            self.cancelled.append(number)
            raise
        if number == self.faulty:
            raise InternalServerError("The disk is full")
        answer: Response = {"Items": [{"n": {"N": str(number)}}]}
        return answer if number + 1 == self.pages else {**answer, "LastEvaluatedKey": answer["Items"][0]}

    async def close(self) -> None:
        """Nothing is open."""


def number_of(page: Response) -> int:
    return int(page["Items"][0]["n"]["N"])


async def test_the_next_page_is_under_way_while_one_is_worked_on() -> None:
    shelf = Shelf(pages=3)
    seen = [(number_of(page), list(shelf.asked)) async for page in pages_ahead(shelf, QUERY)]
    assert seen == [(0, [0, 1]), (1, [0, 1, 2]), (2, [0, 1, 2])]


async def test_a_query_of_one_page_starts_nothing_else() -> None:
    shelf = Shelf(pages=1)
    assert [number_of(page) async for page in pages_ahead(shelf, QUERY)] == [0]
    assert shelf.asked == [0]
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_stopping_early_cancels_the_page_under_way() -> None:
    shelf = Shelf(pages=3, held={1: asyncio.Event()})
    async with aclosing(pages_ahead(shelf, QUERY)) as pages:
        async for _ in pages:
            break
    assert shelf.cancelled == [1]
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_loop_that_is_left_without_closing_leaves_nothing_running() -> None:
    shelf = Shelf(pages=3, held={1: asyncio.Event()})
    async for _ in pages_ahead(shelf, QUERY):
        break
    gc.collect()
    for _ in range(5):
        await asyncio.sleep(0)
    assert shelf.cancelled == [1]
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_cancelling_whoever_waits_for_a_page_cancels_the_request() -> None:
    shelf = Shelf(pages=3, held={1: asyncio.Event()})

    async def read_all() -> None:
        async for _ in pages_ahead(shelf, QUERY):
            pass

    reader = asyncio.create_task(read_all())
    for _ in range(5):
        await asyncio.sleep(0)
    assert shelf.asked == [0, 1]
    reader.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reader
    assert shelf.cancelled == [1]


async def test_a_fault_comes_where_its_page_would_have_come() -> None:
    pages = pages_ahead(Shelf(pages=3, faulty=1), QUERY)
    assert number_of(await anext(pages)) == 0
    with pytest.raises(InternalServerError, match="The disk is full"):
        await anext(pages)
    with pytest.raises(StopAsyncIteration):
        await anext(pages)


async def test_a_fault_that_nobody_waits_for_any_more_is_not_reported() -> None:
    reported: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context))
    async with aclosing(pages_ahead(Shelf(pages=3, faulty=1), QUERY)) as pages:
        async for _ in pages:
            break
    del pages
    gc.collect()
    assert reported == []


async def test_pages_are_asked_for_when_they_are_wanted() -> None:
    shelf = Shelf(pages=3)
    seen = [(number_of(page), list(shelf.asked)) async for page in pages(shelf, QUERY)]
    assert seen == [(0, [0]), (1, [0, 1]), (2, [0, 1, 2])]


notes = Table("FetchedNotes", pk="PK", sk="SK")


class Note(Entity, table=notes):
    key = notes.key("USER#{user_id}", "NOTE#{note_id:4}")
    user_id: InKey[str]
    note_id: InKey[int]


async def test_the_first_of_a_longer_answer_are_one_request(dynamo: Dynamo) -> None:
    counted = Counted(dynamo)
    tables = Tables(counted, cursors=Cursors(b"a secret of tests"))
    await create_tables(dynamo, [notes], stage="test")
    kept = [Note(user_id="ada", note_id=number) for number in range(5)]
    await tables.write_batch([put(note) for note in kept])
    of_ada = Note.key.query(user_id="ada")
    with assert_calls(counted, queries=1):
        assert await tables.all(of_ada.first(2)) == kept[:2]
    with assert_calls(counted, queries=1):
        assert await tables.one(of_ada.backward()) == kept[-1]
