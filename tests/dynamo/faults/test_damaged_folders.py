"""What can be wrong with a data folder: each is said clearly, and nothing is destroyed."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from cairn.dynamo.embedded import DataFolderError, open_folder
from cairn.dynamo.embedded.backup import back_up, restore
from cairn.dynamo.embedded.doctor import Finding, examine
from cairn.dynamo.embedded.file import FILE_NAME
from cairn.dynamo.errors import DynamoError, InternalServerError
from tests.dynamo.faults.small_disk import small_disk

TABLE = {
    "TableName": "Stones",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        {"AttributeName": "name", "AttributeType": "S"},
        {"AttributeName": "kind", "AttributeType": "S"},
    ],
    "KeySchema": [{"AttributeName": "name", "KeyType": "HASH"}],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "ByKind",
            "KeySchema": [{"AttributeName": "kind", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "ALL"},
        }
    ],
}


def stone(number: int) -> dict[str, dict[str, str]]:
    return {"name": {"S": f"stone{number:04}"}, "kind": {"S": "granite"}, "notes": {"S": "x" * 300}}


async def fill(folder: Path, stones: int = 200) -> None:
    async with open_folder(folder) as dynamo:
        await dynamo.call("CreateTable", TABLE)
        for number in range(stones):
            await dynamo.call("PutItem", {"TableName": "Stones", "Item": stone(number)})


async def test_a_full_disk_refuses_writes_keeps_reads_and_recovers(tmp_path: Path) -> None:
    with small_disk() as disk:
        async with open_folder(tmp_path) as dynamo:
            await dynamo.call("CreateTable", TABLE)
            await dynamo.call("PutItem", {"TableName": "Stones", "Item": stone(1)})
            disk.is_full = True
            with pytest.raises(InternalServerError) as refusal:
                await dynamo.call("PutItem", {"TableName": "Stones", "Item": stone(2)})
            assert refusal.value.message == (
                "the disk is full; nothing of this request was written. Make room and send it again"
            )
            assert (await dynamo.call("Scan", {"TableName": "Stones"}))["Items"] == [stone(1)]
            disk.is_full = False
            await dynamo.call("PutItem", {"TableName": "Stones", "Item": stone(3)})
            assert (await dynamo.call("Scan", {"TableName": "Stones"}))["Items"] == [stone(1), stone(3)]
        assert examine(tmp_path) == []


async def test_a_file_of_a_newer_cairn_is_refused_untouched(tmp_path: Path) -> None:
    await fill(tmp_path, 1)
    path = tmp_path / FILE_NAME
    connection = apsw.Connection(str(path))
    connection.pragma("user_version", 99)
    connection.close()
    before = path.read_bytes()
    with pytest.raises(DataFolderError) as refusal:
        open_folder(tmp_path)
    assert str(refusal.value) == (
        f"{path} was written by a newer Cairn (its format is 99, this program knows up to 1). "
        "Update Cairn; the file was not touched"
    )
    assert path.read_bytes() == before


async def test_somebody_elses_database_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(DataFolderError, match="is not a Cairn data file"):
        open_folder(tmp_path)
    assert path.read_bytes() == before


async def test_something_that_is_no_database_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    path.write_bytes(b"my shopping list\n" * 500)
    with pytest.raises(DataFolderError, match="the data file is damaged"):
        open_folder(tmp_path)
    assert path.read_bytes() == b"my shopping list\n" * 500


async def test_a_truncated_file_gives_errors_and_is_left_as_it_is(tmp_path: Path) -> None:
    await fill(tmp_path)
    path = tmp_path / FILE_NAME
    size = path.stat().st_size
    os.truncate(path, size // 2)
    try:
        async with open_folder(tmp_path) as dynamo:
            with pytest.raises(DynamoError) as refusal:
                await dynamo.call("Scan", {"TableName": "Stones"})
        assert refusal.value.message == "the data file is damaged. Run `cairn doctor`, which says what to do"
    except DataFolderError as refusal:
        assert "the data file is damaged" in str(refusal)  # noqa: PT017 - either the start or the read finds it
    assert path.stat().st_size <= size // 2
    [finding] = [found for found in examine(tmp_path) if found.serious]
    assert "restore your last backup" in finding.advice


@pytest.mark.parametrize("loss", [Path.unlink, lambda path: os.truncate(path, 0)], ids=["missing", "empty"])
@pytest.mark.parametrize(
    "use",
    [
        open_folder,
        lambda folder: back_up(folder, folder / "saved.zip"),
        lambda folder: restore(folder.parent / "saved.zip", folder, replace=True),
    ],
    ids=["open", "back up", "restore"],
)
async def test_a_log_that_lost_its_file_is_kept(
    tmp_path: Path, loss: Callable[[Path], None], use: Callable[[Path], object]
) -> None:
    async with open_folder(tmp_path / "live") as dynamo:
        await dynamo.call("CreateTable", TABLE)
        await dynamo.call("PutItem", {"TableName": "Stones", "Item": stone(1)})
        back_up(tmp_path / "live", tmp_path / "saved.zip")
        shutil.copytree(tmp_path / "live", tmp_path / "found")
    path, log = tmp_path / "found" / FILE_NAME, tmp_path / "found" / f"{FILE_NAME}-wal"
    whole, written = path.read_bytes(), log.read_bytes()
    loss(path)
    message = (
        f"{log} holds what {path} lost: that file is missing or empty. Put it back beside its log, "
        "or restore your last backup into another folder; nothing was touched"
    )
    with pytest.raises(DataFolderError) as refusal:
        use(tmp_path / "found")
    assert str(refusal.value) == message
    assert examine(tmp_path / "found") == [Finding(message)]
    assert log.read_bytes() == written
    path.write_bytes(whole)
    async with open_folder(tmp_path / "found") as dynamo:
        assert (await dynamo.call("Scan", {"TableName": "Stones"}))["Items"] == [stone(1)]


def test_a_folder_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o555)
    program = (
        "import os, sys; from pathlib import Path; from cairn.dynamo.embedded import *\n"
        "if os.geteuid() == 0: os.seteuid(65534)\n"
        "try: open_folder(Path(sys.argv[1]))\n"
        "except DataFolderError as refusal: print(refusal)\n"
    )
    tmp_path.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)], capture_output=True, text=True, check=True, timeout=60
    )
    assert "can't be opened" in done.stdout or "can't be written to" in done.stdout or "denied" in done.stdout


async def test_doctor_finds_an_index_that_disagrees_and_rebuilds_it(tmp_path: Path) -> None:
    await fill(tmp_path, 20)
    connection = apsw.Connection(str(tmp_path / FILE_NAME))
    [(index,)] = connection.execute("SELECT name FROM sqlite_schema WHERE name LIKE 'index\\_%' ESCAPE '\\'")
    connection.execute(f"DELETE FROM {index} WHERE p IN (SELECT p FROM {index} LIMIT 3)")
    connection.close()
    broken = "Stones: index ByKind did not agree with the items"
    assert [found.what for found in examine(tmp_path)] == [
        "Stones: index ByKind does not agree with the items"
    ]
    assert examine(tmp_path, rebuild=True) == [Finding(broken, "rebuilt", serious=False)]
    assert examine(tmp_path) == []
    async with open_folder(tmp_path) as dynamo:
        page = await dynamo.call("Scan", {"TableName": "Stones", "IndexName": "ByKind"})
    assert page["Count"] == 20


def test_doctor_says_that_a_folder_is_empty(tmp_path: Path) -> None:
    assert [found.what for found in examine(tmp_path)] == [f"{tmp_path} holds no Cairn data"]


async def test_a_folder_can_be_moved(tmp_path: Path) -> None:
    await fill(tmp_path / "here", 5)
    shutil.move(tmp_path / "here", tmp_path / "there")
    async with open_folder(tmp_path / "there") as dynamo:
        assert (await dynamo.call("Scan", {"TableName": "Stones", "Select": "COUNT"}))["Count"] == 5
