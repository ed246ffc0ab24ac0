"""Experience and levels, by the figures that players know."""

from decimal import ROUND_FLOOR, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.apps.runescape.rules.experience import (
    HIGHEST,
    HIGHEST_VIRTUAL,
    MOST_XP,
    combat_level,
    level_of_xp,
    xp_of_level,
)


@pytest.mark.parametrize(
    ("level", "xp"),
    [
        (1, 0), (2, 83), (3, 174), (10, 1_154), (20, 4_470), (30, 13_363), (40, 37_224), (50, 101_333),
        (60, 273_742), (70, 737_627), (75, 1_210_421), (80, 1_986_068), (85, 3_258_594), (90, 5_346_332),
        (92, 6_517_253), (95, 8_771_558), (98, 11_805_606), (99, 13_034_431), (100, 14_391_160),
        (105, 23_611_006), (110, 38_737_661), (115, 63_555_443), (120, 104_273_167), (125, 171_077_457),
        (126, 188_884_740),
    ],
)  # fmt: skip
def test_a_level_begins_with_its_experience(level: int, xp: int) -> None:
    assert xp_of_level(level) == xp
    assert level_of_xp(xp) == level
    assert level_of_xp(max(0, xp - 1)) == max(1, level - 1)


def test_levels_and_experience_lead_to_each_other_over_the_whole_table() -> None:
    exact, points = [0], Decimal(0)
    for level in range(1, HIGHEST_VIRTUAL):
        points += (level + 300 * Decimal(2) ** (Decimal(level) / 7)).to_integral_value(ROUND_FLOOR)
        exact.append(int(points / 4))
    levels = range(1, HIGHEST_VIRTUAL + 1)
    assert [xp_of_level(level) for level in levels] == exact
    assert [level_of_xp(xp_of_level(level)) for level in levels] == list(levels)
    assert [level_of_xp(xp_of_level(level) - 1) for level in levels[1:]] == list(levels[:-1])


def test_beyond_99_levels_are_virtual() -> None:
    assert level_of_xp(MOST_XP) == HIGHEST_VIRTUAL
    assert level_of_xp(MOST_XP, highest=HIGHEST) == HIGHEST


@pytest.mark.parametrize("level", [0, -1, 127])
def test_there_are_no_other_levels(level: int) -> None:
    with pytest.raises(ValueError, match=f"there is no level {level}: levels go from 1 to 126"):
        xp_of_level(level)


@given(st.integers(0, MOST_XP))
def test_experience_lies_between_its_level_and_the_next(xp: int) -> None:
    level = level_of_xp(xp)
    assert xp_of_level(level) <= xp
    assert level == HIGHEST_VIRTUAL or xp < xp_of_level(level + 1)


def test_combat_levels() -> None:
    maxed = dict.fromkeys(["Attack", "Strength", "Defence", "Hitpoints", "Prayer", "Ranged", "Magic"], 99)
    assert combat_level(maxed) == 126
    assert combat_level({}) == 3
    assert combat_level({"Ranged": 99, "Hitpoints": 80, "Defence": 1, "Prayer": 52}) == 74
