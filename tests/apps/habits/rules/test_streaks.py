"""Streaks, by the cases that people who keep habits agree on."""

import itertools
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.apps.habits.rules.entries import Direction, Rule, Target
from cairn.apps.habits.rules.schedules import (
    EveryDay,
    EveryFewDays,
    OnDaysOfMonth,
    OnWeekdays,
    Period,
    Schedule,
    TimesInDays,
    TimesInPeriod,
)
from cairn.apps.habits.rules.streaks import Streak, best_streaks, streaks
from cairn.apps.habits.rules.units import Outcome, units
from tests.apps.habits.rules.cast import TODAY, amounts, current_streak, days, judged, longest_streak

THREE_A_WEEK = TimesInPeriod(times=3, period=Period.WEEK)
LINES = st.text("D·SF", min_size=1, max_size=60)
SCHEDULES: st.SearchStrategy[Schedule] = st.sampled_from(
    [
        EveryDay(),
        OnWeekdays(weekdays=frozenset({0, 2, 4})),
        EveryFewDays(days=3),
        OnDaysOfMonth(days=frozenset({1, 15, 31})),
        TimesInDays(times=2, days=5),
        THREE_A_WEEK,
        TimesInPeriod(times=2, period=Period.MONTH),
    ]
)


@pytest.mark.parametrize(
    ("line", "streak"),
    [
        ("DDD·", 3),  # today is still open
        ("DD··", 0),
        ("DSDD", 3),
        ("DFDD", 3),
        ("D·DD", 2),
        ("DDDD", 4),
        ("····", 0),
        ("DSS·", 1),
    ],
)
def test_a_daily_streak(line: str, streak: int) -> None:
    assert current_streak(judged(line)) == streak


def test_days_that_are_not_due_break_nothing_and_count_for_nothing() -> None:
    weekdays = OnWeekdays(weekdays=frozenset(range(5)))
    monday = date(2026, 3, 16)
    assert current_streak(judged("DDDDD ·· ·", weekdays, today=monday)) == 5
    assert current_streak(judged("DDDDD D· ·", weekdays, today=monday)) == 5


def test_a_weekly_habit_counts_weeks_and_the_running_one_is_open() -> None:
    assert current_streak(judged("D·D·D·· D·D·D·· DD·····", THREE_A_WEEK)) == 2
    running = judged("D·D·D·· D·D·D·· DD···", THREE_A_WEEK, today=date(2026, 3, 13))
    assert current_streak(running) == 2
    assert running[-1].outcome is Outcome.OPEN


def test_a_week_without_enough_ends_the_streak_when_it_is_over() -> None:
    lost = judged("D·D·D·· D·D···· D", THREE_A_WEEK, today=date(2026, 3, 16))
    assert [unit.outcome for unit in lost] == [Outcome.KEPT, Outcome.MISSED, Outcome.OPEN]
    assert current_streak(lost) == 0


def test_a_week_asks_for_less_by_what_was_skipped_in_it_or_lies_before_it_began() -> None:
    assert (
        judged("DDSSSS·", THREE_A_WEEK)[0].outcome is Outcome.KEPT
    )  # 3 days of 7 are left, for 2 of 3 times
    assert judged("SSSSSSS", THREE_A_WEEK)[0].outcome is Outcome.EXCUSED
    begun_on_friday = judged("·D· ·······", THREE_A_WEEK, today=TODAY + timedelta(days=7))
    assert [unit.outcome for unit in begun_on_friday] == [Outcome.MISSED, Outcome.OPEN]
    assert judged("DD·", THREE_A_WEEK)[0].outcome is Outcome.KEPT


def test_every_few_days_counts_from_the_day_it_began() -> None:
    assert current_streak(judged("D··D··D··", EveryFewDays(days=3))) == 3
    assert current_streak(judged("D··D···D·", EveryFewDays(days=3))) == 0


def test_a_day_that_a_month_lacks_is_its_last_day() -> None:
    on_the_31st = OnDaysOfMonth(days=frozenset({31}))
    february = judged("D" + 27 * "·" + "D", on_the_31st, today=date(2026, 2, 28))
    assert [(unit.first, unit.outcome) for unit in february] == [
        (date(2026, 1, 31), Outcome.KEPT),
        (date(2026, 2, 28), Outcome.KEPT),
    ]


@pytest.mark.parametrize(
    ("line", "covered"),
    [
        ("D······D······", 14),  # a window of seven days from each mark
        ("D······ ·D·····", 6),  # the eighth day is covered by none
        ("D··D···", 7),
        ("·····D", 1),
    ],
)
def test_once_in_seven_days_covers_days(line: str, covered: int) -> None:
    assert current_streak(judged(line, TimesInDays(times=1, days=7))) == covered


def test_windows_that_overlap_are_pulled_together_backwards() -> None:
    """As Loop Habit Tracker does: the earlier window gives way, so that days before it are covered too."""
    line = "··· D··D··D"
    covered = [
        unit.first for unit in judged(line, TimesInDays(times=2, days=7)) if unit.outcome is Outcome.KEPT
    ]
    assert covered == [TODAY - timedelta(days=back) for back in range(9, -1, -1)]


