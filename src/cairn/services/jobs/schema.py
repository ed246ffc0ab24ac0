"""What is stored of jobs: an item a job, and an index that says what is due.

A job's key is its name and kind, so that the same job enqueued twice is one item. The index carries keys alone:
it says what may be due, and the item, read consistently, what is so.
"""

from datetime import datetime
from typing import Final, Self
from uuid import UUID

from cairn.tables import Entity, ExpiresAt, InKey, Query, Ref, Table

jobs = Table("Jobs", pk="PK", sk="SK", ttl="expiresAt")
due_jobs = jobs.index("Due", pk="queue", sk="dueAt", projection="KEYS_ONLY")

DEAD_LETTERS: Final = "dead-letters"
"""The queue of the jobs that wait for a person. They are `due` since they came there."""


def queue_of(shard: int) -> str:
    """The queue of the jobs that wait for the worker that holds a shard."""
    return f"shard-{shard:03}"


def begun_of(shard: int) -> str:
    """Where a shard's jobs stand while a worker is at them. They are `due` when it may take no longer."""
    return f"begun-{shard:03}"


class Job(Entity, table=jobs):
    """Something to be done. It is removed when it is done."""

    # No separators: a name is whatever the program that enqueued the job took for it.
    key = jobs.key("{name}", "JOB {kind}")
    due = due_jobs.key("{queue}", "{due_at}")

    name: InKey[str]
    kind: InKey[str]
    ticket: UUID  # another one each time the job is enqueued: what was asked again is done again
    queue: str
    due_at: datetime
    enqueued_at: datetime
    payload: str  # JSON
    attempts: int = 0  # those begun, ever: with the ticket they say whose a job is
    forgiven: int = (
        0  # those of them that don't count: given back, put off, or followed by a person's "try again"
    )
    failure: str | None = None  # of the last attempt, in words
    cause: str | None = None  # the request that enqueued it
    state: str | None = None  # JSON that the job kept to go on with
    share: float | None = None  # how much of it is done, from 0 to 1
    note: str | None = None  # what it is at, for people

    @property
    def is_dead(self) -> bool:
        """Whether it waits for a person."""
        return self.queue == DEAD_LETTERS

    @property
    def tries(self) -> int:
        """The attempts that count, the one under way included."""
        return self.attempts - self.forgiven

    @classmethod
    def of(cls, kind: str, name: str) -> Ref[Self]:
        return cls.key(name=name, kind=kind)

    @classmethod
    def due_in(cls, shard: int, moment: datetime) -> Query[Ref[Self]]:
        """What a shard has due, longest due first."""
        return cls.due.query(queue=queue_of(shard)).until(moment)

    @classmethod
    def waiting_in(cls, shard: int) -> Query[Ref[Self]]:
        """What a shard has waiting, due or not."""
        return cls.due.query(queue=queue_of(shard))

    @classmethod
    def begun_in(cls, shard: int) -> Query[Ref[Self]]:
        """What a worker is at, or was when it died."""
        return cls.due.query(queue=begun_of(shard))

    @classmethod
    def dead(cls) -> Query[Ref[Self]]:
        """What waits for a person, latest first."""
        return cls.due.query(queue=DEAD_LETTERS).backward()


class Relayed(Entity, table=jobs):
    """A job was taken over from the outbox of the SQL database, and is not to be taken over again."""

    key = jobs.key("{ticket}", "RELAYED")

    ticket: InKey[UUID]
    expires_at: ExpiresAt = None


TABLES: tuple[Table, ...] = (jobs,)
