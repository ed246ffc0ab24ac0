"""`cairn tables browse`, through a pipe and on a terminal."""

import json
import os
import pty
import re
import subprocess

import pytest

from cairn.tables import create_tables
from cairn.tables.samples import example_item
from tests.cli.tables.places import (
    PlaceOfTables,
    library_cairn,
    library_command,
    library_environment,
)
from tests.tables.library import Book, library


@pytest.fixture
async def shelf(place: PlaceOfTables, stage: str) -> PlaceOfTables:
    async with place.opened() as dynamo:
        await create_tables(dynamo, [library], stage=stage)
        for number in range(30):
            item = example_item(Book.__layout__, number, book_id=f"book {number:02}", title=f"Title {number}")
            await dynamo.call("PutItem", {"TableName": library.name_at(stage), "Item": item})
    return place


def test_through_a_pipe_all_items_are_written(shelf: PlaceOfTables, stage: str) -> None:
    options = ("--at", shelf.at, "--stage", stage)
    whole = library_cairn("tables", "browse", "library", *options, **shelf.environment)
    assert (whole.returncode, whole.stderr) == (0, "")
    assert whole.stdout.count("Book  PK=book ") == 30
    [one] = library_cairn(
        "tables", "browse", library.name_at(stage), "--pk", "book 07", *options, **shelf.environment
    ).stdout.split("\n\n")[:-1]
    assert one.splitlines()[:3] == ["Book  PK=book 07 SK=BOOK", '  bookId  "book 07"', '  title   "Title 7"']
    lines = library_cairn(
        *("tables", "browse", "library", "--pk", "book 1*", "--json", *options), **shelf.environment
    ).stdout.splitlines()
    assert sorted(json.loads(line)["item"]["PK"]["S"] for line in lines) == [
        f"book {n}" for n in range(10, 20)
    ]
    first = library_cairn(
        *("tables", "browse", "library", "--index", "Titles", "--pk", "Title 3", "--first", "1", *options),
        **shelf.environment,
    )
    assert first.stdout.startswith("Book  PK=book 03 SK=BOOK title=Title 3\n")
    nothing = library_cairn("tables", "browse", "library", "--pk", "none", *options, **shelf.environment)
    assert (nothing.returncode, nothing.stdout) == (0, "There is nothing.\n")


def test_a_reader_that_has_seen_enough_is_no_failure(shelf: PlaceOfTables, stage: str) -> None:
    with subprocess.Popen(
        library_command("tables", "browse", "library", "--at", shelf.at, "--stage", stage),
        env=library_environment(**shelf.environment, PYTHONUNBUFFERED="1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as browsing:
        assert browsing.stdout is not None
        assert browsing.stderr is not None
        browsing.stdout.readline()
        browsing.stdout.close()
        assert browsing.stderr.read() == b""
    assert browsing.returncode == 0


def test_on_a_terminal_one_is_asked_and_sees_page_by_page(shelf: PlaceOfTables, stage: str) -> None:
    told, code = on_a_terminal(
        ["tables", "browse", "--at", shelf.at, "--stage", stage, "--page", "12"],
        [
            ("Table:", "1"),
            ("Index", ""),
            ("PK", "book*"),
            ("SK", ""),
            ("12 items so far", ""),
            ("24 items", "q"),
        ],
        shelf,
    )
    assert code == 0
    assert f"1  {library.name_at(stage)}" in told
    assert "Indexes: Titles, OpenLoans, Ranks" in told
    assert told.count("PK=book ") == 24


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name one of library-prod"),
        (("chess",), "'chess' is none of library-prod"),
        (
            ("library", "--index", "Due"),
            "'Due' is no index of library-{stage}, which has Titles, OpenLoans, Ranks",
        ),
    ],
)
def test_what_there_is_is_told_to_whoever_names_something_else(
    arguments: tuple[str, ...], message: str
) -> None:
    refused = library_cairn("tables", "browse", *arguments, COLUMNS="200")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert message in " ".join(refused.stderr.split())


def on_a_terminal(
    arguments: list[str], dialogue: list[tuple[str, str]], place: PlaceOfTables
) -> tuple[str, int]:
    """Runs the command on a terminal, and answers each question when it is asked. Returns all that was shown."""
    terminal, side = pty.openpty()
    with subprocess.Popen(
        library_command(*arguments),
        env=library_environment(**place.environment, TERM="xterm"),
        stdin=side,
        stdout=side,
        stderr=side,
    ) as running:
        os.close(side)
        told = ""
        for question, answer in dialogue:
            seen = len(told)
            while question not in told[seen:]:
                told += os.read(terminal, 65536).decode()
            os.write(terminal, f"{answer}\n".encode())
        while chunk := _read(terminal):
            told += chunk
        code = running.wait(30)
    os.close(terminal)
    return re.sub(r"\x1b\[[0-9;]*m", "", told), code


def _read(terminal: int) -> str:
    try:
        return os.read(terminal, 65536).decode()
    except OSError:  # Linux says so when the other side is closed
        return ""
