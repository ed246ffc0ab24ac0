"""What can be a goal: attributes by any of the spellings in circulation, and targets that players choose often."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from cairn.apps.runescape.hiscores.boards import Game
from cairn.apps.runescape.hiscores.entries import BOSSES, SCORES, SKILLS, is_boss
from cairn.apps.runescape.hiscores.readings import Reading
from cairn.apps.runescape.rules.experience import HIGHEST, HIGHEST_VIRTUAL, MOST_XP, level_of_xp, xp_of_level
from cairn.apps.runescape.rules.measures import OVERALL, Measure, value_of
from cairn.apps.runescape.schema import TargetType

_NOT_TOLD_APART: Final = re.compile(r"[^a-z0-9]+")
_LEVELS: Final = (50, 60, 70, 80, 90, 99, 120, 126)
_KILLS: Final = (50, 100, 500, 1_000, 5_000, 10_000)
_RANKS: Final = (1_000_000, 500_000, 100_000, 50_000, 10_000, 1_000)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A ready-made target."""

    measure: Measure
    target: int
    title: str


def attributes_of(game: Game, type_: TargetType, reading: Reading) -> tuple[str, ...]:
    """What can be counted so: what is known, and what the board tells besides."""
    skills = _united((OVERALL, *SKILLS[game]), reading.skills)
    bosses = BOSSES if game is Game.OLD_SCHOOL else ()
    activities = _united((*SCORES[game], *bosses), reading.activities)
    match type_:
        case TargetType.XP | TargetType.LEVEL:
            return skills
        case TargetType.RANK:
            return (*skills, *activities)
        case TargetType.KILLS:
            # A boss that is new stands among the scores first, since the board does not say which is which.
            return tuple(each for each in activities if each not in SCORES[game])
        case TargetType.SCORE:
            return tuple(each for each in activities if not is_boss(each))


def attribute_named(given: str, known: Sequence[str]) -> str | None:
    """The attribute that is meant: `THEATRE_OF_BLOOD_HARD_MODE` is `Theatre of Blood: Hard Mode`."""
    wanted = _letters(given)
    return next((each for each in known if _letters(each) == wanted), None)


def suggestions(measure: Measure, reading: Reading) -> list[Suggestion]:
    """Ready-made targets that are not reached yet, the nearest first: the next level, and those that many set themselves."""
    value = value_of(measure, reading) or 0
    found = {
        target: title
        for target, title in (*_next_level(measure, value), *_ready_made(measure))
        if (0 < target < value if measure.falls and value else target > value)
    }
    order = sorted(found, reverse=measure.falls)
    return [Suggestion(measure, target, found[target]) for target in order]


def _next_level(measure: Measure, value: int) -> Iterable[tuple[int, str]]:
    if measure.attribute == OVERALL:
        return []
    if measure.type is TargetType.LEVEL and value < HIGHEST_VIRTUAL:
        return [(value + 1, f"Next level: {value + 1}")]
    if measure.type is TargetType.XP and (level := level_of_xp(value)) < HIGHEST_VIRTUAL:
        return [(xp_of_level(level + 1), f"Next level: {level + 1}")]
    return []


def _ready_made(measure: Measure) -> Iterable[tuple[int, str]]:
    is_overall = measure.attribute == OVERALL
    match measure.type:
        case TargetType.XP if not is_overall:
            levels = [(xp_of_level(level), f"Level {level}") for level in _LEVELS]
            return [*levels, (MOST_XP, "200 million")]
        case TargetType.XP:
            return [(number, f"{number:,}") for number in (10**8, 5 * 10**8, 10**9)]
        case TargetType.LEVEL if not is_overall:
            return [(level, _level_title(level)) for level in _LEVELS]
        case TargetType.LEVEL:
            return [(number, f"Total {number:,}") for number in (1_000, 1_500, 2_000, 2_376)]
        case TargetType.RANK:
            return [(number, f"Under {number:,}") for number in _RANKS]
        case TargetType.KILLS | TargetType.SCORE:
            return [(number, f"{number:,}") for number in _KILLS]


def _level_title(level: int) -> str:
    return f"Level {level}" if level <= HIGHEST else f"Level {min(level, HIGHEST_VIRTUAL)} (virtual)"


def _united(known: Sequence[str], told: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*known, *told)))


def _letters(name: str) -> str:
    return _NOT_TOLD_APART.sub("", name.lower())
