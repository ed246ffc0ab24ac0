"""What mypy knows of what is asked and answered. This is checked, and never run."""

from collections.abc import Sequence
from datetime import datetime
from typing import assert_type
from uuid import UUID

from cairn.tables import (
    Action,
    Attribute,
    Change,
    Condition,
    Key,
    Keys,
    Page,
    Query,
    Ref,
    TableKey,
    Tables,
    attribute,
    check,
    create,
    delete,
    put,
    together,
    update,
    upsert,
)
from tests.tables.library import Book, Loan, Reader, Status, everything_of_reader


def keys(reader: Reader, reader_id: UUID) -> None:
    assert_type(Reader.key, TableKey[Reader])
    assert_type(Reader.key(reader_id=reader_id), Ref[Reader])
    assert_type(reader.key, Ref[Reader])
    assert_type(Book.titled, Key[Book])
    assert_type(Book.ranked, Key[Ref[Book]])
    assert_type(Reader.with_id(reader_id), Ref[Reader])


def queries(reader_id: UUID) -> None:
    assert_type(Loan.key.query(reader_id=reader_id), Query[Loan])
    assert_type(Book.titled.query(title="Notes"), Query[Book])
    assert_type(Book.ranked.query(shelf="S"), Query[Ref[Book]])
    assert_type(Loan.of_reader(reader_id).backward().first(3), Query[Loan])
    assert_type(together(Reader.key, Loan.key), Keys[Reader | Loan])
    assert_type(
        together(Reader.key, Loan.key, Book.titled).query(reader_id=reader_id), Query[Reader | Loan | Book]
    )
    assert_type(everything_of_reader(reader_id), Query[Reader | Loan])


def attributes(loan: Loan) -> None:
    assert_type(Loan.status, Status)
    assert_type(loan.status, Status)
    assert_type(loan.expires_at, datetime | None)
    assert_type(attribute(Loan.status), Attribute[Status])
    assert_type(attribute(Loan.status).set(Status.OPEN), Change)
    assert_type(attribute(Loan.status) == Status.OPEN, Condition)
    assert_type(attribute(Reader.interests).include("music"), Change)
    assert_type(loan.open_in, str | None)


def actions(loan: Loan, ref: Ref[Loan]) -> None:
    assert_type(put(loan), Action)
    assert_type(create(loan, when=Loan.status == Status.OPEN), Action)
    assert_type(update(loan, attribute(Loan.fine).unset()), Action)
    assert_type(update(ref, attribute(Loan.fine).unset(), when=attribute(Loan.fine).exists()), Action)
    assert_type(upsert(ref, attribute(Loan.fine).unset()), Action)
    assert_type(delete(ref), Action)
    assert_type(check(loan), Action)


async def answers(tables: Tables, reader_id: UUID, loan: Loan) -> None:
    assert_type(await tables.get(Reader.with_id(reader_id)), Reader | None)
    assert_type(await tables.expect(Reader.with_id(reader_id)), Reader)
    assert_type(await tables.get_all([loan.key]), list[Loan | None])
    assert_type(await tables.all(Loan.of_reader(reader_id)), list[Loan])
    assert_type(await tables.all(Loan.due_in("north")), list[Ref[Loan]])
    assert_type(await tables.all(everything_of_reader(reader_id)), list[Reader | Loan])
    assert_type(await tables.one(Book.with_title("Notes")), Book | None)
    assert_type(await tables.page(Loan.of_reader(reader_id), size=10, caller=None), Page[Loan])
    assert_type((await tables.page(Loan.due_in("north"), size=10, caller=None)).items, list[Ref[Loan]])
    assert_type(await tables.update(loan, attribute(Loan.fine).unset()), Loan)
    assert_type(await tables.update(loan.key, attribute(Loan.fine).unset()), Loan)
    async for each in tables.iterate(Loan.of_reader(reader_id)):
        assert_type(each, Loan)


def wider(loans: Query[Loan]) -> Query[Loan | Book]:
    """A query of loans is a query of whatever is a loan or a book."""
    return loans


def changed(loan: Loan) -> Sequence[Loan]:
    copy = loan.changed(status=Status.RETURNED)
    assert_type(copy, Loan)
    return [copy]
