"""The SQL database: a file in the data folder, or PostgreSQL. Transactions that write carry jobs and events along."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from cairn.services.events import Event, Events
from cairn.services.jobs import JobKind, Jobs
from cairn.services.jobs.kinds import P
from cairn.services.settings import Settings, SettingsError
from cairn.services.sql.outbox import OUTBOX, OutboxRow
from cairn.services.sql.relay import relay
from cairn.services.sql.schema import SqlSchema

_BEGIN: Final = "cairn_begin"
_PRAGMAS: Final = (
    "PRAGMA busy_timeout = 30000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)
_PATIENCE: Final = 30.0
_PAUSE: Final = 0.05


class Writing:
    """A transaction that writes. Nothing of it is there before its block ends, and then all is."""

    def __init__(self, session: AsyncSession, jobs: Jobs, events: Events) -> None:
        self.session = session
        self._jobs = jobs
        self._events = events
        self.has_mail = False

    def enqueue(
        self, kind: JobKind[P], payload: P, *, key: str | None = None, at: datetime | None = None
    ) -> None:
        """A job that follows, as `Jobs.enqueue` has it."""
        self.session.add(OutboxRow.of(self._jobs.job(kind, payload, key=key, at=at)))
        self.has_mail = True

    def publish(self, event: Event) -> None:
        """Tells the followers of an event, as `Events.publish` does."""
        for job in self._events.jobs_of(event):
            self.session.add(OutboxRow.of(job))
            self.has_mail = True


class Sql:
    """What is kept in SQL."""

    def __init__(self, url: str, jobs: Jobs, events: Events) -> None:
        self._engine = _engine(url)
        self._writing = self._engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})
        self._jobs = jobs
        self._events = events
        # SQLite has who waits look again after ever longer pauses; here they come in turn.
        self._turn: AbstractAsyncContextManager[Any] = (
            asyncio.Lock() if self._engine.dialect.name == "sqlite" else nullcontext()
        )
        self.has_outbox = False
        self.nudged = asyncio.Event()

    @property
    def engine(self) -> AsyncEngine:
        return self._engine

    async def migrate(self, schemas: Mapping[str, SqlSchema]) -> None:
        """Brings the database to what these parts declare, and makes the outbox."""
        from cairn.services.sql.migrating import migrate  # noqa: PLC0415 - Alembic takes long to load

        await self._reach()
        await migrate(self._writing, {"outbox": OUTBOX, **schemas})
        self.has_outbox = True

    async def _reach(self) -> None:
        now = asyncio.get_running_loop().time
        patient_until = now() + _PATIENCE
        while True:
            try:
                async with self._engine.connect():
                    return
            except (OSError, DBAPIError) as fault:
                if _is_locked(fault) and now() < patient_until:
                    await asyncio.sleep(_PAUSE)
                    continue
                place = self._engine.url.set(drivername=self._engine.dialect.name)
                cause = fault.orig if isinstance(fault, DBAPIError) else fault
                raise SettingsError(
                    f"{Settings.variable('sql')}: {place} can't be opened: {cause}"
                ) from fault

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """A transaction that reads. What it changes all the same is lost."""
        async with AsyncSession(self._engine, expire_on_commit=False) as session:
            yield session

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Writing]:
        """A transaction that writes, committed when the block ends well. On SQLite there is one at a time."""
        async with self._turn, AsyncSession(self._writing, expire_on_commit=False) as session:
            writing = Writing(session, self._jobs, self._events)
            async with session.begin():
                yield writing
        if writing.has_mail:
            self.nudged.set()

    async def relay(self) -> int:
        """Relays all that stands in the outbox, in the order in which it was written. Returns how much it was."""
        return await relay(self, self._jobs)

    async def close(self) -> None:
        await self._engine.dispose()


def _engine(url: str) -> AsyncEngine:
    engine = create_async_engine(url, pool_pre_ping=url.startswith("postgresql"))
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _prepare)
        event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _is_locked(fault: OSError | DBAPIError) -> bool:
    """Whether somebody else has the file. Of those who start on a new one, SQLite has not all wait for each other."""
    return isinstance(fault, DBAPIError) and getattr(fault.orig, "sqlite_errorname", "") == "SQLITE_BUSY"


def _prepare(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    # Python's own way of beginning transactions leaves statements outside of them; see `_begin`.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin(connection: Connection) -> None:
    # Who begins by reading and then writes would be refused, and not made to wait, while somebody else writes.
    options: Mapping[str, Any] = connection.get_execution_options()
    connection.exec_driver_sql(options.get(_BEGIN, "BEGIN"))
