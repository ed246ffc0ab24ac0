"""The form of a goal: numbers as players write them, and what can be counted of what."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.apps.runescape.hiscores.boards import Game
from cairn.apps.runescape.hiscores.readings import Activity, Reading, Skill
from cairn.apps.runescape.pages.goal_form import GoalForm, groups_of, number_of, skills_of, types_of
from cairn.apps.runescape.rules.measures import Measure
from cairn.apps.runescape.rules.periods import Period
from cairn.apps.runescape.schema import TargetType
from cairn.services.problems import InvalidInput

NEW = Reading({"Overall": Skill(1, 1, 1), "Whittling": Skill(1, 1, 1)}, {"Giant Newt": Activity(1, 9)})
SKILLS = skills_of(Game.OLD_SCHOOL, NEW)


@pytest.mark.parametrize(
    ("written", "number"),
    [("13,034,431", 13_034_431), ("200m", 200_000_000), ("1.5k", 1_500), (" 2 B ", 2_000_000_000), ("0", 0)],
)
def test_a_number_is_read_as_players_write_it(written: str, number: int) -> None:
    assert number_of("targetValue", written) == number


@pytest.mark.parametrize("written", ["many", "", "-5", "1.5", "1.2345k", "1e9", "9" * 400, "٣"])
def test_what_is_no_number_is_refused_by_its_field(written: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        number_of("targetValue", written)
    assert refusal.value.fields == {"targetValue": "write a whole number, such as 13,034,431, 200m or 500"}


@given(st.integers(0, 10**15))
def test_a_number_is_read_with_and_without_commas(number: int) -> None:
    assert number_of("x", f"{number:,}") == number_of("x", str(number)) == number


def test_what_was_written_counts_more_than_what_was_ticked() -> None:
    form = GoalForm(targetAttribute="Mining", targetType="xp", ready="13034431", targetDate="2026-09-01")
    assert form.wanted(SKILLS).target_value == 13_034_431
    assert form.model_copy(update={"targetValue": "5m"}).wanted(SKILLS).target_value == 5_000_000
    assert form.wanted(SKILLS).target_date == date(2026, 9, 1)


def test_what_repeats_is_an_amount_that_has_to_be_written() -> None:
    form = GoalForm(targetAttribute="Mining", targetType="xp", ready="13034431", repeats="week")
    with pytest.raises(InvalidInput, match="write how much you want each week"):
        form.wanted(SKILLS)
    wanted = form.model_copy(update={"targetValue": "100k"}).wanted(SKILLS)
    assert (wanted.target_value, wanted.repeats) == (100_000, Period.WEEK)


@pytest.mark.parametrize(
    ("attribute", "chosen", "measured"),
    [
        ("Mining", "xp", TargetType.XP),
        ("Mining", "count", TargetType.LEVEL),  # the first that a skill has
        ("Whittling", "level", TargetType.LEVEL),
        ("Zulrah", "level", TargetType.KILLS),
        ("Zulrah", "rank", TargetType.RANK),
        ("Rifts closed", "count", TargetType.SCORE),
    ],
)
def test_a_type_that_an_entry_does_not_have_becomes_one_that_it_has(
    attribute: str, chosen: str, measured: TargetType
) -> None:
    form = GoalForm(targetAttribute=attribute, targetType=chosen)
    assert form.measure(SKILLS) == Measure(attribute, measured)


def test_what_nobody_has_heard_of_yet_can_be_chosen() -> None:
    groups = dict(groups_of(Game.OLD_SCHOOL, NEW))
    assert "Whittling" in groups["Skills"]
    assert "Giant Newt" in groups["Bosses"]
    assert not set(groups["Bosses"]) & set(groups["Clues and other activities"])
    assert dict(types_of("Zulrah", SKILLS)) == {"count": "Kills", "rank": "Rank"}
