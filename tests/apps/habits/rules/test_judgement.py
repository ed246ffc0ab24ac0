"""What is written when entries change has to hold on the days after, on which nobody reckons anew."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from cairn.apps.habits.rules.entries import Direction, Entry, Mark, Rule, Target
from cairn.apps.habits.rules.judgement import WORTH_COMING_BACK_FROM, Begun, Outlook, judge
from cairn.apps.habits.rules.schedules import (
    DaySchedule,
    EveryDay,
    EveryFewDays,
    OnDaysOfMonth,
    OnWeekdays,
    Paused,
    Period,
    TimesInDays,
    TimesInPeriod,
)
from tests.apps.habits.rules.cast import TODAY, days

DAY = timedelta(days=1)
SCHEDULES: st.SearchStrategy[DaySchedule | TimesInDays | TimesInPeriod | Paused] = st.sampled_from(
    [
        EveryDay(),
        OnWeekdays(weekdays=frozenset({0, 2, 4})),
        EveryFewDays(days=3),
        OnDaysOfMonth(days=frozenset({1, 15, 31})),
        TimesInDays(times=1, days=3),
        TimesInDays(times=2, days=5),
        TimesInPeriod(times=3, period=Period.WEEK),
        TimesInPeriod(times=2, period=Period.WEEK),
        TimesInPeriod(times=2, period=Period.MONTH),
        Paused(),
    ]
)

DUE_DAYS: st.SearchStrategy[DaySchedule | Paused] = st.sampled_from(
    [EveryDay(), EveryFewDays(days=3), OnWeekdays(weekdays=frozenset({0, 2, 4})), Paused()]
)


@st.composite
def rules(draw: st.DrawFn) -> list[Rule]:
    """Up to three rules, of which the last may hold since today."""
    since = TODAY - draw(st.integers(30, 50)) * DAY
    found = [Rule(since, draw(SCHEDULES.filter(lambda each: not isinstance(each, Paused))))]
    for _ in range(draw(st.integers(0, 2))):
        since += draw(st.integers(1, 20)) * DAY
        if since <= TODAY:
            found.append(Rule(since, draw(SCHEDULES), week_start=draw(st.sampled_from([0, 6]))))
    return found


@given(rules(), st.text("DDD·S", max_size=40), st.integers(0, 40), st.none() | st.integers(-5, 10))
def test_a_streak_is_known_on_every_later_day_by_what_was_written_once(
    rules: list[Rule], line: str, ahead: int, ends: int | None
) -> None:
    until = None if ends is None else max(TODAY + ends * DAY, rules[0].since)
    entries = {day: each for day, each in days(line).items() if until is None or day <= until}
    later = TODAY + ahead * DAY
    written = judge(rules, entries, today=TODAY, until=until)
    fresh = judge(rules, entries, today=later, until=until)
    assert written.outlook.streak_on(later, written.current_streak) == fresh.current_streak


@given(
    st.lists(DUE_DAYS, max_size=6),
    st.text("DDD·S", max_size=60),
    st.integers(0, 59),
)
def test_judged_on_from_a_day_that_counts_everything_is_as_if_judged_from_the_beginning(
    more: list[DaySchedule | Paused], line: str, ago: int
) -> None:
    since = TODAY - 60 * DAY
    rules = [
        Rule(since, EveryDay()),
        *(Rule(since + 9 * n * DAY, each) for n, each in enumerate(more, 1)),
    ]
    entries = days(line)
    whole = judge(rules, entries, today=TODAY)
    begins = [day for day in whole.ledger if day <= TODAY - ago * DAY]
    if not begins:
        return
    begin = max(begins)
    before = [each.streak for day, each in whole.ledger.items() if day < begin]
    on = judge(
        rules,
        {day: each for day, each in entries.items() if day >= begin},
        today=TODAY,
        begun=Begun(begin, whole.ledger[begin].streak - 1),
    )
    assert on.ledger == {day: each for day, each in whole.ledger.items() if day >= begin}
    assert (on.current_streak, on.last_streak, on.outlook) == (
        whole.current_streak,
        whole.last_streak,
        whole.outlook,
    )
    assert max(on.longest_streak, *before, 0) == whole.longest_streak
    assert on.comebacks(before.count(WORTH_COMING_BACK_FROM)) == whole.comebacks()


def test_a_streak_grows_without_an_entry_where_days_are_covered_or_a_week_ends_well() -> None:
    covered = judge([Rule(TODAY, TimesInDays(times=1, days=3))], days("D"), today=TODAY)
    assert covered.outlook == Outlook(TODAY + 3 * DAY, (TODAY + DAY, TODAY + 2 * DAY))
    sparing = Rule(TODAY, TimesInPeriod(period=Period.WEEK), Target(Decimal(10), Direction.AT_MOST))
    kept = {TODAY - 7 * DAY: Entry(amount=Decimal(8)), TODAY: Entry(amount=Decimal(3))}
    week = judge([replace(sparing, since=TODAY - 13 * DAY)], kept, today=TODAY)
    assert (week.current_streak, week.outlook) == (1, Outlook(TODAY + 7 * DAY, (TODAY + DAY, TODAY + DAY)))


def test_days_that_were_entered_farther_east_stay_as_they_were_judged() -> None:
    """In Kiritimati it was the 16th; in Honolulu it is the 15th again."""
    entries = {**days("DD"), TODAY + DAY: Entry(Mark.DONE)}
    rule = Rule(TODAY - DAY, EveryDay())
    there = judge([rule], entries, today=TODAY + DAY)
    here = judge([rule], entries, today=TODAY)
    assert replace(here, units=there.units) == there
    assert (here.current_streak, sum(each.points for each in here.ledger.values())) == (3, 30)
