"""What the hiscores say of a character at one moment. None is what they don't tell: unranked is not zero."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Skill:
    rank: int | None
    level: int | None
    xp: int | None


@dataclass(frozen=True, slots=True)
class Activity:
    """A boss, a minigame, a tier of clues."""

    rank: int | None
    score: int | None


@dataclass(frozen=True, slots=True)
class Reading:
    """One look at a board, by the names that the board uses."""

    skills: Mapping[str, Skill] = field(default_factory=dict)
    activities: Mapping[str, Activity] = field(default_factory=dict)
