"""The relay: takes what stands in the outbox to the jobs, each exactly once, however often it dies on the way."""

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, select

from cairn.services.jobs import Jobs
from cairn.services.jobs.schema import Relayed
from cairn.services.sql.outbox import OutboxRow
from cairn.tables import AlreadyThereError, create, put

if TYPE_CHECKING:
    from cairn.services.sql.database import Sql

_AT_ONCE: Final = 100
_REMEMBERED: Final = timedelta(days=7)
"""How long it is known of a row that it was relayed, should the row still be there."""


async def relay(sql: "Sql", jobs: Jobs) -> int:
    relayed = 0
    while rows := await _next(sql):
        for row in rows:
            mark = Relayed(ticket=row.ticket, expires_at=jobs.clock.now() + _REMEMBERED)
            try:
                await jobs.tables.write(create(mark), put(row.job))
            except AlreadyThereError:
                continue  # whoever did it did not live to remove the row
        async with sql.writing() as writing:
            await writing.session.execute(delete(OutboxRow).where(OutboxRow.id.in_([row.id for row in rows])))
        relayed += len(rows)
        jobs.nudge()
    return relayed


async def _next(sql: "Sql") -> list[OutboxRow]:
    async with sql.reading() as session:
        return list(await session.scalars(select(OutboxRow).order_by(OutboxRow.id).limit(_AT_ONCE)))
