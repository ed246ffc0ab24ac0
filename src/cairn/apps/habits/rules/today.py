"""What a habit asks of today, by what was entered lately."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from cairn.apps.habits.rules.days import days_from
from cairn.apps.habits.rules.entries import Entries, Rule, is_done, is_excused
from cairn.apps.habits.rules.perfection import rule_on
from cairn.apps.habits.rules.schedules import Period, TimesInDays, TimesInPeriod, is_due, period_of

_KNOWN: Final = 7
"""How many days back, today included, entries are known."""


class Asking(StrEnum):
    """DUE       today or never
    ANY_DAY   some time in its period; today would do
    DONE      nothing more
    EXCUSED   it was skipped, or a freeze was spent
    NOT_TODAY another day
    """

    DUE = "DUE"
    ANY_DAY = "ANY_DAY"
    DONE = "DONE"
    EXCUSED = "EXCUSED"
    NOT_TODAY = "NOT_TODAY"


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked; of a habit by weeks, `done` of `wanted` times are done where that is known."""

    asking: Asking
    done: int | None = None
    wanted: int | None = None


def asked_of(
    rules: Sequence[Rule],
    entries: Entries,
    *,
    today: date,
    until: date | None = None,
    last_done: date | None = None,
) -> Asked:
    """What is asked of a day. `entries` are those of the last seven days."""
    rule = rule_on(rules, today)
    if rule is None or (until is not None and today > until):
        return Asked(Asking.NOT_TODAY)
    done, wanted = _so_far(rule, entries, today, last_done)
    if is_excused(entries.get(today)):
        return Asked(Asking.EXCUSED, done, wanted)
    if is_done(entries.get(today), rule.target):
        return Asked(Asking.DONE, done, wanted)
    if not isinstance(rule.schedule, TimesInDays | TimesInPeriod):
        return Asked(Asking.DUE if is_due(rule.schedule, today, since=rule.since) else Asking.NOT_TODAY)
    is_enough = done is not None and wanted is not None and done >= wanted
    return Asked(Asking.DONE if is_enough else Asking.ANY_DAY, done, wanted)


def _so_far(
    rule: Rule, entries: Entries, today: date, last_done: date | None
) -> tuple[int | None, int | None]:
    """How often it was done in the running period or window, and how often it is wanted."""
    schedule = rule.schedule
    if isinstance(schedule, TimesInPeriod):
        first, _ = period_of(today, schedule.period, week_start=rule.week_start)
    elif isinstance(schedule, TimesInDays):
        first = today - timedelta(days=schedule.days - 1)
    else:
        return None, None
    if (isinstance(schedule, TimesInPeriod) and schedule.period is Period.WEEK) or (
        today - first
    ).days < _KNOWN:
        days = days_from(first, today)
        return sum(is_done(entries.get(day), rule.target) for day in days), schedule.times
    if schedule.times == 1 and rule.target is None:
        return int(last_done is not None and last_done >= first), 1
    return None, schedule.times
