"""Writing one item: put, create, update, upsert, delete, and what each refuses."""

from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from cairn.dynamo.seam import Dynamo, Item
from cairn.tables import (
    Action,
    AlreadyThereError,
    ConditionFailedError,
    Entity,
    IncompleteUpdateError,
    InKey,
    KeyValueError,
    OrNull,
    Ref,
    Revision,
    Table,
    Tables,
    assert_calls,
    attribute,
    check,
    create,
    create_tables,
    delete,
    put,
    update,
    upsert,
)
from tests.documents.agreement import counted_tables
from tests.tables.library import Address, Book, Loan, Reader, Status, library

ADA = UUID(int=1)
READER = Reader(reader_id=ADA, name="Ada", address=Address(street="Marylebone"), books=2)
LOAN = Loan(
    reader_id=ADA, since=datetime(2026, 1, 1, tzinfo=UTC), book_id="b1", branch="north", due=date(2026, 2, 1)
)
BOOK = Book(book_id="b1", title="Notes", author="Ada", shelf="S", rank=7)


async def stored(tables: Tables, ref: Ref[Any]) -> Item | None:
    request = {"TableName": library.name_at("prod"), "Key": ref.key, "ConsistentRead": True}
    found: Item | None = (await tables.dynamo.call("GetItem", request)).get("Item")
    return found


async def test_a_put_takes_the_place_of_what_was_there(lending: Tables) -> None:
    await lending.write(put(READER))
    other = READER.changed(name="Ada Lovelace", address=None)
    with assert_calls(lending.dynamo, writes=1):
        await lending.write(put(other))
    assert await stored(lending, READER.key) == Reader.__layout__.item_of(other)


async def test_what_is_created_must_not_be_there(lending: Tables) -> None:
    with assert_calls(lending.dynamo, writes=1):
        await lending.write(create(READER))
    with pytest.raises(AlreadyThereError) as refusal:
        await lending.write(create(READER.changed(name="Bo")))
    assert (refusal.value.before, refusal.value.position) == (READER, 0)
    assert (
        str(refusal.value)
        == f"create Reader PK=READER#{ADA} SK=PROFILE was refused: attribute_not_exists(PK)"
    )
    assert await lending.get(READER.key) == READER


async def test_an_update_changes_what_it_names_and_answers_with_the_item(lending: Tables) -> None:
    await lending.write(put(READER))
    with assert_calls(lending.dynamo, writes=1):
        found = await lending.update(
            READER.key,
            attribute(Reader.name).set("Countess"),
            attribute(Reader.books).add(3),
            attribute(Reader.interests).include("engines", "music"),
            attribute(Reader.address).at("house").set(3),
        )
    expected = READER.changed(
        name="Countess",
        books=5,
        interests=frozenset({"engines", "music"}),
        address=Address(street="Marylebone", house=3),
    )
    assert found == expected
    found = await lending.update(
        READER.key, attribute(Reader.interests).exclude("music"), attribute(Reader.address).unset()
    )
    assert found == expected.changed(interests=frozenset({"engines"}), address=None)
    assert await lending.get(READER.key) == found


async def test_an_update_of_what_is_not_there_makes_nothing(lending: Tables) -> None:
    with pytest.raises(ConditionFailedError) as refusal:
        await lending.write(update(READER.key, attribute(Reader.books).add(1)))
    assert (
        str(refusal.value) == f"update Reader PK=READER#{ADA} SK=PROFILE was refused: there is no such item"
    )
    assert (refusal.value.before, await stored(lending, READER.key)) == (None, None)


async def test_a_condition_that_fails_says_why_and_what_was_there(lending: Tables) -> None:
    await lending.write(put(LOAN))
    with pytest.raises(ConditionFailedError) as refusal:
        await lending.update(
            LOAN.key, attribute(Loan.fine).set(Decimal("1.5")), when=Loan.status == Status.RETURNED
        )
    assert str(refusal.value) == (
        f"update {LOAN.key} was refused: attribute_exists(PK) and status = 'RETURNED'"
    )
    assert refusal.value.before == LOAN
    assert await lending.get(LOAN.key) == LOAN


