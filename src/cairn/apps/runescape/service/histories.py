"""Reading what was seen of a character, day by day: a year and a bit by one query, or everything."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.hiscores.compact import unpacked
from cairn.apps.runescape.hiscores.readings import Reading
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.measures import Measure, value_of
from cairn.apps.runescape.rules.milestones import Milestone, passed
from cairn.apps.runescape.rules.projection import Point
from cairn.apps.runescape.tracking_schema import Day, Snapshot
from cairn.services.clock import Clock
from cairn.tables import Tables

YEAR: Final = 380
"""Days that are read for a year: it, and what came before it."""
_FINER: Final = timedelta(days=8)
_MOST_SNAPSHOTS: Final = 250


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen at a moment."""

    at: datetime
    reading: Reading


@dataclass(frozen=True, slots=True)
class Passed:
    """A milestone, and when it was first seen to be passed."""

    at: datetime
    milestone: Milestone


@dataclass(frozen=True, slots=True)
class History:
    """What was seen of a character, oldest first."""

    seen: tuple[Seen, ...]

    @property
    def begins(self) -> datetime | None:
        return self.seen[0].at if self.seen else None

    def points(self, measure: Measure) -> list[Point]:
        """The values of one thing, where they were told."""
        return [
            Point(each.at, value)
            for each in self.seen
            if (value := value_of(measure, each.reading)) is not None
        ]

    def milestones(self) -> list[Passed]:
        """The milestones that lie between what was seen, latest first."""
        between = zip(self.seen, self.seen[1:], strict=False)
        found = [
            Passed(after.at, each)
            for before, after in between
            for each in passed(before.reading, after.reading)
        ]
        return found[::-1]


class Histories:
    """The histories of characters."""

    def __init__(self, tables: Tables, clock: Clock) -> None:
        self._tables = tables
        self._clock = clock

    async def lately(self, board: Board, name: CharacterName, *, days: int = YEAR) -> History:
        """The last days: two bounded queries, of which the second tells the last week more finely."""
        now = self._clock.now()
        since = (now - timedelta(days=days)).date()
        kept = await self._tables.all(Day.of(board, name).since(since).backward().first(days + 1))
        return await self._told(kept[::-1], board, name)

    async def whole(self, board: Board, name: CharacterName) -> History:
        """Everything, however long it is."""
        kept = [each async for each in self._tables.iterate(Day.of(board, name))]
        return await self._told(kept, board, name)

    async def _told(self, days: Sequence[Day], board: Board, name: CharacterName) -> History:
        since = self._clock.now() - _FINER
        finer = await self._tables.all(
            Snapshot.of(board, name).since(since).backward().first(_MOST_SNAPSHOTS)
        )
        kept = {each.at: each.reading for each in days} | {each.at: each.reading for each in finer}
        # Hundreds of readings take a while to be unpacked, in which others want to be served.
        return History(await asyncio.to_thread(_unpacked, sorted(kept.items())))


def _unpacked(kept: Iterable[tuple[datetime, bytes]]) -> tuple[Seen, ...]:
    return tuple(Seen(at, unpacked(reading)) for at, reading in kept)
