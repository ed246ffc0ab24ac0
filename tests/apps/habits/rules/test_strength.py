"""Strength, by the figures that are known of Loop Habit Tracker."""

from datetime import timedelta
from decimal import Decimal

import pytest

from cairn.apps.habits.rules.entries import Direction, Entries, Rule, Target
from cairn.apps.habits.rules.schedules import EveryDay, Period, Schedule, TimesInDays, TimesInPeriod
from cairn.apps.habits.rules.strength import next_strength, strengths
from tests.apps.habits.rules.cast import TODAY, amounts, days


def strength_of(
    entries: Entries, length: int, schedule: Schedule | None = None, target: Target | None = None
) -> float:
    rule = Rule(TODAY - timedelta(days=length - 1), schedule or EveryDay(), target)
    return strengths([rule], entries, until=TODAY)[-1][1]


@pytest.mark.parametrize(
    ("frequency", "before", "done", "missed"),
    [
        (1, 0, 0.051922, 0),
        (1, 0.5, 0.525961, 0.474039),
        (1, 0.75, 0.762981, 0.711058),
        (1 / 3, 0, 0.030314, 0),
        (1 / 3, 0.5, 0.515157, 0.484842),
    ],
)
def test_a_day_moves_it(frequency: float, before: float, done: float, missed: float) -> None:
    assert next_strength(frequency, before, 1) == pytest.approx(done, abs=1e-6)
    assert next_strength(frequency, before, 0) == pytest.approx(missed, abs=1e-6)


@pytest.mark.parametrize(("share", "day"), [(0.5, 13), (0.8, 31), (0.9, 44), (0.95, 57), (0.99, 87)])
def test_daily_without_a_miss_reaches_a_share_on_its_day(share: float, day: int) -> None:
    assert strength_of(days("D" * day), day) >= share - 1e-9
    assert strength_of(days("D" * (day - 1)), day - 1) < share


def test_a_skipped_day_changes_nothing() -> None:
    assert strength_of(days("DDDS"), 4) == strength_of(days("DDD"), 3, None)


def test_three_a_week_done_on_any_days_of_the_week_is_full_strength_in_the_end() -> None:
    for schedule in (TimesInPeriod(times=3, period=Period.WEEK), TimesInDays(times=3, days=7)):
        early, late = "DDD····" * 60, "····DDD" * 60
        assert strength_of(days(early), 420, schedule) > 0.97
        assert strength_of(days(late), 420, schedule) > 0.97


def test_half_of_a_number_is_half_done() -> None:
    assert strength_of(amounts(1), 1, target=Target(Decimal(2))) == pytest.approx(0.051922 / 2, abs=1e-6)


def test_at_most_begins_strong_and_weakens_with_what_is_too_much() -> None:
    coffees = Target(Decimal(2), Direction.AT_MOST)
    assert strength_of(amounts(2), 1, target=coffees) == 1
    assert strength_of(amounts(3), 1, target=coffees) == pytest.approx(1 - 0.051922 / 2, abs=1e-6)
    assert strength_of(amounts(9), 1, target=coffees) == pytest.approx(1 - 0.051922, abs=1e-6)