@pytest.mark.parametrize("word", ["put", "create", "delete", "check", "upsert"])
async def test_every_write_can_have_a_condition(lending: Tables, word: str) -> None:
    await lending.write(put(READER))
    few = Reader.books < 2
    actions: dict[str, Action] = {
        "put": put(READER, when=few),
        "create": create(READER, when=few),
        "delete": delete(READER.key, when=few),
        "check": check(READER.key, few),
        "upsert": upsert(READER.key, attribute(Reader.name).set("Bo"), when=few),
    }
    with pytest.raises(ConditionFailedError) as refusal:
        await lending.write(actions[word])
    assert (refusal.value.action.word, refusal.value.before) == (word, READER)
    assert await lending.get(READER.key) == READER


async def test_a_delete_of_what_is_not_there_is_no_fault(lending: Tables) -> None:
    await lending.write(put(READER))
    await lending.write(delete(READER))
    await lending.write(delete(READER))
    assert await lending.get(READER.key) is None
    with pytest.raises(ConditionFailedError):
        await lending.write(delete(READER.key, when=attribute(Reader.name).exists()))


async def test_an_upsert_changes_or_makes_an_item_with_its_defaults(lending: Tables) -> None:
    more = upsert(Reader.with_id(ADA), attribute(Reader.name).set("Ada"), attribute(Reader.books).add(1))
    await lending.write(more)
    assert await lending.get(READER.key) == Reader(reader_id=ADA, name="Ada", books=1)
    await lending.write(more)
    assert await lending.get(READER.key) == Reader(reader_id=ADA, name="Ada", books=2)


@pytest.mark.parametrize(
    ("make", "fault", "message"),
    [
        (
            lambda: upsert(Reader.with_id(ADA), attribute(Reader.books).add(1)),
            IncompleteUpdateError,
            f"Reader PK=READER#{ADA} SK=PROFILE: a new item would lack name; give it a value",
        ),
        (
            lambda: update(LOAN.key, attribute(Loan.status).set(Status.RETURNED)),
            IncompleteUpdateError,
            "Loan: status stands in a key of OpenLoans together with branch, due: give the Loan itself instead of its key",
        ),
        (
            lambda: update(BOOK, attribute(Book.rank).set_if_absent(3)),
            KeyValueError,
            "rank: stands in a key of Book and is no attribute",
        ),
        (
            lambda: update(LOAN, attribute(Loan.branch).set_if_absent("south")),
            IncompleteUpdateError,
            "Loan: open_in stands in a key of OpenLoans, so that it has to be set to a value that is known",
        ),
        (
            lambda: attribute(Reader.name).unset(),
            IncompleteUpdateError,
            "Reader.name: an item without it can't be read; give it another value",
        ),
        (
            lambda: update(BOOK.key, attribute(Book.book_id).set("b2")),
            KeyValueError,
            "book_id: stands in the key, which never changes: delete and create instead",
        ),
        (
            lambda: update(BOOK.key, attribute(Reader.name).set("Bo")),
            KeyValueError,
            "name: Reader.name is no attribute of Book",
        ),
        (
            lambda: update(BOOK.key),
            IncompleteUpdateError,
            "an update of Book changes nothing: name a change",
        ),
        (
            lambda: attribute(Reader.books).set("many"),  # type: ignore[arg-type]
            KeyValueError,
            "books: Input should be a valid integer, unable to parse string as an integer",
        ),
        (
            lambda: attribute("Ada"),
            TypeError,
            "'Ada' is no attribute: name it on the class, for instance attribute(Goal.status)",
        ),
        (
            lambda: delete(BOOK.key, when=True),
            TypeError,
            "True is no condition: compare an attribute of the class, for instance Goal.status == Status.OPEN",
        ),
        (
            lambda: Reader.books == 1 and Reader.books == 2,
            TypeError,
            "a condition is asked of DynamoDB: combine conditions with & and |, not with and, or, in",
        ),
    ],
    ids=range(12),
)
def test_a_write_that_would_do_half_is_refused(make: Any, fault: type[Exception], message: str) -> None:
    with pytest.raises(fault) as refusal:
        make()
    assert str(refusal.value) == message


async def test_a_number_that_stands_in_an_index_alone_is_added_to(lending: Tables) -> None:
    await lending.write(put(BOOK))
    whole = await lending.expect(BOOK.key)
    moved = await lending.update(whole, attribute(Book.rank).add(5))
    assert moved.rank == 12
    assert [each["rank"] for each in await lending.all(Book.on_shelf("S"))] == [12]


