"""What was gained, over which time: in the periods of a calendar, in a range of one's own, and the best there ever was."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from cairn.apps.runescape.rules.measures import Measure
from cairn.apps.runescape.rules.periods import Period, periods
from cairn.apps.runescape.rules.projection import Point


@dataclass(frozen=True, slots=True)
class Gain:
    """What was gained from one moment to another. `is_known_from` is later than `first` where data begins later."""

    first: datetime
    last: datetime
    gained: int
    is_known_from: datetime


def value_at(points: Sequence[Point], moment: datetime) -> Point | None:
    """The last point up to a moment. Points stand in the order of their time."""
    place = bisect_right(points, moment, key=_when)
    return points[place - 1] if place else None


def gain(measure: Measure, points: Sequence[Point], first: datetime, last: datetime) -> Gain | None:
    """What was gained in a range; None where there is no data of it."""
    end = value_at(points, last)
    if end is None:
        return None
    begin = value_at(points, first) or points[0]
    return Gain(first, last, measure.gained(begin.value, end.value), max(first, begin.at))


def gains_by(
    measure: Measure, points: Sequence[Point], period: Period, zone: ZoneInfo, *, until: datetime
) -> list[Gain]:
    """What was gained in each period of the person's calendar, from the first point on."""
    if not points:
        return []
    told = (
        gain(measure, points, begin, end) for begin, end in periods(points[0].at, period, zone, until=until)
    )
    return [each for each in told if each is not None]


def best(gains: Sequence[Gain]) -> Gain | None:
    """The record: the most that was gained, and of equal ones the first."""
    return max(
        (each for each in gains if each.gained > 0),
        key=lambda each: (each.gained, -each.first.timestamp()),
        default=None,
    )


def _when(point: Point) -> datetime:
    return point.at
