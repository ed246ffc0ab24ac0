"""Getting by key: one, one that must be there, and any number, whatever DynamoDB leaves undone at first."""

from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

import pytest

from cairn.dynamo.seam import Dynamo, Operation, Request, Response
from cairn.tables import (
    Counted,
    Entity,
    InKey,
    KeyValueError,
    NotFoundError,
    Ref,
    Table,
    Tables,
    UnreadableItemError,
    assert_calls,
    create_tables,
    put,
)
from tests.documents.agreement import CURSORS
from tests.tables.library import Address, Book, Loan, Reader, library

ADA, BO = UUID(int=1), UUID(int=2)
READER = Reader(
    reader_id=ADA, name="Ada", address=Address(street="Marylebone", house=3), interests=frozenset({"x"})
)
LOAN = Loan(
    reader_id=ADA, since=datetime(2026, 1, 1, tzinfo=UTC), book_id="b1", branch="north", due=date(2026, 2, 1)
)
BOOK = Book(book_id="b1", title="Notes", author="Ada", shelf="S", rank=7)


class HalfDone:
    """Any Dynamo, of which a batch does no more than two keys at a time."""

    def __init__(self, dynamo: Dynamo) -> None:
        self._dynamo = dynamo
        self.asked: list[int] = []

    async def call(self, operation: Operation, request: Request) -> Response:
        if operation != "BatchGetItem":
            return await self._dynamo.call(operation, request)
        [(table, asked)] = request["RequestItems"].items()
        keys = asked["Keys"]
        self.asked.append(len(keys))
        answer = await self._dynamo.call(operation, {"RequestItems": {table: {**asked, "Keys": keys[:2]}}})
        undone = {table: {**asked, "Keys": keys[2:]}} if keys[2:] else {}
        return {**answer, "UnprocessedKeys": undone}

    async def close(self) -> None:
        await self._dynamo.close()


async def test_what_was_put_is_got_with_one_request(lending: Tables) -> None:
    await lending.write(put(READER), put(LOAN), put(BOOK))
    kept: list[tuple[Ref[Any], Entity]] = [
        (Reader.with_id(ADA), READER),
        (Loan.key(reader_id=ADA, since=LOAN.since, book_id="b1"), LOAN),
        (Book.key(book_id="b1"), BOOK),
    ]
    for ref, entity in kept:
        with assert_calls(lending.dynamo, reads=1):
            assert await lending.get(ref) == entity
        assert await lending.expect(ref, consistent=True) == entity


async def test_what_is_not_there_is_none_or_an_error_that_names_it(lending: Tables) -> None:
    assert await lending.get(Reader.with_id(BO)) is None
    with pytest.raises(NotFoundError, match=rf"^Reader PK=READER#{BO} SK=PROFILE$"):
        await lending.expect(Reader.with_id(BO))


async def test_any_number_is_got_in_the_order_in_which_it_was_asked_for(lending: Tables) -> None:
    books = [BOOK.changed(book_id=f"b{number}", rank=number) for number in range(230)]
    await lending.write_batch([put(book) for book in books])
    refs = [book.key for book in books]
    missing = Book.key(book_id="missing")
    with assert_calls(lending.dynamo, batches=3):
        assert await lending.get_all([*refs[::-1], missing, refs[5]]) == [*books[::-1], None, books[5]]
    with assert_calls(lending.dynamo):
        assert await lending.get_all([]) == []


async def test_several_kinds_are_got_together(lending: Tables) -> None:
    await lending.write(put(READER), put(LOAN), put(BOOK))
    refs: list[Any] = [BOOK.key, READER.key, LOAN.key, Reader.with_id(BO)]
    with assert_calls(lending.dynamo, batches=1):
        assert await lending.get_all(refs, consistent=True) == [BOOK, READER, LOAN, None]


async def test_what_dynamodb_leaves_undone_is_asked_for_again(lending: Tables) -> None:
    books = [BOOK.changed(book_id=f"b{number}") for number in range(5)]
    await lending.write_batch([put(book) for book in books])
    half_done = HalfDone(lending.dynamo)
    tables = Tables(half_done, cursors=CURSORS)
    assert await tables.get_all([book.key for book in books]) == books
    assert half_done.asked == [5, 3, 1]


shelves = Table("BigBooks", pk="PK", sk="SK")


class BigBook(Entity, table=shelves):
    key = shelves.key("BOOK#{number:3}", "BOOK")
    number: InKey[int]
    text: str


async def test_more_than_one_answer_holds_is_got_whole(dynamo: Dynamo) -> None:
    """An answer has at most 16 MB, so that DynamoDB itself leaves some undone."""
    counted = Counted(dynamo)
    tables = Tables(counted, cursors=CURSORS)
    await create_tables(dynamo, [shelves], stage="prod")
    books = [BigBook(number=number, text=chr(97 + number % 26) * 390_000) for number in range(50)]
    await tables.write_batch([put(book) for book in books])
    before = len(counted.calls)
    found = await tables.get_all([book.key for book in books])
    assert found == books
    assert len(counted.calls) - before >= 2
    await dynamo.call("DeleteTable", {"TableName": shelves.name})


async def test_an_item_that_cannot_be_read_is_told_and_leaves_the_others(lending: Tables) -> None:
    told: list[UnreadableItemError] = []
    tables = Tables(lending.dynamo, cursors=CURSORS, on_unreadable=told.append)
    wrong = {**Book.__layout__.item_of(BOOK.changed(book_id="b2")), "author": {"N": "7"}}
    await tables.write(put(BOOK))
    await tables.dynamo.call("PutItem", {"TableName": library.name_at("prod"), "Item": wrong})
    other = Book.key(book_id="b2")
    assert await tables.get_all([BOOK.key, other]) == [BOOK, None]
    message = "Book in library-{stage} PK=b2 SK=BOOK: author: Input should be a valid string"
    assert [str(fault) for fault in told] == [message]
    with pytest.raises(UnreadableItemError) as fault:
        await tables.get(other)
    assert str(fault.value) == message
    assert (fault.value.table, fault.value.key) == ("Book in library-{stage}", other.key)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({}, "book_id: has no value, and the key needs one"),
        ({"book_id": None}, "book_id: has no value, and the key needs one"),
        ({"book_id": "b1", "title": "Notes"}, "title: is no part of the key of Book"),
    ],
)
def test_a_key_has_all_of_its_parts_and_no_other(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(KeyValueError) as fault:
        Book.key(**parts)
    assert str(fault.value) == message


def test_a_reference_is_told_as_people_read_it_and_equal_by_its_key() -> None:
    assert str(Reader.with_id(ADA)) == f"Reader PK=READER#{ADA} SK=PROFILE"
    assert {Reader.with_id(ADA), READER.key} == {Reader.with_id(ADA)}
    assert Reader.with_id(ADA) != Reader.with_id(BO)
    assert (READER.key.entity, LOAN.key["since"]) == (Reader, LOAN.since)
