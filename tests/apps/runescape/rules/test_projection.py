"""What is said of a goal: its pace, its finish, and how it stands."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.apps.runescape.rules.measures import Measure
from cairn.apps.runescape.rules.projection import (
    Course,
    Point,
    Projection,
    Standing,
    line_at,
    percent,
    project,
)
from cairn.apps.runescape.schema import TargetType

UTC_ZONE = ZoneInfo("UTC")
FIRST = datetime(2025, 1, 1, tzinfo=UTC)
WOODCUTTING = Measure("Woodcutting", TargetType.XP)


def course(
    *, start: int = 0, target: int = 100, by: date | None = None, measure: Measure = WOODCUTTING
) -> Course:
    return Course(measure, Point(FIRST, start), target, UTC_ZONE, by)


def after(days: float, value: int) -> Point:
    return Point(FIRST + timedelta(days=days), value)


def stands(goal: Course, *points: Point, now: float) -> Projection:
    return project(goal, points[-1], points, now=FIRST + timedelta(days=now))


def test_the_example_of_the_document() -> None:
    """12,000,000 on 1 January, 12,500,000 on 2 January, 13,034,431 wanted by 1 March."""
    goal = course(start=12_000_000, target=13_034_431, by=date(2025, 3, 1))
    told = stands(goal, after(0, 12_000_000), after(1, 12_500_000), now=1)
    assert (told.remaining, told.days_left) == (534_431, 58)
    assert told.needed_a_day == pytest.approx(9_214, abs=1)
    assert told.pace.all_time == 500_000
    assert told.finish.likely is not None
    assert told.finish.likely.date() == date(2025, 1, 3)
    assert told.standing is Standing.AHEAD


@pytest.mark.parametrize(
    ("value", "standing"),
    [(100, "reached"), (56, "ahead"), (55, "on pace"), (50, "on pace"), (45, "on pace"), (44, "behind")],
)
def test_within_a_tenth_of_the_line_is_on_pace(value: int, standing: str) -> None:
    goal = course(by=date(2025, 1, 10))  # ten days, the last one included
    assert stands(goal, after(5, value), now=5).standing == standing


def test_without_a_gain_for_a_week_a_goal_is_stalled() -> None:
    goal = course(by=date(2025, 3, 1))
    assert stands(goal, after(1, 20), after(7.9, 20), now=7.9).standing is Standing.AHEAD
    assert stands(goal, after(1, 20), after(8, 20), now=8).standing is Standing.STALLED


def test_a_day_is_missed_when_it_is_over_where_the_person_is() -> None:
    goal = Course(WOODCUTTING, Point(FIRST, 0), 100, ZoneInfo("America/New_York"), date(2025, 1, 5))
    point = after(4, 90)
    last_minute = datetime(2025, 1, 6, 4, 59, tzinfo=UTC)
    assert project(goal, point, [point], now=last_minute).standing is Standing.ON_PACE
    assert project(goal, point, [point], now=last_minute + timedelta(minutes=1)).standing is Standing.MISSED


def test_on_the_last_day_what_is_left_of_it_counts() -> None:
    told = stands(course(by=date(2025, 1, 5)), after(4.5, 50), now=4.5)
    assert told.days_left == 0.5
    assert told.needed_a_day == 100


def test_lately_tells_more_than_ever_and_both_make_the_range() -> None:
    told = stands(course(target=1_000), after(0, 0), after(20, 40), after(24, 60), after(27, 180), now=27)
    assert told.pace.all_time == pytest.approx(180 / 27)
    assert told.pace.week == pytest.approx(140 / 7)
    assert told.pace.likely == told.pace.week
    finish = told.finish
    assert finish.likely is not None
    assert finish.latest is not None
    assert finish.earliest == finish.likely
    assert finish.likely < finish.latest


def test_nobody_is_told_a_date_without_a_pace() -> None:
    told = stands(course(), after(3, 0), now=3)
    assert (told.pace.all_time, told.finish.likely, told.finish.latest) == (0, None, None)
    assert stands(course(), after(0.5, 10), now=0.5).pace.all_time is None


def test_a_rank_falls_towards_its_goal() -> None:
    goal = course(measure=Measure("Overall", TargetType.RANK), start=20_000, target=10_000)
    told = stands(goal, after(0, 20_000), after(5, 15_000), now=5)
    assert (told.gained, told.remaining, told.of_the_way) == (5_000, 5_000, 0.5)
    assert told.finish.likely == FIRST + timedelta(days=10)


def test_a_value_that_fell_is_no_progress() -> None:
    told = stands(course(start=50), after(1, 40), now=1)
    assert (told.gained, told.of_the_way, told.remaining) == (-10, 0.0, 60)


def test_the_line_ends_at_the_target() -> None:
    goal = course(start=10, target=110, by=date(2025, 1, 10))
    moments = [FIRST + timedelta(days=days) for days in (-1, 0, 5, 10, 99)]
    assert [line_at(goal, moment) for moment in moments] == [10, 10, 60, 110, 110]


@given(st.integers(0, 10**9), st.integers(1, 10**9), st.integers(0, 10**9), st.floats(1, 1000))
def test_a_percentage_is_100_only_when_the_goal_is_reached(
    start: int, target: int, value: int, days: float
) -> None:
    told = stands(course(start=start, target=target), after(days, value), now=days)
    for share in (told.of_the_way, told.of_the_target):
        assert 0 <= percent(share) <= 100
        assert (percent(share) == 100) == (told.standing is Standing.REACHED)
    assert (told.remaining == 0) == (told.standing is Standing.REACHED)
