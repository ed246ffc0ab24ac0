"""Stored items come to the declared version, each once, whatever others write meanwhile and whenever it is stopped."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Self

import pytest
import pytest_asyncio

from cairn.dynamo.batches import batch_write
from cairn.dynamo.seam import Dynamo, Item, Operation, Request
from cairn.tables import (
    Counted,
    Cursors,
    Entity,
    InKey,
    Query,
    Table,
    Tables,
    UnreadableItemError,
    attribute,
    create_tables,
    put,
)
from cairn.tables.migrating import Migration, has_upgrades, migrate
from tests.tables.meddling import Meddling, StoppedError, everything, stopping

shelves = Table("shelves-{stage}", pk="PK", sk="SK", version="schemaVersion")
by_author = shelves.index("Authors", pk="authorPK", sk="authorSK")


def with_one_author(values: dict[str, Any]) -> dict[str, Any]:
    """Version 1 had a list of authors."""
    [author, *_] = values.pop("authors")
    return {**values, "author": author}


class Volume(
    Entity, table=shelves, version=3, upgrades={1: with_one_author, 2: lambda values: {**values, "lent": 0}}
):
    """A book, which since version 3 is found by its author and knows how often it was lent."""

    key = shelves.key("SHELF#{shelf}", "VOLUME#{number}")
    authored = by_author.key("AUTHOR#{author}", "{number}")

    shelf: InKey[str]
    number: InKey[str]
    author: str
    lent: int = 0

    @classmethod
    def by(cls, author: str) -> Query[Self]:
        return cls.authored.query(author=author)


class Plant(Entity, table=shelves):
    """What else stands on a shelf, and never changed its form."""

    key = shelves.key("SHELF#{shelf}", "PLANT")

    shelf: InKey[str]


@dataclass
class Place:
    """Tables and positions of a test's own, and what it was told."""

    dynamo: Dynamo
    stage: str = field(default_factory=lambda: secrets.token_hex(4))
    left: list[str] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)

    @property
    def name(self) -> str:
        return shelves.name_at(self.stage)

    @property
    def positions_table(self) -> str:
        return f"Positions-{self.stage}"

    async def put(self, *items: Item) -> None:
        await batch_write(self.dynamo, {self.name: [{"PutRequest": {"Item": item}} for item in items]})

    async def migrate(self, dynamo: Dynamo | None = None, *, dry_run: bool = False) -> Migration:
        return await migrate(
            dynamo or self.dynamo,
            shelves,
            stage=self.stage,
            clock=lambda: datetime(2026, 1, 1, tzinfo=UTC),
            on_left=lambda fault: self.left.append(str(fault)),
            on_progress=self.shares.append,
            dry_run=dry_run,
            positions_table=self.positions_table,
        )

    async def items(self) -> list[Item]:
        return await everything(self.dynamo, self.name)


@pytest_asyncio.fixture(loop_scope="session")
async def place(dynamo: Dynamo) -> AsyncIterator[Place]:
    place = Place(dynamo)
    await create_tables(dynamo, [shelves], stage=place.stage)
    yield place
    tables = (await dynamo.call("ListTables", {}))["TableNames"]
    for name in {place.name, place.positions_table} & set(tables):
        await dynamo.call("DeleteTable", {"TableName": name})


def key(number: str) -> Item:
    return {"PK": {"S": "SHELF#a"}, "SK": {"S": f"VOLUME#{number}"}}


def first_version(number: str, **more: Any) -> Item:
    authors = {"L": [{"S": "Lovelace"}, {"S": "Menabrea"}]}
    return {**key(number), "authors": authors, **more}


def second_version(number: str, **more: Any) -> Item:
    return {**key(number), "schemaVersion": {"N": "2"}, "author": {"S": "Lovelace"}, **more}


