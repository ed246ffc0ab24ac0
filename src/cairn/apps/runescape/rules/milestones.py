"""Milestones: thresholds that players celebrate. Told by two readings, whichever numbers lie between them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from cairn.apps.runescape.hiscores.readings import Reading
from cairn.apps.runescape.rules.experience import MOST_XP, xp_of_level
from cairn.apps.runescape.rules.measures import OVERALL, Measure, value_of
from cairn.apps.runescape.schema import TargetType

_XP: Final = (
    *tuple(xp_of_level(level) for level in (50, 60, 70, 80, 90, 99, 110, 120, 126)),
    50000000,
    100000000,
    MOST_XP,
)
_TOTAL_LEVELS: Final = (500, 750, 1_000, 1_250, 1_500, 1_750, 2_000, 2_200, 2_277, 2_376)
_OVERALL_XP: Final = (10**8, 2 * 10**8, 5 * 10**8, 10**9, 2 * 10**9, 46 * 10**8, 48 * 10**8)
_SCORES: Final = (50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 20_000)
_LEVEL_OF_XP: Final = {xp_of_level(level): level for level in (50, 60, 70, 80, 90, 99, 110, 120, 126)}


@dataclass(frozen=True, slots=True)
class Milestone:
    """A threshold that was passed."""

    measure: Measure
    threshold: int

    def __str__(self) -> str:
        name, number = self.measure.attribute, f"{self.threshold:,}"
        if self.measure.type is TargetType.XP and self.threshold in _LEVEL_OF_XP and name != OVERALL:
            return f"Level {_LEVEL_OF_XP[self.threshold]} {name}"
        match self.measure.type:
            case TargetType.XP:
                return f"{number} experience in {name}" if name != OVERALL else f"{number} experience in all"
            case TargetType.LEVEL:
                return f"Total level {number}"
            case _:
                return f"{number} {name}"


def passed(before: Reading, after: Reading) -> list[Milestone]:
    """The milestones between two readings. What was unknown before tells nothing."""
    return [
        Milestone(measure, threshold)
        for measure, thresholds in _measures(after)
        if (first := value_of(measure, before)) is not None and (last := value_of(measure, after)) is not None
        for threshold in thresholds
        if first < threshold <= last
    ]


def _measures(reading: Reading) -> Iterator[tuple[Measure, Iterable[int]]]:
    for skill in reading.skills:
        if skill == OVERALL:
            yield Measure(skill, TargetType.LEVEL), _TOTAL_LEVELS
            yield Measure(skill, TargetType.XP), _OVERALL_XP
        else:
            yield Measure(skill, TargetType.XP), _XP
    for activity in reading.activities:
        yield Measure(activity, TargetType.SCORE), _SCORES
