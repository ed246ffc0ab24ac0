"""How many are ahead of somebody on a board, without reading a large one each time that somebody asks.

Up to two hundred are counted. Beyond, it is known of a few hundred points of the board how many are ahead of them, and
only those are counted who stand between such a point and whoever asks. When that is some minutes old, a job counts anew.
"""

from datetime import timedelta
from typing import Final

from pydantic import BaseModel

from cairn.apps.habits.ledger_schema import Height, Heights, Score
from cairn.apps.habits.rules.boards import board_of
from cairn.apps.habits.schema import Metadata
from cairn.services.clock import Clock
from cairn.services.jobs import JobKind, Jobs, Run
from cairn.tables import Query, Tables, put

FEW: Final = 200
_MOST_HEIGHTS: Final = 500
_LEAST_STEP: Final = 100
_FRESH: Final = timedelta(minutes=5)
_KEPT: Final = timedelta(days=1)


class BoardPart(BaseModel):
    """A board, or the part of it that is in one partition. Without a period it is that of all time."""

    entity_type: str
    period: str | None = None

    @property
    def name(self) -> str:
        return self.of_period or self.entity_type

    @property
    def of_period(self) -> str | None:
        return None if self.period is None else board_of(self.period, self.entity_type)

    def ahead(self, points: int) -> Query[Metadata | Score]:
        period = self.of_period
        return Metadata.ahead(self.entity_type, points) if period is None else Score.ahead(period, points)

    def from_to(self, least: int, most: int) -> Query[Metadata | Score]:
        period = self.of_period
        if period is None:
            return Metadata.from_to(self.entity_type, least, most)
        return Score.from_to(period, least, most)

    def everybody(self) -> Query[Metadata | Score]:
        period = self.of_period
        return Metadata.everybody(self.entity_type) if period is None else Score.everybody(period)


COUNT_HEIGHTS: Final = JobKind("habits.count_heights", BoardPart, lease=timedelta(minutes=5))


class Placing:
    """Counts who is ahead."""

    def __init__(self, tables: Tables, jobs: Jobs, clock: Clock) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock

    async def ahead(self, board: BoardPart, points: int) -> int:
        """How many have more points. Of more than two hundred, as it was some minutes ago."""
        few = await self._tables.count(board.ahead(points).first(FEW))
        if few < FEW:
            return few
        known = await self._tables.get(Heights.of(_key(board)))
        if known is None or self._clock.now() - known.counted_at > _FRESH:
            await self._tables.write(self._jobs.enqueue(COUNT_HEIGHTS, board, key=board.name))
            self._jobs.nudge()
        higher = [each for each in known.heights if each.points > points] if known else []
        if not higher:
            return await self._tables.count(board.ahead(points))
        nearest = higher[-1]
        return nearest.ahead + await self._tables.count(board.from_to(points + 1, nearest.points))

    async def count_heights(self, board: BoardPart, _: Run) -> None:
        await self.count(board)

    async def count(self, board: BoardPart) -> None:
        """Reads the board once, for all who will ask."""
        people = await self._tables.count(board.everybody())
        step = max(_LEAST_STEP, people // _MOST_HEIGHTS)
        heights: list[Height] = []
        number = ahead = 0
        before: int | None = None
        async for each in self._tables.iterate(board.everybody()):
            points = each.total_points if isinstance(each, Metadata) else each.points
            if points != before:
                ahead, before = number, points
            number += 1
            if number % step == 0:
                heights.append(Height(points=points, ahead=ahead))
        now = self._clock.now()
        counted = Heights(board=_key(board), heights=tuple(heights), counted_at=now, expires_at=now + _KEPT)
        await self._tables.write(put(counted))


def _key(board: BoardPart) -> str:
    return board.name.replace("#", ".")
