"""Files are kept once, for as long as somebody needs them, and nothing is left of what was not finished."""

import asyncio
import hashlib
import re
import tracemalloc
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from cairn.dynamo.seam import Dynamo, Operation, Request, Response
from cairn.services.blobs import IMAGES, Blobs, MediaType, TooLarge, WrongType
from cairn.services.jobs import Job
from cairn.services.problems import NotFound
from cairn.services.settings import SettingsError
from cairn.services.shards import SHARDS
from cairn.tables import Cursors, Tables
from tests.services.blobs.cast import ADA, BO, PNG, House, opened_house, pieces


async def test_a_file_comes_back_as_it_was(house: House) -> None:
    content = PNG + bytes(range(256)) * 80_000  # more than one part of an upload to S3
    blob = (await house.take_in(content)).blob
    assert (blob.blob_id, blob.media_type, blob.size) == (
        hashlib.sha256(content).hexdigest(),
        MediaType.PNG,
        len(content),
    )
    assert await house.blobs.find(ADA, blob.blob_id) == blob
    assert await house.read(blob.blob_id) == content
    assert await house.read(blob.blob_id, start=5, end=3_000_000) == content[5:3_000_000]
    assert await house.read(blob.blob_id, start=len(content) - 4, end=len(content) + 9) == content[-4:]


async def test_the_same_bytes_lie_once_and_go_with_the_last_who_keeps_them(house: House) -> None:
    blob_id = (await house.take_in()).blob.blob_id
    assert (await house.take_in(who=BO)).blob.blob_id == blob_id
    await house.work()
    assert len(await house.stored()) == 1
    await house.let_go(blob_id)
    with pytest.raises(NotFound):
        await house.blobs.find(ADA, blob_id)
    assert await house.read(blob_id) == PNG
    await house.let_go(blob_id, who=BO)
    assert await house.stored() == []
    with pytest.raises(NotFound):
        await house.read(blob_id)


async def test_what_was_kept_twice_is_let_go_of_twice(house: House) -> None:
    blob_id = (await house.take_in()).blob.blob_id
    await house.take_in()
    await house.let_go(blob_id)
    assert await house.read(blob_id) == PNG
    await house.let_go(blob_id)
    await house.let_go(blob_id)  # once too often
    assert await house.stored() == []


async def test_a_file_that_nothing_came_to_refer_to_is_forgotten(house: House) -> None:
    kept = (await house.take_in(b"\x89PNG\r\n\x1a\n kept")).blob
    await house.take_in(keep=False)
    house.clock.advance(timedelta(hours=23))
    await house.work()
    assert len(await house.stored()) == 2
    house.clock.advance(timedelta(hours=1))
    await house.work()
    assert await house.blobs.of_account(ADA) == [kept]
    assert len(await house.stored()) == 1


async def test_many_who_send_the_same_at_once_all_keep_it(house: House) -> None:
    people = [f"0197f0a0-0000-7000-8000-0000000000{number:02}" for number in range(5)] * 2
    await asyncio.gather(*(house.take_in(who=person) for person in people))
    await house.work()
    assert len(await house.stored()) == 1
    blob_id = hashlib.sha256(PNG).hexdigest()
    for person in people:
        await house.let_go(blob_id, who=person)
    assert await house.stored() == []


class Interrupted:
    """Lets something else happen just before the first transaction."""

    def __init__(self, dynamo: Dynamo, by: Callable[[], Awaitable[object]]) -> None:
        self._dynamo = dynamo
        self._by = [by]

    async def call(self, operation: Operation, request: Request) -> Response:
        if operation == "TransactWriteItems" and self._by:
            await self._by.pop()()
        return await self._dynamo.call(operation, request)

    async def close(self) -> None:
        await self._dynamo.close()


