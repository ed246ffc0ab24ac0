"""A copy brings every item over as it is, goes on where it was stopped, and tells when both sides differ."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from cairn.dynamo.embedded import open_folder
from cairn.dynamo.seam import Dynamo, Item, Operation, Request
from cairn.tables import create_tables
from cairn.tables.copying import COPIES_TABLE, Copying, CopyRefusedError
from cairn.tables.fingerprints import Fingerprint
from cairn.tables.samples import example_item
from tests.tables.library import Book, Loan, Reader, library
from tests.tables.meddling import Meddling, StoppedError, everything, stopping

NOW = datetime(2099, 3, 1, 12, tzinfo=UTC)  # no engine expires what is to expire then
ODD: Item = {
    "PK": {"S": "of another kind"},
    "SK": {"S": "❄\0\U0001f9ca"},
    "number": {"N": "-0.000000000000000000012345678901234567890123456789"},
    "bytes": {"B": bytes(range(256))},
    "sets": {"M": {"SS": {"SS": ["b", "a"]}, "NS": {"NS": ["10", "9"]}, "BS": {"BS": [b"\1", b"\0"]}}},
    "list": {"L": [{"BOOL": False}, {"NULL": True}, {"S": ""}, {"B": b""}, {"L": []}, {"M": {}}]},
}


def books(count: int) -> list[Item]:
    return [example_item(Book.__layout__, number, book_id=f"book {number}") for number in range(count)]


def one_of_each() -> list[Item]:
    return [
        example_item(Reader.__layout__),
        example_item(Loan.__layout__, expires_at=NOW + timedelta(days=90)),
        example_item(Book.__layout__),
        ODD,
    ]


async def fill(dynamo: Dynamo, stage: str, items: list[Item]) -> None:
    await create_tables(dynamo, [library], stage=stage)
    for item in items:
        await dynamo.call("PutItem", {"TableName": library.name_at(stage), "Item": item})


@pytest.fixture
def stage(request: pytest.FixtureRequest) -> str:
    """A stage of the test's own, as the target keeps the tables of all."""
    return f"copy-{request.node.originalname}"


@pytest_asyncio.fixture(loop_scope="session")
async def copying(dynamo: Dynamo, stage: str, tmp_path: Path) -> AsyncIterator[Copying]:
    """From a folder of the test's own to either engine."""
    async with open_folder(tmp_path / "source") as source:
        yield Copying(
            source=source, target=dynamo, keeper=source, target_name="there", stage=stage, clock=lambda: NOW
        )


async def test_what_arrives_is_what_was_there(copying: Copying, stage: str, tmp_path: Path) -> None:
    await fill(copying.source, stage, one_of_each())
    there = await copying.run([library])
    assert (there.is_equal, there.goes_on, there.missing) == (True, False, ())
    assert [(each.name, each.copied, each.target.items) for each in there.tables] == [
        (library.name_at(stage), 4, 4)
    ]
    async with open_folder(tmp_path / "back") as back:
        returned = replace(copying, source=copying.target, target=back, keeper=back, target_name="back")
        assert (await returned.run([library])).tables == there.tables
        assert await everything(back, library.name_at(stage)) == await everything(
            copying.source, library.name_at(stage)
        )


async def test_a_copy_that_was_stopped_goes_on_where_it_came_to(copying: Copying, stage: str) -> None:
    await fill(copying.source, stage, books(2000))
    with pytest.raises(StoppedError):
        await replace(copying, target=stopping(copying.target, "BatchWriteItem", 50)).run([library])
    written = 0

    async def count(operation: Operation, request: Request) -> None:
        nonlocal written
        if operation == "BatchWriteItem":
            written += len(request["RequestItems"][library.name_at(stage)])

    done = await replace(copying, target=Meddling(copying.target, count)).run([library])
    assert (done.is_equal, done.goes_on, done.tables[0].copied) == (True, True, 2000)
    assert 2000 - 50 * 25 <= written < 2000


async def test_tables_that_were_done_are_not_in_the_way_of_the_rest(copying: Copying, stage: str) -> None:
    await fill(copying.source, stage, books(3))
    with pytest.raises(StoppedError):  # when all is copied, and nothing compared
        await replace(copying, target=stopping(copying.target, "Scan", 0)).run([library])
    done = await copying.run([library])
    assert (done.is_equal, done.goes_on, done.tables[0].copied) == (True, True, 3)


