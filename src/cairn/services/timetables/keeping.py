"""A timetable in the memory of one worker: what is due when, what is running, and what has changed meanwhile."""

import asyncio
import heapq
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from time import perf_counter
from typing import Final, Generic

import structlog
from structlog.contextvars import bound_contextvars

from cairn.services.clock import SECOND, Clock, sleep_unless
from cairn.services.jobs import JobHandler, Run
from cairn.services.shards import shard_of
from cairn.services.telemetry import Outliving, Telemetry
from cairn.services.timetables.timetable import Changed, Entry, T, Timetable, change_of

_log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger(__name__)
_STARTS_A_SECOND: Final = 10
"""After a restart much is overdue. So many of a shard begin a second, longest overdue first, not all at once."""
_FIRST_PAUSE: Final = timedelta(seconds=10)
_LONGEST_PAUSE: Final = timedelta(minutes=10)
_SECONDS_BETWEEN_LOADS: Final = 900.0
"""A timetable is read again now and then, should it have missed a change."""
_MOST_SECONDS_ASLEEP: Final = 10.0  # the machine's time may be set


@dataclass(slots=True, eq=False)
class _Kept(Generic[T]):
    """An entry in memory. `place` is its latest in the heap; older ones are passed over."""

    entry: Entry[T]
    shard: int
    place: int
    failures: int = 0
    has_changed: bool = False


