"""The jobs that one worker is at: how many, of which kinds, and how they come to an end when it stops."""

import asyncio
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final

import structlog

from cairn.services.jobs.attempts import Attempts
from cairn.services.jobs.handlers import JobHandler
from cairn.services.jobs.schema import Job
from cairn.services.telemetry import Outliving
from cairn.tables import Ref

_log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger(__name__)
_UNKNOWN_AT_ONCE: Final = 4
MOST_AT_ONCE: Final = 64
"""How many jobs one worker does at the same time. They wait for others most of the time."""


class Underway:
    """Jobs found due begin as soon as there is room: for a job at all, and for one of their kind.

    `ended` is called after each that ends.
    """

    def __init__(
        self,
        attempts: Attempts,
        handlers: Iterable[JobHandler[Any]],
        *,
        ended: Callable[[], None],
        most: int = MOST_AT_ONCE,
    ) -> None:
        self._attempts = attempts
        self._handlers = _by_name(handlers)
        self._ended = ended
        self._most = most
        self._waiting: defaultdict[str, deque[tuple[int, Ref[Job]]]] = defaultdict(deque)
        self._waiting_in: Counter[tuple[int, str]] = Counter()
        self._known: set[Ref[Job]] = set()
        self._tasks: dict[Ref[Job], tuple[int, asyncio.Task[None]]] = {}
        self._of_kind: Counter[str] = Counter()

    @property
    def is_full(self) -> bool:
        """Whether nothing more can begin, whatever is found."""
        return len(self._tasks) >= self._most

    @property
    def waits(self) -> int:
        """How many were found and have not begun."""
        return self._waiting_in.total()

    def waits_in(self, shard: int, kind: str) -> int:
        return self._waiting_in[shard, kind]

    def knows(self, ref: Ref[Job]) -> bool:
        """Whether a job has begun here, or is about to."""
        return ref in self._known

    def add(self, shard: int, ref: Ref[Job]) -> None:
        """Takes in a job that was found due."""
        self._known.add(ref)
        self._waiting[ref["kind"]].append((shard, ref))
        self._waiting_in[shard, ref["kind"]] += 1

    def begin(self) -> None:
        """Begins what there is room for, taking turns between the kinds."""
        while not self.is_full:
            kind = next(
                (kind for kind, queue in self._waiting.items() if queue and self._has_room(kind)), None
            )
            if kind is None:
                return
            queue = self._waiting.pop(kind)
            shard, ref = queue.popleft()
            self._waiting[kind] = queue  # the last now, so that the others have their turn
            self._waiting_in[shard, kind] -= 1
            self._of_kind[kind] += 1
            task = asyncio.create_task(self._make(kind, shard, ref), name=f"job {kind}")
            # Not in the task itself: one that is cancelled before its first step does nothing at all.
            task.add_done_callback(partial(self._over, kind, ref))
            self._tasks[ref] = (shard, task)

    async def drop(self, shards: Iterable[int], *, seconds: float) -> None:
        """Ends with these shards: what waits is left to others, and what has begun gets so long to finish."""
        dropped = set(shards)
        for kind, queue in self._waiting.items():
            for place in [each for each in queue if each[0] in dropped]:
                queue.remove(place)
                self._waiting_in[place[0], kind] -= 1
                self._known.discard(place[1])
        tasks = [task for shard, task in self._tasks.values() if shard in dropped]
        if not tasks:
            return
        _, unfinished = await asyncio.wait(tasks, timeout=seconds)
        for task in unfinished:
            task.cancel()
        if unfinished:
            await asyncio.wait(unfinished)

    def _has_room(self, kind: str) -> bool:
        handler = self._handlers.get(kind)
        return self._of_kind[kind] < (handler.at_once if handler else _UNKNOWN_AT_ONCE)

    async def _make(self, kind: str, shard: int, ref: Ref[Job]) -> None:
        # Should the tables be out of reach, the job is another's when its time is over.
        with Outliving(_log, "a job was left where it stands", job=kind):
            await self._attempts.make(self._handlers.get(kind), ref, shard)

    def _over(self, kind: str, ref: Ref[Job], _: asyncio.Task[None]) -> None:
        self._of_kind[kind] -= 1
        self._known.discard(ref)
        del self._tasks[ref]
        self.begin()
        self._ended()


def _by_name(handlers: Iterable[JobHandler[Any]]) -> Mapping[str, JobHandler[Any]]:
    found: dict[str, JobHandler[Any]] = {}
    for handler in handlers:
        if handler.kind.name in found:
            raise ValueError(f"two handlers do jobs of the kind {handler.kind.name}")
        found[handler.kind.name] = handler
    return found
