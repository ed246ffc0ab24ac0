"""Files: looked at, taken over once however often, and written so that they come back as they went."""

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import date, time
from decimal import Decimal
from pathlib import Path
from uuid import UUID

import pytest
import pytest_asyncio

from cairn.apps.habits.files import FoundEntry, FoundHabit, own, read_file
from cairn.apps.habits.records import Habit
from cairn.apps.habits.rules.entries import Mark, Rule, Target
from cairn.apps.habits.rules.schedules import EveryDay, Paused, Period, TimesInDays, TimesInPeriod
from cairn.apps.habits.service.entering import Entered
from cairn.apps.habits.service.importing import FoundShown, NoHabitsFile
from cairn.apps.habits.service.keeping import HabitChanges
from cairn.services.problems import NotFound
from tests.apps.habits.service.cast import ADA, BO, DAY, TODAY, Trail, opened_trail

RUN = FoundHabit(
    source_id="12",
    name="Run",
    schedule=TimesInDays(times=1, days=2),
    target=Target(Decimal(5), unit="km"),
    tags=("legs",),
    entries={
        TODAY - 9 * DAY: FoundEntry(Mark.DONE, Decimal("5.5"), "rain"),
        TODAY - 8 * DAY: FoundEntry(Mark.SKIPPED),
        TODAY - DAY: FoundEntry(Mark.DONE, Decimal(7)),
        TODAY + 2 * DAY: FoundEntry(Mark.DONE, Decimal(7)),
    },
)
READ = FoundHabit(
    source_id="13", name="Read", entries={TODAY - ago * DAY: FoundEntry(Mark.DONE) for ago in range(8)}
)
GONE = FoundHabit(
    source_id="14", name="Smoke", is_archived=True, entries={date(2020, 2, 29): FoundEntry(None, None, "why")}
)
FILE = own.written([RUN, READ, GONE])


@pytest_asyncio.fixture(loop_scope="session")
async def trail(tmp_path: Path, database: str | None) -> AsyncIterator[Trail]:
    async with opened_trail(tmp_path, sql=database) as trail:
        yield trail


async def taken_over(trail: Trail, *, with_points: bool = False, file: bytes = FILE) -> UUID:
    preview = await trail.habits.importing.look_at(ADA, file)
    await trail.habits.importing.take_over(ADA, preview.import_id, with_points=with_points)
    await trail.settle()
    return preview.import_id


async def test_a_file_gives_streaks_and_strength_and_points_only_if_asked(trail: Trail) -> None:
    import_id = await taken_over(trail)
    underway = await trail.habits.importing.progress(ADA, import_id)
    assert (underway.state, underway.habits, underway.done) == ("DONE", 3, 3)
    habits, _ = await trail.habits.viewing.habits(ADA, archived=False)
    assert [(each.name, each.current_streak, each.points) for each in habits] == [
        ("Run", 2, 0),
        ("Read", 8, 0),
    ]
    [archived] = (await trail.habits.viewing.habits(ADA, archived=True))[0]
    assert (archived.name, archived.completions) == ("Smoke", 0)
    told = await trail.told()
    assert (told.points, told.scores) == (0, {})
    assert "STREAK_7" in told.achievements


async def test_with_points_its_days_pay_for_all_time_and_on_no_board(trail: Trail) -> None:
    await taken_over(trail, with_points=True, file=own.written([READ]))
    told = await trail.told()
    assert (told.points, told.scores) == (6 * 10 + 2 * 20, {})


async def test_taken_over_twice_is_once_and_what_is_there_stays(trail: Trail) -> None:
    await taken_over(trail)
    [run, _], _ = await trail.habits.viewing.habits(ADA, archived=False)
    changed = Entered(amount=Decimal(9), note="sun")
    await trail.habits.entering.complete_habit(ADA, run.id, day=TODAY - DAY, entered=changed)
    before = await trail.told()
    preview = await trail.habits.importing.look_at(ADA, FILE)
    assert preview.habits == [
        FoundShown("Run", is_new=False, days=4, new=1, differing=1),
        FoundShown("Read", is_new=False, days=8, new=0, differing=0),
        FoundShown("Smoke", is_new=False, days=1, new=0, differing=0),
    ]
    await taken_over(trail)
    assert await trail.told() == before
    assert (await trail.completions(run.id))[TODAY - DAY].amount == Decimal(9)


async def test_what_is_written_comes_back_as_it_went(trail: Trail, tmp_path: Path) -> None:
    await taken_over(trail, with_points=True)
    keeping = trail.habits.keeping
    for habit in (await trail.habits.viewing.habits(ADA, archived=False))[0]:
        await keeping.reschedule_habit(ADA, habit.id, TimesInPeriod(times=2, period=Period.WEEK), target=None)
    changes = HabitChanges(until=TODAY + 30 * DAY, reminders=[time(7, 30), time(21)])
    await keeping.change_habit(ADA, habit.id, changes)
    written = await trail.habits.exporting.written(ADA)
    async with opened_trail(tmp_path / "elsewhere") as other:
        await taken_over(other, file=written, with_points=True)
        assert nameless(await other.habits.exporting.written(ADA)) == nameless(written)
        for archived in (False, True):
            here, _ = await trail.habits.viewing.habits(ADA, archived=archived)
            there, _ = await other.habits.viewing.habits(ADA, archived=archived)
            assert [figures(each) for each in here] == [figures(each) for each in there]
    back = await trail.habits.importing.look_at(ADA, written)
    assert [(each.is_new, each.new, each.differing) for each in back.habits] == [(False, 0, 0)] * 3


def nameless(file: bytes) -> list[FoundHabit]:
    """The habits of a file, but for the ids that they have in one Cairn."""
    return [replace(each, source_id="") for each in read_file(file).habits]


def figures(habit: Habit) -> tuple[object, ...]:
    return habit.current_streak, habit.longest_streak, habit.outlook, habit.completions, habit.points


async def test_rules_of_a_file_that_no_habit_can_have_are_refused(trail: Trail) -> None:
    daily, paused = Rule(TODAY - DAY, EveryDay()), Rule(TODAY, Paused())
    for rules in ((daily, daily), (paused,), (daily, paused)):
        with pytest.raises(NoHabitsFile, match=r"rules stand|begin paused|paused last"):
            await trail.habits.importing.look_at(ADA, crafted(rules))


def crafted(rules: Sequence[Rule]) -> bytes:
    """A file of ours that nobody wrote who is honest."""
    told = [{"since": str(each.since), "schedule": each.schedule.model_dump()} for each in rules]
    habit = {"id": "1", "name": "Read", "schedule": {"kind": "every_day"}, "rules": told, "entries": []}
    return json.dumps({"format": "cairn-habits", "habits": [habit]}).encode()


async def test_what_is_no_file_of_habits_is_refused_and_anothers_is_not_there(trail: Trail) -> None:
    with pytest.raises(NoHabitsFile, match="can't be read"):
        await trail.habits.importing.look_at(ADA, b"hello")
    too_much = FoundHabit(source_id="1", name="Sand", entries={TODAY: FoundEntry(Mark.DONE, Decimal("1e12"))})
    with pytest.raises(NoHabitsFile, match="Sand: 1E\\+12 is no number"):
        await trail.habits.importing.look_at(ADA, own.written([too_much]))
    preview = await trail.habits.importing.look_at(ADA, FILE)
    with pytest.raises(NotFound):
        await trail.habits.importing.take_over(BO, preview.import_id, with_points=True)
