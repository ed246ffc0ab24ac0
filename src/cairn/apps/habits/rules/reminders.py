"""When somebody is to be reminded next, by the clock on their wall."""

from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

_DAYS_AHEAD = 3  # one of them has each time, also where clocks are put forward


def next_moment(times: Iterable[time], zone: ZoneInfo, *, after: datetime) -> datetime | None:
    """The next moment at which a clock there shows one of these times."""
    there = after.astimezone(zone).date()
    moments = [
        datetime.combine(there + timedelta(days=ahead), each, tzinfo=zone).astimezone(UTC)
        for ahead in range(_DAYS_AHEAD)
        for each in times
    ]
    return min((moment for moment in moments if moment > after), default=None)


def of_minutes(minutes: int) -> time:
    return time(minutes // 60, minutes % 60)
