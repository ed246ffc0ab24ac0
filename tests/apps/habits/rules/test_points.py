"""The ledger: what a completion pays, and what an undo takes back."""

from datetime import timedelta

from cairn.apps.habits.rules.entries import Entry, Rule
from cairn.apps.habits.rules.points import Payment, ledger, multiplier
from cairn.apps.habits.rules.schedules import EveryDay, Period, TimesInPeriod
from cairn.apps.habits.rules.units import units
from tests.apps.habits.rules.cast import TODAY, days, judged


def test_the_seventh_day_pays_twice_the_thirtieth_five_times_the_hundredth_ten_times() -> None:
    assert [multiplier(streak) for streak in (0, 1, 6, 7, 29, 30, 99, 100, 1000)] == [
        1,
        1,
        1,
        2,
        2,
        5,
        5,
        10,
        10,
    ]
    paid = ledger(judged("D" * 100), days("D" * 100))
    assert [payment.points for payment in paid.values()] == 6 * [10] + 23 * [20] + 70 * [50] + [100]


def test_what_is_done_beyond_what_was_asked_pays_nothing() -> None:
    line = "DDDDD··"
    three_a_week = TimesInPeriod(times=3, period=Period.WEEK)
    assert list(ledger(judged(line, three_a_week), days(line))) == sorted(days(line))[:3]


def test_an_imported_day_makes_the_streak_and_pays_nothing() -> None:
    entries = days("D" * 7)
    free = {day: Entry(pays=day == TODAY) for day in entries}
    paid = ledger(units([Rule(min(entries), EveryDay())], free, today=TODAY), free)
    assert [(each.streak, each.points) for each in paid.values()] == [*((n, 0) for n in range(1, 7)), (7, 20)]


def test_an_entry_for_an_earlier_day_moves_what_the_days_after_it_paid() -> None:
    with_gap, without = "D·DDDDD", "DDDDDDD"
    before, after = (ledger(judged(line), days(line)) for line in (with_gap, without))
    moved = {day: each for day, each in after.items() if before.get(day) != each}
    first = TODAY - timedelta(days=5)
    assert (first in before, moved[first]) == (False, Payment(2, 1))
    assert (before[TODAY], moved[TODAY]) == (Payment(5, 1), Payment(7, 2))
