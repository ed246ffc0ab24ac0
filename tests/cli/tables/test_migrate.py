"""`cairn tables migrate`, as a person runs it."""

from uuid import UUID

from cairn.dynamo.seam import Item
from cairn.tables import create_tables
from tests.cli.command import cairn
from tests.cli.tables.places import PlaceOfTables, library_cairn
from tests.tables.library import library
from tests.tables.meddling import everything


def reader(number: int) -> Item:
    return {"PK": {"S": f"READER#{UUID(int=number)}"}, "SK": {"S": "PROFILE"}, "name": {"S": "Ada"}}


async def test_old_items_are_tried_then_upgraded_then_done_with(place: PlaceOfTables, stage: str) -> None:
    options = ("--at", place.at, "--stage", stage)
    name = library.name_at(stage)
    unreadable = {**reader(3), "name": {"N": "3"}}
    async with place.opened() as dynamo:
        await create_tables(dynamo, [library], stage=stage)
        for item in (reader(1), reader(2), unreadable):
            await dynamo.call("PutItem", {"TableName": name, "Item": item})

        tried = library_cairn("tables", "migrate", "--dry-run", *options, **place.environment)
        left = f"cairn: left as it is: Reader in library-{{stage}} PK=READER#{UUID(int=3)} SK=PROFILE: "
        left += "name: Input should be a valid string\n"
        assert (tried.returncode, tried.stdout, tried.stderr) == (
            1,
            f"{name}: 3 items read, 2 to be upgraded (Reader 1: 2), 1 left as they are\n",
            left,
        )
        assert await everything(dynamo, name) == [reader(1), reader(2), unreadable]

        done = library_cairn("tables", "migrate", *options, **place.environment)
        assert (done.returncode, done.stdout, done.stderr) == (
            1,
            f"{name}: 3 items read, 2 upgraded (Reader 1: 2), 1 left as they are\n",
            left,
        )
        current = {"books": {"N": "0"}, "schemaVersion": {"N": "2"}}
        assert await everything(dynamo, name) == [reader(1) | current, reader(2) | current, unreadable]

        await dynamo.call("DeleteItem", {"TableName": name, "Key": {k: unreadable[k] for k in ("PK", "SK")}})
        again = library_cairn("tables", "migrate", *options, **place.environment)
        assert (again.returncode, again.stdout, again.stderr) == (
            0,
            f"{name}: 2 items read, 0 upgraded\n",
            "",
        )


async def test_a_table_that_is_not_there_is_told(place: PlaceOfTables, stage: str) -> None:
    async with place.opened():
        done = library_cairn("tables", "migrate", "--at", place.at, "--stage", stage, **place.environment)
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        f"{library.name_at(stage)}: it is not there\n",
        "",
    )


def test_where_no_upgrade_is_declared_there_is_nothing_to_do() -> None:
    done = cairn("tables", "migrate", "--app", "checks")
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        "There is nothing to migrate: no upgrade is declared.\n",
        "",
    )