async def test_who_brings_a_file_that_another_lets_go_of_keeps_it(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        blob_id = (await house.take_in()).blob.blob_id
        services = house.services
        leaving = Blobs(
            Tables(Interrupted(services.dynamo, lambda: house.take_in(who=BO)), cursors=Cursors(bytes(16))),
            services.jobs,
            house.place,
            clock=house.clock,
            keys=services.keys,
            public_url="",
        )
        await leaving.forget(ADA)
        await house.work()
        assert await house.blobs.of_account(ADA) == []
        assert await house.read(blob_id) == PNG
        await house.let_go(blob_id, who=BO)
        assert await house.stored() == []


@pytest.mark.parametrize(
    ("content", "fault", "told"),
    [
        (
            b"<html><script>alert(1)</script>",
            WrongType,
            "The file is text/html by its content; taken are image/",
        ),
        (b"", WrongType, "The file is empty"),
        (PNG * 20, TooLarge, "The file is larger than 97.7 KB"),
    ],
)
async def test_what_is_not_wanted_leaves_nothing(
    house: House, content: bytes, fault: type[Exception], told: str
) -> None:
    with pytest.raises(fault, match=re.escape(told)):
        await house.blobs.take_in(ADA, pieces(content), accept=IMAGES, most_bytes=100_000)
    assert await house.blobs.of_account(ADA) == []
    assert await house.stored() == []


async def test_an_upload_that_breaks_off_leaves_nothing(house: House) -> None:
    async def broken() -> AsyncIterator[bytes]:
        async for piece in pieces(PNG):
            yield piece
        raise ConnectionError("gone")

    with pytest.raises(ConnectionError):
        await house.blobs.take_in(ADA, broken())
    assert await house.stored() == []


async def test_bytes_that_nobody_came_to_note_are_cleared_away(house: House) -> None:
    """As after a kill between the end of an upload and the note of it."""
    places: list[str] = []

    async def killed() -> AsyncIterator[bytes]:
        yield PNG
        tables = house.services.tables
        for shard in range(SHARDS):
            places.extend([str(ref.values["name"]) async for ref in tables.iterate(Job.waiting_in(shard))])
        raise ConnectionError("killed")

    with pytest.raises(ConnectionError):
        await house.blobs.take_in(ADA, killed())
    [place] = places
    await house.place.put(place, pieces(PNG))
    house.clock.advance(timedelta(hours=23))
    await house.work()
    assert await house.stored() == [place]
    house.clock.advance(timedelta(hours=1))
    await house.work()
    assert await house.stored() == []


async def test_memory_is_bounded_whatever_the_size(tmp_path: Path) -> None:
    async def large() -> AsyncIterator[bytes]:
        yield PNG
        for _ in range(64):
            yield bytes(1 << 20)

    async with opened_house(tmp_path) as house:
        tracemalloc.start()
        try:
            taken = await house.blobs.take_in(ADA, large())
            size = sum([len(chunk) async for chunk in house.blobs.read(taken.blob.blob_id)])
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert size == taken.blob.size == len(PNG) + (64 << 20)
        assert most < 24 << 20


async def test_an_account_that_leaves_leaves_no_file(house: House) -> None:
    blob = (await house.take_in()).blob
    await house.take_in()
    shared = (await house.take_in(b"%PDF-1.7 shared")).blob
    await house.take_in(b"%PDF-1.7 shared", who=BO)
    data = house.services.personal_data["blobs"]
    [(name, files)] = [each async for each in data.export(ADA)]
    assert name == "files.json"
    assert sorted(each["sha256"] for each in files) == sorted([blob.blob_id, shared.blob_id])
    for _ in range(2):
        await data.delete(ADA)
    await house.work()
    assert await house.blobs.of_account(ADA) == []
    assert await house.read(shared.blob_id) == b"%PDF-1.7 shared"
    assert len(await house.stored()) == 1


async def test_somebody_elses_file_is_not_found(house: House) -> None:
    blob_id = (await house.take_in()).blob.blob_id
    for asked in (blob_id, "no/such#id"):
        with pytest.raises(NotFound):
            await house.blobs.find(BO, asked)


async def test_a_signed_address_gives_the_file_for_some_time(tmp_path: Path) -> None:
    async with opened_house(tmp_path, CAIRN_PUBLIC_URL="https://cairn.test") as house:
        blob = (await house.take_in()).blob
        link = await house.blobs.link(blob.blob_id, name="cat.png", lives=timedelta(hours=2))
        assert link.startswith("https://cairn.test/blobs/")
        token = link.rpartition("/")[2]
        served = await house.blobs.served(token)
        assert (served.blob_id, served.name, served.is_shown) == (blob.blob_id, "cat.png", True)
        assert link == await house.blobs.link(blob.blob_id, name="cat.png", lives=timedelta(hours=2))
        for wrong in (token[:-2] + "AA", "x", "", "ü"):
            with pytest.raises(NotFound):
                await house.blobs.served(wrong)
        house.clock.advance(timedelta(hours=3))
        with pytest.raises(NotFound):
            await house.blobs.served(token)


async def test_s3_gives_the_file_by_an_address_of_its_own(tmp_path: Path, bucket: str) -> None:
    async with opened_house(tmp_path, CAIRN_BLOBS=bucket) as house:
        blob = (await house.take_in()).blob
        link = await house.blobs.link(blob.blob_id)

        def fetch() -> tuple[bytes, str, str]:
            with urllib.request.urlopen(link) as answer:  # noqa: S310 - http, by the fixture
                return answer.read(), answer.headers["Content-Type"], answer.headers["Content-Disposition"]

        assert await asyncio.to_thread(fetch) == (PNG, "image/png", "inline")


async def test_what_was_written_when_the_process_was_killed_is_removed(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        blob_id = (await house.take_in()).blob.blob_id
        [name] = await house.stored()
        unfinished = tmp_path / "blobs" / f"{name}#1"
        unfinished.write_bytes(b"half")
        await house.let_go(blob_id)
        assert not unfinished.exists()


@pytest.mark.parametrize("setting", ["ftp://host/x", "s3:///prefix", "s3://bucket?color=red"])
async def test_a_place_that_is_none_stops_the_start(tmp_path: Path, setting: str) -> None:
    with pytest.raises(SettingsError, match=r"^CAIRN_BLOBS: "):
        async with opened_house(tmp_path, CAIRN_BLOBS=setting):
            pass
