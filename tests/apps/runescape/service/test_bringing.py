"""A character's past is brought from Wise Old Man: in parts, once, and on from where it broke off."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.hiscores.readings import Activity, Skill
from cairn.apps.runescape.past.snapshots import PastUnreadable, part_of
from cairn.apps.runescape.rules.periods import Period
from cairn.apps.runescape.rules.records import Best
from cairn.apps.runescape.service.refusals import BroughtJustNow, NoPast, NoSuchBringing
from cairn.apps.runescape.tracking_schema import Bringing
from tests.apps.runescape.cast import ADA, BO, DAY, HOUR, NOON, Gielinor, opened_gielinor
from tests.apps.runescape.past_server import OldMan, opened_old_man

XP = {"mining": 13_100_000, "fishing": 700}


@dataclass(frozen=True)
class Story:
    place: Gielinor
    man: OldMan

    async def brought(self) -> Bringing:
        await self.place.runescape.bringing.ask(ADA, "zezima")
        await self.place.settle()
        return await self.place.runescape.bringing.progress(ADA, "zezima")

    async def mining(self) -> list[int]:
        own = await self.place.runescape.characters.one(ADA, "zezima")
        days = await self.place.runescape.histories.days(own.following)
        return [seen.reading.skills["Mining"].xp or 0 for seen in days]


@asynccontextmanager
async def told(folder: Path, *, days: int = 120, board: Board = Board.OSRS) -> AsyncIterator[Story]:
    """Zezima is followed since today; the old man has seen them twice on each of the days before."""
    async with (
        opened_old_man() as man,
        opened_gielinor(folder, CAIRN_RUNESCAPE_PAST=man.url, CAIRN_RUNESCAPE_PAST_PACE="PT0S") as place,
    ):
        place.boards.put("zezima", board, xp={"Mining": XP["mining"], "Fishing": 700})
        await place.runescape.characters.add(ADA, "Zezima", board=board)
        for back in range(days):
            xp = {"mining": XP["mining"] - 1_000 * back, "fishing": 700}
            kills = {"zulrah": 500 - back}
            man.saw("zezima", NOON - back * DAY - 2 * HOUR, {**xp, "mining": xp["mining"] - 500}, kills)
            man.saw("zezima", NOON - back * DAY - HOUR, xp, kills)
        yield Story(place, man)


async def test_what_was_last_on_each_day_is_kept(tmp_path: Path) -> None:
    async with told(tmp_path, days=120) as story:
        brought = await story.brought()
        assert (brought.looked_through, brought.days, brought.failure) == (240, 119, None)
        assert brought.ended_at == NOON
        assert brought.oldest == NOON - 119 * DAY - 2 * HOUR
        assert await story.mining() == [XP["mining"] - 1_000 * back for back in range(119, -1, -1)]
        assert len(story.man.asked) == 6  # four whole parts, the rest, and none
        own = await story.place.runescape.characters.one(ADA, "zezima")
        first = (await story.place.runescape.histories.days(own.following))[0].reading
        assert first.activities == {"Zulrah": Activity(7, 381), "LMS - Rank": Activity(9, 700)}
        assert first.skills["Sailing"] == Skill(None, 1, None)


async def test_records_milestones_and_the_little_line_follow(tmp_path: Path) -> None:
    async with told(tmp_path, days=70) as story:
        await story.brought()
        place = story.place
        [own] = await place.runescape.characters.of_member(ADA)
        assert len(own.lately(NOON.date())) == 30
        records = await place.runescape.histories.records(own.following)
        assert records["Mining"][Period.WEEK] == Best(7_000, NOON.date() - timedelta(days=62))
        milestones = await place.runescape.histories.milestones(own.following)
        assert ("Level 99 Mining" in {told for _, told in milestones}) is True
        assert milestones == sorted(milestones, key=lambda each: each[0], reverse=True)


async def test_brought_again_it_changes_nothing(tmp_path: Path) -> None:
    async with told(tmp_path, days=60) as story:
        await story.brought()
        before = await story.mining()
        with pytest.raises(BroughtJustNow):
            await story.place.runescape.bringing.ask(ADA, "zezima")
        story.place.clock.advance(HOUR)
        again = await story.brought()
        assert (again.looked_through, again.days) == (120, 0)
        assert await story.mining() == before


async def test_it_goes_on_where_it_stopped_and_waits_as_it_is_told(tmp_path: Path) -> None:
    async with told(tmp_path, days=60) as story:
        await story.place.runescape.bringing.ask(ADA, "zezima")
        whole = story.man.answer_to
        answers = iter([None, ("429 Too Many Requests\r\nRetry-After: 30", b'{"message": "slow down"}')])

        def answer_to(path: str) -> tuple[str, bytes]:
            return next(answers, None) or whole(path)

        story.man.answer_to = answer_to  # type: ignore[method-assign]  # one part, then he has enough
        await story.place.settle()
        stopped = await story.place.runescape.bringing.progress(ADA, "zezima")
        assert (stopped.looked_through, stopped.ended_at) == (50, None)
        story.place.clock.advance(timedelta(seconds=29))
        await story.place.settle()
        assert len(story.man.asked) == 2
        story.place.clock.advance(timedelta(seconds=1))
        await story.place.settle()
        ended = await story.place.runescape.bringing.progress(ADA, "zezima")
        assert (ended.looked_through, ended.days) == (120, 59)
        assert [path.rpartition("=")[2] for path in story.man.asked] == ["0", "50", "50", "100", "120"]


async def test_a_character_that_is_left_meanwhile_leaves_nothing(tmp_path: Path) -> None:
    async with told(tmp_path, days=60) as story:
        await story.place.runescape.bringing.ask(ADA, "zezima")
        story.man.instead = [("503 Busy", b"")]
        await story.place.settle()
        await story.place.runescape.goals.leave(ADA, "zezima")
        story.place.clock.advance(HOUR)
        await story.place.settle()
        await story.place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        with pytest.raises(NoSuchBringing):
            await story.place.runescape.bringing.progress(ADA, "zezima")


async def test_who_had_more_once_than_now_is_somebody_else(tmp_path: Path) -> None:
    async with told(tmp_path, days=3) as story:
        story.man.saw("zezima", NOON - 300 * DAY, {"mining": 200_000_000, "fishing": 9})
        brought = await story.brought()
        assert brought.days == 2


async def test_a_name_that_he_does_not_know_is_said(tmp_path: Path) -> None:
    async with told(tmp_path, days=0) as story:
        brought = await story.brought()
        assert brought.failure == "Wise Old Man does not know Zezima"
        assert brought.ended_at is not None


async def test_after_a_day_of_silence_it_is_given_up(tmp_path: Path) -> None:
    async with told(tmp_path, days=5) as story:
        story.man.instead = [("503 Busy", b"<html>"), ("200 OK", b"<html>"), ("200 OK", b'{"a": 1}')]
        await story.brought()
        for _ in range(2):
            story.place.clock.advance(DAY / 2)
            await story.place.settle()
        brought = await story.place.runescape.bringing.progress(ADA, "zezima")
        assert brought.failure == "Wise Old Man could not be asked for a day: its answer is no list"


async def test_ranks_of_the_main_board_are_not_an_ironmans(tmp_path: Path) -> None:
    async with told(tmp_path, days=2, board=Board.OSRS_IRONMAN) as story:
        await story.brought()
        own = await story.place.runescape.characters.one(ADA, "zezima")
        first = (await story.place.runescape.histories.days(own.following))[0].reading
        assert (first.skills["Mining"].rank, first.skills["Mining"].xp) == (None, XP["mining"] - 1_000)


async def test_nobody_keeps_the_past_of_the_other_game(tmp_path: Path) -> None:
    async with told(tmp_path, days=1, board=Board.RS3) as story:
        with pytest.raises(NoPast):
            await story.place.runescape.bringing.ask(ADA, "zezima")
        with pytest.raises(NoSuchBringing):
            await story.place.runescape.bringing.progress(ADA, "zezima")
        await story.place.runescape.characters.add(BO, "Zezima", board=Board.RS3)


async def test_the_name_that_he_knows_somebody_by_now_is_suggested(tmp_path: Path) -> None:
    async with told(tmp_path, days=0) as story:
        renaming = story.place.runescape.renaming
        assert await renaming.suggest(ADA, "zezima") is None
        story.man.heard("ZEZIMA", "First", NOON - 9 * DAY)
        story.man.heard("zezima", "new_zezima", NOON - 3 * DAY)
        story.man.heard("Zezima", "Denied", NOON - DAY, status="denied")
        story.man.heard("Zezima Two", "Somebody", NOON - DAY)
        assert await renaming.suggest(ADA, "zezima") == "New Zezima"
        story.man.instead = [("500 Oops", b""), ("200 OK", b"<html>")]
        assert [await renaming.suggest(ADA, "zezima") for _ in range(2)] == [None, None]


@pytest.mark.parametrize("body", [b"", b"<html>", b"{}", b"7"])
def test_what_is_no_list_is_refused(body: bytes) -> None:
    with pytest.raises(PastUnreadable):
        part_of(body, with_ranks=True)


def test_a_snapshot_that_tells_nothing_is_left_out() -> None:
    odd = b'[null, {}, {"createdAt": "yesterday", "data": {}}, {"createdAt": "2026-01-01T00:00:00.000Z", "data": {}}]'
    part = part_of(odd, with_ranks=True)
    assert (part.count, list(part.taken)) == (4, [])