def test_a_group_that_can_still_be_completed_leaves_its_days_open() -> None:
    outcomes = [unit.outcome for unit in judged("D··D··D· ····D·", TimesInDays(times=2, days=4))]
    assert outcomes[-2:] == [Outcome.OPEN, Outcome.OPEN]
    assert outcomes[-3] is Outcome.MISSED


def test_numbers_a_day() -> None:
    litres = Target(Decimal(2), unit="l")
    rule = Rule(TODAY - timedelta(days=2), EveryDay(), litres)
    assert current_streak(units([rule], amounts(2, 2.5, 1), today=TODAY)) == 2
    assert current_streak(units([rule], amounts(2, 1.9, 2), today=TODAY)) == 1


def test_at_most_is_lost_when_it_is_passed_and_unknown_when_nothing_was_entered() -> None:
    coffees = Target(Decimal(2), Direction.AT_MOST)
    rule = Rule(TODAY - timedelta(days=2), EveryDay(), coffees)
    assert current_streak(units([rule], amounts(0, 2, None), today=TODAY)) == 2
    assert current_streak(units([rule], amounts(0, 2, 3), today=TODAY)) == 0
    assert current_streak(units([rule], amounts(0, None, 1), today=TODAY)) == 1


def test_numbers_of_a_week_are_added_up() -> None:
    weekly = Rule(date(2026, 3, 2), TimesInPeriod(period=Period.WEEK), Target(Decimal(20), unit="km"))
    entered = amounts(5, 5, None, 10, None, None, 3, *[None] * 6, 19)
    assert [(unit.outcome, unit.counted) for unit in units([weekly], entered, today=TODAY)] == [
        (Outcome.KEPT, (date(2026, 3, 5),)),
        (Outcome.OPEN, ()),
    ]


def test_past_days_are_judged_by_the_rule_of_their_time() -> None:
    entries = days("DDDDD D·D·D")
    first = TODAY - timedelta(days=9)
    daily = Rule(first, EveryDay())
    every_other = Rule(first + timedelta(days=5), EveryFewDays(days=2))
    assert current_streak(units([daily, every_other], entries, today=TODAY)) == 5 + 3
    assert current_streak(units([daily], entries, today=TODAY)) == 1


def test_a_week_in_which_the_number_of_times_changes_is_one_week() -> None:
    monday = date(2026, 3, 2)
    rules = [
        Rule(monday, TimesInPeriod(times=3, period=Period.WEEK)),
        Rule(monday + timedelta(days=9), TimesInPeriod(times=2, period=Period.WEEK)),
    ]
    found = units(rules, days("D·D·D·· D··D···"), today=TODAY)
    assert [(unit.first, unit.outcome) for unit in found] == [
        (monday, Outcome.KEPT),
        (monday + timedelta(days=7), Outcome.KEPT),
    ]


def test_a_habit_that_ended_keeps_its_streak() -> None:
    ended = TODAY - timedelta(days=3)
    rule = Rule(TODAY - timedelta(days=6), EveryDay())
    assert current_streak(units([rule], days("DDDD···"), today=TODAY, until=ended)) == 4


def test_streaks_have_their_days() -> None:
    found = streaks(judged("DD·DSD·"))
    first = TODAY - timedelta(days=6)
    assert found == [
        Streak(first, first + timedelta(days=1), 2),
        Streak(first + timedelta(days=3), first + timedelta(days=5), 2),
    ]
    assert best_streaks(judged("DD·DSD·"), most=1) == [found[1]]


@given(LINES, SCHEDULES)
def test_the_current_streak_is_among_all_and_none_is_longer_than_the_longest(
    line: str, schedule: Schedule
) -> None:
    found = judged(line, schedule)
    current = current_streak(found)
    assert 0 <= current <= longest_streak(found)
    assert current in {0, *(streak.length for streak in streaks(found))}


@given(LINES, SCHEDULES, st.data())
def test_doing_it_on_one_more_day_never_shortens_the_longest_streak_of_calendar_units(
    line: str, schedule: Schedule, data: st.DataObject
) -> None:
    """Sliding windows are apart: a mark more moves where windows lie."""
    if isinstance(schedule, TimesInDays):
        schedule = EveryDay()
    place = data.draw(st.integers(0, len(line) - 1))
    if line[place] != "·":
        return
    more = f"{line[:place]}D{line[place + 1 :]}"
    assert longest_streak(judged(more, schedule)) >= longest_streak(judged(line, schedule))


@given(LINES, SCHEDULES)
def test_units_follow_one_another_and_count_only_days_that_were_done(line: str, schedule: Schedule) -> None:
    entries = days(line)
    found = judged(line, schedule)
    assert all(before.last < after.first for before, after in itertools.pairwise(found))
    for unit in found:
        assert all(unit.first <= day <= unit.last and day in entries for day in unit.counted)
