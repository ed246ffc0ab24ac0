"""Enqueuing: a job is written in the same transaction as what it follows, and found by a worker soon after."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from uuid import UUID, uuid4

from structlog.contextvars import get_contextvars

from cairn.services.clock import Clock
from cairn.services.jobs.kinds import JobKind, P
from cairn.services.jobs.schema import Job, queue_of
from cairn.services.shards import shard_of
from cairn.tables import Action, Tables, delete, put


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
        now = self.clock.now()
        ticket = self.new_id()
        name = str(ticket) if key is None else key
        return put(
            Job(
                name=name,
                kind=kind.name,
                ticket=ticket,
                queue=queue_of(shard_of(name)),
                due_at=at or now,
                enqueued_at=now,
                payload=payload.model_dump_json(),
                cause=get_contextvars().get("request_id"),
            )
        )

    def cancel(self, kind: JobKind[P], *, key: str) -> Action:
        """Takes back a job that was enqueued with a key. One that is not there, or has begun, is no fault."""
        return delete(Job.of(kind.name, key))

    def nudge(self) -> None:
        """Tells the worker of this process that a job was written. Others find it within a second."""
        self.nudged.set()
