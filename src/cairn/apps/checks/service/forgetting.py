"""Use-case: removing all that a check has found. It may be a lot, so it is a job."""

from typing import Final

from cairn.apps.checks.history_schema import Beat, Incident, KeptBucket, PriceSeen, RunRecord
from cairn.apps.checks.service.keeping import Forgotten
from cairn.services.jobs import Run
from cairn.tables import Query, Tables, delete, together

_AT_ONCE: Final = 100


def all_of(checkid: str) -> Query[Beat | RunRecord | KeptBucket | Incident | PriceSeen]:
    """Everything of a check's history."""
    return together(Beat.key, Incident.key, KeptBucket.key, PriceSeen.key, RunRecord.key).query(
        checkid=checkid
    )


class Forgetting:
    """The end of a check's history."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def forget(self, forgotten: Forgotten, _: Run) -> None:
        await self.forget_check(forgotten.checkid)

    async def forget_check(self, checkid: str) -> None:
        """Removes it. Done again after it broke off, it goes on."""
        batch = []
        async for each in self._tables.iterate(all_of(checkid)):
            batch.append(delete(each))
            if len(batch) == _AT_ONCE:
                await self._tables.write_batch(batch)
                batch = []
        await self._tables.write_batch(batch)
