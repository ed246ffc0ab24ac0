"""Planned maintenance: when it is in force, and when that changes next. Times are those of the plan's own zone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from cairn.apps.checks.rules.cron import Cron

_DAY = timedelta(days=1)
_LONGEST_WAIT = timedelta(days=400)


class Recurrence(StrEnum):
    """How often a plan comes back."""

    ONCE = "ONCE"
    WEEKLY = "WEEKLY"
    MONTHLY = "MONTHLY"
    CRON = "CRON"


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One time of maintenance. Its end is no part of it."""

    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Plan:
    """When maintenance is: once from `start` on, or whenever `cron` says so. `ended_at` cut one of them short."""

    title: str
    length: timedelta
    zone: str = "UTC"
    start: datetime | None = None
    cron: Cron | None = None
    ended_at: datetime | None = None

    def occurrences(self, first: datetime, last: datetime) -> Iterator[Occurrence]:
        """Those that have a part between two moments, in order."""
        for start in self._starts(first - self.length, last):
            end = start + self.length
            if self.ended_at is not None and start <= self.ended_at < end:
                end = self.ended_at
            if first < end and start <= last:
                yield Occurrence(start, end)

    def next_after(self, now: datetime) -> Occurrence | None:
        """The one that goes on, or else the next one; None when there is none for more than a year."""
        return next(self.occurrences(now, now + _LONGEST_WAIT), None)

    def _starts(self, first: datetime, last: datetime) -> Iterator[datetime]:
        if self.start is not None:
            yield self.start
        if self.cron is None:
            return
        zone = ZoneInfo(self.zone)
        day = (first.astimezone(zone) - _DAY).date()
        until = (last.astimezone(zone) + _DAY).date()
        while day <= until:
            if self.cron.falls_on(day):
                for each in self.cron.times:
                    # A time that the clock skips in spring is the one an hour later.
                    start = datetime.combine(day, each, tzinfo=zone).astimezone(UTC)
                    if first <= start <= last:
                        yield start
            day += _DAY


def expression_of(
    recurrence: Recurrence,
    *,
    hour: int,
    minute: int,
    weekdays: Iterable[int] = (),
    days: Iterable[int] = (),
) -> str:
    """Weekly and monthly maintenance in cron's words. Weekdays are 1 (Monday) to 7; of days, 0 is the last one."""
    if recurrence is Recurrence.WEEKLY:
        return f"{minute} {hour} * * {','.join(str(each) for each in sorted(weekdays))}"
    named = ",".join("L" if each == 0 else str(each) for each in sorted(days))
    return f"{minute} {hour} {named} * *"


def in_force(plans: Iterable[Plan], at: datetime) -> Plan | None:
    """The plan that holds at a moment."""
    for plan in plans:
        if any(each.start <= at < each.end for each in plan.occurrences(at, at)):
            return plan
    return None


def next_border(plans: Iterable[Plan], *, after: datetime, until: datetime) -> datetime | None:
    """When maintenance begins or ends next, if that is before a moment."""
    borders = [
        border
        for plan in plans
        for each in plan.occurrences(after, until)
        for border in (each.start, each.end)
        if after < border < until
    ]
    return min(borders, default=None)
