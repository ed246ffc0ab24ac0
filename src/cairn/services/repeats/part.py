"""Repeats as a part: what they bring to what is assembled."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Final

from cairn.services.part import Part
from cairn.services.repeats.schema import TABLES, Attempt
from cairn.tables import Tables, delete

if TYPE_CHECKING:
    from cairn.services.services import Services


class PersonalRepeats:
    """What is kept of an account's requests: nothing that is not kept elsewhere, for a day."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def export(self, account_id: str) -> AsyncIterator[tuple[str, Any]]:
        nothing: tuple[tuple[str, Any], ...] = ()
        for each in nothing:
            yield each

    async def delete(self, account_id: str) -> None:
        attempts = await self._tables.all(Attempt.of_account(account_id))
        await self._tables.write_batch([delete(attempt) for attempt in attempts])


def _personal_data(services: "Services") -> PersonalRepeats:
    return PersonalRepeats(services.tables)


PART: Final = Part(name="repeats", tables=TABLES, personal_data=_personal_data)
