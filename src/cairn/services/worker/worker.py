"""The worker: holds shards, does their jobs, and keeps their timetables. Any number of them share the work."""

import asyncio
from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import structlog

from cairn.services.clock import sleep_unless
from cairn.services.jobs.attempts import Attempts
from cairn.services.jobs.finding import find_due, reclaim
from cairn.services.jobs.underway import MOST_AT_ONCE, Underway
from cairn.services.shards import DeclaredDeadError, Leases, Pace, Taken
from cairn.services.telemetry import Outliving
from cairn.services.timetables import KeptTimetable

if TYPE_CHECKING:
    from cairn.services.services import Services

_log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger(__name__)
_SECONDS_BETWEEN_LOOKS: Final = 1.0
_BETWEEN_RECLAIMS: Final = timedelta(seconds=10)
_RELAYING_SHARD: Final = 0
_FEW: Final = 32
"""When fewer jobs wait to begin, it is time to look for more."""
SECONDS_TO_FINISH: Final = 8.0
"""How long what is under way may go on when the worker stops. Whoever stops a service kills it after ten."""


class Worker:
    """One worker of one process. `start`, and later `stop`."""

    def __init__(
        self,
        services: "Services",
        *,
        pace: Pace | None = None,
        at_once: int = MOST_AT_ONCE,
        seconds_to_finish: float = SECONDS_TO_FINISH,
    ) -> None:
        self._services = services
        self._clock = services.clock
        self._tables = services.tables
        self._seconds_to_finish = seconds_to_finish
        self._leases = Leases(services.tables, services.clock, pace=pace)
        self._timetables = [
            KeptTimetable(timetable, services.clock, services.telemetry)
            for part in services.parts
            for timetable in part.timetables(services)
        ]
        self._underway = Underway(
            Attempts(services.tables, services.clock, services.telemetry),
            [
                *(handler for part in services.parts for handler in part.jobs(services)),
                *(follower.handler for part in services.parts for follower in part.followers(services)),
                *(timetable.handler for timetable in self._timetables),
            ],
            ended=self._job_ended,
            most=at_once,
        )
        self._shards: set[int] = set()
        self._newly_taken: set[Taken] = set()
        self._there_is_more = False
        self._is_stopping = False
        self._tasks: list[asyncio.Task[None]] = []
        self._returning: dict[int, asyncio.Task[None]] = {}

    @property
    def shards(self) -> frozenset[int]:
        """The shards that it works on."""
        return frozenset(self._shards)

    def start(self) -> None:
        self._tasks = [
            asyncio.create_task(self._hold_shards(), name="holding shards"),
            asyncio.create_task(self._find_jobs(), name="finding jobs"),
            asyncio.create_task(self._relay(), name="relaying the outbox"),
            *(
                asyncio.create_task(timetable.run(), name=f"timetable {timetable.timetable.name}")
                for timetable in self._timetables
            ),
        ]

    async def stop(self) -> None:
        """Begins nothing more, finishes what it is at or gives it back, and hands over its shards."""
        self._is_stopping = True
        holding, *others = self._tasks
        await _cancelled(others)
        # It shows that it lives for as long as it is at something.
        await self._drop(self._shards, seconds=self._seconds_to_finish)
        await _cancelled([holding, *self._returning.values()])
        with Outliving(_log, "the worker could not say goodbye: others wait until they take it for dead"):
            await self._leases.leave()

    async def _hold_shards(self) -> None:
        joined = False
        misses = 0
        while True:
            with Outliving(_log, "the shards can't be held") as step:
                if not joined:
                    await self._leases.join()
                    joined = True
                try:
                    look = await self._leases.look(leaving=self._is_stopping)
                except DeclaredDeadError:
                    _log.warning("others took this worker for dead: it begins anew")
                    joined = False
                    await self._lose()
                    continue
                self._newly_taken.update(look.taken)
                await self._take()
                self._give_back(look.surplus)
            misses = misses + 1 if step.failed else 0
            if joined and misses >= self._leases.pace.patience:
                joined = False  # by now others take it for dead
                await self._lose()
            await self._clock.sleep(self._leases.pace.beat)

    async def _take(self) -> None:
        """Begins with the shards that were taken, after what their last owner left."""
        if self._newly_taken:
            orphaned = sum(taken.orphaned for taken in self._newly_taken)
            _log.info("shards taken", count=len(self._newly_taken), of_dead_workers=orphaned)
        for taken in sorted(self._newly_taken, key=lambda each: each.shard):
            await reclaim(self._tables, self._clock, taken.shard, self._underway, orphaned=taken.orphaned)
            self._newly_taken.discard(taken)
            self._shards.add(taken.shard)
            for timetable in self._timetables:
                timetable.take(taken.shard)
            self._services.jobs.nudge()
        self._services.telemetry.metrics.shards.set(len(self._shards))

    def _give_back(self, surplus: Iterable[int]) -> None:
        for shard in surplus:
            if shard not in self._returning and not self._is_stopping:
                task = asyncio.create_task(self._return(shard), name=f"return of shard {shard}")
                self._returning[shard] = task

    async def _return(self, shard: int) -> None:
        with Outliving(_log, "a shard can't be given back", shard=shard):
            await self._drop([shard], seconds=self._seconds_to_finish)
            await self._leases.release(shard)
            _log.debug("a shard was given back", shard=shard)
        del self._returning[shard]

    async def _lose(self) -> None:
        """Ends at once with everything: it is somebody else's by now."""
        self._newly_taken.clear()
        await self._drop(self._shards, seconds=0)

    async def _drop(self, shards: Iterable[int], *, seconds: float) -> None:
        dropped = list(shards)
        self._shards.difference_update(dropped)
        self._services.telemetry.metrics.shards.set(len(self._shards))
        await asyncio.gather(
            self._underway.drop(dropped, seconds=seconds),
            *(timetable.drop(dropped, seconds=seconds) for timetable in self._timetables),
        )

    async def _find_jobs(self) -> None:
        reclaimed = self._clock.now()
        while True:
            with Outliving(_log, "jobs can't be looked for"):
                if self._clock.now() >= reclaimed + _BETWEEN_RECLAIMS:
                    reclaimed = self._clock.now()
                    for shard in self._shards_in_order():
                        await reclaim(self._tables, self._clock, shard, self._underway, orphaned=False)
                if not self._underway.is_full:
                    await self._look_for_jobs()
            await sleep_unless(self._services.jobs.nudged, self._clock, _SECONDS_BETWEEN_LOOKS)

    async def _look_for_jobs(self) -> None:
        looks = (
            find_due(self._tables, self._clock, shard, self._underway) for shard in self._shards_in_order()
        )
        self._there_is_more = any(await asyncio.gather(*looks))
        self._underway.begin()

    async def _relay(self) -> None:
        sql = self._services.sql
        while sql.has_outbox:
            # One worker does it, so that what was written first is relayed first.
            if _RELAYING_SHARD in self._shards:
                with Outliving(_log, "the outbox can't be relayed"):
                    await sql.relay()
            await sleep_unless(sql.nudged, self._clock, _SECONDS_BETWEEN_LOOKS)

    def _shards_in_order(self) -> list[int]:
        return sorted(self._shards)

    def _job_ended(self) -> None:
        if self._there_is_more and self._underway.waits < _FEW:
            self._services.jobs.nudge()


async def _cancelled(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)
