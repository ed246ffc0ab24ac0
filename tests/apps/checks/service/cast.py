"""Ada and Bo, who watch pages, and the real services on a folder, with a clock that is moved."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cairn.apps.checks.account_schema import Waiting
from cairn.apps.checks.app import CHECKS
from cairn.apps.checks.history_schema import Incident, RunRecord
from cairn.apps.checks.schema import Check, CheckType
from cairn.apps.checks.service import Checks
from cairn.apps.checks.service.telling import ToTell
from cairn.apps.checks.service.wanted import WantedCheck
from cairn.apps.checks.settings import CheckSettings
from cairn.services import accounts, notify, worker
from cairn.services.accounts import Member, Preferences
from cairn.services.clock import ManualClock
from cairn.services.jobs import Postpone
from cairn.services.notify import Message
from cairn.services.notify.sending import SPREAD, Announcement
from cairn.services.opening import open_services
from cairn.services.services import AllSettings, Services
from cairn.services.settings import Settings, load_settings
from tests.services.outbound.servers import PUBLIC

NOON = datetime(2026, 3, 15, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def member(name: str = "a", *, is_operator: bool = False) -> Member:
    return Member(
        account_id=f"0197f0a0-0000-7000-8000-00000000000{name}",
        email=f"{name}@example.org",
        is_email_verified=True,
        preferences=Preferences(),
        is_operator=is_operator,
    )


ADA, BO = member("a"), member("b")


def wanted(url: str = "https://example.org/", **more: Any) -> WantedCheck:
    return WantedCheck(**{"url": url, "check_type": CheckType.AVAILABILITY, "delay_ms": 60_000, **more})


@dataclass(frozen=True)
class Lookout:
    """A Cairn on which people watch what this machine serves at `PUBLIC`."""

    services: Services
    clock: ManualClock

    @property
    def checks(self) -> Checks:
        return Checks.of(self.services)

    async def make(self, url: str, who: Member = ADA, **more: Any) -> Check:
        return await self.checks.keeping.create_check(who, wanted(url, **more))

    async def run(self, checkid: str) -> Check:
        """Runs a check as the timetable does, and gives it as it is then."""
        running = self.checks.running
        entry = await running.find(checkid)
        assert entry is not None
        await running.run(entry)
        found = await self.services.tables.get(Check.with_id(checkid), consistent=True)
        assert found is not None
        return found

    async def runs(self, checkid: str) -> Sequence[RunRecord]:
        return await self.services.tables.all(RunRecord.last_of(checkid, 100))

    async def incidents(self, checkid: str) -> Sequence[Incident]:
        return await self.services.tables.all(Incident.last_of(checkid, 100))

    async def told(self) -> list[str]:
        """The titles of what waits to be told to Ada and to Bo, what happened first first."""
        tables = self.services.tables
        waiting = [each for who in (ADA, BO) for each in await tables.all(Waiting.of_user(who.account_id))]
        return [each.title for each in sorted(waiting, key=lambda each: each.at)]

    async def tell(self, who: Member = ADA) -> timedelta | None:
        """Tells what waits, as a worker does. How long it would wait before it goes on, if it would."""
        try:
            await self.checks.tellers.tell(ToTell(userid=who.account_id), None)  # type: ignore[arg-type]
        except Postpone as postponed:
            return postponed.until - self.clock.now()
        return None

    async def messages(self) -> list[Message]:
        """The messages that wait to be sent, the first one first."""
        sent = [each for each in await self.services.jobs.waiting() if each.kind == SPREAD.name]
        in_order = sorted(sent, key=lambda job: job.enqueued_at)
        return [Announcement.model_validate_json(job.payload).message for job in in_order]


@asynccontextmanager
async def opened_lookout(folder: Path, **environment: str) -> AsyncIterator[Lookout]:
    given = {"CAIRN_OUTBOUND_ALLOW": f"{PUBLIC}/32", **environment}
    settings = AllSettings(load_settings([Settings, CheckSettings], environment=given, folder=folder))
    clock = ManualClock(NOON)
    parts = [accounts.PART, worker.PART, notify.PART, CHECKS]
    async with open_services(settings, folder, parts, clock=clock) as services:
        yield Lookout(services, clock)
