"""`cairn tables create`, `list` and `diff`, as a person runs them."""

from pathlib import Path

from cairn.tables.creation import creation_request
from cairn.tables.samples import example_item
from tests.cli.command import cairn
from tests.cli.tables.places import PlaceOfTables, library_cairn
from tests.tables.library import Book, library


async def test_tables_are_made_once_and_then_as_they_are_declared(place: PlaceOfTables, stage: str) -> None:
    options = ("--at", place.at, "--stage", stage)
    name = library.name_at(stage)
    async with place.opened() as dynamo:
        missing = library_cairn("tables", "diff", *options, **place.environment)
        assert (missing.returncode, missing.stdout) == (1, f"{name}: it is not there\n")
        made = library_cairn("tables", "create", *options, **place.environment)
        assert (made.returncode, made.stdout, made.stderr) == (0, f"{name}: made\n", "")
        again = library_cairn("tables", "create", *options, **place.environment)
        assert (again.returncode, again.stdout, again.stderr) == (0, f"{name}: was there\n", "")
        same = library_cairn("tables", "diff", *options, **place.environment)
        assert (same.returncode, same.stdout) == (0, "All tables are as they are declared.\n")
        item = example_item(library.layouts[0])
        await dynamo.call("PutItem", {"TableName": name, "Item": item})
        listed = library_cairn("tables", "list", *options, **place.environment, COLUMNS="200")
        assert [line.split() for line in listed.stdout.splitlines()] == [
            ["table", "kinds", "indexes", "items", "size"],
            [name, "3", "3", "1", "235", "bytes"],
        ]


def test_a_table_that_is_not_there_is_listed_so(tmp_path: Path) -> None:
    listed = cairn("tables", "list", "--app", "habits", "--at", tmp_path, COLUMNS="200")
    assert (listed.returncode, listed.stdout.splitlines()[1].split()) == (
        0,
        ["habit-tracker-prod", "3", "1", "–", "not", "there"],
    )


def test_without_a_place_it_is_where_the_product_keeps_its_tables(tmp_path: Path) -> None:
    (tmp_path / "cairn.toml").write_text('stage = "dev"\n')
    assert cairn("tables", "create", "--app", "habits", CAIRN_DATA=str(tmp_path)).stdout == (
        "habit-tracker-dev: made\nhabit-ledger-dev: made\n"
    )
    elsewhere = tmp_path / "elsewhere"
    there = cairn(
        "tables", "create", "--app", "habits", CAIRN_DATA=str(tmp_path), CAIRN_TABLES=str(elsewhere)
    )
    assert there.stdout == "habit-tracker-dev: made\nhabit-ledger-dev: made\n"
    assert elsewhere.is_dir()


def test_a_folder_that_is_not_there_is_not_made_by_looking(tmp_path: Path) -> None:
    looked = cairn("tables", "list", "--at", tmp_path / "nowhere")
    assert (looked.returncode, looked.stdout, looked.stderr) == (
        1,
        "",
        f"cairn: {tmp_path / 'nowhere'}: there is no such data folder\n",
    )


def test_an_app_that_is_none_is_told_with_those_that_are() -> None:
    refused = cairn("tables", "list", "--app", "chess")
    assert refused.returncode == 2
    assert "'chess' has no tables. Those that have are accounts, " in refused.stderr


async def test_a_table_of_an_earlier_release_is_given_what_it_lacks(place: PlaceOfTables, stage: str) -> None:
    options = ("--at", place.at, "--stage", stage)
    name = library.name_at(stage)
    earlier = creation_request(library, stage)
    earlier["GlobalSecondaryIndexes"] = earlier["GlobalSecondaryIndexes"][:1]
    earlier["AttributeDefinitions"] = earlier["AttributeDefinitions"][:3]
    book = example_item(Book.__layout__)
    async with place.opened() as dynamo:
        await dynamo.call("CreateTable", earlier)
        await dynamo.call("PutItem", {"TableName": name, "Item": book})
        differs = library_cairn("tables", "diff", *options, **place.environment)
        assert differs.stdout.splitlines() == [
            f"{name}: the index OpenLoans is missing",
            f"{name}: the index Ranks is missing",
            f"{name}: items expire by nothing, declared is expiresAt",
        ]
        done = library_cairn("tables", "create", *options, **place.environment)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == (
            f"{name}: was there, and has now the index OpenLoans and the index Ranks and expiry by expiresAt\n"
        )
        same = library_cairn("tables", "diff", *options, **place.environment)
        assert (same.returncode, same.stdout) == (0, "All tables are as they are declared.\n")
        found = await dynamo.call("Scan", {"TableName": name, "IndexName": "Ranks"})
        assert [item["PK"] for item in found["Items"]] == [book["PK"]]
