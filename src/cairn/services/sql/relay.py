"""The relay: takes what stands in the outbox to the jobs, each exactly once, however often it dies on the way."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, select

from cairn.services.jobs import Jobs
from cairn.services.jobs.schema import Relayed
from cairn.services.sql.outbox import OutboxRow
from cairn.tables import Action, AlreadyThereError, create, put

if TYPE_CHECKING:
    from cairn.services.sql.database import Sql

_AT_ONCE: Final = 100
_TOGETHER: Final = 40
"""How many rows go in one transaction, with two actions each."""
_MOST_CHARACTERS: Final = 500_000
_REMEMBERED: Final = timedelta(days=7)
"""How long it is known of a row that it was relayed, should the row still be there."""


async def relay(sql: "Sql", jobs: Jobs) -> int:
    relayed = 0
    while rows := await _next(sql):
        for together in _groups(rows):
            await _take(together, jobs)
        async with sql.writing() as writing:
            await writing.session.execute(delete(OutboxRow).where(OutboxRow.id.in_([row.id for row in rows])))
        relayed += len(rows)
        jobs.nudge()
    return relayed


async def _next(sql: "Sql") -> list[OutboxRow]:
    async with sql.reading() as session:
        return list(await session.scalars(select(OutboxRow).order_by(OutboxRow.id).limit(_AT_ONCE)))


def _groups(rows: Sequence[OutboxRow]) -> Iterator[list[OutboxRow]]:
    """Rows that go together: in a transaction no job may be written twice, so that the later one stays."""
    group: list[OutboxRow] = []
    for row in rows:
        is_there = any((row.kind, row.name) == (each.kind, each.name) for each in group)
        size = len(row.payload) + sum(len(each.payload) for each in group)
        if group and (is_there or len(group) == _TOGETHER or size > _MOST_CHARACTERS):
            yield group
            group = []
        group.append(row)
    yield group


async def _take(rows: Sequence[OutboxRow], jobs: Jobs) -> None:
    try:
        await jobs.tables.write(*(action for row in rows for action in _actions(row, jobs)))
    except AlreadyThereError:
        if len(rows) == 1:
            return  # whoever did it did not live to remove the row
        for row in rows:
            await _take([row], jobs)


def _actions(row: OutboxRow, jobs: Jobs) -> tuple[Action, Action]:
    mark = Relayed(ticket=row.ticket, expires_at=jobs.clock.now() + _REMEMBERED)
    return create(mark), put(row.job)
