"""When a habit is due. A schedule is a value, stored with the day from which it holds; past days keep the one of their time."""

import calendar
from datetime import date, timedelta
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Weekday = Annotated[int, Field(ge=0, le=6)]
"""0 is Monday, as in the calendar of Python."""


class Period(StrEnum):
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


class _Schedule(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class EveryDay(_Schedule):
    """Each day."""

    kind: Literal["every_day"] = "every_day"


class OnWeekdays(_Schedule):
    """The chosen days of each week."""

    kind: Literal["on_weekdays"] = "on_weekdays"
    weekdays: Annotated[frozenset[Weekday], Field(min_length=1)]


class EveryFewDays(_Schedule):
    """Each so many days, counted from the day on which the schedule begins."""

    kind: Literal["every_few_days"] = "every_few_days"
    days: Annotated[int, Field(ge=2, le=366)]


class OnDaysOfMonth(_Schedule):
    """The chosen days of each month. Where a month is too short for one, its last day is meant."""

    kind: Literal["on_days_of_month"] = "on_days_of_month"
    days: Annotated[frozenset[Annotated[int, Field(ge=1, le=31)]], Field(min_length=1)]


class TimesInDays(_Schedule):
    """So many times in any so many days: three times in seven, once in two."""

    kind: Literal["times_in_days"] = "times_in_days"
    times: Annotated[int, Field(ge=1)]
    days: Annotated[int, Field(ge=2, le=366)]

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.times > self.days:
            raise ValueError(f"{self.times} times don't fit into {self.days} days: a day counts once")
        return self


class TimesInPeriod(_Schedule):
    """So many times a week, month or year of the calendar."""

    kind: Literal["times_in_period"] = "times_in_period"
    times: Annotated[int, Field(ge=1)] = 1
    period: Period

    @model_validator(mode="after")
    def _fits(self) -> Self:
        most = {Period.WEEK: 7, Period.MONTH: 28, Period.YEAR: 365}[self.period]
        if self.times > most:
            raise ValueError(f"{self.times} times don't fit into a {self.period}: {most} is the most")
        return self


class Paused(_Schedule):
    """Never: the habit was in the archive, and its days are asked for no more."""

    kind: Literal["paused"] = "paused"


DaySchedule = EveryDay | OnWeekdays | EveryFewDays | OnDaysOfMonth
Schedule = Annotated[DaySchedule | TimesInDays | TimesInPeriod, Field(discriminator="kind")]


def schedule_of_word(
    frequency: Literal["daily", "weekly", "monthly", "yearly"],
) -> "EveryDay | TimesInPeriod":
    """What the one word means by which a frequency may be given."""
    match frequency:
        case "daily":
            return EveryDay()
        case "weekly":
            return TimesInPeriod(period=Period.WEEK)
        case "monthly":
            return TimesInPeriod(period=Period.MONTH)
        case "yearly":
            return TimesInPeriod(period=Period.YEAR)


def is_due(schedule: DaySchedule | Paused, day: date, *, since: date) -> bool:
    """Whether a habit is due on a day. `since` is the day from which the schedule holds."""
    match schedule:
        case Paused():
            return False
        case EveryDay():
            return True
        case OnWeekdays():
            return day.weekday() in schedule.weekdays
        case EveryFewDays():
            return (day - since).days % schedule.days == 0
        case OnDaysOfMonth():
            last = calendar.monthrange(day.year, day.month)[1]
            return day.day in schedule.days or (day.day == last and max(schedule.days) > last)


def period_of(day: date, period: Period, *, week_start: int = 0) -> tuple[date, date]:
    """The first and the last day of the period in which a day lies."""
    match period:
        case Period.WEEK:
            first = day - timedelta(days=(day.weekday() - week_start) % 7)
            return first, first + timedelta(days=6)
        case Period.MONTH:
            return day.replace(day=1), day.replace(day=calendar.monthrange(day.year, day.month)[1])
        case Period.YEAR:
            return date(day.year, 1, 1), date(day.year, 12, 31)


def often(schedule: DaySchedule | TimesInDays | TimesInPeriod | Paused) -> tuple[int, int]:
    """How often a schedule asks for a habit: so many times in so many days."""
    match schedule:
        case Paused():
            return 0, 1
        case EveryDay():
            return 1, 1
        case OnWeekdays():
            return len(schedule.weekdays), 7
        case EveryFewDays():
            return 1, schedule.days
        case OnDaysOfMonth():
            return len(schedule.days), 30
        case TimesInDays():
            return schedule.times, schedule.days
        case TimesInPeriod():
            return schedule.times, {Period.WEEK: 7, Period.MONTH: 30, Period.YEAR: 365}[schedule.period]
