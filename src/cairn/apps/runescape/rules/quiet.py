"""Quiet hours: from one full hour to another, over midnight where the first is the later one."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo


def end_of_quiet(now: datetime, zone: ZoneInfo, begin: int | None, end: int | None) -> datetime | None:
    """When the quiet hours end that it is in now. None where it is in none."""
    if begin is None or end is None or begin == end:
        return None
    local = now.astimezone(zone)
    hour = local.hour
    is_quiet = begin <= hour < end if begin < end else hour >= begin or hour < end
    if not is_quiet:
        return None
    day = local.date() if hour < end else local.date() + timedelta(days=1)
    return datetime.combine(day, time(end), zone).astimezone(UTC)
