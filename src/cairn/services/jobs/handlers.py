"""Handlers: the functions that do jobs. What one of them is told of its attempt, and can say of it, is its `Run`."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic
from uuid import UUID

from cairn.services.jobs.kinds import JobKind, P
from cairn.services.jobs.schema import Job
from cairn.tables import Action, ConditionFailedError, Tables, When, attribute, delete, update


class GiveUp(Exception):
    """Raised by a handler when no further attempt can help. The job waits for a person, with this reason."""


class Postpone(Exception):
    """Raised by a handler that has to be asked again at another time. It counts as no failure."""

    def __init__(self, until: datetime) -> None:
        super().__init__(f"not before {until}")
        self.until = until


class Overtaken(Exception):
    """The job is no longer this attempt's: it was enqueued again, cancelled, or taken by another worker."""


class Run:
    """One attempt at a job. What it writes here is refused once the job is somebody else's."""

    def __init__(self, tables: Tables, job: Job, *, extend: Callable[[], datetime]) -> None:
        self._tables = tables
        self._job = job
        self._extend = extend
        self.is_complete = False

    @property
    def ticket(self) -> UUID:
        """The same for all attempts at a job, and another for every other: others know a repeat by it."""
        return self._job.ticket

    @property
    def key(self) -> str:
        """The key with which it was enqueued, or one of its own."""
        return self._job.name

    @property
    def attempt(self) -> int:
        """1 for the first."""
        return self._job.tries

    @property
    def enqueued_at(self) -> datetime:
        return self._job.enqueued_at

    @property
    def state(self) -> Any:
        """What was saved last, in this attempt or one before it. None at first."""
        return None if self._job.state is None else json.loads(self._job.state)

    async def save(self, state: Any, *, share: float | None = None, note: str | None = None) -> None:
        """Keeps what is needed to go on from here, as JSON, and starts the time anew that the job may take.

        `share` is how much is done, from 0 to 1, and `note` what it is at, for people who wait.
        """
        await self._write(
            update(
                self._job.key,
                attribute(Job.due_at).set(self._extend()),
                attribute(Job.queue).set(self._job.queue),
                attribute(Job.state).set(json.dumps(state)),
                attribute(Job.share).set(share),
                attribute(Job.note).set(note),
                when=self.owning(self._job),
            )
        )
        self._job = self._job.changed(state=json.dumps(state))

    async def complete(self, *actions: Action) -> None:
        """Ends the job and writes these, in one transaction: what a job does to the tables so, it does once.

        Without it a job ends when its handler returns, and one that was killed just before is done again.
        """
        await self._write(delete(self._job.key, when=self.owning(self._job)), *actions)
        self.is_complete = True

    @staticmethod
    def owning(job: Job) -> When:
        """Whether what is stored is still the job as it was taken: asked for once, and by nobody else since."""
        return (Job.ticket == job.ticket) & (Job.attempts == job.attempts) & (Job.queue == job.queue)

    async def _write(self, *actions: Action) -> None:
        try:
            await self._tables.write(*actions)
        except ConditionFailedError as refusal:
            if refusal.position == 0:
                raise Overtaken(str(self._job.key)) from refusal
            raise


@dataclass(frozen=True)
class JobHandler(Generic[P]):
    """Joins a kind of job with what does it: `JobHandler(SEND_MAIL, post.send, at_once=4)`.

    `at_once` is how many of the kind one worker does at the same time.
    """

    kind: JobKind[P]
    do: Callable[[P, Run], Awaitable[None]]
    at_once: int = 16
