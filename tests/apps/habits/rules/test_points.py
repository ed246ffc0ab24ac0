"""The ledger: what a completion pays, and what an undo takes back."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from cairn.apps.habits.rules.entries import Entry, Rule
from cairn.apps.habits.rules.points import Correction, Payment, corrections, ledger, multiplier, total
from cairn.apps.habits.rules.schedules import EveryDay, Period, TimesInPeriod
from cairn.apps.habits.rules.units import units
from tests.apps.habits.rules.cast import TODAY, days, judged

LINES = st.text("D·SF", min_size=1, max_size=60)


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
    rule = Rule(min(entries), EveryDay())
    assert ledger(units([rule], free, today=TODAY), free) == {TODAY: Payment(7, 2)}


def test_an_entry_for_an_earlier_day_moves_what_the_days_after_it_paid() -> None:
    with_gap, without = "D·DDDDD", "DDDDDDD"
    moved = corrections(ledger(judged(with_gap), days(with_gap)), ledger(judged(without), days(without)))
    assert moved[0] == Correction(TODAY - timedelta(days=5), None, Payment(2, 1))
    assert moved[-1] == Correction(TODAY, Payment(5, 1), Payment(7, 2))
    assert sum(each.points for each in moved) == 10 + 10


@given(LINES, st.data())
def test_doing_and_undoing_in_any_order_leaves_what_was_there(line: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(line) - 1))
    changed = f"{line[:place]}{'·' if line[place] == 'D' else 'D'}{line[place + 1 :]}"
    before, after = ledger(judged(line), days(line)), ledger(judged(changed), days(changed))
    there = sum(each.points for each in corrections(before, after))
    back = sum(each.points for each in corrections(after, before))
    assert total(before) + there == total(after)
    assert there + back == 0
