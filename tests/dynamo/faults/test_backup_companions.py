"""What lies in a data folder besides its tables is backed up with them, as of the same moment."""

import asyncio
import hashlib
import json
import zipfile
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from cairn.dynamo.embedded import DataFolderError, open_folder
from cairn.dynamo.embedded.backup import Companions, back_up, restore
from cairn.dynamo.embedded.file import FILE_NAME
from tests.dynamo.faults.test_damaged_folders import TABLE, fill, stone

BESIDE = Companions(databases=("sql.sqlite",), files=("secret", "blobs"))


def diary(folder: Path) -> apsw.Connection:
    """Another database. Python's own SQLite would not see the locks of ours within one process."""
    connection = apsw.Connection(str(folder / "sql.sqlite"))
    connection.set_busy_timeout(30_000)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE IF NOT EXISTS diary (number INTEGER PRIMARY KEY)")
    return connection


def written(folder: Path) -> list[int]:
    with closing(diary(folder)) as connection:
        return [number for (number,) in connection.execute("SELECT number FROM diary ORDER BY number")]


async def furnish(folder: Path) -> None:
    await fill(folder, 3)
    with closing(diary(folder)) as connection:
        connection.execute("INSERT INTO diary VALUES (1), (2)")
    (folder / "secret").write_text("old")
    (folder / "blobs" / "ab").mkdir(parents=True)
    (folder / "blobs" / "ab" / "picture").write_bytes(b"\x89PNG")
    (folder / "notes.txt").write_text("not ours")


async def test_all_of_a_folder_comes_back(tmp_path: Path) -> None:
    await furnish(tmp_path / "old")
    back_up(tmp_path / "old", tmp_path / "saved.zip", companions=BESIDE)
    restore(tmp_path / "saved.zip", tmp_path / "new", companions=BESIDE)
    new = tmp_path / "new"
    assert written(new) == [1, 2]
    assert (new / "secret").read_text() == "old"
    assert (new / "blobs" / "ab" / "picture").read_bytes() == b"\x89PNG"
    assert not (new / "notes.txt").exists()


async def test_what_is_replaced_is_backed_up_whole_and_a_secret_stays(tmp_path: Path) -> None:
    await furnish(tmp_path / "old")
    back_up(tmp_path / "old", tmp_path / "saved.zip", companions=BESIDE)
    await furnish(tmp_path / "live")
    (tmp_path / "live" / "secret").write_text("new")
    with closing(diary(tmp_path / "live")) as connection:
        connection.execute("INSERT INTO diary VALUES (3)")
    aside = restore(tmp_path / "saved.zip", tmp_path / "live", replace=True, companions=BESIDE)
    assert written(tmp_path / "live") == [1, 2]
    assert (tmp_path / "live" / "secret").read_text() == "new"
    assert aside is not None
    restore(aside, tmp_path / "aside", companions=BESIDE)
    assert written(tmp_path / "aside") == [1, 2, 3]


async def test_the_databases_are_of_one_moment(tmp_path: Path) -> None:
    live = tmp_path / "live"
    async with open_folder(live) as dynamo:
        await dynamo.call("CreateTable", TABLE)
        with closing(diary(live)) as connection:
            number = 0
            for copy in range(5):
                target = tmp_path / f"saved-{copy}.zip"
                saved = asyncio.create_task(asyncio.to_thread(back_up, live, target, companions=BESIDE))
                while not saved.done():
                    await asyncio.to_thread(connection.execute, "INSERT INTO diary VALUES (?)", (number,))
                    await dynamo.call("PutItem", {"TableName": "Stones", "Item": stone(number)})
                    number += 1
                await saved
    for copy in range(5):
        restored = tmp_path / f"copy-{copy}"
        restore(tmp_path / f"saved-{copy}.zip", restored, companions=BESIDE)
        async with open_folder(restored) as dynamo:
            held = await dynamo.call("Scan", {"TableName": "Stones", "Select": "COUNT"})
        # Each number is written first there and then here.
        assert len(written(restored)) - held["Count"] in {0, 1}


async def test_an_archive_leads_nowhere_else(tmp_path: Path) -> None:
    await furnish(tmp_path / "old")
    back_up(tmp_path / "old", tmp_path / "saved.zip", companions=BESIDE)
    with zipfile.ZipFile(tmp_path / "saved.zip") as saved:
        parts = {name: saved.read(name) for name in saved.namelist()}
    manifest = json.loads(parts.pop("backup.json"))
    for name in ("blobs/../../escaped", "/escaped", "../escaped", "cairn.sqlite"):
        parts[name] = b"gotcha"
        manifest["parts"][name] = {"bytes": 6, "sha256": hashlib.sha256(b"gotcha").hexdigest()}
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as evil:
        for name, content in {**parts, "backup.json": json.dumps(manifest).encode()}.items():
            evil.writestr(name, content)
    restore(tmp_path / "evil.zip", tmp_path / "new", companions=BESIDE)
    found = {path.relative_to(tmp_path / "new").as_posix() for path in (tmp_path / "new").rglob("*")}
    assert found <= {
        FILE_NAME,
        f"{FILE_NAME}-wal",
        f"{FILE_NAME}-shm",
        "sql.sqlite",
        "secret",
        "blobs",
        "blobs/ab",
        "blobs/ab/picture",
    }
    assert not (tmp_path / "escaped").exists()


async def test_a_damaged_companion_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    await furnish(tmp_path / "old")
    (tmp_path / "old" / "sql.sqlite").write_bytes(b"SQLite format 3\x00" + 4080 * b"\xff")
    with pytest.raises(DataFolderError):
        back_up(tmp_path / "old", tmp_path / "saved.zip", companions=BESIDE)
    assert not (tmp_path / "saved.zip").exists()
