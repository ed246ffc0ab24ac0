"""Days as a line of letters, the last of which is today: D done, · not, S skipped, F frozen."""

from datetime import date, timedelta
from decimal import Decimal

from cairn.apps.habits.rules.entries import Entry, Mark, Rule, Target
from cairn.apps.habits.rules.schedules import EveryDay, Schedule
from cairn.apps.habits.rules.streaks import lengths
from cairn.apps.habits.rules.units import Unit, units

TODAY = date(2026, 3, 15)  # a Sunday
_MARKS = {"D": Mark.DONE, "S": Mark.SKIPPED, "F": Mark.FROZEN}


def days(line: str, *, today: date = TODAY) -> dict[date, Entry]:
    """The entries that a line shows."""
    marks = line.replace(" ", "")
    first = today - timedelta(days=len(marks) - 1)
    return {
        first + timedelta(days=passed): Entry(_MARKS[mark])
        for passed, mark in enumerate(marks)
        if mark in _MARKS
    }


def amounts(*each: float | None, today: date = TODAY) -> dict[date, Entry]:
    """Numbers that were entered, the last of them today; None is a day without."""
    first = today - timedelta(days=len(each) - 1)
    return {
        first + timedelta(days=passed): Entry(amount=Decimal(str(amount)))
        for passed, amount in enumerate(each)
        if amount is not None
    }


def judged(
    line: str, schedule: Schedule | None = None, *, today: date = TODAY, target: Target | None = None
) -> list[Unit]:
    """The units of a habit that begins with the line."""
    since = today - timedelta(days=len(line.replace(" ", "")) - 1)
    return units([Rule(since, schedule or EveryDay(), target)], days(line, today=today), today=today)


def current_streak(found: list[Unit]) -> int:
    each, goes_on = lengths(found)
    return each[-1] if goes_on else 0


def longest_streak(found: list[Unit]) -> int:
    return max(lengths(found)[0], default=0)
