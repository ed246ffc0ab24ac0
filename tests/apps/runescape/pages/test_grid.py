"""The panel of skills: the game's own order, levels beyond 99, and what is not ranked."""

import pytest

from cairn.apps.runescape.hiscores.boards import Game
from cairn.apps.runescape.hiscores.entries import SKILLS
from cairn.apps.runescape.hiscores.readings import Reading, Skill
from cairn.apps.runescape.pages.grid import PANELS, panel
from cairn.apps.runescape.rules.experience import xp_of_level


@pytest.mark.parametrize("game", list(Game))
def test_all_skills_stand_in_the_panel_once(game: Game) -> None:
    assert sorted(PANELS[game]) == sorted(SKILLS[game])


def test_old_school_has_the_columns_of_the_game() -> None:
    rows = [PANELS[Game.OLD_SCHOOL][at : at + 3] for at in range(0, 24, 3)]
    assert [row[0] for row in rows] == [
        "Attack",
        "Strength",
        "Defence",
        "Ranged",
        "Prayer",
        "Magic",
        "Runecraft",
        "Construction",
    ]
    assert [row[2] for row in rows][-2:] == ["Farming", "Sailing"]


def test_a_tile_says_the_level_the_virtual_one_and_the_way_to_the_next() -> None:
    half = (xp_of_level(104) + xp_of_level(105)) // 2
    reading = Reading(
        {"Overall": Skill(1, 99, half), "Attack": Skill(7, 99, half), "Carving": Skill(1, 3, 200)}
    )
    tiles = {each.skill: each for each in panel(reading, Game.OLD_SCHOOL, frozenset({"Attack"}))}
    attack = tiles["Attack"]
    assert (attack.level, attack.virtual, round(attack.share, 3), attack.has_goal) == ("99", 104, 0.5, True)
    assert attack.told.startswith(f"Attack: level 99, {half:,} xp, rank 7, ")
    assert (tiles["Mining"].level, tiles["Mining"].told) == ("–", "Mining: not ranked")
    assert tiles["Carving"].level == "3"  # nobody has heard of it yet, and it is shown
    assert "Overall" not in tiles