async def test_a_copy_that_was_stopped_at_its_very_end_is_compared_once_more(
    copying: Copying, stage: str
) -> None:
    await fill(copying.source, stage, books(3))
    with pytest.raises(StoppedError):
        await replace(copying, keeper=stopping(copying.keeper, "TransactWriteItems", 0)).run([library])
    done = await copying.run([library])
    assert (done.is_equal, done.goes_on, done.tables[0].copied) == (True, True, 3)


async def test_a_copy_that_is_complete_is_forgotten(copying: Copying, stage: str) -> None:
    await fill(copying.source, stage, books(1))
    await copying.run([library])
    kept = await copying.source.call("Scan", {"TableName": COPIES_TABLE})
    assert kept["Items"] == []
    with pytest.raises(CopyRefusedError, match="holds items already"):
        await copying.run([library])


async def test_items_of_others_are_never_touched(copying: Copying, stage: str) -> None:
    name = library.name_at(stage)
    await fill(copying.source, stage, books(2))
    reader = example_item(Reader.__layout__)
    await fill(copying.target, stage, [reader])
    with pytest.raises(CopyRefusedError) as refused:
        await copying.run([library])
    assert str(refused.value) == (
        f"nothing was copied to there: {name} holds items already. "
        "Copy to where these tables are empty or not there, or remove them there first"
    )
    assert await everything(copying.target, name) == [reader]


async def test_a_table_that_is_another_than_declared_is_refused(copying: Copying, stage: str) -> None:
    name = library.name_at(stage)
    await fill(copying.source, stage, books(1))
    await copying.target.call(
        "CreateTable",
        {
            "TableName": name,
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
        },
    )
    with pytest.raises(
        CopyRefusedError, match=r"is not as declared: its key is \(PK\), declared is \(PK, SK\)"
    ):
        await copying.run([library])


async def test_what_is_not_there_is_told_and_nothing_at_all_is_refused(copying: Copying, stage: str) -> None:
    with pytest.raises(CopyRefusedError, match=rf"none of the tables is there \({library.name_at(stage)}\)"):
        await copying.run([library])


async def test_a_table_made_anew_is_copied_anew(copying: Copying, stage: str) -> None:
    name = library.name_at(stage)
    await fill(copying.source, stage, books(300))
    with pytest.raises(StoppedError):
        await replace(copying, target=stopping(copying.target, "Scan", 0)).run([library])
    await copying.target.call("DeleteTable", {"TableName": name})
    done = await copying.run([library])
    assert (done.is_equal, done.goes_on, done.tables[0].copied) == (True, False, 300)


async def test_both_sides_differ_when_somebody_writes_meanwhile(copying: Copying, stage: str) -> None:
    name = library.name_at(stage)
    [first, second] = books(2)
    await fill(copying.source, stage, [first])

    async def meddle(operation: Operation, _: Request) -> None:
        if operation == "Scan":  # what was copied is now compared
            await copying.source.call("PutItem", {"TableName": name, "Item": second})
            await copying.target.call("PutItem", {"TableName": name, "Item": ODD})

    differs = await replace(copying, target=Meddling(copying.target, meddle)).run([library])
    [table] = differs.tables
    assert not differs.is_equal
    assert table.source == Fingerprint().with_item(first)
    assert table.target == Fingerprint().with_item(first).with_item(ODD)

    again = await copying.run([library])
    assert (again.is_equal, again.goes_on, again.tables[0].copied) == (False, True, 2)
    await copying.target.call("DeleteItem", {"TableName": name, "Key": {k: ODD[k] for k in ("PK", "SK")}})
    assert (await copying.run([library])).is_equal


async def test_what_expires_within_the_hour_is_copied_and_not_compared(copying: Copying, stage: str) -> None:
    later = {"expires_at": NOW + timedelta(hours=2)}
    soon = {"expires_at": NOW + timedelta(minutes=59)}
    loans = [example_item(Loan.__layout__, 0, **later), example_item(Loan.__layout__, 1, **soon)]
    await fill(copying.source, stage, loans)
    [table] = (await copying.run([library])).tables
    assert (table.copied, table.source) == (2, Fingerprint().with_item(loans[0]))
