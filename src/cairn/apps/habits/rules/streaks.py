"""Streaks: runs of units that were kept. What is excused or still open neither counts nor breaks."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from cairn.apps.habits.rules.units import Outcome, Unit


@dataclass(frozen=True, slots=True)
class Streak:
    """So many units in a row were kept."""

    first: date
    last: date
    length: int


def streaks(units: Sequence[Unit]) -> list[Streak]:
    """All streaks, in the order of their days."""
    found: list[Streak] = []
    goes_on = False
    for unit in units:
        if unit.outcome is Outcome.KEPT:
            if goes_on:
                before = found.pop()
                found.append(Streak(before.first, unit.last, before.length + 1))
            else:
                found.append(Streak(unit.first, unit.last, 1))
            goes_on = True
        elif unit.outcome is Outcome.MISSED:
            goes_on = False
    return found


def current_streak(units: Sequence[Unit]) -> int:
    """How long the streak is that goes on now; 0 when the last unit that could be missed was."""
    length = 0
    for unit in reversed(units):
        if unit.outcome is Outcome.MISSED:
            break
        length += unit.outcome is Outcome.KEPT
    return length


def longest_streak(units: Sequence[Unit]) -> int:
    return max((streak.length for streak in streaks(units)), default=0)


def best_streaks(units: Sequence[Unit], most: int = 10) -> list[Streak]:
    """The longest ones, of equal ones the latest first."""
    return sorted(streaks(units), key=lambda streak: (streak.length, streak.last), reverse=True)[:most]
