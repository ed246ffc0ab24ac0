"""When checks run."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.apps.checks.rules.timing import (
    delay_near_end,
    next_run,
    retry_delay,
    timeout,
)

NOW = datetime(2026, 3, 15, 12, tzinfo=UTC)
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


def test_runs_are_counted_from_start_to_start() -> None:
    assert next_run(NOW, MINUTE, now=NOW + 20 * SECOND, chance=0.5) == NOW + MINUTE


def test_who_is_late_runs_once() -> None:
    late = NOW + 10 * MINUTE
    assert next_run(NOW, MINUTE, now=late, chance=0.5) == late


@given(st.floats(0, 1))
def test_chance_moves_a_run_by_a_twentieth_at_most(chance: float) -> None:
    moved = next_run(NOW, MINUTE, now=NOW, chance=chance) - NOW - MINUTE
    assert abs(moved) <= 3 * SECOND


@pytest.mark.parametrize(("delay", "longest"), [(10, 8), (60, 45), (300, 45)])
def test_a_run_is_over_before_the_next(delay: int, longest: int) -> None:
    assert timeout(delay * SECOND) == longest * SECOND


def test_what_failed_is_looked_at_sooner() -> None:
    assert retry_delay(5 * MINUTE) == MINUTE
    assert retry_delay(20 * SECOND) == 10 * SECOND
    assert retry_delay(5 * SECOND) == 5 * SECOND


@pytest.mark.parametrize(("left", "delay"), [(86_400, 300), (600, 150), (60, 30), (-1, 300)])
def test_an_auction_is_looked_at_more_closely_near_its_end(left: int, delay: int) -> None:
    assert delay_near_end(5 * MINUTE, NOW + left * SECOND, now=NOW) == delay * SECOND
