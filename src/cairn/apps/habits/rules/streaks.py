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


def lengths(units: Sequence[Unit], *, streak: int = 0) -> tuple[list[int], bool]:
    """How long all streaks are, in their order, and whether the last goes on. `streak` was there before the units."""
    found = [streak] if streak else []
    goes_on = streak > 0
    for unit in units:
        if unit.outcome is Outcome.MISSED:
            goes_on = False
        elif unit.outcome is Outcome.KEPT:
            if goes_on:
                found[-1] += 1
            else:
                found.append(1)
            goes_on = True
    return found, goes_on


def best_streaks(units: Sequence[Unit], most: int = 10) -> list[Streak]:
    """The longest ones, of equal ones the latest first."""
    return sorted(streaks(units), key=lambda streak: (streak.length, streak.last), reverse=True)[:most]
