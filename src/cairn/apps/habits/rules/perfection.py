"""Perfect days: those on which all that was due was done. Only habits that are due on days of their own are asked."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Final

from cairn.apps.habits.rules.entries import Entry, Rule, is_done, is_excused
from cairn.apps.habits.rules.schedules import TimesInDays, TimesInPeriod, is_due


def rule_on(rules: Sequence[Rule], day: date) -> Rule | None:
    """The rule that holds on a day; None before the first."""
    return next((rule for rule in reversed(rules) if rule.since <= day), None)


def is_perfect(habits: Iterable[tuple[Sequence[Rule], date | None, Entry | None]], day: date) -> bool:
    """Whether of the habits that were due, all were done and none was missed. A day on which nothing was is no such day."""
    done = 0
    for rules, until, entry in habits:
        rule = rule_on(rules, day)
        if rule is None or (until is not None and day > until):
            continue
        if isinstance(rule.schedule, TimesInDays | TimesInPeriod):
            continue
        if not is_due(rule.schedule, day, since=rule.since) or is_excused(entry):
            continue
        if not is_done(entry, rule.target):
            return False
        done += 1
    return done > 0


LONGEST_RUN: Final = 30
"""Longer ones are not told apart: no achievement asks for more."""


def longest_run(days: Sequence[date]) -> int:
    """The most days in a row, up to as many as anything asks for. They stand in order."""
    longest = run = 0
    before: date | None = None
    for day in days:
        run = run + 1 if before is not None and day - before == timedelta(days=1) else 1
        longest, before = max(longest, run), day
    return min(longest, LONGEST_RUN)
