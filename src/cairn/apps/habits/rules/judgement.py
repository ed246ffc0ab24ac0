"""All that follows from a habit's entries, worked out at once: what is written when they change."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from cairn.apps.habits.rules.entries import Entries, Rule
from cairn.apps.habits.rules.points import Ledger, ledger
from cairn.apps.habits.rules.schedules import EveryFewDays, Paused, TimesInDays, TimesInPeriod, period_of
from cairn.apps.habits.rules.streaks import current_streak, longest_streak, streaks
from cairn.apps.habits.rules.units import Outcome, Unit, units

_DAY: Final = timedelta(days=1)
_FARTHEST: Final = 1024
_WORTH_COMING_BACK_FROM: Final = 7


@dataclass(frozen=True, slots=True)
class Judgement:
    """A habit on a day. `lives_until` is the last day on which the streak lives if nothing is entered; None is for ever."""

    units: Sequence[Unit]
    ledger: Ledger
    current_streak: int
    longest_streak: int
    comebacks: int
    lives_until: date | None


def judge(rules: Sequence[Rule], entries: Entries, *, today: date, until: date | None = None) -> Judgement:
    """What follows from the entries. `rules` stand in the order of their days, `until` is when the habit ended."""
    found = units(rules, entries, today=today, until=until)
    streak = current_streak(found)
    return Judgement(
        found,
        ledger(found, entries),
        streak,
        longest_streak(found),
        _comebacks(found),
        None
        if (until is not None and until < today) or isinstance(rules[-1].schedule, Paused)
        else _lives_until(rules[-1], entries, streak, today=today),
    )


def _comebacks(found: Sequence[Unit]) -> int:
    """How often somebody began again after a streak worth coming back from was lost."""
    return sum(each.length >= _WORTH_COMING_BACK_FROM for each in streaks(found)[:-1])


def _lives_until(rule: Rule, entries: Entries, streak: int, *, today: date) -> date:
    if not streak:
        return today - _DAY
    lately = _lately(rule, today)

    def lives(day: date) -> bool:
        later = units([lately], entries, today=day)
        return all(unit.outcome is not Outcome.MISSED for unit in later if unit.last >= today)

    alive, lost = 0, 1
    while lost < _FARTHEST and lives(today + lost * _DAY):
        alive, lost = lost, lost * 2
    while lost - alive > 1:
        between = (alive + lost) // 2
        alive, lost = (between, lost) if lives(today + between * _DAY) else (alive, between)
    return today + alive * _DAY


def _lately(rule: Rule, today: date) -> Rule:
    """The same rule, from as late on as today can be judged by."""
    match rule.schedule:
        case TimesInPeriod(period=period):
            begin, _ = period_of(today, period, week_start=rule.week_start)
        case TimesInDays(days=days):
            begin = today - 2 * days * _DAY
        case EveryFewDays(days=days):
            begin = today - ((today - rule.since).days % days) * _DAY
        case _:
            begin = today
    return rule if begin <= rule.since else Rule(begin, rule.schedule, rule.target, rule.week_start)
