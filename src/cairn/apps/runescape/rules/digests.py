"""When a digest is due: at the person's hour, daily, on Mondays, or on the first of a month."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from cairn.apps.runescape.schema import Frequency


def next_digest(now: datetime, hour: int, zone: ZoneInfo) -> datetime:
    """The next time that it is this hour where the person is."""
    today = now.astimezone(zone).date()
    for day in (today, today + timedelta(days=1)):
        due = datetime.combine(day, time(hour), zone).astimezone(UTC)
        if due > now:
            return due
    return now + timedelta(days=1)


def is_due(frequency: Frequency, day: date) -> bool:
    """Whether a digest of this day tells of a goal with this frequency."""
    match frequency:
        case Frequency.DAILY:
            return True
        case Frequency.WEEKLY:
            return day.weekday() == 0
        case Frequency.MONTHLY:
            return day.day == 1
        case Frequency.ON_CHANGE | Frequency.WHEN_REACHED:
            return False
