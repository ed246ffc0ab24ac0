"""The skills as players know them: in the three columns of the game's own panel."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cairn.apps.runescape.hiscores.boards import Game
from cairn.apps.runescape.hiscores.readings import Reading
from cairn.apps.runescape.rules.experience import HIGHEST, HIGHEST_VIRTUAL, MOST_XP, level_of_xp, xp_of_level
from cairn.apps.runescape.rules.measures import OVERALL

_SHARED: Final = (
    "Attack|{hitpoints}|Mining|Strength|Agility|Smithing|Defence|Herblore|Fishing|Ranged|Thieving|Cooking|"
    "Prayer|Crafting|Firemaking|Magic|Fletching|Woodcutting|{runecraft}|Slayer|Farming|Construction|Hunter|"
)
PANELS: Final[Mapping[Game, Sequence[str]]] = {
    Game.OLD_SCHOOL: (_SHARED.format(hitpoints="Hitpoints", runecraft="Runecraft") + "Sailing").split("|"),
    Game.RUNESCAPE_3: (
        _SHARED.format(hitpoints="Constitution", runecraft="Runecrafting")
        + "Summoning|Dungeoneering|Divination|Invention|Archaeology|Necromancy"
    ).split("|"),
}
"""Row by row, from the top left."""
_ALIKE: Final = {"Constitution": "Hitpoints", "Runecrafting": "Runecraft"}
_OWN_CURVES: Final = frozenset({"Invention"})


@dataclass(frozen=True, slots=True)
class Tile:
    """A skill in the panel. `share` is how far the next level is, from 0 to 1."""

    skill: str
    mark: str
    level: str
    virtual: int | None
    share: float
    told: str
    has_goal: bool


def panel(reading: Reading, game: Game, with_goals: frozenset[str]) -> list[Tile]:
    """All skills of a game, and behind them those that the board tells and nobody has heard of yet."""
    known = PANELS[game]
    new = [each for each in reading.skills if each != OVERALL and each not in known]
    return [_tile(each, reading, each in with_goals) for each in (*known, *new)]


def _tile(skill: str, reading: Reading, has_goal: bool) -> Tile:
    found = reading.skills.get(skill)
    level, xp, rank = (None, None, None) if found is None else (found.level, found.xp, found.rank)
    by_xp = xp is not None and skill not in _OWN_CURVES
    virtual = level_of_xp(xp) if by_xp and xp is not None and level is not None and level >= HIGHEST else None
    told = [f"{skill}: {'not ranked' if level is None else f'level {level}'}"]
    if xp is not None:
        told.append(f"{xp:,} xp")
    if rank is not None:
        told.append(f"rank {rank:,}")
    share = 0.0
    if by_xp and xp is not None:
        at = level_of_xp(xp)
        if at < HIGHEST_VIRTUAL:
            first, following = xp_of_level(at), xp_of_level(at + 1)
            share = (xp - first) / (following - first)
            told.append(f"{following - xp:,} to level {at + 1}")
        elif xp >= MOST_XP:
            share = 1.0
    if has_goal:
        told.append("with a goal")
    return Tile(
        skill=skill,
        mark=_ALIKE.get(skill, skill),
        level="–" if level is None else str(level),
        virtual=virtual if virtual is not None and level is not None and virtual > level else None,
        share=share,
        told=", ".join(told),
        has_goal=has_goal,
    )
