"""Goals that repeat: so much each day, week or month. Each period is a round with a course of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from cairn.apps.runescape.rules.gains import Gain, gains_by, value_at
from cairn.apps.runescape.rules.measures import Measure
from cairn.apps.runescape.rules.periods import Period, running
from cairn.apps.runescape.rules.projection import Course, Point


@dataclass(frozen=True, slots=True)
class Rounds:
    """How the rounds of a goal went: those that are over, oldest first, and how many were met in a row lately."""

    over: tuple[tuple[Gain, bool], ...]
    in_a_row: int


def course_of_round(
    measure: Measure, base: int, amount: int, period: Period, zone: ZoneInfo, *, now: datetime
) -> Course:
    """The round that runs now. `base` is where it began."""
    begin, last_day = running(now, period, zone)
    return Course(measure, Point(begin, base), base + amount, zone, last_day)


def base_of(points: Sequence[Point], begin: datetime) -> int:
    """Where a round began: what was known last when it did, or first of all."""
    return (value_at(points, begin) or points[0]).value


def rounds_of(
    measure: Measure, points: Sequence[Point], amount: int, period: Period, zone: ZoneInfo, *, now: datetime
) -> Rounds:
    """The rounds up to the running one, which counts among those in a row as soon as it is met."""
    gains = gains_by(measure, points, period, zone, until=now)
    met = [(each, each.gained >= amount) for each in gains]
    over, is_met_now = met[:-1], bool(met) and met[-1][1]
    in_a_row = int(is_met_now)
    for _, is_met in reversed(over):
        if not is_met:
            break
        in_a_row += 1
    return Rounds(tuple(over), in_a_row)