def current_version(number: str, *, lent: int = 0, **more: Any) -> Item:
    index_key = {"authorPK": {"S": "AUTHOR#Lovelace"}, "authorSK": {"S": number}}
    lent_of = {"lent": {"N": str(lent)}}
    return {**second_version(number), "schemaVersion": {"N": "3"}, **index_key, **lent_of, **more}


PLANT: Mapping[str, Any] = {"PK": {"S": "SHELF#a"}, "SK": {"S": "PLANT"}, "water": {"S": "daily"}}


async def test_old_items_become_current_and_are_found_by_their_new_keys(place: Place) -> None:
    note: dict[str, Any] = {"note": {"S": "torn"}}
    current = current_version("3", lent=7)
    await place.put(first_version("1", **note), second_version("2"), current, dict(PLANT))
    assert await place.migrate() == Migration(place.name, 4, {"Volume 1": 1, "Volume 2": 1}, 0)
    assert await place.items() == [PLANT, current_version("1", **note), current_version("2"), current]
    tables = Tables(place.dynamo, cursors=Cursors(bytes(16)), stage=place.stage)
    assert [volume.number for volume in await tables.all(Volume.by("Lovelace"))] == ["1", "2", "3"]
    assert await place.migrate() == Migration(place.name, 4, {}, 0)


async def test_a_dry_run_counts_and_writes_nothing(place: Place) -> None:
    items = [first_version("1"), second_version("2"), current_version("3")]
    await place.put(*items)
    counted = Counted(place.dynamo)
    told = await place.migrate(counted, dry_run=True)
    assert told == Migration(place.name, 3, {"Volume 1": 1, "Volume 2": 1}, 0)
    assert {call.operation for call in counted.calls} == {"DescribeTable", "Scan"}
    assert await place.items() == items


@pytest.mark.parametrize("dry_run", [True, False])
async def test_what_cannot_be_upgraded_is_left_and_told(place: Place, *, dry_run: bool) -> None:
    bad = [
        {**key("1"), "authors": {"L": []}},
        second_version("2", schemaVersion={"S": "two"}),
        second_version("3", schemaVersion={"N": "0"}),
        second_version("4", author={"L": []}),
        second_version("5", **{f"note{number}": {"S": "x"} for number in range(150)}),
    ]
    await place.put(*bad, second_version("6"))
    assert await place.migrate(dry_run=dry_run) == Migration(place.name, 6, {"Volume 2": 1}, 5)
    where = "Volume in shelves-{stage} PK=SHELF#a SK=VOLUME#"
    too_many = "the item has 152 attributes besides its key; a condition can watch 149, those that are new among them"
    no_author = "ValueError: not enough values to unpack (expected at least 1, got 0)"
    assert sorted(place.left) == [
        f"{where}1: the upgrade of version 1 failed with {no_author}",
        f"{where}2: schemaVersion: is no whole number",
        f"{where}3: schemaVersion: nothing upgrades version 0",
        f"{where}4: author: Input should be a valid string",
        f"{place.name} PK=SHELF#a SK=VOLUME#5: {too_many}",
    ]
    assert (await place.items())[:5] == bad


async def test_it_goes_on_where_it_was_stopped_and_counts_every_item_once(place: Place) -> None:
    numbers = [f"{number:04}" for number in range(1200)]
    await place.put(*(first_version(number) for number in numbers[::2]), *map(second_version, numbers[1::2]))
    with pytest.raises(StoppedError):
        await place.migrate(stopping(place.dynamo, "UpdateItem", after=800))
    rest, anew = Counted(place.dynamo), Counted(place.dynamo)
    told = await place.migrate(rest)
    assert (told.read, told.left, told.goes_on) == (1200, 0, True)
    assert await place.items() == [current_version(number) for number in numbers]
    await place.migrate(anew, dry_run=True)
    assert _scans(rest) < _scans(anew)
    assert place.shares[-1] == 1.0


def _scans(counted: Counted) -> int:
    return sum(call.operation == "Scan" for call in counted.calls)


