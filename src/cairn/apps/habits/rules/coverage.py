"""Which days the windows of "so many times in so many days" cover, by the rules that Loop Habit Tracker's users know.

Each group of so many marks within the days makes a window, from its first mark on. Windows that overlap are pulled
together backwards, never past the mark that completed them, so that days before a group are covered too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from cairn.apps.habits.rules.days import days_from
from cairn.apps.habits.rules.entries import Direction, Entries, Target, amount_of, is_done, is_excused
from cairn.apps.habits.rules.schedules import TimesInDays

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Coverage:
    """`counted` are the done days that count: no window has more of them than are asked for.

    From `open_since` on, days that are not covered still can be.
    """

    covered: frozenset[date]
    counted: frozenset[date]
    open_since: date | None


@dataclass(slots=True)
class _Window:
    first: date
    complete: date
    last: date


def cover(
    inside: Sequence[date], schedule: TimesInDays, target: Target | None, entries: Entries, *, today: date
) -> Coverage:
    """The coverage of the days of a stretch."""
    if target is not None and schedule.times == 1:
        return _by_total(inside, schedule, target, entries, today=today)
    marks = [day for day in inside if is_done(entries.get(day), target)]
    covered = frozenset(
        day
        for window in _windows(marks, schedule)
        for day in days_from(max(window.first, inside[0]), min(window.last, inside[-1]))
    )
    return Coverage(covered, _counted(marks, schedule), _open_since(inside, marks, schedule, today=today))


def _windows(marks: Sequence[date], schedule: TimesInDays) -> list[_Window]:
    windows = [
        _Window(first, complete, first + (schedule.days - 1) * _DAY)
        for first, complete in zip(marks, marks[schedule.times - 1 :], strict=False)
        if (complete - first).days < schedule.days
    ]
    for following, window in zip(reversed(windows), reversed(windows[:-1]), strict=False):
        overlap = (window.last - following.first).days + 1
        shift = min(overlap, (window.last - window.complete).days)
        if shift > 0:
            window.first -= shift * _DAY
            window.last -= shift * _DAY
    return windows


def _counted(marks: Sequence[date], schedule: TimesInDays) -> frozenset[date]:
    counted: list[date] = []
    for day in marks:
        recent = counted[-schedule.times :]
        if len(recent) < schedule.times or (day - recent[0]).days >= schedule.days:
            counted.append(day)
    return frozenset(counted)


def _open_since(
    inside: Sequence[date], marks: Sequence[date], schedule: TimesInDays, *, today: date
) -> date | None:
    """The first day of a group that today's and later marks can still complete."""
    if inside[-1] < today:
        return None
    next_free = today + _DAY if marks and marks[-1] == today else today
    for position, first in enumerate(marks):
        end = first + (schedule.days - 1) * _DAY
        if end >= today:
            free = (end - next_free).days + 1
            if len(marks) - position + free >= schedule.times:
                return first
    return today


def _by_total(
    inside: Sequence[date], schedule: TimesInDays, target: Target, entries: Entries, *, today: date
) -> Coverage:
    covered: set[date] = set()
    counted: list[date] = []
    for position, day in enumerate(inside):
        window = inside[max(0, position - schedule.days + 1) : position + 1]
        entered = [each for each in window if each in entries and not is_excused(entries[each])]
        total = sum((amount_of(entries[each]) for each in entered), Decimal(0))
        known = bool(entered) or target.direction is Direction.AT_LEAST
        if known and target.is_met(total):
            covered.add(day)
            if day in entered and (not counted or (day - counted[-1]).days >= schedule.days):
                counted.append(day)
    return Coverage(frozenset(covered), frozenset(counted), None if inside[-1] < today else today)
