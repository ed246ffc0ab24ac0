"""Holding shards: a worker shows that it lives, takes what is free up to its share, and gives back what is more."""

import os
import platform
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from uuid import uuid4

from cairn.services.clock import Clock
from cairn.services.shards.division import SHARDS, share_of
from cairn.services.shards.schema import BOARD, Lease, WorkerSign
from cairn.tables import (
    Action,
    ConditionFailedError,
    Tables,
    attribute,
    create,
    delete,
    put,
    update,
)


class DeclaredDeadError(Exception):
    """Others have not heard of this worker for so long that they took what it held."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How often a worker shows that it lives, and after how many beats without a sign it is dead."""

    beat: float = 2.0
    patience: int = 3


@dataclass(frozen=True, slots=True)
class Taken:
    """A shard that was taken. `orphaned`: its owner died, and what it was at is not finished."""

    shard: int
    orphaned: bool


@dataclass(frozen=True, slots=True)
class Look:
    """What a worker has, and what it sees that it has too much."""

    taken: tuple[Taken, ...] = ()
    surplus: tuple[int, ...] = ()


@dataclass(slots=True)
class _Seen:
    """What was last seen of another worker."""

    beats: int
    misses: int = 0


@dataclass(slots=True)
class _Board:
    signs: dict[str, WorkerSign] = field(default_factory=dict)
    leases: dict[int, Lease] = field(default_factory=dict)


class Leases:
    """The shards of one worker."""

    def __init__(
        self,
        tables: Tables,
        clock: Clock,
        *,
        pace: Pace | None = None,
        new_id: Callable[[], str] = lambda: str(uuid4()),
    ) -> None:
        self.pace = pace or Pace()
        self._tables = tables
        self._clock = clock
        self._new_id = new_id
        self._seen: dict[str, _Seen] = {}
        self._held: dict[int, Lease] = {}
        self.worker_id = ""

    @property
    def held(self) -> frozenset[int]:
        return frozenset(self._held)

    async def join(self) -> None:
        """Becomes one of the workers, under a new id."""
        self._held.clear()
        self._seen.clear()
        self.worker_id = self._new_id()
        sign = WorkerSign(
            worker_id=self.worker_id,
            started_at=self._clock.now(),
            machine=platform.node(),
            process=os.getpid(),
        )
        await self._tables.write(put(sign))

    async def look(self, *, leaving: bool = False) -> Look:
        """Shows that this worker lives, and takes what it should have, unless it is leaving. To be done each beat."""
        try:
            await self._tables.write(
                update(WorkerSign.of(self.worker_id), attribute(WorkerSign.beats).add(1))
            )
        except ConditionFailedError as gone:
            raise DeclaredDeadError from gone
        board = await self._board()
        await self._bury(board)
        share = share_of(self.worker_id, board.signs)
        for shard in [each for each in self._held if not self._is_mine(board.leases.get(each))]:
            del self._held[shard]
        taken = () if leaving else await self._take(board, share - len(self._held))
        return Look(taken, tuple(sorted(self._held))[share:])

    async def release(self, shard: int) -> None:
        """Gives a shard back, with nothing under way in it."""
        lease = self._held.pop(shard, None)
        if lease is not None:
            with suppress(ConditionFailedError):  # by then it is somebody else's
                await self._tables.write(self._handing(lease, None))

    async def leave(self) -> None:
        """Gives everything back, and is no worker any more."""
        for shard in sorted(self._held):
            await self.release(shard)
        await self._tables.write(delete(WorkerSign.of(self.worker_id)))

    async def _board(self) -> _Board:
        board = _Board()
        for each in await self._tables.all(BOARD.query().consistently()):
            if isinstance(each, Lease):
                board.leases[each.shard] = each
            else:
                board.signs[each.worker_id] = each
        if self.worker_id not in board.signs:
            raise DeclaredDeadError
        return board

    async def _bury(self, board: _Board) -> None:
        """Removes the workers of whom nothing was heard for too long."""
        for worker_id, sign in list(board.signs.items()):
            seen = self._seen.setdefault(worker_id, _Seen(sign.beats))
            if worker_id == self.worker_id or seen.beats != sign.beats:
                seen.beats, seen.misses = sign.beats, 0
                continue
            seen.misses += 1
            if seen.misses >= self.pace.patience:
                with suppress(ConditionFailedError):  # it lives, after all
                    await self._tables.write(delete(sign, when=WorkerSign.beats == sign.beats))
                    del board.signs[worker_id]
        for worker_id in self._seen.keys() - board.signs.keys():
            del self._seen[worker_id]

    async def _take(self, board: _Board, most: int) -> tuple[Taken, ...]:
        taken: list[Taken] = []
        # Not all begin with the same one, so that workers who start together meet less often.
        first = int(self.worker_id[-4:], 16) % SHARDS if most < SHARDS else 0
        for shard in ((first + place) % SHARDS for place in range(SHARDS)):
            if len(taken) >= most:
                break
            lease = board.leases.get(shard)
            if shard in self._held or (lease is not None and lease.owner in board.signs):
                continue
            try:
                await self._tables.write(self._handing(lease or shard, self.worker_id))
            except ConditionFailedError:
                continue  # somebody else was quicker
            term = 1 if lease is None else lease.term + 1
            self._held[shard] = Lease(shard=shard, owner=self.worker_id, since=self._clock.now(), term=term)
            taken.append(Taken(shard, orphaned=lease is not None and lease.owner is not None))
        return tuple(taken)

    def _handing(self, lease: Lease | int, owner: str | None) -> Action:
        """A lease that goes from hand to hand, if nobody else has taken it since it was read."""
        now = self._clock.now()
        if isinstance(lease, int):
            return create(Lease(shard=lease, owner=owner, since=now, term=1))
        handed = lease.changed(owner=owner, since=now, term=lease.term + 1)
        return put(handed, when=Lease.term == lease.term)

    def _is_mine(self, lease: Lease | None) -> bool:
        return lease is not None and lease.owner == self.worker_id
