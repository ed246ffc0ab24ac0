"""Habits that are changed, archived and taken out again, and what a person's calendar changes."""

from collections.abc import AsyncIterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
import pytest_asyncio

from cairn.apps.habits.rules.entries import Target
from cairn.apps.habits.rules.schedules import EveryDay, OnWeekdays, Period, TimesInPeriod
from cairn.apps.habits.service.calendars import Calendar
from cairn.apps.habits.service.keeping import NewHabit
from cairn.apps.habits.service.refusals import HabitArchived
from cairn.services.problems import InvalidInput
from tests.apps.habits.service.cast import ADA, DAY, TODAY, Trail, opened_trail


@pytest_asyncio.fixture(loop_scope="session")
async def trail(tmp_path: Path, database: str | None) -> AsyncIterator[Trail]:
    async with opened_trail(tmp_path, sql=database) as trail:
        yield trail


@pytest.mark.parametrize("is_done_today", [True, False])
async def test_in_the_archive_a_streak_stays_and_goes_on_after_it(
    trail: Trail, *, is_done_today: bool
) -> None:
    habit = await trail.habit()
    keeping, entering = trail.habits.keeping, trail.habits.entering
    for ago in range(4, 0 - is_done_today, -1):
        await entering.complete_habit(ADA, habit, day=TODAY - ago * DAY)
    kept_up = 4 + is_done_today
    await keeping.archive_habit(ADA, habit)
    await keeping.archive_habit(ADA, habit)  # twice is once
    with pytest.raises(HabitArchived):
        await entering.complete_habit(ADA, habit)
    with pytest.raises(HabitArchived):
        await keeping.reschedule_habit(ADA, habit, EveryDay(), target=None)
    trail.clock.advance(30 * DAY)
    later = TODAY + 30 * DAY
    assert (await trail.kept(habit)).streak_on(later) == kept_up
    await keeping.archive_habit(ADA, habit, archived=False)
    assert (await entering.complete_habit(ADA, habit)).streak == kept_up + 1
    assert (await trail.told()).streaks[str(habit)] == (kept_up + 1, later)
    assert (await trail.kept(habit)).rule.schedule == EveryDay()


async def test_archived_and_taken_out_on_one_day_nothing_has_changed(trail: Trail) -> None:
    habit = await trail.habit()
    rules = (await trail.kept(habit)).rules
    await trail.habits.keeping.archive_habit(ADA, habit)
    await trail.habits.keeping.archive_habit(ADA, habit, archived=False)
    assert (await trail.kept(habit)).rules == rules


async def test_an_archived_habit_spoils_no_perfect_day(trail: Trail) -> None:
    done, archived = await trail.habit(), await trail.habit()
    await trail.habits.keeping.archive_habit(ADA, archived)
    outcome = await trail.habits.entering.complete_habit(ADA, done)
    assert "PERFECT_DAY" in outcome.unlocked


async def test_a_habit_is_given_other_words_and_days(trail: Trail) -> None:
    habit = await trail.habit(start=TODAY - 3 * DAY)
    keeping = trail.habits.keeping
    await trail.habits.entering.complete_habit(ADA, habit, day=TODAY - 3 * DAY)
    with pytest.raises(InvalidInput, match="something is entered for 2026-03-12"):
        await keeping.change_habit(ADA, habit, {"start": TODAY})
    changed = await keeping.change_habit(
        ADA, habit, {"name": " Sleep ", "tags": ("a", "a"), "start": TODAY - 9 * DAY, "until": TODAY}
    )
    assert (changed.name, changed.tags, changed.start, changed.until) == (
        "Sleep",
        ("a",),
        TODAY - 9 * DAY,
        TODAY,
    )
    with pytest.raises(InvalidInput, match="before the habit begins"):
        await keeping.change_habit(ADA, habit, {"until": TODAY - 10 * DAY})


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": " "}, "write 1 to 100 characters"),
        ({"name": "Re\x00ad"}, "control characters"),
        ({"start": date(1, 1, 1)}, "a day from 1970-01-01"),
        ({"tags": ["x"] * 21}, "at most 20"),
        ({"target": Target(Decimal(-1))}, "a number from 0"),
    ],
)
async def test_a_habit_that_can_not_be(trail: Trail, wrong: dict[str, object], said: str) -> None:
    given: dict[str, object] = {"name": "Read", "schedule": EveryDay(), **wrong}
    with pytest.raises(InvalidInput, match=said):
        await trail.habits.keeping.make_habit(ADA, NewHabit(**given))  # type: ignore[arg-type]


async def test_another_start_of_the_week_judges_no_past_week_anew(trail: Trail) -> None:
    habit = await trail.habit(schedule=TimesInPeriod(times=1, period=Period.WEEK), start=date(2026, 2, 23))
    entering, calendars = trail.habits.entering, trail.habits.calendars
    for day in (date(2026, 2, 23), date(2026, 3, 2), date(2026, 3, 9)):
        await entering.complete_habit(ADA, habit, day=day)
    assert (await trail.kept(habit)).current_streak == 3
    await calendars.change(ADA, Calendar(week_start=6, day_start_minutes=0))
    assert await calendars.of_member(ADA) == Calendar(6, 0)
    assert (await trail.kept(habit)).longest_streak == 3


async def test_with_a_day_that_begins_at_three_the_night_belongs_to_the_day_before(trail: Trail) -> None:
    habit = await trail.habit(schedule=OnWeekdays(weekdays=frozenset({5, 6})))
    await trail.habits.calendars.change(ADA, Calendar(day_start_minutes=180))
    trail.clock.advance(DAY - 10 * DAY / 24)  # two at night
    await trail.habits.entering.complete_habit(ADA, habit)
    assert list(await trail.completions(habit)) == [TODAY]
