"""What is stored of shards: which workers there are, and which of them holds which shard. All lies together.

A worker shows that it lives by counting. Others count along: one whose count has not moved for some of their own
beats is dead. So no two machines need agree on the time, and a worker writes one item a beat, however much it holds.
"""

from datetime import datetime
from typing import Self

from cairn.tables import Entity, InKey, Keys, Ref, Table, together

shards = Table("Shards", pk="PK", sk="SK")


class WorkerSign(Entity, table=shards):
    """A worker that lives. Whoever finds it dead removes it, and what it held is free."""

    key = shards.key("SHARDS", "WORKER {worker_id}")

    worker_id: InKey[str]
    beats: int = 0
    started_at: datetime
    machine: str  # for people
    process: int

    @classmethod
    def of(cls, worker_id: str) -> Ref[Self]:
        return cls.key(worker_id=worker_id)


class Lease(Entity, table=shards):
    """Who holds a shard. It is held for as long as its owner lives."""

    key = shards.key("SHARDS", "SHARD {shard:3}")

    shard: InKey[int]
    owner: str | None = None
    since: datetime
    term: int  # counts the owners, so that of two who want it one gets it


BOARD: Keys[WorkerSign | Lease] = together(WorkerSign.key, Lease.key)

TABLES: tuple[Table, ...] = (shards,)
