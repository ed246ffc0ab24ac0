"""Schedules, streaks and days in words."""

from collections.abc import Iterable
from typing import Final

from cairn.apps.habits.rules.entries import Direction, Rule
from cairn.apps.habits.rules.schedules import (
    DaySchedule,
    EveryDay,
    EveryFewDays,
    OnDaysOfMonth,
    OnWeekdays,
    Paused,
    TimesInDays,
    TimesInPeriod,
)

TABS: Final = (
    ("Today", "/habits"),
    ("Achievements", "/habits/achievements"),
    ("Leaderboard", "/habits/leaderboard"),
    ("Archive and settings", "/habits/settings"),
)
WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
AnySchedule = DaySchedule | TimesInDays | TimesInPeriod | Paused
_OFTEN: Final = {1: "Once", 2: "Twice"}


def schedule_in_words(rule: Rule) -> str:
    """`Three times a week, at least 5 km each`"""
    words = often_in_words(rule.schedule)
    target = rule.target
    if target is None:
        return words
    limit = "at least" if target.direction is Direction.AT_LEAST else "at most"
    return f"{words}, {limit} {target.amount:f} {target.unit}".rstrip()


def often_in_words(schedule: AnySchedule) -> str:
    match schedule:
        case EveryDay():
            return "Every day"
        case OnWeekdays(weekdays=weekdays):
            return "On " + _listed(WEEKDAYS[each] + "s" for each in sorted(weekdays))
        case EveryFewDays(days=days):
            return f"Every {days} days"
        case OnDaysOfMonth(days=days):
            return "Each month on the " + _listed(_ordinal(each) for each in sorted(days))
        case TimesInDays(times=times, days=days):
            return f"{_times(times)} in {days} days"
        case TimesInPeriod(times=times, period=period):
            return f"{_times(times)} a {period}"
        case Paused():
            return "Never"


def streak_in_words(length: int, schedule: AnySchedule) -> str:
    """`12 weeks`, in the habit's own unit."""
    unit = schedule.period.value if isinstance(schedule, TimesInPeriod) else "day"
    if isinstance(schedule, OnWeekdays | EveryFewDays | OnDaysOfMonth):
        unit = "time"
    return f"{length:,} {unit}" + ("" if length == 1 else "s") + (" in a row" if unit == "time" else "")


def _times(times: int) -> str:
    return _OFTEN.get(times, f"{times} times")


def _ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _listed(words: Iterable[str]) -> str:
    *before, last = words
    return f"{', '.join(before)} and {last}" if before else last
