"""What a goal counts: a value read off the hiscores, in which direction it grows, and when it is enough.

Unranked is unknown, not zero: a value that the board does not tell is None here.
"""

from dataclasses import dataclass
from typing import Final

from cairn.apps.runescape.hiscores.readings import Reading
from cairn.apps.runescape.rules.experience import HIGHEST, HIGHEST_VIRTUAL, MOST_XP, level_of_xp, xp_of_level
from cairn.apps.runescape.schema import TargetType

OVERALL: Final = "Overall"
_OWN_CURVES: Final = frozenset({"Invention"})


@dataclass(frozen=True, slots=True)
class Measure:
    """What of a character is counted: `Measure("Woodcutting", TargetType.XP)`."""

    attribute: str
    type: TargetType

    @property
    def falls(self) -> bool:
        """Whether less is better."""
        return self.type is TargetType.RANK

    def is_reached(self, value: int, target: int) -> bool:
        return 0 < value <= target if self.falls else value >= target

    def gained(self, start: int, value: int) -> int:
        """How far somebody has come; negative when it went the wrong way."""
        return start - value if self.falls else value - start

    def remaining(self, value: int, target: int) -> int:
        return max(0, self.gained(value, target))


def value_of(measure: Measure, reading: Reading) -> int | None:
    """What a reading says of it; None when the board does not tell."""
    skill = reading.skills.get(measure.attribute)
    activity = reading.activities.get(measure.attribute)
    match measure.type:
        case TargetType.XP:
            return skill.xp if skill else None
        case TargetType.LEVEL:
            if skill is None:
                return None
            return _level(measure.attribute, skill.level, skill.xp)
        case TargetType.RANK:
            ranked = skill or activity
            return ranked.rank if ranked else None
        case TargetType.KILLS | TargetType.SCORE:
            return activity.score if activity else None


def beneath(measure: Measure, target: int) -> tuple[Measure, int]:
    """What to project a goal by. A level moves too rarely, so that the experience beneath it is followed."""
    by_xp = measure.type is TargetType.LEVEL and measure.attribute not in {OVERALL, *_OWN_CURVES}
    if by_xp and 1 <= target <= HIGHEST_VIRTUAL:
        return Measure(measure.attribute, TargetType.XP), xp_of_level(target)
    return measure, target


def fault_of(measure: Measure, target: int, *, skills: int) -> str | None:
    """What would be right, when a target can't be. `skills` is how many there are, Overall apart."""
    is_overall = measure.attribute == OVERALL
    match measure.type:
        case TargetType.XP:
            most = MOST_XP * (skills if is_overall else 1)
        case TargetType.LEVEL:
            most = HIGHEST_VIRTUAL * skills if is_overall else 150
        case TargetType.RANK | TargetType.KILLS | TargetType.SCORE:
            most = 2_147_483_647
    if 1 <= target <= most:
        return None
    return f"choose a number from 1 to {most:,}"


def _level(skill: str, level: int | None, xp: int | None) -> int | None:
    """The level, beyond where the board stops counting where experience tells it."""
    if skill in {OVERALL, *_OWN_CURVES} or xp is None or level is None or level < HIGHEST:
        return level
    return max(level, level_of_xp(xp))
