"""A job that the tests enqueue, and tables to do it in."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from cairn.dynamo.embedded import open_folder
from cairn.services import jobs
from cairn.services.clock import ManualClock
from cairn.services.jobs import JobKind, Jobs
from cairn.tables import Cursors, Tables, create_tables

NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)


class Greeting(BaseModel):
    model_config = ConfigDict(frozen=True)

    to: str


GREET = JobKind("tests.greet", Greeting)


@asynccontextmanager
async def opened_jobs(folder: Path) -> AsyncIterator[tuple[Jobs, ManualClock]]:
    """Jobs in a fresh folder, at noon."""
    clock = ManualClock(NOON)
    async with open_folder(folder) as dynamo:
        await create_tables(dynamo, jobs.TABLES, stage="test")
        yield Jobs(Tables(dynamo, cursors=Cursors(b"secret of sixteen bytes")), clock), clock
