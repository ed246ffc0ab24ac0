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
from cairn.tables import Counted, assert_calls
from tests.apps.runescape.cast import ADA, NOON, Gielinor, opened_gielinor

MINUTES = st.lists(st.integers(-10_000, 10_000).filter(bool), min_size=1, max_size=8, unique=True)
MINING = NewGoal(target_attribute="Mining", target_type=TargetType.XP, target_value=1_000)


async def begun(place: Gielinor) -> Whose:
    place.boards.put("zezima", xp={"Mining": 5})
    await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
    made = await place.runescape.goals.set_goal(ADA, "zezima", MINING)
    return made.whose


READINGS = st.lists(
    st.tuples(st.integers(1, 40_000), st.integers(0, 10**6)),
    min_size=2,
    max_size=7,
    unique_by=lambda each: each[0],
)


@given(MINUTES)
@settings(max_examples=10)
def test_any_order_gives_the_same_ends_and_keeps_every_record(minutes: list[int]) -> None:
    async def told() -> None:
        with TemporaryDirectory() as folder:
            async with opened_gielinor(Path(folder)) as place:
                whose = await begun(place)
                tables = place.services.tables
                progressing = Progressing(tables, kept=None)
                for number, minute in enumerate(minutes, 1):
                    before = await tables.expect(whose.latest), await tables.expect(whose.earliest)
                    point = Point(NOON + timedelta(minutes=minute), abs(minute))
                    assert await progressing.record(whose, point, now=NOON)
                    latest, earliest = await tables.expect(whose.latest), await tables.expect(whose.earliest)
                    assert latest.timestamp >= before[0].timestamp
                    assert earliest.timestamp <= before[1].timestamp
                    records = await tables.all(Progress.of_goal(whose.user_id, whose.name, whose.goal_id))
                    assert len(records) == number + 1
                    first, last = records[0], records[-1]
                    assert (earliest.timestamp, earliest.progress_value) == (
                        first.timestamp,
                        first.progress_value,
                    )
                    assert (latest.timestamp, latest.progress_value) == (last.timestamp, last.progress_value)

    asyncio.run(told())


@given(READINGS, st.data())
@settings(max_examples=6)
def test_any_order_leads_to_the_same_projection(readings: list[tuple[int, int]], data: st.DataObject) -> None:
    orders = [sorted(readings), data.draw(st.permutations(readings))]
    now = NOON + timedelta(minutes=40_001)

    async def told() -> None:
        comings = []
        for order in orders:
            with TemporaryDirectory() as folder:
                async with opened_gielinor(Path(folder)) as place:
                    whose = await begun(place)
                    progressing = Progressing(place.services.tables, kept=None)
                    for minute, value in order:
                        await progressing.record(
                            whose, Point(NOON + timedelta(minutes=minute), value), now=now
                        )
                    tracking = await place.runescape.goals.one(ADA.account_id, "zezima", whose.goal_id)
                    comings.append(
                        await place.runescape.courses.of(tracking, None, ADA.preferences.zone, now=now)
                    )
        assert comings[0] is not None
        assert comings[0] == comings[1]

    asyncio.run(told())


async def test_a_record_is_one_transaction(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        whose = await begun(place)
        tables = place.services.tables
        counted = tables.dynamo = Counted(tables.dynamo)
        progressing = Progressing(tables, kept=None)
        with assert_calls(counted, reads=2, transactions=1):
            await progressing.record(whose, Point(NOON + timedelta(minutes=1), 9), now=NOON)


async def test_to_set_a_goal_is_one_transaction(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await begun(place)
        tables = place.services.tables
        goals = place.runescape.goals
        counted = tables.dynamo = Counted(tables.dynamo)
        with assert_calls(counted, reads=9, queries=1, transactions=1):
            await goals.set_goal(ADA, "zezima", MINING)


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
