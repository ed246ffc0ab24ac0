"""A year of a habit as a grid of weeks: what became of each day, told by shape and by words, not by colour alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from cairn.apps.habits.pages.words import WEEKDAYS
from cairn.apps.habits.records import Completion
from cairn.apps.habits.rules.entries import Direction, Mark
from cairn.apps.habits.rules.perfection import rule_on
from cairn.apps.habits.rules.units import Outcome, Unit
from cairn.apps.habits.service.viewing import Overview

WEEKS: Final = 53
_FULL: Final = 4


class State(StrEnum):
    """What became of a day."""

    DONE = "done"
    PARTLY = "partly"  # a number that did not suffice
    COVERED = "covered"  # by what was done on the days around it
    SKIPPED = "skipped"
    FROZEN = "frozen"
    MISSED = "missed"
    OPEN = "open"
    OFF = "off"  # nothing was asked
    NONE = "none"  # before it began, or to come


WORDS: Final = {
    State.DONE: "done",
    State.PARTLY: "not enough",
    State.COVERED: "covered by the days around it",
    State.SKIPPED: "skipped",
    State.FROZEN: "frozen",
    State.MISSED: "missed",
    State.OPEN: "open",
    State.OFF: "not due",
}


@dataclass(frozen=True, slots=True)
class Square:
    """A day on the map. `level` is from 1 to 4 how much it was."""

    day: date
    state: State
    level: int
    told: str


@dataclass(frozen=True, slots=True)
class HeatMap:
    """The rows are weekdays, the columns weeks. `months` say from which column on a month lasts, and for how many."""

    rows: tuple[tuple[str, tuple[Square, ...]], ...]
    months: tuple[tuple[str, int], ...]
    older: date | None
    newer: date | None


def heat_map_of(overview: Overview, end: date, *, week_start: int) -> HeatMap:
    """The 53 weeks up to the one of a day."""
    last_week = end - timedelta(days=(end.weekday() - week_start) % 7)
    weeks = [last_week - timedelta(weeks=ago) for ago in range(WEEKS - 1, -1, -1)]
    by_day = {unit.first: unit for unit in overview.judgement.units if unit.first == unit.last}
    rows = tuple(
        (
            WEEKDAYS[(week_start + row) % 7],
            tuple(square_of(overview, week + timedelta(days=row), by_day) for week in weeks),
        )
        for row in range(7)
    )
    newer = min(overview.today, end + timedelta(weeks=WEEKS))
    return HeatMap(
        rows,
        _months(weeks),
        older=weeks[0] - timedelta(days=1) if weeks[0] > overview.habit.start else None,
        newer=newer if newer > end else None,
    )


def square_of(overview: Overview, day: date, by_day: Mapping[date, Unit]) -> Square:
    entry = overview.completions.get(day)
    state = _state(overview, day, entry, by_day.get(day))
    return Square(day, state, _level(overview, day, entry), _told(day, state, entry))


def _state(overview: Overview, day: date, entry: Completion | None, unit: Unit | None) -> State:
    habit = overview.habit
    if entry is not None and entry.mark is not None:
        match Mark(entry.mark):
            case Mark.SKIPPED:
                return State.SKIPPED
            case Mark.FROZEN:
                return State.FROZEN
            case Mark.DONE:
                rule = rule_on(habit.rules, day)
                target = rule.target if rule else None
                is_enough = target is None or target.is_met(entry.amount or 0)  # type: ignore[arg-type]
                return State.DONE if is_enough else State.PARTLY
    if day < habit.start or day > overview.today or (habit.until is not None and day > habit.until):
        return State.NONE
    if unit is None:
        return State.OFF
    return {
        Outcome.KEPT: State.COVERED,
        Outcome.MISSED: State.MISSED,
        Outcome.EXCUSED: State.OFF,
        Outcome.OPEN: State.OPEN,
    }[unit.outcome]


def _level(overview: Overview, day: date, entry: Completion | None) -> int:
    if entry is None or entry.mark != Mark.DONE:
        return 0
    rule = rule_on(overview.habit.rules, day)
    target = rule.target if rule else None
    if target is None or entry.amount is None or not target.amount:
        return _FULL
    share = entry.amount / target.amount
    if target.direction is Direction.AT_MOST:
        share = 2 - share
    return max(1, min(_FULL, int(share * _FULL)))


def _told(day: date, state: State, entry: Completion | None) -> str:
    said = f"{day:%a} {day.day} {day:%b %Y}: {WORDS.get(state, 'not kept')}"
    if entry is None:
        return said
    if entry.amount is not None:
        said += f", {entry.amount:f}"
    if entry.points:
        said += f", {entry.points} points"
    return f"{said}. {entry.note}" if entry.note else said


def _months(weeks: list[date]) -> tuple[tuple[str, int], ...]:
    found: list[tuple[str, int]] = []
    for week in weeks:
        name = f"{week:%b}"
        if found and found[-1][0] == name:
            found[-1] = (name, found[-1][1] + 1)
        else:
            found.append((name, 1))
    return tuple(found)
