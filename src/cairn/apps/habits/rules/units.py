"""A habit's time in units, each with how it went: the due days, the periods, or the days that windows cover.

A streak is counted in these units, so that a weekly habit has weeks. Each rule judges the time in which it held.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum

from cairn.apps.habits.rules.coverage import Coverage, cover
from cairn.apps.habits.rules.days import days_from
from cairn.apps.habits.rules.entries import (
    Direction,
    Entries,
    Rule,
    Target,
    amount_of,
    is_done,
    is_excused,
)
from cairn.apps.habits.rules.schedules import TimesInDays, TimesInPeriod, is_due, period_of

_DAY = timedelta(days=1)


class Outcome(StrEnum):
    """KEPT    what was asked was done
    MISSED  it was not, and can't be any more
    EXCUSED nothing was asked, because of skipped or frozen days
    OPEN    it is not, but still can be
    """

    KEPT = "KEPT"
    MISSED = "MISSED"
    EXCUSED = "EXCUSED"
    OPEN = "OPEN"


@dataclass(frozen=True, slots=True)
class Unit:
    """A due day, a period, or a day of a sliding window. `counted` are the days that did something for it, in order.

    Of a unit that is kept, the last of them made it so.
    """

    first: date
    last: date
    outcome: Outcome
    counted: tuple[date, ...] = ()


@dataclass(frozen=True, slots=True)
class _Stretch:
    """The days from `first` to `last`, in which one rule holds."""

    rule: Rule
    first: date
    last: date


def units(
    rules: Sequence[Rule],
    entries: Entries,
    *,
    today: date,
    until: date | None = None,
    since: date = date.min,
) -> list[Unit]:
    """A habit's units up to today, or to the day on which it ended. `rules` stand in the order of their days.

    Of a habit of due days, only those `since` a day may be asked for.
    """
    end = today if until is None else min(today, until)
    found: list[Unit] = []
    for stretch in _stretches(rules, end):
        schedule = stretch.rule.schedule
        if isinstance(schedule, TimesInPeriod):
            found.extend(_periods(stretch, schedule, entries, end, today=today, until=until))
        elif isinstance(schedule, TimesInDays):
            found.extend(_covered_days(stretch, schedule, entries, today))
        else:
            found.extend(
                _due_day(day, stretch.rule.target, entries, today)
                for day in days_from(max(stretch.first, since), stretch.last)
                if is_due(schedule, day, since=stretch.rule.since)
            )
    return found


def _stretches(rules: Sequence[Rule], end: date) -> Iterator[_Stretch]:
    """The stretches of the rules. Where one rule by periods follows another, a period is judged by the later one."""
    first: date | None = None
    for rule, following in zip(rules, [*rules[1:], None], strict=True):
        start = rule.since if first is None else first
        first = None
        last = end if following is None else min(end, following.since - _DAY)
        if following is not None and following.since <= end:
            shared = _shared_period(rule, following)
            if shared is not None:
                first = max(start, shared)
                last = min(last, first - _DAY)
        if start <= last:
            yield _Stretch(rule, start, last)


def _shared_period(rule: Rule, following: Rule) -> date | None:
    """Where the period begins in which one rule by periods takes over from another."""
    before, after = rule.schedule, following.schedule
    if not isinstance(before, TimesInPeriod) or not isinstance(after, TimesInPeriod):
        return None
    if before.period is not after.period:
        return None
    return period_of(following.since, after.period, week_start=following.week_start)[0]


def _due_day(day: date, target: Target | None, entries: Entries, today: date) -> Unit:
    entry = entries.get(day)
    if is_done(entry, target):
        return Unit(day, day, Outcome.KEPT, (day,))
    if is_excused(entry):
        return Unit(day, day, Outcome.EXCUSED)
    passed = target is not None and target.direction is Direction.AT_MOST and entry is not None
    return Unit(day, day, Outcome.MISSED if day < today or passed else Outcome.OPEN)


def _periods(
    stretch: _Stretch,
    schedule: TimesInPeriod,
    entries: Entries,
    end: date,
    *,
    today: date,
    until: date | None,
) -> Iterator[Unit]:
    day = stretch.first
    while day <= stretch.last:
        first, last = period_of(day, schedule.period, week_start=stretch.rule.week_start)
        inside = days_from(day, min(last, stretch.last))
        can_still_be = stretch.last == end == today and last >= end
        asked = len(inside) - sum(is_excused(entries.get(each)) for each in inside)
        if can_still_be:  # the days to come are days on which it can be done
            asked += (min(last, until or last) - end).days
        share = Decimal(asked) / ((last - first).days + 1)
        target = stretch.rule.target
        if target is not None and schedule.times == 1:
            yield _total(target, entries, inside, share, can_still_be=can_still_be)
        else:
            needed = math.ceil(schedule.times * share)
            yield _times(needed, target, entries, inside, can_still_be=can_still_be)
        day = last + _DAY


def _times(
    needed: int, target: Target | None, entries: Entries, inside: list[date], *, can_still_be: bool
) -> Unit:
    done = tuple(day for day in inside if is_done(entries.get(day), target))[:needed]
    if needed == 0:
        outcome = Outcome.EXCUSED
    elif len(done) == needed:
        outcome = Outcome.KEPT
    else:
        outcome = Outcome.OPEN if can_still_be else Outcome.MISSED
    return Unit(inside[0], inside[-1], outcome, done)


def _total(
    target: Target, entries: Entries, inside: list[date], share: Decimal, *, can_still_be: bool
) -> Unit:
    """A period whose numbers are added up."""
    first, last = inside[0], inside[-1]
    entered = [day for day in inside if day in entries and not is_excused(entries[day])]
    if share == 0:
        return Unit(first, last, Outcome.EXCUSED)
    if target.direction is Direction.AT_MOST:
        within = sum((amount_of(entries[day]) for day in entered), Decimal(0)) <= target.amount
        if within and can_still_be:
            return Unit(first, last, Outcome.OPEN)
        # Nothing entered is unknown, not zero.
        kept = within and bool(entered)
        return Unit(
            first, last, Outcome.KEPT if kept else Outcome.MISSED, tuple(entered[-1:]) if kept else ()
        )
    total = Decimal(0)
    for day in entered:
        total += amount_of(entries[day])
        if total >= target.amount * share:
            return Unit(first, last, Outcome.KEPT, (day,))
    return Unit(first, last, Outcome.OPEN if can_still_be else Outcome.MISSED)


def _covered_days(stretch: _Stretch, schedule: TimesInDays, entries: Entries, today: date) -> Iterator[Unit]:
    inside = days_from(stretch.first, stretch.last)
    coverage: Coverage = cover(inside, schedule, stretch.rule.target, entries, today=today)
    for day in inside:
        counted = (day,) if day in coverage.counted else ()
        if day in coverage.covered:
            outcome = Outcome.KEPT
        elif is_excused(entries.get(day)):
            outcome = Outcome.EXCUSED
        elif coverage.open_since is not None and day >= coverage.open_since:
            outcome = Outcome.OPEN
        else:
            outcome = Outcome.MISSED
        yield Unit(day, day, outcome, counted)
