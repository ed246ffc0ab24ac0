"""A program that works on a folder until it is killed.

Each job counts its number up, once. Each clock of a timetable ticks every second, and says who had it tick.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel

from cairn.services.jobs import JobHandler, JobKind, Run
from cairn.services.part import Part
from cairn.services.services import Services
from cairn.services.shards import Pace, shard_of
from cairn.services.telemetry import configure_logs
from cairn.services.timetables import Entry, Timetable
from cairn.services.worker import working
from cairn.tables import Entity, InKey, Ref, Table, attribute, upsert
from tests.services.worker.cast import opened_house

toils = Table("Toils", pk="PK", sk="SK")


PACE = Pace(beat=0.25, patience=8)
"""Several processes share a machine that may be busy: who is slow for a second is not dead."""


class Toiled(Entity, table=toils):
    """How often something was done."""

    key = toils.key("TOIL", "{number:6}")

    number: InKey[int]
    times: int = 0

    @classmethod
    def of(cls, number: int) -> Ref[Self]:
        return cls.key(number=number)


class Ticked(Entity, table=toils):
    """Who had a clock tick last, and how often it ticked."""

    key = toils.key("TICK", "{clock}")

    clock: InKey[str]
    times: int = 0
    process: int

    @classmethod
    def of(cls, clock: str) -> Ref[Self]:
        return cls.key(clock=clock)


class Toil(BaseModel):
    number: int


TOIL = JobKind("tests.toil", Toil)
CLOCKS = tuple(f"clock {number}" for number in range(40))


def _jobs(services: Services) -> list[JobHandler[Any]]:
    async def toil(toil: Toil, run: Run) -> None:
        await run.complete(upsert(Toiled.of(toil.number), attribute(Toiled.times).add(1)))

    return [JobHandler(TOIL, toil, at_once=64)]


def _timetables(services: Services) -> list[Timetable[None]]:
    async def load(shard: int) -> AsyncIterator[Entry[None]]:
        for clock in CLOCKS:
            if shard_of(clock) == shard:
                yield Entry(clock, services.clock.now(), None)

    async def find(clock: str) -> Entry[None] | None:
        return Entry(clock, services.clock.now(), None)

    async def tick(entry: Entry[None]) -> Entry[None] | None:
        ticked = (attribute(Ticked.times).add(1), attribute(Ticked.process).set(os.getpid()))
        await services.tables.write(upsert(Ticked.of(entry.key), *ticked))
        return entry.again(services.clock.now() + timedelta(seconds=1))

    return [Timetable(name="tests.tick", load=load, find=find, run=tick)]


PART = Part(name="toil", tables=(toils,), jobs=_jobs, timetables=_timetables)


async def main(folder: Path) -> None:
    configure_logs(level="error")
    async with opened_house(folder, PART) as services, working(services, pace=PACE):
        print("ready", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
