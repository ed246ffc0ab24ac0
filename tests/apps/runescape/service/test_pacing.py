"""Calls to the hiscores: one after another, with the same time between them whoever asks."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from cairn.apps.runescape.hiscores.answers import reading_of
from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.hiscores.compact import packed, unpacked
from cairn.apps.runescape.hiscores.readings import Activity, Reading, Skill
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.hiscores import NotNow
from tests.apps.runescape.cast import opened_gielinor
from tests.apps.runescape.hiscores_server import Boards, Player

PATIENT = timedelta(minutes=1)


async def until_asked(boards: Boards, calls: int) -> None:
    for _ in range(2_000):
        if len(boards.asked) == calls:
            return
        await asyncio.sleep(0.005)
    pytest.fail(f"asked {len(boards.asked)} times, not {calls}")


async def test_two_workers_share_one_call_a_second(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path, CAIRN_RUNESCAPE_PACE="PT1S") as place:
        place.boards.put("zezima", xp={"Mining": 5})
        workers = [Runescape.of(place.services).hiscores for _ in range(2)]
        looks = [
            asyncio.create_task(worker.look(Board.OSRS, "zezima", patience=PATIENT))
            for worker in (*workers, *workers)
        ]
        for calls in range(1, 5):
            await until_asked(place.boards, calls)
            place.clock.advance(timedelta(seconds=1))
        await asyncio.gather(*looks)
        assert len(place.boards.asked) == 4


async def test_who_would_wait_too_long_is_told_until_when(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path, CAIRN_RUNESCAPE_PACE="PT10S") as place:
        place.boards.put("zezima", xp={"Mining": 5})
        hiscores = place.runescape.hiscores
        await hiscores.look(Board.OSRS, "zezima", patience=PATIENT)
        with pytest.raises(NotNow) as refusal:
            await hiscores.look(Board.OSRS, "zezima", patience=timedelta(seconds=9))
        assert refusal.value.until == place.clock.now() + timedelta(seconds=10)


async def test_the_hiscores_say_for_how_long_they_want_to_be_left_alone(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        place.boards.instead = ("403 Forbidden\r\nRetry-After: 3600", b"<html>")
        with pytest.raises(NotNow, match="answered 403") as refusal:
            await place.runescape.hiscores.look(Board.OSRS, "zezima", patience=PATIENT)
        assert refusal.value.until == place.clock.now() + timedelta(hours=1)


def test_a_reading_is_kept_in_few_bytes_and_read_back_whole() -> None:
    body = Player(xp=dict.fromkeys(("Attack", "Mining", "Magic"), 13_034_431), kills={"Zulrah": 500})
    reading = reading_of(200, body.body(Board.OSRS))
    told = {name: each for name, each in reading.activities.items() if each != Activity(None, None)}
    assert unpacked(packed(reading)) == Reading(reading.skills, told)
    assert len(packed(reading)) < 400


def test_a_reading_that_was_written_in_another_way_is_not_guessed_at() -> None:
    kept = packed(Reading({"Overall": Skill(1, 2, 3)}))
    with pytest.raises(ValueError, match="written in way 07"):
        unpacked(b"\x07" + kept[1:])
