"""Into how many shards background work is divided, and which of them a thing belongs to.

What has the same name has the same shard: a job about a thing runs where the thing's timetable is held.
"""

import hashlib
from collections.abc import Collection
from typing import Final

SHARDS: Final = 16
"""So many workers can share the work. Each shard is looked at for jobs, so that more of them cost more when idle."""


def shard_of(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest()) % SHARDS


def share_of(worker: str, workers: Collection[str]) -> int:
    """How many shards a worker holds when all have their share."""
    rank = sorted(workers).index(worker)
    each, left = divmod(SHARDS, len(workers))
    return each + (rank < left)
