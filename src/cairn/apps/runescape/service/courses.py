"""How a goal comes: its course and what is said of it, from one bounded query."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.hiscores.compact import unpacked
from cairn.apps.runescape.rules.measures import beneath, value_of
from cairn.apps.runescape.rules.projection import Course, Point, Projection, project
from cairn.apps.runescape.schema import Progress
from cairn.apps.runescape.service.tracking import Tracking
from cairn.apps.runescape.tracking_schema import Day
from cairn.tables import Tables

MOST_POINTS: Final = 500


@dataclass(frozen=True, slots=True)
class Coming:
    """A goal on its way. `points` are those that are known, oldest first; `shown` stands where people look."""

    course: Course
    points: tuple[Point, ...]
    projection: Projection
    shown: int


class Courses:
    """Reads how goals come."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def of(
        self, tracking: Tracking, board: Board | None, zone: ZoneInfo, *, now: datetime
    ) -> Coming | None:
        """What is said of a goal. None where nothing was recorded yet."""
        start, latest = tracking.start, tracking.last
        if start is None or latest is None:
            return None
        goal = tracking.goal
        measure, target = beneath(tracking.measure, goal.target_value)
        points: list[Point] = []
        if board is not None and measure != tracking.measure:
            points = await self._days(tracking, board, start)
        if not points:
            measure, target = tracking.measure, goal.target_value
            points = await self._records(tracking)
        else:
            start = _start_beneath(tracking, points[0])
            points = [start, *(each for each in points if each.at > start.at)]
            latest = points[-1]
        course = Course(measure, start, target, zone, goal.target_date)
        if not points or points[0].at > start.at:
            points = [start, *points]
        return Coming(
            course, tuple(points), project(course, latest, points, now=now), _shown(tracking, latest)
        )

    async def _records(self, tracking: Tracking) -> list[Point]:
        whose = tracking.whose
        records = await self._tables.all(
            Progress.of_goal(whose.user_id, whose.name, whose.goal_id).backward().first(MOST_POINTS)
        )
        return [Point(each.timestamp, each.progress_value) for each in reversed(records)]

    async def _days(self, tracking: Tracking, board: Board, start: Point) -> list[Point]:
        """What lies beneath a level: the experience at the end of each day."""
        measure, _ = beneath(tracking.measure, tracking.goal.target_value)
        days = await self._tables.all(
            Day.of(board, tracking.name).since(start.at.astimezone(UTC).date()).backward().first(MOST_POINTS)
        )
        return [
            Point(day.at, value)
            for day in reversed(days)
            if (value := value_of(measure, unpacked(day.reading))) is not None
        ]


def _start_beneath(tracking: Tracking, first: Point) -> Point:
    """Where it began, exactly where that was kept; what is told of its first day was seen later."""
    began, start = tracking.plan.start_beneath, tracking.start
    return first if began is None or start is None else Point(start.at, began)


def _shown(tracking: Tracking, latest: Point) -> int:
    return latest.value if tracking.latest is None else tracking.latest.progress_value
