"""Records, and what was gained of everything."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from cairn.apps.runescape.hiscores.readings import Activity, Reading, Skill
from cairn.apps.runescape.rules.lately import line, with_day
from cairn.apps.runescape.rules.periods import Period
from cairn.apps.runescape.rules.records import Best, bests_of, better
from cairn.apps.runescape.rules.totals import EntryGain, gained_between
from cairn.apps.runescape.service.histories import read_bests, write_bests

FIRST = date(2026, 3, 2)  # a Monday


def reading(xp: int | None, kills: int | None = None) -> Reading:
    return Reading({"Mining": Skill(None, None, xp)}, {"Zulrah": Activity(None, kills)})


def on(days: int) -> date:
    return FIRST + timedelta(days=days)


def test_the_best_day_week_and_month_are_found_each_by_itself() -> None:
    days = [(on(0), reading(100)), (on(1), reading(150)), (on(6), reading(180)), (on(8), reading(240))]
    assert bests_of(days)["Mining"] == {
        Period.DAY: Best(60, on(8)),
        Period.WEEK: Best(80, on(0)),
        Period.MONTH: Best(140, date(2026, 3, 1)),
    }


def test_what_the_board_does_not_tell_is_no_gain() -> None:
    days = [(on(0), reading(100, None)), (on(1), reading(None, 50)), (on(2), reading(130, 60))]
    found = bests_of(days)
    assert found["Mining"][Period.DAY] == Best(30, on(2))
    assert found["Zulrah"][Period.DAY] == Best(10, on(2))


@given(st.lists(st.integers(0, 400), min_size=2, max_size=25), st.integers(1, 24))
def test_records_of_two_parts_that_overlap_are_those_of_the_whole(gains: list[int], cut: int) -> None:
    xp, days = 0, []
    for number, gain in enumerate(gains):
        xp += gain
        days.append((on(5 * number), reading(xp)))
    cut = min(cut, len(days) - 1)
    # The second part begins a month before the first one ends, as no period is longer.
    second = [each for each in days if each[0] >= days[cut][0] - timedelta(days=45)]
    whole = bests_of(days)
    assert better(bests_of(days[:cut]), bests_of(second)) == whole
    assert read_bests(write_bests(whole)) == whole


def test_gains_of_everything_say_what_is_unknown() -> None:
    before = Reading({"Mining": Skill(900, 10, 1_154)}, {"Zulrah": Activity(None, None)})
    after = Reading(
        {"Mining": Skill(850, 12, 1_600), "Sailing": Skill(5, 2, 90)}, {"Zulrah": Activity(70, 9)}
    )
    assert gained_between(before, after) == [
        EntryGain("Mining", is_skill=True, value=1_600, gained=446, levels=2, ranks=50),
        EntryGain("Sailing", is_skill=True, value=90, gained=None, levels=None, ranks=None),
        EntryGain("Zulrah", is_skill=False, value=9, gained=None, levels=None, ranks=None),
    ]


def test_the_little_line_has_thirty_days_and_goes_on_where_nobody_looked() -> None:
    lately: dict[str, int] = {}
    for number in (0, 1, 4, 33):
        lately = with_day(lately, on(number), Reading({"Overall": Skill(1, 50, 1_000 + number)}))
    assert list(lately) == [on(4).isoformat(), on(33).isoformat()]
    assert line(lately, on(33)) == [1_004] * 29 + [1_033]
    assert line(lately, on(34)) == [1_033, 1_033]
    assert with_day(lately, on(34), Reading()) == lately
