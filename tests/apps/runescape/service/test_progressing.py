"""Progress in whatever order it comes: each record is kept, LATEST is the latest, EARLIEST the earliest."""

import asyncio
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.rules.projection import Point
from cairn.apps.runescape.schema import Progress, TargetType
from cairn.apps.runescape.service.progressing import Progressing, Whose
from cairn.apps.runescape.service.wanted import NewGoal
from tests.apps.runescape.cast import ADA, NOON, Gielinor, opened_gielinor

MINUTES = st.lists(st.integers(-10_000, 10_000).filter(bool), min_size=1, max_size=8, unique=True)
MINING = NewGoal(target_attribute="Mining", target_type=TargetType.XP, target_value=1_000)


async def begun(place: Gielinor) -> Whose:
    place.boards.put("zezima", xp={"Mining": 5})
    await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
    made = await place.runescape.goals.set_goal(ADA, "zezima", MINING)
    return made.whose


@given(MINUTES)
@settings(max_examples=15)
def test_any_order_gives_the_same_ends_and_keeps_every_record(minutes: list[int]) -> None:
    async def told() -> None:
        with TemporaryDirectory() as folder:
            async with opened_gielinor(Path(folder)) as place:
                whose = await begun(place)
                tables = place.services.tables
                progressing = Progressing(tables, kept=None)
                for minute in minutes:
                    point = Point(NOON + timedelta(minutes=minute), abs(minute))
                    assert await progressing.record(whose, point, now=NOON)
                latest, earliest = await tables.expect(whose.latest), await tables.expect(whose.earliest)
                records = await tables.all(Progress.of_goal(whose.user_id, whose.name, whose.goal_id))
                ends = (
                    NOON + timedelta(minutes=min(0, *minutes)),
                    NOON + timedelta(minutes=max(0, *minutes)),
                )
                assert (earliest.timestamp, latest.timestamp) == ends
                assert len(records) == len(minutes) + 1

    asyncio.run(told())


async def test_many_at_once_leave_the_latest_and_all_records(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        whose = await begun(place)
        progressing = Progressing(place.services.tables, kept=None)
        points = [Point(NOON + timedelta(minutes=minute), minute) for minute in (3, 1, 4, 2, 5)]
        written = await asyncio.gather(*(progressing.record(whose, point, now=NOON) for point in points))
        assert written == [True] * 5
        tables = place.services.tables
        assert (await tables.expect(whose.latest)).progress_value == 5
        assert (await tables.expect(whose.earliest)).timestamp == NOON
        records = await tables.all(Progress.of_goal(whose.user_id, whose.name, whose.goal_id))
        assert [each.progress_value for each in records] == [5, 1, 2, 3, 4, 5]


async def test_a_goal_that_is_gone_does_not_come_back_by_a_late_record(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        whose = await begun(place)
        await place.runescape.goals.delete(ADA, "zezima", whose.goal_id)
        await place.settle()
        progressing = Progressing(place.services.tables, kept=None)
        assert not await progressing.record(whose, Point(NOON, 9), now=NOON)
        assert await place.runescape.goals.of_character(ADA.account_id, whose.name) == []
        assert await place.services.tables.get(whose.latest) is None
