"""A habit's strength, from 0 to 1: the score that Loop Habit Tracker's users trust. It forgives, and it does not forget.

Each day draws it towards how much of what is asked was done lately, the more the more often the habit is due.
"""

from collections.abc import Sequence
from datetime import date, timedelta

from cairn.apps.habits.rules.days import days_from
from cairn.apps.habits.rules.entries import (
    Direction,
    Entries,
    Entry,
    Rule,
    Target,
    amount_of,
    is_done,
    is_excused,
)
from cairn.apps.habits.rules.schedules import TimesInDays, TimesInPeriod, often

_DAY = timedelta(days=1)


def next_strength(frequency: float, strength: float, done: float) -> float:
    """The strength after a day. `frequency` is times a day, `done` the share of what is asked that was done."""
    kept: float = 0.5 ** (frequency**0.5 / 13)
    return strength * kept + done * (1 - kept)


def strengths(rules: Sequence[Rule], entries: Entries, *, until: date) -> list[tuple[date, float]]:
    """The strength on each day, from the first rule's day on."""
    found: list[tuple[date, float]] = []
    strength = 1.0 if _is_at_most(rules[0].target) else 0.0
    for rule, following in zip(rules, [*rules[1:], None], strict=True):
        last = until if following is None else min(until, following.since - _DAY)
        times, days = often(rule.schedule)
        window, asked = _window(rule)
        days_in_stretch = days_from(rule.since, last)
        before = rule.since - window * _DAY
        lately = sum(_credit(rule, entries.get(day)) for day in days_from(before, rule.since - _DAY))
        for day in days_in_stretch:
            lately += _credit(rule, entries.get(day)) - _credit(rule, entries.get(day - window * _DAY))
            if not is_excused(entries.get(day)):
                strength = next_strength(times / days, strength, _share(rule.target, lately, asked))
            found.append((day, strength))
    return found


def _window(rule: Rule) -> tuple[int, float]:
    """Over how many days what was done is added up, and how much of it is asked for."""
    times, days = often(rule.schedule)
    if rule.target is None or not _is_added_up(rule):
        if _is_at_most(rule.target):
            return 1, float(rule.target.amount) if rule.target else 0.0
        # A window twice as long does not punish who does the three times of a week in its last days.
        return (1, 1.0) if days == 1 else (2 * days, 2.0 * times)
    return days, float(rule.target.amount)


def _is_added_up(rule: Rule) -> bool:
    return isinstance(rule.schedule, TimesInDays | TimesInPeriod) and rule.schedule.times == 1


def _is_at_most(target: Target | None) -> bool:
    return target is not None and target.direction is Direction.AT_MOST


def _credit(rule: Rule, entry: Entry | None) -> float:
    target = rule.target
    if target is None:
        return float(is_done(entry, None))
    amount = float(amount_of(entry))
    if _is_at_most(target) or _is_added_up(rule):
        return amount
    return min(1.0, amount / float(target.amount)) if target.amount else 1.0


def _share(target: Target | None, lately: float, asked: float) -> float:
    """How much of what is asked was done. Beyond what is allowed at most, it falls to nothing at twice as much."""
    if not _is_at_most(target):
        return min(1.0, lately / asked) if asked else 1.0
    if asked == 0:
        return float(lately <= 0)
    return min(1.0, max(0.0, 1 - (lately - asked) / asked))
