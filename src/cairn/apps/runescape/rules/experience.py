"""The arithmetic of the game: experience and levels, in both games, and Old School's combat level.

RuneScape 3's Invention has a curve of its own, and its skills end at different levels: there the board's own level
is what counts, and only experience up to the common 99 is turned into levels here.
"""

from bisect import bisect_right
from collections.abc import Mapping
from typing import Final

MOST_XP: Final = 200_000_000
HIGHEST: Final = 99
HIGHEST_VIRTUAL: Final = 126
"""The level at which the curve would still lie below the most experience there is."""


def _curve() -> tuple[int, ...]:
    points, found = 0, [0]
    for level in range(1, HIGHEST_VIRTUAL):
        points += int(level + 300 * 2 ** (level / 7))
        found.append(points // 4)
    return tuple(found)


_XP_OF_LEVEL: Final = _curve()


def xp_of_level(level: int) -> int:
    """The experience with which a level begins, virtual levels included."""
    if not 1 <= level <= HIGHEST_VIRTUAL:
        raise ValueError(f"there is no level {level}: levels go from 1 to {HIGHEST_VIRTUAL}")
    return _XP_OF_LEVEL[level - 1]


def level_of_xp(xp: int, *, highest: int = HIGHEST_VIRTUAL) -> int:
    """The level that some experience makes."""
    return min(bisect_right(_XP_OF_LEVEL, xp), highest)


def combat_level(levels: Mapping[str, int]) -> int:
    """Old School's combat level of someone with these levels."""

    def level(skill: str) -> int:
        return levels.get(skill, 10 if skill == "Hitpoints" else 1)

    base = (level("Defence") + level("Hitpoints") + level("Prayer") // 2) / 4
    melee = 0.325 * (level("Attack") + level("Strength"))
    ranged = 0.325 * (level("Ranged") * 3 // 2)
    magic = 0.325 * (level("Magic") * 3 // 2)
    return int(base + max(melee, ranged, magic))
