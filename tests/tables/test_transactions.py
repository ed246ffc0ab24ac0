"""Transactions: all or nothing, over several tables, each refusal by the action that was refused, a repeat done once."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from uuid import UUID, uuid4

import pytest
import pytest_asyncio

from cairn.dynamo.errors import IdempotentParameterMismatchException
from cairn.dynamo.seam import Dynamo
from cairn.tables import (
    AlreadyThereError,
    ConditionFailedError,
    Entity,
    InKey,
    Table,
    Tables,
    assert_calls,
    attribute,
    check,
    create,
    delete,
    put,
    update,
    upsert,
)
from tests.documents.examples import made
from tests.tables.library import Book, Loan, Reader, Status, library

tills = Table("Tills", pk="PK", sk="SK")
branches = Table("Branches", pk="PK", sk="SK", version="v")
shelves = Table("Shelves", pk="PK", sk="SK", version="v")


class Till(Entity, table=tills):
    key = tills.key("TILL#{branch}", "TILL")
    branch: InKey[str]
    pence: int = 0


class Branch(Entity, table=branches, version=2, upgrades={1: lambda values: {**values, "loans": 0}}):
    key = branches.key("BRANCH#{branch}", "BRANCH")
    branch: InKey[str]
    loans: int = 0


class Shelf(Entity, table=shelves, version=2, upgrades={1: lambda old: {**old, "name": old["name"].lower()}}):
    """Its names were once in capitals too."""

    key = shelves.key("{name}", "SHELF")
    name: str
    books: int = 0


ADA = UUID(int=1)
READER = Reader(reader_id=ADA, name="Ada", books=0)
BOOK = Book(book_id="b1", title="Notes", author="Ada", shelf="S", rank=7)
LOAN = Loan(
    reader_id=ADA, since=datetime(2026, 1, 1, tzinfo=UTC), book_id="b1", branch="north", due=date(2026, 2, 1)
)
NORTH = Till.key(branch="north")


@pytest_asyncio.fixture(loop_scope="session")
async def tables(dynamo: Dynamo) -> AsyncIterator[Tables]:
    async with made(dynamo, [library, tills, branches, shelves]) as tables:
        await tables.write(put(READER), put(BOOK), put(Till(branch="north")))
        yield tables


async def lend(tables: Tables, *, most: int = 3, token: str | None = None) -> None:
    await tables.write(
        create(LOAN),
        update(Reader.with_id(ADA), attribute(Reader.books).add(1), when=Reader.books < most),
        check(BOOK.key, Book.shelf == "S"),
        upsert(NORTH, attribute(Till.pence).add(50)),
        token=token,
    )


async def test_several_tables_are_written_together(tables: Tables) -> None:
    with assert_calls(tables.dynamo, transactions=1):
        await lend(tables)
    assert await tables.get_all([LOAN.key]) == [LOAN]
    assert (await tables.expect(Reader.with_id(ADA))).books == 1
    assert await tables.get(NORTH) == Till(branch="north", pence=50)
    await tables.write(delete(LOAN), upsert(Till.key(branch="south"), attribute(Till.pence).add(7)))
    assert await tables.get(LOAN.key) is None
    assert await tables.get(Till.key(branch="south")) == Till(branch="south", pence=7)


async def test_a_refusal_names_its_action_and_place_and_nothing_is_written(tables: Tables) -> None:
    await tables.write(put(BOOK.changed(shelf="T")))
    with pytest.raises(ConditionFailedError) as refusal:
        await lend(tables)
    fault = refusal.value
    assert (fault.action.word, fault.position, fault.before) == ("check", 2, BOOK.changed(shelf="T"))
    assert str(fault) == "check Book PK=b1 SK=BOOK was refused: shelf = 'S'"
    assert await tables.get(LOAN.key) is None
    assert await tables.get(Reader.with_id(ADA)) == READER
    assert await tables.get(NORTH) == Till(branch="north")


async def test_the_first_of_several_refusals_is_told(tables: Tables) -> None:
    await tables.write(put(LOAN.changed(status=Status.RETURNED)))
    with pytest.raises(AlreadyThereError) as refusal:
        await lend(tables, most=0)
    assert (refusal.value.position, refusal.value.before) == (0, LOAN.changed(status=Status.RETURNED))
    with pytest.raises(ConditionFailedError) as refused:
        await tables.write(check(NORTH), check(Till.key(branch="nowhere")))
    assert str(refused.value) == "check Till PK=TILL#nowhere SK=TILL was refused: there is no such item"


async def test_a_repeat_with_the_same_token_is_done_once(tables: Tables) -> None:
    token = str(uuid4())
    await lend(tables, token=token)
    await lend(tables, token=token)
    assert (await tables.expect(Reader.with_id(ADA))).books == 1
    # One action alone can be repeated too.
    token = str(uuid4())
    for _ in range(2):
        await tables.write(update(NORTH, attribute(Till.pence).add(1)), token=token)
    assert await tables.get(NORTH) == Till(branch="north", pence=51)
    with pytest.raises(IdempotentParameterMismatchException):
        await tables.write(update(NORTH, attribute(Till.pence).add(2)), token=token)


async def test_an_item_of_an_older_version_is_made_current_before_it_is_changed(tables: Tables) -> None:
    """Also where a transaction changes several of them."""
    names = ["north", "south", "west"]
    for name in names:
        old = {"PK": {"S": f"BRANCH#{name}"}, "SK": {"S": "BRANCH"}, "v": {"N": "1"}}
        await tables.dynamo.call("PutItem", {"TableName": "Branches", "Item": old})
    refs = [Branch.key(branch=name) for name in names]
    await tables.write(*(update(ref, attribute(Branch.loans).add(2)) for ref in refs))
    assert await tables.get_all(refs) == [Branch(branch=name, loans=2) for name in names]


async def test_a_condition_is_asked_of_the_current_version(tables: Tables) -> None:
    ref = Branch.key(branch="north")
    old = {"PK": {"S": "BRANCH#north"}, "SK": {"S": "BRANCH"}, "v": {"N": "1"}}
    for action in (check(ref, Branch.loans == 0), delete(ref, when=Branch.loans == 0)):
        await tables.dynamo.call("PutItem", {"TableName": "Branches", "Item": old})
        await tables.write(action)
    assert await tables.get(ref) is None
    await tables.dynamo.call("PutItem", {"TableName": "Branches", "Item": old})
    with pytest.raises(ConditionFailedError) as refusal:
        await tables.write(check(ref, Branch.loans == 1))
    assert refusal.value.before == Branch(branch="north")
    with pytest.raises(AlreadyThereError):
        await tables.write(create(Branch(branch="north")))


async def test_an_item_that_its_upgrade_can_t_move_is_refused_and_stays(tables: Tables) -> None:
    old = {"PK": {"S": "Maths"}, "SK": {"S": "SHELF"}, "name": {"S": "Maths"}, "v": {"N": "1"}}
    await tables.dynamo.call("PutItem", {"TableName": "Shelves", "Item": old})
    taken = Shelf(name="maths", books=3)
    await tables.write(put(taken))
    with pytest.raises(ConditionFailedError):
        await tables.write(update(Shelf.key(name="Maths"), attribute(Shelf.books).add(1)))
    found = await tables.dynamo.call("Scan", {"TableName": "Shelves"})
    assert old in found["Items"]
    assert await tables.get(taken.key) == taken
