"""How a goal comes: its course and what is said of it, from one bounded query."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from cairn.apps.runescape.rules.experience import HIGHEST_VIRTUAL, xp_of_level
from cairn.apps.runescape.rules.measures import beneath
from cairn.apps.runescape.rules.periods import Period
from cairn.apps.runescape.rules.projection import Course, Point, Projection, project
from cairn.apps.runescape.rules.rounds import Rounds, course_of_round, rounds_of
from cairn.apps.runescape.schema import Progress
from cairn.apps.runescape.service.histories import Histories
from cairn.apps.runescape.service.tracking import Tracking
from cairn.apps.runescape.tracking_schema import Following
from cairn.tables import Tables

MOST_POINTS: Final = 500
_LONG: Final = timedelta(days=MOST_POINTS)


@dataclass(frozen=True, slots=True)
class Coming:
    """A goal on its way. `points` are those that are known, oldest first; `shown` stands where people look.

    Of a goal that repeats, the course is the running round, and `rounds` tells of those before it.
    """

    course: Course
    points: tuple[Point, ...]
    projection: Projection
    shown: int
    rounds: Rounds | None = None


class Courses:
    """Reads how goals come."""

    def __init__(self, tables: Tables, histories: Histories) -> None:
        self._tables = tables
        self._histories = histories

    async def of(
        self, tracking: Tracking, following: Following | None, zone: ZoneInfo, *, now: datetime
    ) -> Coming | None:
        """What is said of a goal. None where nothing was recorded yet."""
        start, latest = tracking.start, tracking.last
        if start is None or latest is None:
            return None
        goal = tracking.goal
        if tracking.plan.repeats is not None:
            return await self._round(tracking, tracking.plan.repeats, start, latest, zone, now=now)
        measure, target = beneath(tracking.measure, goal.target_value)
        points: list[Point] = []
        if following is not None and measure != tracking.measure:
            # A level moves too rarely: what lies beneath it is the experience at the end of each day.
            since = max(start.at, now - _LONG)
            points = await self._histories.points(following, measure, since=since)
        if points:
            start = _start_beneath(tracking, start)
            points = [start, *(each for each in points if each.at > start.at)]
            latest = points[-1]
        else:
            measure, target = tracking.measure, goal.target_value
            points = await self._records(tracking, latest)
        course = Course(measure, start, target, zone, goal.target_date)
        if not points or points[0].at > start.at:
            points = [start, *points]
        return Coming(
            course, tuple(points), project(course, latest, points, now=now), _shown(tracking, latest)
        )

    async def _round(
        self,
        tracking: Tracking,
        period: Period,
        start: Point,
        latest: Point,
        zone: ZoneInfo,
        *,
        now: datetime,
    ) -> Coming:
        points = await self._records(tracking, latest)
        if not points or points[0].at > start.at:
            points = [start, *points]
        amount = tracking.goal.target_value
        base = tracking.round_base(zone, now=now)
        course = course_of_round(tracking.measure, base, amount, period, zone, now=now)
        inside = [course.start, *(point for point in points if point.at > course.start.at)]
        return Coming(
            course,
            tuple(inside),
            project(course, inside[-1], inside, now=now),
            latest.value,
            rounds_of(tracking.measure, points, amount, period, zone, now=now),
        )

    async def _records(self, tracking: Tracking, latest: Point) -> list[Point]:
        whose = tracking.whose
        records = await self._tables.all(
            Progress.of_goal(whose.user_id, whose.name, whose.goal_id).backward().first(MOST_POINTS)
        )
        points = [Point(each.timestamp, each.progress_value) for each in reversed(records)]
        return points if points and points[-1].at >= latest.at else [*points, latest]


def _start_beneath(tracking: Tracking, start: Point) -> Point:
    """The experience with which it began: what was kept of it, or else what its level begins with."""
    began = tracking.plan.start_beneath
    if began is None:
        began = xp_of_level(min(max(start.value, 1), HIGHEST_VIRTUAL))
    return Point(start.at, began)


def _shown(tracking: Tracking, latest: Point) -> int:
    return latest.value if tracking.latest is None else tracking.latest.progress_value