class KeptTimetable(Generic[T]):
    """One timetable, for the shards that a worker holds."""

    def __init__(
        self,
        timetable: Timetable[T],
        clock: Clock,
        telemetry: Telemetry,
        *,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self.timetable = timetable
        self._clock = clock
        self._metrics = telemetry.metrics
        self._chance = chance
        self._places = count()
        self._kept: dict[str, _Kept[T]] = {}
        self._heap: list[tuple[datetime, int, str]] = []
        self._running: dict[str, asyncio.Task[None]] = {}
        self._loading: dict[int, asyncio.Task[None]] = {}
        self._fresh: dict[int, set[str]] = {}  # of a shard that is being read: what was run or read meanwhile
        self._stirred = asyncio.Event()

    @property
    def handler(self) -> JobHandler[Changed]:
        """Does the jobs that tell of changes. They are jobs of the very shard whose timetable is held here."""
        return JobHandler(change_of(self.timetable.name), self._follow)

    def dues(self) -> dict[str, datetime]:
        """What is held, and when it is due."""
        return {key: kept.entry.due for key, kept in self._kept.items()}

    def take(self, shard: int) -> None:
        """Holds a shard from now on."""
        task = asyncio.create_task(self._hold(shard), name=f"timetable {self.timetable.name}, shard {shard}")
        self._loading[shard] = task

    async def drop(self, shards: Sequence[int], *, seconds: float) -> None:
        """Holds these no more. What is running gets so long to finish."""
        loading = [task for shard in shards if (task := self._loading.pop(shard, None)) is not None]
        for task in loading:
            task.cancel()
        gone = {key for key, kept in self._kept.items() if kept.shard in shards}
        for key in gone:
            del self._kept[key]
        running = [task for key, task in self._running.items() if key in gone]
        unfinished = set(loading)
        if running:
            unfinished |= (await asyncio.wait(running, timeout=seconds))[1]
        for task in unfinished:
            task.cancel()
        if unfinished:
            await asyncio.wait(unfinished)

    async def run(self) -> None:
        """Begins what is due, when it is, for as long as it is not cancelled."""
        while True:
            self._begin_due()
            seconds = _MOST_SECONDS_ASLEEP
            if self._heap and len(self._running) < self.timetable.at_once:
                seconds = min(seconds, (self._heap[0][0] - self._clock.now()) / SECOND)
            await sleep_unless(self._stirred, self._clock, seconds)

    def _begin_due(self) -> None:
        now = self._clock.now()
        while self._heap and self._heap[0][0] <= now and len(self._running) < self.timetable.at_once:
            _, place, key = heapq.heappop(self._heap)
            kept = self._kept.get(key)
            if kept is None or kept.place != place:
                continue
            self._metrics.lateness.labels(self.timetable.name).observe((now - kept.entry.due) / SECOND)
            task = asyncio.create_task(self._run(kept), name=f"{self.timetable.name} {key}")
            task.add_done_callback(partial(self._over, key))
            self._running[key] = task

    def _over(self, key: str, task: asyncio.Task[None]) -> None:
        # What was due again at once may have begun before the end of this run was told.
        if self._running.get(key) is task:
            del self._running[key]
        self._stirred.set()

    async def _run(self, kept: _Kept[T]) -> None:
        """Runs one entry, and puts it where it belongs then."""
        key = kept.entry.key
        with bound_contextvars(timetable=self.timetable.name, key=key):
            following = await self._ran(kept)
        if self._kept.get(key) is not kept:
            return  # its shard is held no more
        self._note(key, kept.shard)
        if kept.has_changed:
            kept.has_changed = False
            following = await self._found(kept, following)
            if self._kept.get(key) is not kept:
                return
        if following is None:
            del self._kept[key]
        else:
            # Whoever says that it was due all along would be asked without end.
            is_later = following.due > kept.entry.due
            self._keep(kept, following, following.due if is_later else self._clock.now() + SECOND)

    async def _ran(self, kept: _Kept[T]) -> Entry[T] | None:
        began = perf_counter()
        outcome = "done"
        limit = asyncio.timeout(self.timetable.longest.total_seconds())
        try:
            async with limit:
                following = await self.timetable.run(kept.entry)
        except Exception as fault:  # noqa: BLE001 - the edge of a run: whatever it is, others go on
            outcome = "failed"
            following = self._later(kept)
            reason = f"it took longer than {self.timetable.longest}" if limit.expired() else str(fault)
            _log.warning("a run failed", reason=reason, again=str(following.due), exc_info=fault)
        else:
            kept.failures = 0
        self._metrics.jobs.labels(self.timetable.name, outcome).observe(perf_counter() - began)
        return following

    def _later(self, kept: _Kept[T]) -> Entry[T]:
        pause = min(_FIRST_PAUSE * 2 ** min(kept.failures, 10), _LONGEST_PAUSE)
        kept.failures += 1
        return kept.entry.again(self._clock.now() + pause * (1 - self._chance() / 4))

    async def _found(self, kept: _Kept[T], following: Entry[T] | None) -> Entry[T] | None:
        with Outliving(_log, "what has changed can't be read yet", key=kept.entry.key):
            return await self.timetable.find(kept.entry.key)
        kept.has_changed = True
        return self._later(kept) if following is None else following

    async def _follow(self, _: Changed, run: Run) -> None:
        """Reads a thing again that has changed."""
        key = run.key
        shard = shard_of(key)
        entry = None if key in self._running else await self.timetable.find(key)
        if shard not in self._loading:
            return  # whoever holds it now has read it since
        self._note(key, shard)
        if key in self._running:
            if (kept := self._kept.get(key)) is not None:
                kept.has_changed = True
        elif entry is None:
            self._kept.pop(key, None)
        else:
            self._keep(_Kept(entry, shard, 0), entry, entry.due)

    def _note(self, key: str, shard: int) -> None:
        """Notes that whatever is being read of a shard may say what was true of an entry before."""
        if shard in self._fresh:
            self._fresh[shard].add(key)

    def _keep(self, kept: _Kept[T], entry: Entry[T], due: datetime) -> None:
        kept.entry = entry
        kept.place = next(self._places)
        self._kept[entry.key] = kept
        heapq.heappush(self._heap, (due, kept.place, entry.key))
        self._stirred.set()

    async def _hold(self, shard: int) -> None:
        failures = 0
        while True:
            with Outliving(
                _log, "a timetable can't be read", timetable=self.timetable.name, shard=shard
            ) as step:
                await self._load(shard)
            failures = failures + 1 if step.failed else 0
            seconds = _SECONDS_BETWEEN_LOADS * (1 + self._chance())
            if failures:
                seconds = min(2.0**failures, 60.0)
            await self._clock.sleep(seconds)

    async def _load(self, shard: int) -> None:
        """Takes in what a shard has, and lets go of what it has no more."""
        fresh = self._fresh[shard] = set(self._running)
        try:
            loaded = {entry.key: entry async for entry in self.timetable.load(shard)}
        finally:
            del self._fresh[shard]
        fresh.update(self._running)
        for key in [key for key, kept in self._kept.items() if kept.shard == shard]:
            if key not in loaded and key not in fresh:
                del self._kept[key]
        now = self._clock.now()
        overdue = count()
        for entry in sorted(loaded.values(), key=lambda entry: entry.due):
            known = self._kept.get(entry.key)
            if entry.key in fresh or (known is not None and (known.entry == entry or known.failures)):
                continue
            due = entry.due
            if due <= now:
                due = now + (next(overdue) + self._chance()) * SECOND / _STARTS_A_SECOND
            self._keep(_Kept(entry, shard, 0), entry, due)
