"""`cairn tables copy`, as a person runs it: from a data folder to DynamoDB Local and back."""

import asyncio
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from cairn.dynamo.errors import ResourceNotFoundException
from cairn.dynamo.seam import Dynamo
from cairn.tables import create_tables
from cairn.tables.samples import example_item
from tests.cli.tables.places import (
    SIGNED_BY_ADA,
    PlaceOfTables,
    library_cairn,
    library_command,
    library_environment,
)
from tests.dynamodb_local import DynamoDBLocal
from tests.tables.library import Book, library
from tests.tables.meddling import everything

BOOKS = 3000


@pytest.fixture
async def folder(tmp_path: Path, stage: str) -> PlaceOfTables:
    """A folder with many books."""
    place = PlaceOfTables(str(tmp_path / "data"))
    async with place.opened() as dynamo:
        await create_tables(dynamo, [library], stage=stage)
        for start in range(0, BOOKS, 25):
            numbers = range(start, start + 25)
            items = [example_item(Book.__layout__, each, book_id=f"book {each}") for each in numbers]
            writes = [{"PutRequest": {"Item": item}} for item in items]
            await dynamo.call("BatchWriteItem", {"RequestItems": {library.name_at(stage): writes}})
    return place


@pytest.fixture
def local(dynamodb_local: DynamoDBLocal) -> PlaceOfTables:
    return PlaceOfTables(dynamodb_local.endpoint_url, SIGNED_BY_ADA)


async def test_a_copy_goes_to_dynamodb_and_back_and_is_equal(
    folder: PlaceOfTables, local: PlaceOfTables, stage: str, tmp_path: Path
) -> None:
    name = library.name_at(stage)
    there = library_cairn(
        "tables", "copy", "--from", folder.at, "--to", local.at, "--stage", stage, **SIGNED_BY_ADA
    )
    assert (there.returncode, there.stderr) == (0, "")
    assert there.stdout.startswith(f"{name}: 3,000 items copied, equal on both sides (3,000 items, checksum ")
    home = str(tmp_path / "home")
    back = library_cairn(
        *("tables", "copy", "--from", local.at, "--to", "embedded", "--stage", stage),
        CAIRN_DATA=home,
        **SIGNED_BY_ADA,
    )
    assert (back.returncode, back.stdout, back.stderr) == (0, there.stdout, "")
    async with folder.opened() as before, PlaceOfTables(home).opened() as after:
        assert await everything(after, name) == await everything(before, name)
    same = library_cairn("tables", "diff", "--at", home, "--stage", stage)
    assert (same.returncode, same.stdout) == (0, "All tables are as they are declared.\n")

    again = library_cairn(
        "tables", "copy", "--from", folder.at, "--to", local.at, "--stage", stage, **SIGNED_BY_ADA
    )
    assert (again.returncode, again.stdout) == (1, "")
    assert again.stderr == (
        f"cairn: nothing was copied to {local.at}: {name} holds items already. "
        "Copy to where these tables are empty or not there, or remove them there first\n"
    )


async def test_a_copy_that_was_killed_goes_on(
    folder: PlaceOfTables, local: PlaceOfTables, stage: str
) -> None:
    name = library.name_at(stage)
    arguments = ("tables", "copy", "--from", folder.at, "--to", local.at, "--stage", stage)
    async with local.opened() as dynamo:
        copying = await asyncio.create_subprocess_exec(
            *library_command(*arguments),
            env=library_environment(**SIGNED_BY_ADA),
            stdout=subprocess.DEVNULL,
        )
        try:
            await _until_items_arrive(dynamo, name, 500)
        finally:
            copying.kill()
            assert await copying.wait() == -signal.SIGKILL
        assert 500 <= await _count(dynamo, name) < BOOKS
        done = library_cairn(*arguments, **SIGNED_BY_ADA)
        assert (done.returncode, done.stderr) == (0, "")
        first, second = done.stdout.splitlines()
        assert first == "An earlier copy was gone on with."
        assert second.startswith(f"{name}: 3,000 items copied, equal on both sides (3,000 items, checksum ")


def test_where_the_tables_are_is_no_place_to_copy_to(tmp_path: Path) -> None:
    refused = library_cairn("tables", "copy", "--to", "embedded", CAIRN_DATA=str(tmp_path))
    assert refused.returncode == 2
    assert "embedded is where the tables are; name another place" in refused.stderr


def test_a_source_that_is_not_there_is_told(tmp_path: Path) -> None:
    refused = library_cairn("tables", "copy", "--from", tmp_path / "nowhere", "--to", tmp_path / "there")
    assert (refused.returncode, refused.stdout, refused.stderr) == (
        1,
        "",
        f"cairn: {tmp_path / 'nowhere'}: there is no such data folder\n",
    )
    assert not (tmp_path / "there").exists()


async def _until_items_arrive(dynamo: Dynamo, name: str, count: int) -> None:
    async with asyncio.timeout(60):
        while True:
            with suppress(ResourceNotFoundException):
                if await _count(dynamo, name) >= count:
                    return
            await asyncio.sleep(0.02)


async def _count(dynamo: Dynamo, name: str) -> int:
    request = {"TableName": name, "Select": "COUNT"}
    count = 0
    while True:
        page = await dynamo.call("Scan", request)
        count += int(page["Count"])
        if "LastEvaluatedKey" not in page:
            return count
        request["ExclusiveStartKey"] = page["LastEvaluatedKey"]
