"""`cairn backup`, `cairn restore` and `cairn doctor`, as a person runs them."""

import stat
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

import pytest

from cairn.dynamo.embedded import open_folder
from cairn.dynamo.embedded.file import FILE_NAME, DataFile
from cairn.services.secret_keys import keys_of_folder
from tests.cli.command import cairn

TABLE = {
    "TableName": "Stones",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "name", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "name", "KeyType": "HASH"}],
}
STONE = {"name": {"S": "granite"}}


async def test_a_folder_goes_into_a_backup_and_comes_back(tmp_path: Path) -> None:
    data, copy, file = tmp_path / "data", tmp_path / "copy", tmp_path / "saved.zip"
    async with open_folder(data) as dynamo:
        await dynamo.call("CreateTable", TABLE)
        await dynamo.call("PutItem", {"TableName": "Stones", "Item": STONE})
        done = cairn("backup", file, "--data", data)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(f"{data} is backed up in {file} (")
    done = cairn("restore", file, "--data", copy)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{copy} holds what {file} held.\n", "")
    async with open_folder(copy) as dynamo:
        assert (await dynamo.call("Scan", {"TableName": "Stones"}))["Items"] == [STONE]


async def test_neither_a_folder_nor_its_backup_is_for_others_and_the_secret_comes_back_as_it_was(
    tmp_path: Path,
) -> None:
    data, copy, file = tmp_path / "data", tmp_path / "copy", tmp_path / "saved.zip"
    async with open_folder(data):
        key = keys_of_folder(data).key("some use")
    assert cairn("backup", file, "--data", data).returncode == 0
    assert cairn("restore", file, "--data", copy).returncode == 0
    assert keys_of_folder(copy).key("some use") == key
    assert [stat.S_IMODE(each.stat().st_mode) for each in (data, copy, file)] == [0o700, 0o700, 0o600]


def test_doctor_says_when_others_can_look_into_the_folder(tmp_path: Path) -> None:
    with closing(DataFile(tmp_path)):
        tmp_path.chmod(0o755)
    done = cairn("doctor", "--data", tmp_path)
    assert done.returncode == 0
    assert f"every user of this machine can look into {tmp_path}" in done.stdout


async def test_restoring_over_data_wants_to_be_told_twice(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "saved.zip"
    async with open_folder(data) as dynamo:
        await dynamo.call("CreateTable", TABLE)
    assert cairn("backup", file, "--data", data).returncode == 0
    refused = cairn("restore", file, "--data", data)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == (
        f"cairn: {data} holds data already. Name an empty folder, or add --replace; "
        "what is there is then backed up first\n"
    )
    replaced = cairn("restore", file, "--data", data, "--replace")
    assert replaced.returncode == 0
    assert "What was there before is in" in replaced.stdout


async def test_doctor_says_that_all_is_well(tmp_path: Path) -> None:
    async with open_folder(tmp_path) as dynamo:
        await dynamo.call("CreateTable", TABLE)
    done = cairn("doctor", "--data", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{tmp_path} is well.\n", "")


def test_doctor_says_what_is_wrong_and_what_to_do(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"not a database\n" * 1000)
    done = cairn("doctor", "--data", tmp_path)
    assert done.returncode == 1
    assert "the data file is damaged" in done.stdout
    assert "restore your last backup" in done.stdout


def test_doctor_looks_into_what_is_kept_in_sql_too(tmp_path: Path) -> None:
    DataFile(tmp_path).close()
    (tmp_path / "sql.sqlite").write_bytes(b"not a database\n" * 1000)
    done = cairn("doctor", "--data", tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith("! sql.sqlite can't be read: ")
    assert "restore your last backup" in done.stdout


def test_what_is_no_backup_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "photo.zip").write_bytes(b"JFIF")
    done = cairn("restore", tmp_path / "photo.zip", "--data", tmp_path / "data")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "is not a Cairn backup" in done.stderr


def test_a_backup_of_nothing_is_refused(tmp_path: Path) -> None:
    done = cairn("backup", tmp_path / "saved.zip", "--data", tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"cairn: {tmp_path} holds no Cairn data: there is no {FILE_NAME} in it\n"


def test_the_version_is_told() -> None:
    done = cairn("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"cairn {version('cairn')}\n", "")


@pytest.mark.parametrize("command", [["serve"], ["doctor"], ["backup", "saved.zip"], ["restore", __file__]])
def test_a_data_folder_that_is_none_is_wrong_usage(command: list[str], tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.touch()
    for folder, message in (("", "it is empty; name a folder"), (notes, f"{notes} is a file; name a folder")):
        done = cairn(*command, "--data", folder)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.endswith(f"Error: Invalid value for '--data' (env var: 'CAIRN_DATA'): {message}\n")
    assert notes.read_bytes() == b""
