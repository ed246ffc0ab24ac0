"""A habit: a year at a glance with days that can be changed, strength, streaks, and what each day paid."""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Annotated, Final, Literal
from uuid import UUID

from fastapi import Form

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn
from cairn.apps.habits.files.found import FIRST_DAY
from cairn.apps.habits.pages.figures import by_month, by_weekday, strength_curve
from cairn.apps.habits.pages.heat_map import WEEKS, HeatMap, heat_map_of
from cairn.apps.habits.pages.today import amount_of_form, toast_of
from cairn.apps.habits.pages.words import TABS, schedule_in_words, streak_in_words
from cairn.apps.habits.records import Completion
from cairn.apps.habits.rules.entries import Mark, is_done
from cairn.apps.habits.rules.perfection import rule_on
from cairn.apps.habits.rules.points import BASE
from cairn.apps.habits.rules.streaks import best_streaks
from cairn.apps.habits.service import Habits
from cairn.apps.habits.service.entering import Entered
from cairn.apps.habits.service.viewing import Overview
from cairn.services.accounts import Member
from cairn.services.charts import Chart
from cairn.services.problems import InvalidInput, Problem

router: Final = PageRouter()
_LINES: Final = 14
_BEST: Final = 5


@dataclass(frozen=True)
class DayForm:
    """A day that is open to be changed."""

    day: date
    mark: str
    amount: Decimal | None
    note: str
    is_counting: bool
    unit: str
    freezes: int


@dataclass(frozen=True)
class Run:
    """One of the best streaks."""

    words: str
    first: date
    last: date
    length: int


@dataclass(frozen=True)
class LedgerLine:
    """An entry, and why it paid what it paid."""

    entry: Completion
    why: str


@dataclass(frozen=True)
class HabitPage:
    """A habit."""

    overview: Overview
    schedule: str
    streak: str
    longest: str
    strength: int
    map: HeatMap
    end: date
    chosen: DayForm | None
    drawings: tuple[Chart, ...]
    best: tuple[Run, ...]
    ledger: tuple[LedgerLine, ...]
    problem: Problem | None
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/{habit_id}")
async def show_habit(
    member: SignedIn, house: House, habit_id: UUID, day: date | None = None, end: date | None = None
) -> Page:
    return await _page(member, house, habit_id, day=day, end=end)


@router.post("/{habit_id}/day")
async def change_day(
    member: SignedIn,
    house: House,
    habit_id: UUID,
    *,
    day: Annotated[date, Form()],
    mark: Annotated[Literal["DONE", "SKIPPED", "FROZEN", "NOTHING"], Form()],
    amount: Annotated[str, Form()] = "",
    note: Annotated[str, Form()] = "",
) -> Page | Redirect:
    """Has a day be what the form says."""
    entering = Habits.of(house).entering
    try:
        if mark == "NOTHING":
            outcome = await entering.undo(member, habit_id, day=day)
        else:
            entered = Entered(amount=amount_of_form(amount) if mark == "DONE" else None, note=note)
            outcome = await entering.write_day(member, habit_id, day=day, mark=Mark(mark), entered=entered)
    except InvalidInput as refusal:
        return await _page(member, house, habit_id, day=day, problem=refusal)
    return Redirect(f"/habits/{habit_id}", toast=toast_of(outcome))


async def _page(
    member: Member,
    house: House,
    habit_id: UUID,
    *,
    day: date | None = None,
    end: date | None = None,
    problem: Problem | None = None,
) -> Page:
    overview = await Habits.of(house).viewing.overview(member, habit_id)
    habit = overview.habit
    schedule = habit.rule.schedule
    last = _end_of_map(overview, end, day)
    latest = sorted(overview.completions, reverse=True)
    shown = HabitPage(
        overview=overview,
        schedule=schedule_in_words(habit.rule),
        streak=streak_in_words(overview.streak, schedule),
        longest=streak_in_words(habit.longest_streak, schedule),
        strength=round(overview.strength[-1][1] * 100) if overview.strength else 0,
        map=heat_map_of(overview, last, week_start=habit.rule.week_start),
        end=last,
        chosen=None if day is None else _form(overview, day),
        drawings=(strength_curve(overview), by_month(overview), by_weekday(overview)),
        best=tuple(
            Run(streak_in_words(each.length, schedule), each.first, each.last, each.length)
            for each in best_streaks(overview.judgement.units, _BEST)
        ),
        ledger=tuple(_line(overview, overview.completions[each]) for each in latest[:_LINES]),
        problem=problem,
    )
    status = 200 if problem is None else problem.status
    return Page("habits/habit.html", shown, title=habit.name, status=status)


def _end_of_map(overview: Overview, end: date | None, day: date | None) -> date:
    """The day with which the map ends: today, unless another is asked for or has to be on it."""
    if end is None:
        is_in_sight = day is None or overview.today - day < timedelta(weeks=WEEKS - 1)
        end = overview.today if is_in_sight or day is None else day
    return max(min(end, overview.today), overview.habit.start, FIRST_DAY)


def _line(overview: Overview, entry: Completion) -> LedgerLine:
    """What a day paid, and why."""
    if entry.points:
        late = "" if entry.on_board else "; entered late, it counts for all time and no board of the time"
        why = f"{BASE} × {entry.multiplier} for a streak of {entry.streak}{late}"
    elif entry.mark != Mark.DONE:
        why = "nothing to pay"
    elif not entry.pays:
        why = "imported without points"
    else:
        rule = rule_on(overview.habit.rules, entry.day)
        is_enough = rule is not None and is_done(entry.entry, rule.target)
        why = "beyond what was asked" if is_enough else "not enough"
    return LedgerLine(entry, why)


def _form(overview: Overview, day: date) -> DayForm:
    entry = overview.completions.get(day)
    rule = rule_on(overview.habit.rules, day)
    target = rule.target if rule else None
    return DayForm(
        day=day,
        mark="NOTHING" if entry is None or entry.mark is None else entry.mark,
        amount=entry.amount if entry else None,
        note=entry.note if entry else "",
        is_counting=target is not None,
        unit=target.unit if target else "",
        freezes=overview.freezes,
    )
