"""Pages: each goes on where the one before ended, for whoever was given its cursor and for the same question only."""

from datetime import UTC, date, datetime, timedelta
from uuid import UUID

import pytest

from cairn.tables import (
    Counted,
    CursorError,
    Cursors,
    Page,
    Tables,
    UnreadableItemError,
    assert_calls,
    put,
    together,
)
from tests.tables.library import Book, Loan, Reader, Status, library

ADA = UUID(int=1)
START = datetime(2026, 1, 1, tzinfo=UTC)
LOANS = [
    Loan(
        reader_id=ADA,
        since=START + timedelta(days=number),
        book_id=f"b{number}",
        branch="north",
        due=date(2026, 3, 1) + timedelta(days=number),
        status=Status.RETURNED if number % 3 else Status.OPEN,
    )
    for number in range(10)
]
OF_ADA = Loan.of_reader(ADA)


async def all_pages(tables: Tables, size: int) -> list[Page[Loan]]:
    pages = [await tables.page(OF_ADA, size=size, caller="ada")]
    while (cursor := pages[-1].cursor) is not None:
        pages.append(await tables.page(OF_ADA, size=size, caller="ada", cursor=cursor))
    return pages


async def lent(tables: Tables) -> Tables:
    await tables.write_batch([put(loan) for loan in LOANS])
    return tables


@pytest.mark.parametrize("size", [1, 3, 5, 9, 10, 11])
async def test_pages_are_the_whole_answer_in_order_without_one_too_many(lending: Tables, size: int) -> None:
    tables = await lent(lending)
    pages = await all_pages(tables, size)
    assert [loan for page in pages for loan in page.items] == LOANS
    assert [len(page.items) for page in pages[:-1]] == [size] * (len(pages) - 1)
    assert len(pages) == -(-len(LOANS) // size)


async def test_a_page_is_one_request(lending: Tables) -> None:
    tables = await lent(lending)
    with assert_calls(tables.dynamo, queries=1):
        page = await tables.page(OF_ADA, size=4, caller="ada")
    with assert_calls(tables.dynamo, queries=1):
        await tables.page(OF_ADA, size=4, caller="ada", cursor=page.cursor)


async def test_a_cursor_goes_on_after_what_was_seen_whatever_comes_and_goes(lending: Tables) -> None:
    tables = await lent(lending)
    page = await tables.page(OF_ADA.backward(), size=3, caller="ada")
    assert page.items == LOANS[:6:-1]
    newer = LOANS[9].changed(since=START + timedelta(days=20))
    await tables.write(put(newer))
    following = await tables.page(OF_ADA.backward(), size=3, caller="ada", cursor=page.cursor)
    assert following.items == LOANS[6:3:-1]


async def test_a_cursor_opens_nothing_for_others_or_for_another_question(lending: Tables) -> None:
    tables = await lent(lending)
    cursor = (await tables.page(OF_ADA, size=3, caller="ada")).cursor
    assert cursor is not None
    foreign = Tables(tables.dynamo, cursors=Cursors(b"the secret of another house"))
    for asked, caller, text, place in (
        (OF_ADA, "bo", cursor, tables),
        (OF_ADA, None, cursor, tables),
        (OF_ADA.backward(), "ada", cursor, tables),
        (Loan.of_reader(UUID(int=2)), "ada", cursor, tables),
        (OF_ADA, "ada", cursor[:-1], tables),
        (OF_ADA, "ada", "", tables),
        (OF_ADA, "ada", cursor, foreign),
    ):
        with pytest.raises(
            CursorError, match=r"^cursor: take it unchanged from the page before, with the same filters$"
        ):
            await place.page(asked, size=3, caller=caller, cursor=text)


async def test_pages_of_an_index_and_of_references_go_on_too(lending: Tables) -> None:
    books = [Book(book_id=f"b{n}", title="Same", author="Ada", shelf="S", rank=n % 2) for n in range(5)]
    await lending.write_batch([put(book) for book in books])
    titled, ranked = [], []
    cursor = None
    while True:
        page = await lending.page(Book.with_title("Same"), size=2, caller=None, cursor=cursor)
        titled += page.items
        if (cursor := page.cursor) is None:
            break
    while True:
        references = await lending.page(Book.on_shelf("S"), size=2, caller=None, cursor=cursor)
        ranked += references.items
        if (cursor := references.cursor) is None:
            break
    assert titled == books
    assert [each["rank"] for each in ranked] == [0, 0, 0, 1, 1]
    assert set(ranked) == {book.key for book in books}


async def test_a_page_is_full_where_a_condition_leaves_much_out(lending: Tables) -> None:
    tables = await lent(lending)
    asked = Loan.in_status(ADA, Status.OPEN)
    page = await tables.page(asked, size=3, caller="ada")
    assert page.items == [LOANS[0], LOANS[3], LOANS[6]]
    last = await tables.page(asked, size=3, caller="ada", cursor=page.cursor)
    assert (last.items, last.cursor) == ([LOANS[9]], None)


async def test_a_rare_match_takes_few_requests(lending: Tables) -> None:
    many = [LOANS[0].changed(since=START + timedelta(days=day), status=Status.RETURNED) for day in range(200)]
    rare = LOANS[0].changed(since=START + timedelta(days=200))
    await lending.write_batch([put(loan) for loan in [*many, rare]])
    counted = Counted(lending.dynamo)
    tables = Tables(counted, cursors=Cursors(b"a secret of the tests"))
    page = await tables.page(Loan.in_status(ADA, Status.OPEN), size=1, caller=None)
    assert (page.items, page.cursor) == ([rare], None)
    assert len(counted.calls) <= 8


async def test_what_cannot_be_read_is_told_on_its_page_and_takes_no_place(lending: Tables) -> None:
    told: list[UnreadableItemError] = []
    tables = Tables(lending.dynamo, cursors=Cursors(b"a secret of the tests"), on_unreadable=told.append)
    await lent(tables)
    for number in (1, 4):
        wrong = {**Loan.__layout__.item_of(LOANS[number]), "due": {"S": "soon"}}
        await tables.dynamo.call("PutItem", {"TableName": library.name_at("prod"), "Item": wrong})
    pages = await all_pages(tables, 3)
    readable = [loan for number, loan in enumerate(LOANS) if number not in {1, 4}]
    assert [loan for page in pages for loan in page.items] == readable
    assert [len(page.unreadable) for page in pages] == [1, 1, 0]
    assert told == [fault for page in pages for fault in page.unreadable]
    assert told[0].reason.startswith("due: ")


async def test_other_kinds_in_between_make_no_empty_last_page(lending: Tables) -> None:
    await lending.write(put(Reader(reader_id=ADA, name="Ada")))
    tables = await lent(lending)
    asked = together(Reader.key, Loan.key).query(reader_id=ADA)
    page = await tables.page(asked, size=10, caller=None)
    assert page.items == LOANS
    last = await tables.page(asked, size=10, caller=None, cursor=page.cursor)
    assert (last.items, last.cursor) == ([Reader(reader_id=ADA, name="Ada")], None)


async def test_a_page_has_a_size_and_no_other_limit(lending: Tables) -> None:
    for asked, size in ((OF_ADA, 0), (OF_ADA.first(3), 3)):
        with pytest.raises(
            ValueError, match="a page has a size of at least 1, and is of a query without first"
        ):
            await lending.page(asked, size=size, caller=None)
