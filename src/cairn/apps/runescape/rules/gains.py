"""What was gained, over which time: by day, week, month and year, in a range of one's own, and the best there ever was."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from cairn.apps.runescape.rules.measures import Measure
from cairn.apps.runescape.rules.projection import Point

_DAY = timedelta(days=1)


class Period(StrEnum):
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class Gain:
    """What was gained from one moment to another. `is_known_from` is later than `first` where data begins later."""

    first: datetime
    last: datetime
    gained: int
    is_known_from: datetime


def value_at(points: Sequence[Point], moment: datetime) -> Point | None:
    """The last point up to a moment. Points stand in the order of their time."""
    found: Point | None = None
    for point in points:
        if point.at > moment:
            break
        found = point
    return found


def gain(measure: Measure, points: Sequence[Point], first: datetime, last: datetime) -> Gain | None:
    """What was gained in a range; None where there is no data of it."""
    inside = [point for point in points if first < point.at <= last]
    before = value_at(points, first)
    begin = before or (inside[0] if inside else None)
    if begin is None:
        return None
    end = inside[-1] if inside else begin
    return Gain(first, last, measure.gained(begin.value, end.value), max(first, begin.at))


def gains_by(
    measure: Measure, points: Sequence[Point], period: Period, zone: ZoneInfo, *, until: datetime
) -> list[Gain]:
    """What was gained in each period of the person's calendar, from the first point on."""
    if not points:
        return []
    first_day = points[0].at.astimezone(zone).date()
    found = []
    for begin, end in _periods(first_day, period, zone, until):
        told = gain(measure, points, begin, end)
        if told is not None:
            found.append(told)
    return found


def best(gains: Sequence[Gain]) -> Gain | None:
    """The record: the most that was gained, and of equal ones the first."""
    return max(
        (each for each in gains if each.gained > 0),
        key=lambda each: (each.gained, -each.first.timestamp()),
        default=None,
    )


def _periods(
    first_day: date, period: Period, zone: ZoneInfo, until: datetime
) -> Iterator[tuple[datetime, datetime]]:
    begin = _start_of(first_day, period)
    while True:
        end = _next(begin, period)
        starts, ends = _midnight(begin, zone), _midnight(end, zone)
        if starts >= until:
            return
        yield starts, ends
        begin = end


def _start_of(day: date, period: Period) -> date:
    match period:
        case Period.DAY:
            return day
        case Period.WEEK:
            return day - timedelta(days=day.weekday())
        case Period.MONTH:
            return day.replace(day=1)
        case Period.YEAR:
            return day.replace(month=1, day=1)


def _next(begin: date, period: Period) -> date:
    match period:
        case Period.DAY:
            return begin + _DAY
        case Period.WEEK:
            return begin + 7 * _DAY
        case Period.MONTH:
            return (begin + 31 * _DAY).replace(day=1)
        case Period.YEAR:
            return begin.replace(year=begin.year + 1)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone).astimezone(UTC)
