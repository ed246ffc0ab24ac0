"""A part with jobs, and houses with workers that do them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from cairn.services.clock import Clock
from cairn.services.events import Follower
from cairn.services.jobs import Counts, JobHandler
from cairn.services.opening import open_services
from cairn.services.part import Part
from cairn.services.services import AllSettings, Services
from cairn.services.settings import Settings, load_settings
from cairn.services.shards import Pace
from cairn.services.timetables import Timetable
from cairn.services.worker import PART
from cairn.tables import Table

QUICK = Pace(beat=0.05, patience=8)
"""Signs of life in quick succession, so that nobody waits long for a death to be noticed."""


def part(
    *handlers: JobHandler[Any],
    timetables: Sequence[Timetable[Any]] = (),
    followers: Sequence[Follower[Any]] = (),
    tables: tuple[Table, ...] = (),
) -> Part:
    """A part that brings what is given."""
    return Part(
        name="tests",
        tables=tables,
        jobs=lambda _: handlers,
        timetables=lambda _: timetables,
        followers=lambda _: followers,
    )


@asynccontextmanager
async def opened_house(
    folder: Path,
    *parts: Part,
    clock: Clock | None = None,
    tables: str | None = None,
    sql: str | None = None,
) -> AsyncIterator[Services]:
    """The services of a Cairn whose only app is these parts."""
    given = {"CAIRN_TABLES": tables, "CAIRN_SQL": sql}
    environment = {name: value for name, value in given.items() if value is not None}
    settings = AllSettings(load_settings([Settings], environment=environment, folder=folder))
    async with open_services(settings, folder, [PART, *parts], clock=clock) as services:
        yield services


async def until(holds: Callable[[], bool], *, seconds: float = 60) -> None:
    """Waits until something holds."""
    async with asyncio.timeout(seconds):
        while True:
            if holds():
                return
            await asyncio.sleep(0.005)


async def has_counts(services: Services, counts: Counts, *, seconds: float = 60) -> None:
    """Waits until there are so many jobs of each sort."""
    async with asyncio.timeout(seconds):
        while True:
            if await services.jobs.counts() == counts:
                return
            await asyncio.sleep(0.05)
