"""Enqueuing: a job is written in the same transaction as what it follows, and found by a worker soon after.

And what a person can see of jobs, and do about those that were given up.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from heapq import merge
from typing import Final
from uuid import UUID, uuid4

from structlog.contextvars import get_contextvars

from cairn.services.clock import Clock
from cairn.services.jobs.kinds import JobKind, P
from cairn.services.jobs.schema import DEAD_LETTERS, Job, queue_of
from cairn.services.problems import NotFound
from cairn.services.shards import SHARDS, shard_of
from cairn.tables import Action, ConditionFailedError, Query, Ref, Tables, attribute, delete, put, update

_GONE: Final = "There is no such job among those that were given up; somebody may have seen to it already."


@dataclass(frozen=True, slots=True)
class Counts:
    """How many jobs there are, by what they wait for: their time, their end, or a person."""

    waiting: int
    begun: int
    dead: int


@dataclass(frozen=True, slots=True)
class DeadLetters:
    """Some of the jobs that were given up, latest first. With `cursor` it goes on."""

    jobs: list[Job]
    cursor: str | None


class Jobs:
    """The jobs of one installation."""

    def __init__(self, tables: Tables, clock: Clock, *, new_id: Callable[[], UUID] = uuid4) -> None:
        self.tables = tables
        self.clock = clock
        self.new_id = new_id
        self.nudged = asyncio.Event()

    def enqueue(
        self, kind: JobKind[P], payload: P, *, key: str | None = None, at: datetime | None = None
    ) -> Action:
        """A job for the caller's transaction, to be done at once, or at a time or soon after it.

        With `key`, the same job twice is one: while it waits, the later payload and time count, and when it has
        begun, it is done once more.
        """
        return put(self.job(kind, payload, key=key, at=at))

    def job(self, kind: JobKind[P], payload: P, *, key: str | None = None, at: datetime | None = None) -> Job:
        """What `enqueue` writes, for those who write it elsewhere first."""
        now = self.clock.now()
        ticket = self.new_id()
        name = str(ticket) if key is None else key
        return Job(
            name=name,
            kind=kind.name,
            ticket=ticket,
            queue=queue_of(shard_of(name)),
            due_at=at or now,
            enqueued_at=now,
            payload=payload.model_dump_json(),
            cause=get_contextvars().get("request_id"),
        )

    def cancel(self, kind: JobKind[P], *, key: str) -> Action:
        """Takes back a job that was enqueued with a key. One that is not there, or has begun, is no fault."""
        return delete(Job.of(kind.name, key))

    def nudge(self) -> None:
        """Tells the worker of this process that a job was written. Others find it within a second or two."""
        self.nudged.set()

    # For people

    async def counts(self) -> Counts:
        """How many jobs there are. Takes longer, the more there are."""
        of = self.tables.count
        waiting, begun = [
            sum(await asyncio.gather(*(of(query(shard)) for shard in range(SHARDS))))
            for query in (Job.waiting_in, Job.begun_in)
        ]
        return Counts(waiting, begun, await of(Job.dead()))

    async def waiting(self, most: int = 50) -> list[Job]:
        """The jobs that are to be done next, in the order in which they are due."""
        return await self._first(most, [Job.waiting_in(shard) for shard in range(SHARDS)])

    async def begun(self, most: int = 50) -> list[Job]:
        """The jobs that workers are at."""
        return await self._first(most, [Job.begun_in(shard) for shard in range(SHARDS)])

    async def dead_letters(self, *, caller: str, size: int = 50, cursor: str | None = None) -> DeadLetters:
        """The jobs that were given up, with the reason in `failure`."""
        page = await self.tables.page(Job.dead(), size=size, caller=caller, cursor=cursor)
        found = await self.tables.get_all(page.items, consistent=True)
        return DeadLetters([job for job in found if job is not None and job.is_dead], page.cursor)

    async def retry(self, kind: str, name: str) -> None:
        """Has a job that was given up tried again, as often as at first."""
        job = await self._dead(kind, name)
        await self._see_to(
            update(
                job.key,
                attribute(Job.queue).set(queue_of(shard_of(name))),
                attribute(Job.due_at).set(self.clock.now()),
                attribute(Job.forgiven).set(job.attempts),
                when=(Job.queue == DEAD_LETTERS) & (Job.ticket == job.ticket),
            )
        )
        self.nudge()

    async def discard(self, kind: str, name: str) -> None:
        """Removes a job that was given up."""
        job = await self._dead(kind, name)
        await self._see_to(delete(job.key, when=(Job.queue == DEAD_LETTERS) & (Job.ticket == job.ticket)))

    async def _dead(self, kind: str, name: str) -> Job:
        job = await self.tables.get(Job.of(kind, name), consistent=True)
        if job is None or not job.is_dead:
            raise NotFound(_GONE)
        return job

    async def _see_to(self, action: Action) -> None:
        try:
            await self.tables.write(action)
        except ConditionFailedError as refusal:
            raise NotFound(_GONE) from refusal

    async def _first(self, most: int, queries: list[Query[Ref[Job]]]) -> list[Job]:
        found = await asyncio.gather(*(self.tables.all(query.first(most)) for query in queries))
        refs = list(merge(*found, key=lambda ref: ref["due_at"]))[:most]
        return [job for job in await self.tables.get_all(refs) if job is not None]