async def test_any_number_is_written_in_batches(lending: Tables) -> None:
    books = [BOOK.changed(book_id=f"b{number}", rank=number) for number in range(60)]
    with assert_calls(lending.dynamo, batches=3):
        await lending.write_batch([put(book) for book in books])
    assert len(await lending.all(Book.on_shelf("S"))) == 60
    await lending.write_batch([delete(book.key) for book in books])
    assert await lending.all(Book.on_shelf("S")) == []
    with assert_calls(lending.dynamo):
        await lending.write_batch([])
        await lending.write()
    with pytest.raises(ValueError, match="a batch takes puts and deletes without conditions"):
        await lending.write_batch([create(BOOK)])


async def test_what_is_unknown_survives_a_read_a_change_and_a_put(lending: Tables) -> None:
    strange: Item = {**Book.__layout__.item_of(BOOK), "colour": {"S": "red"}, "pages": {"NS": ["1", "2"]}}
    await lending.dynamo.call("PutItem", {"TableName": library.name_at("prod"), "Item": strange})
    book = await lending.expect(BOOK.key)
    await lending.write(put(book.changed(title="More notes")))
    assert await stored(lending, BOOK.key) == {**strange, "title": {"S": "More notes"}}
    assert (await lending.expect(BOOK.key)).model_dump() == BOOK.changed(title="More notes").model_dump()


async def test_an_expiry_is_a_time_here_and_seconds_in_the_table(lending: Tables) -> None:
    east = timezone(timedelta(hours=2))
    expiring = LOAN.changed(expires_at=datetime(2096, 1, 1, 2, 0, 0, 5, east))
    await lending.write(put(expiring))
    found = await stored(lending, LOAN.key)
    assert found is not None
    assert found["expiresAt"] == {"N": str(int(datetime(2096, 1, 1, tzinfo=UTC).timestamp()))}
    assert (await lending.expect(LOAN.key)).expires_at == datetime(2096, 1, 1, tzinfo=UTC)
    later = datetime(2097, 1, 1, tzinfo=UTC)
    moved = await lending.update(LOAN.key, attribute(Loan.expires_at).set(later))
    assert moved.expires_at == later
    assert (await lending.update(LOAN.key, attribute(Loan.expires_at).unset())).expires_at is None
    described = await lending.dynamo.call("DescribeTimeToLive", {"TableName": library.name_at("prod")})
    assert described["TimeToLiveDescription"]["AttributeName"] == "expiresAt"


def test_an_expiry_without_a_zone_is_refused() -> None:
    local = LOAN.changed(expires_at=datetime(2096, 1, 1))  # noqa: DTZ001 - what is refused
    with pytest.raises(KeyValueError, match=r"^expires_at: 2096-01-01 00:00:00 has no time zone"):
        put(local)


accounts = Table("Accounts", pk="PK", sk="SK")


class Account(Entity, table=accounts):
    key = accounts.key("ACCOUNT#{account_id}", "ACCOUNT")
    account_id: InKey[str]
    balance: int = 0
    remark: OrNull[str] = None
    revision: Revision = 0


async def test_what_others_wrote_since_it_was_read_is_not_overwritten(dynamo: Dynamo) -> None:
    tables = counted_tables(dynamo)
    await create_tables(dynamo, [accounts], stage="prod")
    ref = Account.key(account_id="ada")
    await tables.write(put(Account(account_id="ada", balance=1)))
    mine, theirs = await tables.expect(ref), await tables.expect(ref)
    assert mine.revision == 1
    await tables.write(put(theirs.changed(balance=2)))
    for action in (
        put(mine.changed(balance=3)),
        update(mine, attribute(Account.balance).add(1)),
        delete(mine),
        put(Account(account_id="ada")),
        create(Account(account_id="ada")),
    ):
        with pytest.raises(ConditionFailedError) as refusal:
            await tables.write(action)
        assert refusal.value.before == theirs.changed(balance=2, revision=2)
    # By its key alone, an item is changed as it is, and the change is counted.
    counted = await tables.update(ref, attribute(Account.balance).add(1))
    assert (counted.balance, counted.revision) == (3, 3)
    again = await tables.update(counted, attribute(Account.remark).set("last"))
    await tables.write(delete(again))
    await tables.write(delete(again))
    assert await tables.get(ref) is None
    await dynamo.call("DeleteTable", {"TableName": accounts.name})


def test_what_has_no_value_is_null_where_the_document_says_so() -> None:
    item = Account.__layout__.item_of(Account(account_id="ada"))
    assert item["remark"] == {"NULL": True}
    assert attribute(Account.remark).unset().stored == {"NULL": True}
    with pytest.raises(KeyValueError, match=r"^remark: is stored as NULL while it has no value"):
        attribute(Account.remark).set_if_absent("x")
