"""Accounts as a part: what they bring to what is assembled."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from cairn.services.accounts.departures import DELETE_ACCOUNT, Deletion
from cairn.services.accounts.links import MAIL_RESET_LINK
from cairn.services.accounts.schema import TABLES
from cairn.services.jobs import JobHandler, Run
from cairn.services.part import Part

if TYPE_CHECKING:
    from cairn.services.services import Services


def _jobs(services: "Services") -> Sequence[JobHandler[Any]]:
    async def delete_account(deletion: Deletion, run: Run) -> None:
        await services.accounts.departures.carry_out(deletion, run, services.personal_data)

    return [
        JobHandler(MAIL_RESET_LINK, services.accounts.links.mail_reset_link),
        JobHandler(DELETE_ACCOUNT, delete_account, at_once=2),
    ]


PART: Final = Part(name="accounts", tables=TABLES, jobs=_jobs)
