"""Records: the best day, week and month of everything that a board counts. Their days are UTC's, as all share them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from cairn.apps.runescape.hiscores.readings import Reading
from cairn.apps.runescape.rules.periods import Period, first_day

PERIODS: Final = (Period.DAY, Period.WEEK, Period.MONTH)


@dataclass(frozen=True, slots=True)
class Best:
    """The most that was gained in a period, and the day on which that began."""

    gained: int
    since: date


Bests = Mapping[str, Mapping[Period, Best]]
"""By skill, boss or activity."""


def bests_of(days: Sequence[tuple[date, Reading]]) -> Bests:
    """The records of some days, in their order. What was so before the first of them is not known."""
    found: dict[str, dict[Period, Best]] = {}
    begun: dict[tuple[str, Period], tuple[date, int]] = {}
    last: dict[str, int] = {}
    for day, reading in days:
        starts = [(period, first_day(day, period)) for period in PERIODS]
        for name, value in _counted(reading):
            for period, start in starts:
                running = begun.get((name, period))
                if running is None or running[0] != start:
                    running = begun[name, period] = (start, last.get(name, value))
                gained = value - running[1]
                kept = found.get(name, {}).get(period)
                if gained > 0 and (kept is None or gained > kept.gained):
                    found.setdefault(name, {})[period] = Best(gained, start)
            last[name] = value
    return found


def better(one: Bests, other: Bests) -> Bests:
    """The better of each; of equal ones the first."""
    merged: dict[str, dict[Period, Best]] = {name: dict(kept) for name, kept in one.items()}
    for name, found in other.items():
        for period, best in found.items():
            kept = merged.setdefault(name, {}).get(period)
            if kept is None or (best.gained, kept.since) > (kept.gained, best.since):
                merged[name][period] = best
    return merged


def _counted(reading: Reading) -> Iterator[tuple[str, int]]:
    """What a reading counts: experience, kills, scores. What the board does not tell is left out."""
    for name, skill in reading.skills.items():
        if skill.xp is not None:
            yield name, skill.xp
    for name, activity in reading.activities.items():
        if activity.score is not None:
            yield name, activity.score
