"""Achievements: reached by at least, taken back by what had earned them alone."""

from hypothesis import given
from hypothesis import strategies as st

from cairn.apps.habits.rules.achievements import (
    BY_TYPE,
    FREEZES,
    GOALS,
    Earned,
    Standing,
    earned,
    progress,
    reached,
)

STANDINGS = st.builds(
    Standing,
    longest_streak=st.integers(0, 1100),
    completions=st.integers(0, 1100),
    points=st.integers(0, 120_000),
    perfect_days=st.integers(0, 40),
    longest_perfect_run=st.integers(0, 40),
    comebacks=st.integers(0, 2),
)


def test_the_documents_milestones_and_the_natural_ones_are_there() -> None:
    assert {f"STREAK_{length}" for length in (7, 30, 100)} <= set(BY_TYPE)
    assert len(BY_TYPE) == len(GOALS)
    assert set(FREEZES) <= set(BY_TYPE)


def test_a_streak_that_jumps_past_a_milestone_has_it() -> None:
    change = earned(Standing(longest_streak=5), Standing(longest_streak=9), held=frozenset({"STREAK_3"}))
    assert change == Earned(frozenset({"STREAK_7"}), frozenset())


def test_what_is_locked_shows_how_far_it_is() -> None:
    month = next(each for each in progress(Standing(longest_streak=23)) if each.goal.type == "STREAK_30")
    assert (month.reached, month.goal.wanted, month.is_reached) == (23, 30, False)


def test_what_a_deleted_habit_earned_stays() -> None:
    held = frozenset({"STREAK_30"})
    assert earned(Standing(longest_streak=4), Standing(longest_streak=3), held=held).taken_back == frozenset()


@given(STANDINGS, STANDINGS)
def test_there_and_back_again_leaves_what_was_held(before: Standing, after: Standing) -> None:
    held = reached(before)
    there = earned(before, after, held=held)
    then = (held | there.unlocked) - there.taken_back
    back = earned(after, before, held=then)
    assert (then | back.unlocked) - back.taken_back == held
