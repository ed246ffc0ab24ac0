"""What everybody is shown of a check: days, how it stands now, and how everything stands."""

from datetime import UTC, date, datetime, timedelta

import pytest

from cairn.apps.checks.rules.states import TargetState
from cairn.apps.checks.rules.strips import DayState, Overall, days_of, overall, standing_now
from cairn.apps.checks.rules.uptime import Bucket

TODAY = date(2026, 3, 15)
NOON = datetime(2026, 3, 15, 12, tzinfo=UTC)
HOUR = 3600
UP, DOWN, PLANNED = TargetState.UP, TargetState.DOWN, TargetState.MAINTENANCE


@pytest.mark.parametrize(
    ("seconds", "state"),
    [
        ({UP: 24 * HOUR}, DayState.UP),
        ({UP: 24 * HOUR - 60, DOWN: 60}, DayState.PARTLY),
        ({UP: 23 * HOUR, DOWN: HOUR}, DayState.DOWN),
        ({PLANNED: 24 * HOUR}, DayState.PLANNED),
        ({UP: HOUR, PLANNED: 23 * HOUR}, DayState.UP),
        ({}, DayState.UNKNOWN),
    ],
)
def test_a_day_is_judged_by_the_time_in_which_anybody_knows(
    seconds: dict[TargetState, float], state: DayState
) -> None:
    [*_, today] = days_of({TODAY: Bucket(seconds)}, TODAY)
    assert today.state is state


def test_there_is_a_bar_for_each_of_ninety_days_the_first_one_first() -> None:
    days = days_of({TODAY - timedelta(days=89): Bucket({DOWN: 60})}, TODAY)
    assert [days[0].day, days[-1].day, len(days)] == [date(2025, 12, 16), TODAY, 90]
    assert [days[0].down, days[0].share] == [timedelta(minutes=1), 0]
    assert {each.state for each in days[1:]} == {DayState.UNKNOWN}


@pytest.mark.parametrize(
    ("shown", "ago", "is_running", "now"),
    [
        (UP, timedelta(minutes=1), True, UP),
        (TargetState.PENDING, timedelta(minutes=1), True, UP),
        (PLANNED, timedelta(hours=-3), True, PLANNED),
        (DOWN, timedelta(minutes=6), True, DOWN),
        (DOWN, timedelta(minutes=7), True, TargetState.UNKNOWN),
        (UP, timedelta(minutes=1), False, TargetState.UNKNOWN),
        (UP, None, True, TargetState.UNKNOWN),
    ],
)
def test_nobody_knows_how_it_stands_where_a_look_is_long_overdue(
    shown: TargetState, ago: timedelta | None, is_running: bool, now: TargetState
) -> None:
    due_at = None if ago is None else NOON - ago
    assert standing_now(shown, due_at, timedelta(minutes=1), is_running=is_running, now=NOON) is now


@pytest.mark.parametrize(
    ("states", "word"),
    [
        ([], Overall.UNKNOWN),
        ([TargetState.UNKNOWN], Overall.UNKNOWN),
        ([UP, TargetState.UNKNOWN], Overall.WELL),
        ([UP, PLANNED], Overall.PLANNED),
        ([UP, DOWN, PLANNED], Overall.PARTLY),
        ([DOWN, TargetState.UNKNOWN], Overall.DOWN),
    ],
)
def test_what_is_down_counts_before_all_else(states: list[TargetState], word: Overall) -> None:
    assert overall(states) is word
