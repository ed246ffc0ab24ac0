"""Days belong to people, not to servers."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from cairn.apps.habits.rules.days import day_of, days_from


@pytest.mark.parametrize(
    ("moment", "zone", "start", "day"),
    [
        (datetime(2026, 3, 15, 23, 30, tzinfo=UTC), "Europe/Berlin", 0, date(2026, 3, 16)),
        (datetime(2026, 3, 15, 23, 30, tzinfo=UTC), "America/New_York", 0, date(2026, 3, 15)),
        (datetime(2026, 3, 16, 1, 30, tzinfo=UTC), "Europe/Berlin", 3, date(2026, 3, 15)),
        (datetime(2026, 3, 16, 2, 0, tzinfo=UTC), "Europe/Berlin", 3, date(2026, 3, 16)),
        # On the night of 29 March clocks in Berlin go from 2:00 to 3:00.
        (datetime(2026, 3, 29, 0, 59, tzinfo=UTC), "Europe/Berlin", 3, date(2026, 3, 28)),
        (datetime(2026, 3, 29, 1, 0, tzinfo=UTC), "Europe/Berlin", 3, date(2026, 3, 29)),
        # Samoa had no 30 December 2011.
        (datetime(2011, 12, 30, 9, 59, tzinfo=UTC), "Pacific/Apia", 0, date(2011, 12, 29)),
        (datetime(2011, 12, 30, 10, 0, tzinfo=UTC), "Pacific/Apia", 0, date(2011, 12, 31)),
    ],
)
def test_the_day_of_a_moment(moment: datetime, zone: str, start: int, day: date) -> None:
    assert day_of(moment, ZoneInfo(zone), timedelta(hours=start)) == day


def test_days_from_the_first_to_the_last() -> None:
    assert days_from(date(2026, 2, 27), date(2026, 3, 1)) == [
        date(2026, 2, 27),
        date(2026, 2, 28),
        date(2026, 3, 1),
    ]
    assert days_from(date(2026, 3, 1), date(2026, 2, 27)) == []
