"""All that follows from a habit's entries, worked out at once: what is written when they change."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from cairn.apps.habits.rules.entries import Entries, Rule
from cairn.apps.habits.rules.points import Ledger, ledger
from cairn.apps.habits.rules.schedules import EveryFewDays, Paused, TimesInDays, TimesInPeriod, period_of
from cairn.apps.habits.rules.streaks import lengths
from cairn.apps.habits.rules.units import Outcome, Unit, units

_DAY: Final = timedelta(days=1)
_FARTHEST: Final = 1024
WORTH_COMING_BACK_FROM: Final = 7


@dataclass(frozen=True, slots=True)
class Outlook:
    """What becomes of a streak on which nothing is entered any more. It lives to the last day named; None is for ever.

    On each day of `growth` it is longer by one: on those that a window covers already, or when a week is over in
    which a number was not passed.
    """

    lives_until: date | None
    growth: tuple[date, date] | None = None

    def streak_on(self, day: date, streak: int) -> int:
        """What a streak that was so long is on a later day."""
        if self.lives_until is not None and day > self.lives_until:
            return 0
        if self.growth is None:
            return streak
        first, last = self.growth
        return streak + max(0, (min(day, last) - first).days + 1)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A habit on a day, and how its streak fares from then on."""

    units: Sequence[Unit]
    ledger: Ledger
    current_streak: int
    longest_streak: int
    last_streak: int  # that was begun last, also where it is over
    long_streaks: int  # that became worth coming back from
    outlook: Outlook

    def comebacks(self, long_streaks_before: int = 0) -> int:
        """How often somebody began again after a streak worth coming back from was lost."""
        return long_streaks_before + self.long_streaks - (self.last_streak >= WORTH_COMING_BACK_FROM)


@dataclass(frozen=True, slots=True)
class Begun:
    """A day that counts, and how long the streak was before it: from there a habit of due days is judged on."""

    day: date
    streak: int


def can_be_judged_on(rules: Sequence[Rule]) -> bool:
    """Whether what comes before a day that counts has no say in what comes after, but for the streak."""
    return not any(isinstance(rule.schedule, TimesInDays | TimesInPeriod) for rule in rules)


def judge(
    rules: Sequence[Rule],
    entries: Entries,
    *,
    today: date,
    until: date | None = None,
    begun: Begun | None = None,
) -> Judgement:
    """What follows from the entries. `rules` stand in the order of their days, `until` is when the habit ended.

    Who flew west over the date line has entered days that are still to come: what was judged then stays so.
    """
    today = max(today, max(entries, default=today))
    begun = begun or Begun(date.min, 0)
    found = units(rules, entries, today=today, until=until, since=begun.day)
    each_length, goes_on = lengths(found, streak=begun.streak)
    streak = each_length[-1] if goes_on else 0
    long = sum(each >= WORTH_COMING_BACK_FROM for each in each_length)
    return Judgement(
        units=found,
        ledger=ledger(found, entries, streak=begun.streak),
        current_streak=streak,
        longest_streak=max(each_length, default=0),
        last_streak=each_length[-1] if each_length else 0,
        long_streaks=long - (begun.streak >= WORTH_COMING_BACK_FROM),
        outlook=_outlook(rules, entries, streak, today=today, until=until),
    )


def _outlook(
    rules: Sequence[Rule], entries: Entries, streak: int, *, today: date, until: date | None
) -> Outlook:
    if isinstance(rules[-1].schedule, Paused):
        return Outlook(None)
    if not streak:
        return Outlook(today - _DAY)
    lately = _lately(rules, today)

    of_today = units(lately, entries, today=today, until=until)
    undecided = min((each.first for each in of_today if each.outcome is Outcome.OPEN), default=today)

    def on(day: date) -> list[Unit]:
        return [each for each in units(lately, entries, today=day, until=until) if each.last >= undecided]

    def lives(day: date) -> bool:
        return all(each.outcome is not Outcome.MISSED for each in on(day))

    lives_until = _last_day(lives, today=today, until=until)
    now = {each.first for each in of_today if each.outcome is Outcome.KEPT}
    end = today + _FARTHEST * _DAY if lives_until is None else lives_until
    grown = [each for each in on(end) if each.outcome is Outcome.KEPT and each.first not in now]
    days = [each.first if each.first == each.last else each.last + _DAY for each in grown]
    return Outlook(lives_until, (days[0], days[-1]) if days else None)


def _last_day(lives: Callable[[date], bool], *, today: date, until: date | None) -> date | None:
    """The last day of which this holds; None where it holds for ever, because the habit has ended."""
    if until is not None and lives(max(today, until + _DAY)):
        return None
    alive, lost = 0, 1
    while lost < _FARTHEST and lives(today + lost * _DAY):
        alive, lost = lost, lost * 2
    while lost - alive > 1:
        between = (alive + lost) // 2
        alive, lost = (between, lost) if lives(today + between * _DAY) else (alive, between)
    return today + alive * _DAY


def _lately(rules: Sequence[Rule], today: date) -> list[Rule]:
    """The same rules, from as late on as today can be judged by."""
    last = rules[-1]
    match last.schedule:
        case TimesInPeriod(period=period):
            begin, _ = period_of(today, period, week_start=last.week_start)
        case TimesInDays(days=days):
            begin = today - 2 * days * _DAY
        case EveryFewDays(days=days):
            begin = today - ((today - last.since).days % days) * _DAY
        case _:
            begin = today
    following = [*rules[1:], None]
    first, *later = [
        rule for rule, after in zip(rules, following, strict=True) if after is None or after.since > begin
    ]
    return [replace(first, since=max(first.since, begin)), *later]
