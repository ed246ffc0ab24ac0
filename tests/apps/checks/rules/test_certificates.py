"""When it is told that a certificate runs out."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from cairn.apps.checks.rules.certificates import warning

UNTIL = datetime(2026, 6, 1, tzinfo=UTC)


def told_over_time(days: int, steps: list[float]) -> list[int]:
    """The lines that are told of, when it is looked at with so many days left, one after another."""
    told: int | None = None
    lines = []
    for left in steps:
        line = warning(UNTIL, UNTIL - timedelta(days=left), days=days, told=told)
        if line is not None:
            lines.append(line)
            told = line
    return lines


def test_it_is_told_at_the_chosen_days_and_again_near_the_end() -> None:
    assert told_over_time(14, [90, 15, 13.9, 13, 4, 2.9, 2, 0.9, 0.1, -1]) == [14, 3, 1]


def test_whoever_wants_to_hear_of_it_late_hears_of_it_late() -> None:
    assert told_over_time(2, [90, 3, 1.9, 0.5]) == [2, 1]


@given(st.integers(1, 365), st.lists(st.floats(-10, 400), max_size=40))
def test_each_line_is_told_of_once_at_most(days: int, steps: list[float]) -> None:
    lines = told_over_time(days, sorted(steps, reverse=True))
    assert lines == sorted(set(lines), reverse=True)
    assert set(lines) <= {days, 3, 1}