async def test_an_item_that_another_one_changes_meanwhile_keeps_both_changes(place: Place) -> None:
    await place.put(first_version("1"))
    meddled: list[Operation] = []

    async def write_once(operation: Operation, _: Request) -> None:
        if operation == "UpdateItem" and not meddled:
            meddled.append(operation)
            await place.put(first_version("1", note={"S": "torn"}))

    assert (await place.migrate(Meddling(place.dynamo, write_once))).upgraded == {"Volume 1": 1}
    assert await place.items() == [current_version("1", note={"S": "torn"})]


async def test_an_item_that_is_deleted_meanwhile_does_not_come_back(place: Place) -> None:
    await place.put(second_version("1"))

    async def delete(operation: Operation, _: Request) -> None:
        if operation == "UpdateItem":
            await place.dynamo.call("DeleteItem", {"TableName": place.name, "Key": key("1")})

    assert await place.migrate(Meddling(place.dynamo, delete)) == Migration(place.name, 1, {}, 0)
    assert await place.items() == []


async def test_an_item_that_never_rests_is_left_for_another_time(place: Place) -> None:
    await place.put(second_version("1", note={"N": "0"}))
    times = 0

    async def write_always(operation: Operation, _: Request) -> None:
        nonlocal times
        if operation == "UpdateItem":
            times += 1
            await place.put(second_version("1", note={"N": str(times)}))

    assert await place.migrate(Meddling(place.dynamo, write_always)) == Migration(place.name, 1, {}, 1)
    assert place.left == [f"{place.name} PK=SHELF#a SK=VOLUME#1: it changes all the time; migrate once more"]


async def test_the_product_goes_on_counting_while_its_items_are_migrated(place: Place) -> None:
    numbers = [str(number) for number in range(20)]
    await place.put(*map(first_version, numbers))
    tables = Tables(place.dynamo, cursors=Cursors(bytes(16)), stage=place.stage)

    async def lend(number: str) -> None:
        for _ in range(5):
            await tables.update(Volume.key(shelf="a", number=number), attribute(Volume.lent).add(1))

    await asyncio.gather(place.migrate(), *map(lend, numbers))
    assert place.left == []
    assert await place.items() == sorted(
        (current_version(number, lent=5) for number in numbers), key=lambda item: str(item["SK"]["S"])
    )


async def test_an_entity_read_from_an_old_item_can_be_updated_in_the_table(place: Place) -> None:
    await place.put(second_version("1"))
    tables = Tables(place.dynamo, cursors=Cursors(bytes(16)), stage=place.stage)
    volume = await tables.expect(Volume.key(shelf="a", number="1"))
    await tables.update(volume, attribute(Volume.author).set("Menabrea"))
    assert await place.items() == [
        current_version("1", author={"S": "Menabrea"}, authorPK={"S": "AUTHOR#Menabrea"})
    ]


async def test_what_an_upgrade_takes_away_does_not_come_back_with_a_put(place: Place) -> None:
    await place.put(first_version("1", note={"S": "torn"}))
    tables = Tables(place.dynamo, cursors=Cursors(bytes(16)), stage=place.stage)
    volume = await tables.expect(Volume.key(shelf="a", number="1"))
    await tables.write(put(volume))
    assert await place.items() == [current_version("1", note={"S": "torn"})]


async def test_an_item_that_cannot_be_upgraded_is_told_like_any_that_cannot_be_read(place: Place) -> None:
    await place.put({**key("1"), "authors": {"S": ""}})
    tables = Tables(place.dynamo, cursors=Cursors(bytes(16)), stage=place.stage)
    with pytest.raises(UnreadableItemError, match="the upgrade of version 1 failed with ValueError"):
        await tables.get(Volume.key(shelf="a", number="1"))


def test_a_table_without_upgrades_has_nothing_to_migrate() -> None:
    assert has_upgrades(shelves)
    assert not has_upgrades(Table("Bare", pk="PK", sk="SK"))
