"""Accounts as a part: what they bring to what is assembled."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from cairn.services.accounts.links import MAIL_RESET_LINK
from cairn.services.accounts.schema import TABLES
from cairn.services.jobs import JobHandler
from cairn.services.part import Part

if TYPE_CHECKING:
    from cairn.services.services import Services


def _jobs(services: "Services") -> Sequence[JobHandler[Any]]:
    return [JobHandler(MAIL_RESET_LINK, services.accounts.links.mail_reset_link)]


PART: Final = Part(name="accounts", tables=TABLES, jobs=_jobs)
