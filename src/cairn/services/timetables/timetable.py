"""What recurs: things that are looked at again and again, each when its time has come.

A worker reads the timetable of a shard once, when it takes the shard, and keeps it in memory. From then on a thing
that is due costs what its own run writes, and nothing else.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Generic, Self, TypeVar

from pydantic import BaseModel

from cairn.services.jobs import JobKind, Jobs
from cairn.tables import Action

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Entry(Generic[T]):
    """One thing, and when it is due. `what` is all that its run has to know, so that it need not be read."""

    key: str
    due: datetime
    what: T

    def again(self, due: datetime, what: T | None = None) -> Self:
        """The same thing at another time, and perhaps as it is by then."""
        return replace(self, due=due, what=self.what if what is None else what)


@dataclass(frozen=True, kw_only=True)
class Timetable(Generic[T]):
    """Things that recur. `shard_of(key)` says to which shard a thing belongs.

    `load` gives all of a shard; `find` one by its key, None when it is no longer to be run; `run` does what is due
    and returns when it is due again, None for never. A run that raises is tried again later and later, and is
    over after `longest`. Whoever changes a thing so that it is due at another time writes `changed(…)` with it.
    """

    name: str
    load: Callable[[int], AsyncIterator[Entry[T]]]
    find: Callable[[str], Awaitable[Entry[T] | None]]
    run: Callable[[Entry[T]], Awaitable[Entry[T] | None]]
    at_once: int = 64
    longest: timedelta = timedelta(minutes=2)


class Changed(BaseModel):
    """A thing of a timetable is new, gone, or due at another time. Which one, the job's key says."""


def change_of(timetable: str) -> JobKind[Changed]:
    """The job that tells the holder of a thing's shard to read it again."""
    return JobKind(f"{timetable}_changed", Changed)


def changed(jobs: Jobs, timetable: str, key: str) -> Action:
    """For the transaction that makes, changes or removes a thing: has its timetable follow within a second."""
    return jobs.enqueue(change_of(timetable), Changed(), key=key)
