"""How far a goal is, how quickly it comes nearer, and whether its day will be met."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Final
from zoneinfo import ZoneInfo

from cairn.apps.runescape.rules.measures import Measure

_DAY: Final = timedelta(days=1)
_STALLED_AFTER: Final = timedelta(days=7)
_NEAR_THE_LINE: Final = 0.1
_FARTHEST: Final = 36_500
"""Days beyond which no date is told."""


class Standing(StrEnum):
    """How a goal stands, in the word that people are told."""

    REACHED = "reached"
    AHEAD = "ahead"
    ON_PACE = "on pace"
    BEHIND = "behind"
    STALLED = "stalled"
    MISSED = "missed"
    UNDER_WAY = "under way"  # without a day to be met


@dataclass(frozen=True, slots=True)
class Point:
    """What was counted at a moment."""

    at: datetime
    value: int


@dataclass(frozen=True, slots=True)
class Course:
    """What a goal goes from, and where to. `zone` is the person's, in which its day ends."""

    measure: Measure
    start: Point
    target: int
    zone: ZoneInfo
    by: date | None = None


@dataclass(frozen=True, slots=True)
class Pace:
    """How much is gained a day. None where too little is known."""

    all_time: float | None
    week: float | None
    month: float | None

    @property
    def likely(self) -> float | None:
        """Play comes in bursts, so that lately tells more than ever."""
        return self.all_time if self.week is None else self.week


@dataclass(frozen=True, slots=True)
class Finish:
    """When a goal will be reached: at the quickest pace, at the likely one, at the slowest. None is never."""

    earliest: datetime | None
    likely: datetime | None
    latest: datetime | None


@dataclass(frozen=True, slots=True)
class Projection:
    """All that can be said of a goal. Shares go from 0 to 1; `of_the_way` counts from where it began."""

    standing: Standing
    value: int
    gained: int
    remaining: int
    of_the_way: float
    of_the_target: float
    days_left: float | None
    needed_a_day: float | None
    pace: Pace
    finish: Finish


def project(course: Course, latest: Point, lately: Sequence[Point], *, now: datetime) -> Projection:
    """Where a goal stands. `lately` are its points of the last thirty days, and the last one before them."""
    measure, target = course.measure, course.target
    reached = measure.is_reached(latest.value, target)
    gained = measure.gained(course.start.value, latest.value)
    remaining = 0 if reached else measure.remaining(latest.value, target)
    pace = Pace(
        _pace(measure, [course.start, latest], now, since=course.start.at),
        _pace(measure, lately, now, since=now - timedelta(days=7)),
        _pace(measure, lately, now, since=now - timedelta(days=30)),
    )
    days_left = None if course.by is None else _days_left(course.by, course.zone, now)
    return Projection(
        standing=_standing(course, latest, lately, now=now, reached=reached),
        value=latest.value,
        gained=gained,
        remaining=remaining,
        of_the_way=_of_the_way(measure, course.start.value, latest.value, target, reached=reached),
        of_the_target=_of_the_target(measure, latest.value, target, reached=reached),
        days_left=days_left,
        needed_a_day=remaining / days_left if days_left and remaining else None,
        pace=pace,
        finish=_finish(remaining, pace, now) if remaining else Finish(None, None, None),
    )


def percent(share: float) -> int:
    """A share as people read it: never 100 before all is done."""
    return int(max(0.0, share) * 100 + 1e-9)


def line_at(course: Course, moment: datetime) -> float | None:
    """What the straight line from the beginning to the day that is to be met demands at a moment."""
    if course.by is None:
        return None
    whole = end_of(course.by, course.zone) - course.start.at
    passed = min(1.0, max(0.0, (moment - course.start.at) / whole)) if whole > timedelta(0) else 1.0
    return course.start.value + (course.target - course.start.value) * passed


def end_of(day: date, zone: ZoneInfo) -> datetime:
    """The moment at which a day of the person's ends."""
    return datetime.combine(day + _DAY, time(), zone).astimezone(UTC)


def _days_left(by: date, zone: ZoneInfo, now: datetime) -> float:
    """Whole days up to the day, and on the day itself what is left of it."""
    days = (by - now.astimezone(zone).date()).days
    return float(days) if days > 0 else max(0.0, (end_of(by, zone) - now) / _DAY)


def _pace(measure: Measure, points: Sequence[Point], now: datetime, *, since: datetime) -> float | None:
    """What is gained a day, from the points since a moment; with too little between them nobody knows."""
    before = [point for point in points if point.at <= since]
    inside = [*before[-1:], *(point for point in points if point.at > since)]
    if len(inside) < 2 or inside[-1].at - max(inside[0].at, since) < _DAY:
        return None
    first, last = inside[0], inside[-1]
    return measure.gained(first.value, last.value) / ((now - max(first.at, since)) / _DAY)


def _finish(remaining: int, pace: Pace, now: datetime) -> Finish:
    paces = [each for each in (pace.all_time, pace.week, pace.month) if each is not None]
    return Finish(
        _date_at(max(paces, default=None), remaining, now),
        _date_at(pace.likely, remaining, now),
        _date_at(min(paces, default=None), remaining, now),
    )


def _date_at(pace: float | None, remaining: int, now: datetime) -> datetime | None:
    if pace is None or pace <= 0 or remaining / pace > _FARTHEST:
        return None
    return now + remaining / pace * _DAY


def _standing(
    course: Course, latest: Point, lately: Sequence[Point], *, now: datetime, reached: bool
) -> Standing:
    if reached:
        return Standing.REACHED
    if course.by is not None and now >= end_of(course.by, course.zone):
        return Standing.MISSED
    if _last_gain(course, latest, lately) <= now - _STALLED_AFTER:
        return Standing.STALLED
    line = line_at(course, now)
    if line is None:
        return Standing.UNDER_WAY
    gained = course.measure.gained(course.start.value, latest.value)
    demanded = abs(line - course.start.value)
    if gained > demanded * (1 + _NEAR_THE_LINE):
        return Standing.AHEAD
    return Standing.BEHIND if gained < demanded * (1 - _NEAR_THE_LINE) else Standing.ON_PACE


def _last_gain(course: Course, latest: Point, lately: Sequence[Point]) -> datetime:
    """When something was gained last; that nothing was yet counts from the beginning."""
    gained_at = course.start.at
    best = course.start.value
    for point in [*lately, latest]:
        if course.measure.gained(best, point.value) > 0:
            best, gained_at = point.value, point.at
    return gained_at


def share_of(measure: Measure, start: int, value: int, target: int, *, is_relative: bool) -> float:
    """How much of it is done, from 0 to 1: of the way from where it began, or of the target itself."""
    reached = measure.is_reached(value, target)
    if is_relative:
        return _of_the_way(measure, start, value, target, reached=reached)
    return _of_the_target(measure, value, target, reached=reached)


def _of_the_way(measure: Measure, start: int, value: int, target: int, *, reached: bool) -> float:
    whole = measure.gained(start, target)
    if reached or whole <= 0:
        return 1.0 if reached else 0.0
    return min(max(0.0, measure.gained(start, value) / whole), 1.0)


def _of_the_target(measure: Measure, value: int, target: int, *, reached: bool) -> float:
    if reached:
        return 1.0
    return target / value if measure.falls and value else value / target
