"""Gains by the person's calendar, and records."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from cairn.apps.runescape.rules.gains import Gain, best, gain, gains_by
from cairn.apps.runescape.rules.measures import Measure
from cairn.apps.runescape.rules.periods import Period
from cairn.apps.runescape.rules.projection import Point
from cairn.apps.runescape.schema import TargetType

XP = Measure("Woodcutting", TargetType.XP)
RANK = Measure("Woodcutting", TargetType.RANK)
FIRST = datetime(2026, 3, 2, tzinfo=UTC)  # a Monday
UTC_ZONE = ZoneInfo("UTC")


def after(days: float, value: int) -> Point:
    return Point(FIRST + timedelta(days=days), value)


def test_a_range_is_known_from_where_data_begins() -> None:
    points = [after(1, 100), after(2, 150), after(5, 400)]
    whole = gain(XP, points, FIRST, FIRST + timedelta(days=7))
    assert whole == Gain(FIRST, FIRST + timedelta(days=7), 300, FIRST + timedelta(days=1))
    later = gain(XP, points, FIRST + timedelta(days=3), FIRST + timedelta(days=4))
    assert later is not None
    assert (later.gained, later.is_known_from) == (0, FIRST + timedelta(days=3))
    assert gain(XP, points, FIRST - timedelta(days=9), FIRST) is None


def test_a_rank_gains_by_falling() -> None:
    told = gain(RANK, [after(0, 500), after(1, 450)], FIRST, FIRST + timedelta(days=1))
    assert told is not None
    assert told.gained == 50


def test_days_are_those_of_the_person() -> None:
    points = [after(0, 0), Point(datetime(2026, 3, 3, 4, 30, tzinfo=UTC), 10)]
    until = datetime(2026, 3, 4, tzinfo=UTC)
    in_new_york = gains_by(XP, points, Period.DAY, ZoneInfo("America/New_York"), until=until)
    assert [(each.first.day, each.gained) for each in in_new_york] == [(1, 0), (2, 10), (3, 0)]
    assert [each.gained for each in gains_by(XP, points, Period.DAY, UTC_ZONE, until=until)] == [0, 10]


def test_weeks_months_and_years() -> None:
    points = [after(days, 10 * days) for days in range(0, 400, 5)]
    until = points[-1].at
    assert sum(each.gained for each in gains_by(XP, points, Period.WEEK, UTC_ZONE, until=until)) == 3_950
    months = gains_by(XP, points, Period.MONTH, UTC_ZONE, until=until)
    assert (months[0].first.date().isoformat(), len(months)) == ("2026-03-01", 13)
    assert [each.first.year for each in gains_by(XP, points, Period.YEAR, UTC_ZONE, until=until)] == [
        2026,
        2027,
    ]


def test_the_record_is_the_first_of_the_best() -> None:
    gains = [
        Gain(FIRST + timedelta(days=day), FIRST, gained, FIRST) for day, gained in enumerate((5, 9, 9, 0))
    ]
    assert best(gains) == gains[1]
    assert best(gains[3:]) is None


@given(
    st.lists(st.tuples(st.integers(0, 1_440), st.integers(0, 1_000)), min_size=1, max_size=30),
    st.sampled_from(Period),
)
def test_the_gains_of_all_periods_are_the_gain_of_the_whole(
    steps: list[tuple[int, int]], period: Period
) -> None:
    points, value = [], 0
    for hours, more in sorted(dict(steps).items()):
        value += more
        points.append(after(hours / 24, value))
    told = gains_by(XP, points, period, UTC_ZONE, until=points[-1].at + timedelta(seconds=1))
    assert sum(each.gained for each in told) == points[-1].value - points[0].value
