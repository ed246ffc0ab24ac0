"""Days, weeks, months and years of a person's calendar."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Final
from zoneinfo import ZoneInfo

_DAY: Final = timedelta(days=1)


class Period(StrEnum):
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


def first_day(day: date, period: Period) -> date:
    """The day on which the period of a day began. Weeks begin on Mondays."""
    match period:
        case Period.DAY:
            return day
        case Period.WEEK:
            return day - timedelta(days=day.weekday())
        case Period.MONTH:
            return day.replace(day=1)
        case Period.YEAR:
            return day.replace(month=1, day=1)


def next_first_day(begin: date, period: Period) -> date:
    """The day on which the next period begins, after the one that began on this day."""
    match period:
        case Period.DAY:
            return begin + _DAY
        case Period.WEEK:
            return begin + 7 * _DAY
        case Period.MONTH:
            return (begin + 31 * _DAY).replace(day=1)
        case Period.YEAR:
            return begin.replace(year=begin.year + 1)


def running(now: datetime, period: Period, zone: ZoneInfo) -> tuple[datetime, date]:
    """The period that runs now: the moment at which it began, and its last day."""
    begin = first_day(now.astimezone(zone).date(), period)
    return midnight(begin, zone), next_first_day(begin, period) - _DAY


def periods(
    since: datetime, period: Period, zone: ZoneInfo, *, until: datetime
) -> Iterator[tuple[datetime, datetime]]:
    """The periods from the one in which a moment lies, each by its first moment and the one after its last."""
    begin = first_day(since.astimezone(zone).date(), period)
    while (starts := midnight(begin, zone)) < until:
        begin = next_first_day(begin, period)
        yield starts, midnight(begin, zone)


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """The moment at which a day begins."""
    return datetime.combine(day, time(), zone).astimezone(UTC)
