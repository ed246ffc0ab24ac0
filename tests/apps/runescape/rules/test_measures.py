"""What a goal counts, and what the board does not tell."""

import pytest

from cairn.apps.runescape.hiscores.readings import Activity, Reading, Skill
from cairn.apps.runescape.rules.measures import Measure, beneath, fault_of, value_of
from cairn.apps.runescape.schema import TargetType

READING = Reading(
    {
        "Overall": Skill(1_000, 2_277, 500_000_000),
        "Woodcutting": Skill(20_000, 99, 14_400_000),
        "Sailing": Skill(None, 12, None),
        "Invention": Skill(5, 120, 90_000_000),
    },
    {"Zulrah": Activity(7_000, 523), "Mimic": Activity(None, None)},
)


@pytest.mark.parametrize(
    ("attribute", "kind", "value"),
    [
        ("Woodcutting", TargetType.XP, 14_400_000),
        ("Woodcutting", TargetType.LEVEL, 100),  # the board says 99, and experience more
        ("Woodcutting", TargetType.RANK, 20_000),
        ("Overall", TargetType.LEVEL, 2_277),
        ("Invention", TargetType.LEVEL, 120),  # its curve is its own
        ("Sailing", TargetType.LEVEL, 12),
        ("Sailing", TargetType.XP, None),
        ("Sailing", TargetType.RANK, None),
        ("Zulrah", TargetType.KILLS, 523),
        ("Zulrah", TargetType.RANK, 7_000),
        ("Mimic", TargetType.KILLS, None),
        ("A boss to come", TargetType.KILLS, None),
    ],
)
def test_a_reading_tells_a_value_or_nothing(attribute: str, kind: TargetType, value: int | None) -> None:
    assert value_of(Measure(attribute, kind), READING) == value


def test_a_smaller_rank_is_better_and_none_is_no_rank() -> None:
    rank = Measure("Overall", TargetType.RANK)
    assert rank.is_reached(9_999, 10_000)
    assert not rank.is_reached(10_001, 10_000)
    assert not rank.is_reached(0, 10_000)
    assert (rank.gained(12_000, 11_000), rank.remaining(11_000, 10_000)) == (1_000, 1_000)


def test_a_level_is_followed_by_the_experience_beneath_it() -> None:
    assert beneath(Measure("Woodcutting", TargetType.LEVEL), 99) == (
        Measure("Woodcutting", TargetType.XP),
        13_034_431,
    )
    for attribute in ("Overall", "Invention"):
        by_level = Measure(attribute, TargetType.LEVEL)
        assert beneath(by_level, 120) == (by_level, 120)


@pytest.mark.parametrize(
    ("attribute", "kind", "target", "fault"),
    [
        ("Woodcutting", TargetType.XP, 200_000_000, None),
        ("Woodcutting", TargetType.XP, 200_000_001, "choose a number from 1 to 200,000,000"),
        ("Overall", TargetType.XP, 4_800_000_000, None),
        ("Woodcutting", TargetType.LEVEL, 126, None),
        ("Woodcutting", TargetType.LEVEL, 0, "choose a number from 1 to 150"),
        ("Zulrah", TargetType.KILLS, 500, None),
    ],
)
def test_a_target_has_to_be_possible(
    attribute: str, kind: TargetType, target: int, fault: str | None
) -> None:
    assert fault_of(Measure(attribute, kind), target, skills=24) == fault
