"""What is entered for a day, and all that follows: streak, points, achievements, boards."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
import pytest_asyncio

from cairn.apps.habits.rules.schedules import OnWeekdays
from cairn.apps.habits.service.entering import Entered
from cairn.apps.habits.service.refusals import NoFreezeLeft, NoSuchHabit, NotOnThisDay
from tests.apps.habits.service.cast import ADA, BO, DAY, TODAY, Told, Trail, member, opened_trail


@pytest_asyncio.fixture(loop_scope="session")
async def trail(tmp_path: Path, database: str | None) -> AsyncIterator[Trail]:
    async with opened_trail(tmp_path, sql=database) as trail:
        yield trail


async def test_a_tap_makes_a_streak_points_and_an_achievement(trail: Trail) -> None:
    habit = await trail.habit()
    outcome = await trail.habits.entering.complete_habit(ADA, habit)
    assert (outcome.points, outcome.unlocked) == (10, frozenset({"COMPLETIONS_1", "PERFECT_DAY"}))
    assert await trail.told() == Told(
        10,
        {str(habit): (1, TODAY)},
        frozenset({"COMPLETIONS_1", "PERFECT_DAY"}),
        {"WEEK-2026-W11": 10, "MONTH-2026-03": 10},
    )


async def test_a_second_completion_on_a_day_pays_once(trail: Trail) -> None:
    habit = await trail.habit()
    entering = trail.habits.entering
    await asyncio.gather(*(entering.complete_habit(ADA, habit) for _ in range(8)))
    told = await trail.told()
    assert (told.points, told.streaks[str(habit)]) == (10, (1, TODAY))


async def test_the_seventh_day_pays_twice_and_brings_a_freeze(trail: Trail) -> None:
    habit = await trail.habit()
    for ago in range(6, -1, -1):
        await trail.habits.entering.complete_habit(ADA, habit, day=TODAY - ago * DAY)
    told = await trail.told()
    assert (told.points, told.streaks[str(habit)]) == (6 * 10 + 20, (7, TODAY))
    assert {"STREAK_3", "STREAK_7", "PERFECT_WEEK"} <= told.achievements
    assert (await trail.person()).freezes == 1


async def test_undone_everything_is_as_it_was(trail: Trail) -> None:
    habit = await trail.habit()
    entering = trail.habits.entering
    for ago in range(9, 0, -1):
        await entering.complete_habit(ADA, habit, day=TODAY - ago * DAY)
    before = await trail.told()
    middle = TODAY - 5 * DAY
    undone = await entering.undo(ADA, habit, day=middle)
    assert "STREAK_7" in undone.taken_back
    assert (await trail.told()).streaks[str(habit)] == (4, TODAY - DAY)
    await entering.undo(ADA, habit, day=middle)  # twice is once
    await entering.complete_habit(ADA, habit, day=middle)
    assert await trail.told() == before
    for ago in range(9, 0, -1):
        await entering.undo(ADA, habit, day=TODAY - ago * DAY)
    assert await trail.told() == Told(0, {}, frozenset(), {})


async def test_a_day_entered_late_counts_for_all_time_and_not_for_the_week(trail: Trail) -> None:
    habit = await trail.habit()
    await trail.habits.entering.complete_habit(ADA, habit, day=TODAY - 8 * DAY)
    told = await trail.told()
    assert (told.points, told.scores) == (10, {})


async def test_a_streak_that_nobody_continued_is_over_when_it_is_read(trail: Trail) -> None:
    habit = await trail.habit(schedule=OnWeekdays(weekdays=frozenset(range(5))))
    friday = TODAY - 2 * DAY
    await trail.habits.entering.complete_habit(ADA, habit, day=friday)
    kept = await trail.kept(habit)
    assert [kept.streak_on(friday + ahead * DAY) for ahead in range(5)] == [1, 1, 1, 1, 0]


async def test_a_frozen_day_breaks_nothing_and_costs_a_freeze(trail: Trail) -> None:
    habit = await trail.habit()
    entering = trail.habits.entering
    with pytest.raises(NoFreezeLeft):
        await entering.freeze_day(ADA, habit, day=TODAY - DAY)
    for ago in range(9, 2, -1):
        await entering.complete_habit(ADA, habit, day=TODAY - ago * DAY)
    await entering.freeze_day(ADA, habit, day=TODAY - 2 * DAY)
    await entering.freeze_day(ADA, habit, day=TODAY - 2 * DAY)
    await entering.skip_day(ADA, habit, day=TODAY - DAY)
    await entering.complete_habit(ADA, habit)
    assert (await trail.told()).streaks[str(habit)] == (8, TODAY)
    assert (await trail.person()).freezes == 0
    await entering.undo(ADA, habit, day=TODAY - 2 * DAY)
    assert (await trail.person()).freezes == 1


async def test_days_on_which_nothing_can_be_entered(trail: Trail) -> None:
    habit = await trail.habit(start=TODAY - DAY)
    entering = trail.habits.entering
    with pytest.raises(NotOnThisDay, match="is to come; today is 2026-03-15"):
        await entering.complete_habit(ADA, habit, day=TODAY + DAY)
    with pytest.raises(NotOnThisDay, match="before the habit began, on 2026-03-14"):
        await entering.complete_habit(ADA, habit, day=TODAY - 2 * DAY)
    far_east = member("a", "Pacific/Kiritimati")  # where it is tomorrow
    assert (await entering.complete_habit(far_east, habit, day=TODAY + DAY)).points == 10


async def test_somebody_elses_habit_is_not_there(trail: Trail) -> None:
    habit = await trail.habit()
    for attempt in (
        trail.habits.entering.complete_habit(BO, habit),
        trail.habits.entering.undo(BO, habit),
        trail.habits.keeping.delete_habit(BO, habit),
    ):
        with pytest.raises(NoSuchHabit):
            await attempt
    assert (await trail.told(BO)).points == 0


async def test_a_deleted_habit_leaves_its_points_and_achievements(trail: Trail) -> None:
    habit, other = await trail.habit(), await trail.habit()
    for ago in range(3):
        await trail.habits.entering.complete_habit(ADA, habit, day=TODAY - ago * DAY)
    before = await trail.told()
    await trail.habits.keeping.delete_habit(ADA, habit)
    after = await trail.told()
    assert after == Told(before.points, {}, before.achievements, before.scores)
    await trail.habits.entering.complete_habit(ADA, other)
    await trail.habits.entering.undo(ADA, other)
    assert await trail.told() == after


async def test_numbers_are_kept_exactly(trail: Trail) -> None:
    habit = await trail.habit()
    await trail.habits.entering.complete_habit(ADA, habit, entered=Entered(amount=Decimal("0.1"), note="hot"))
    [entry] = (await trail.completions(habit)).values()
    assert (entry.amount, entry.note, entry.day) == (Decimal("0.1"), "hot", TODAY)


async def test_an_event_that_comes_late_changes_nothing(trail: Trail) -> None:
    habit = await trail.habit()
    await trail.habits.entering.complete_habit(ADA, habit, day=TODAY - DAY)
    await trail.habits.entering.complete_habit(ADA, habit)
    trail.clock.advance(timedelta(seconds=1))
    told = await trail.told()
    assert (told.points, told.streaks[str(habit)]) == (20, (2, TODAY))
