"""Backup and restore, while others work in the folder."""

import asyncio
import random
import shutil
import zipfile
from pathlib import Path

import pytest

from cairn.dynamo import Dynamo
from cairn.dynamo.embedded import DataFolderError, open_folder
from cairn.dynamo.embedded.backup import back_up, restore
from cairn.dynamo.embedded.doctor import examine
from cairn.dynamo.embedded.file import FILE_NAME
from tests.dynamo.faults.small_disk import small_disk
from tests.dynamo.faults.test_damaged_folders import TABLE, fill, stone


async def count(dynamo: Dynamo) -> int:
    answer = await dynamo.call("Scan", {"TableName": "Stones", "Select": "COUNT"})
    return int(answer["Count"])


async def test_a_backup_restores_into_an_empty_folder(tmp_path: Path) -> None:
    await fill(tmp_path / "old", 30)
    back_up(tmp_path / "old", tmp_path / "saved.zip")
    assert restore(tmp_path / "saved.zip", tmp_path / "new") is None
    assert examine(tmp_path / "new") == []
    async with open_folder(tmp_path / "new") as dynamo:
        page = await dynamo.call("Scan", {"TableName": "Stones"})
        assert page["Items"] == [stone(number) for number in range(30)]
        description = await dynamo.call("DescribeTable", {"TableName": "Stones"})
        assert description["Table"]["GlobalSecondaryIndexes"][0]["IndexName"] == "ByKind"


async def test_a_backup_taken_while_items_are_written_is_one_moment_of_them(tmp_path: Path) -> None:
    async with open_folder(tmp_path / "live") as dynamo:
        await dynamo.call("CreateTable", TABLE)
        written = 0
        saved = asyncio.create_task(asyncio.to_thread(back_up, tmp_path / "live", tmp_path / "saved.zip"))
        while not saved.done():
            await dynamo.call("PutItem", {"TableName": "Stones", "Item": stone(written)})
            written += 1
        await saved
    restore(tmp_path / "saved.zip", tmp_path / "copy")
    assert examine(tmp_path / "copy") == []
    async with open_folder(tmp_path / "copy") as copy:
        held = await copy.call("Scan", {"TableName": "Stones"})
        assert held["Items"] == [stone(number) for number in range(held["Count"])]


async def test_restoring_under_a_running_engine_shows_the_old_content_or_the_new(tmp_path: Path) -> None:
    await fill(tmp_path / "live", 40)
    back_up(tmp_path / "live", tmp_path / "saved.zip")
    async with open_folder(tmp_path / "live") as dynamo:
        for number in range(40, 100):
            await dynamo.call("PutItem", {"TableName": "Stones", "Item": stone(number)})
        await dynamo.call("CreateTable", TABLE | {"TableName": "Later"})
        restoring = asyncio.create_task(
            asyncio.to_thread(restore, tmp_path / "saved.zip", tmp_path / "live", replace=True)
        )
        seen = set()
        while not restoring.done():
            seen.add(await count(dynamo))
            await asyncio.sleep(0)
        aside = await restoring
        assert seen <= {40, 100}
        assert await count(dynamo) == 40
        assert (await dynamo.call("ListTables", {}))["TableNames"] == ["Stones"]
        await dynamo.call("PutItem", {"TableName": "Stones", "Item": stone(40)})
        assert await count(dynamo) == 41
    assert examine(tmp_path / "live") == []
    assert aside is not None
    restore(aside, tmp_path / "aside")
    async with open_folder(tmp_path / "aside") as before:
        assert await count(before) == 100


async def test_restore_refuses_a_folder_that_holds_data(tmp_path: Path) -> None:
    await fill(tmp_path / "data", 3)
    back_up(tmp_path / "data", tmp_path / "saved.zip")
    with pytest.raises(DataFolderError, match="holds data already"):
        restore(tmp_path / "saved.zip", tmp_path / "data")


async def test_a_damaged_backup_is_refused_before_anything_is_touched(tmp_path: Path) -> None:
    await fill(tmp_path / "data", 50)
    back_up(tmp_path / "data", tmp_path / "saved.zip")
    content = bytearray((tmp_path / "saved.zip").read_bytes())
    content[len(content) // 2] ^= 0xFF
    (tmp_path / "saved.zip").write_bytes(content)
    with pytest.raises(DataFolderError, match="is not a Cairn backup, or is damaged"):
        restore(tmp_path / "saved.zip", tmp_path / "data", replace=True)
    async with open_folder(tmp_path / "data") as dynamo:
        assert await count(dynamo) == 50


def test_a_zip_that_is_no_backup_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "photos.zip", "w") as photos:
        photos.writestr("cat.txt", "meow")
    with pytest.raises(DataFolderError, match="is not a Cairn backup"):
        restore(tmp_path / "photos.zip", tmp_path / "data")
    assert not (tmp_path / "data" / "dynamo.sqlite").exists()


def test_there_is_nothing_to_back_up_in_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(DataFolderError, match="holds no Cairn data"):
        back_up(tmp_path, tmp_path / "saved.zip")
    assert list(tmp_path.iterdir()) == []


async def test_a_backup_overwrites_an_older_backup_and_nothing_else(tmp_path: Path) -> None:
    await fill(tmp_path / "live", 3)
    back_up(tmp_path / "live", tmp_path / "saved.zip")
    back_up(tmp_path / "live", tmp_path / "saved.zip")
    for precious in (tmp_path / "live" / FILE_NAME, tmp_path / "photos.zip"):
        if not precious.exists():
            with zipfile.ZipFile(precious, "w") as photos:
                photos.writestr("summit.jpg", b"JFIF")
        before = precious.read_bytes()
        with pytest.raises(DataFolderError) as refusal:
            back_up(tmp_path / "live", precious)
        assert str(refusal.value) == f"{precious} exists and is no Cairn backup. Name another file"
        assert precious.read_bytes() == before


async def test_a_backup_into_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    await fill(tmp_path / "live", 1)
    with pytest.raises(DataFolderError) as refusal:
        back_up(tmp_path / "live", tmp_path / "shelf" / "saved.zip")
    assert str(refusal.value) == f"{tmp_path / 'shelf'} is not a folder; make it, or name another"


async def test_no_damage_to_a_backup_is_restored(tmp_path: Path) -> None:
    await fill(tmp_path / "live", 20)
    back_up(tmp_path / "live", tmp_path / "saved.zip")
    whole = (tmp_path / "saved.zip").read_bytes()
    chance = random.Random(1)
    refused = 0
    for _ in range(150):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        (tmp_path / "damaged.zip").write_bytes(damaged)
        try:
            restore(tmp_path / "damaged.zip", tmp_path / "copy", replace=True)
        except DataFolderError:
            refused += 1
        else:  # what was hit is said twice in a zip, or says nothing that matters: a time, for instance
            async with open_folder(tmp_path / "copy") as copy:
                assert await count(copy) == 20
        shutil.rmtree(tmp_path / "copy")
    assert refused > 100


async def test_a_backup_that_does_not_fit_names_the_disk_that_is_full(tmp_path: Path) -> None:
    await fill(tmp_path / "live", 3)
    (tmp_path / "shelf").mkdir()
    with small_disk() as disk:
        disk.is_full = True
        with pytest.raises(DataFolderError) as refusal:
            back_up(tmp_path / "live", tmp_path / "shelf" / "saved.zip")
    assert str(refusal.value) == f"{tmp_path / 'shelf'}: the disk is full. Make room"
    assert list((tmp_path / "shelf").iterdir()) == []
