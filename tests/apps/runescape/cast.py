"""Ada and Bo, who play, and the real services on a folder, with a clock that is moved and hiscores of their own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cairn.apps.runescape.app import RUNESCAPE
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.settings import RunescapeSettings
from cairn.apps.runescape.tracking_schema import Followed
from cairn.services import accounts, notify, worker
from cairn.services.accounts import Member, Preferences
from cairn.services.clock import ManualClock
from cairn.services.opening import open_services
from cairn.services.services import AllSettings, Services
from cairn.services.settings import Settings, load_settings
from cairn.services.shards import SHARDS
from tests.apps.runescape.hiscores_server import Boards, opened_boards
from tests.services.due_jobs import do_due
from tests.services.outbound.servers import PUBLIC

NOON = datetime(2026, 3, 15, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def member(name: str, zone: str = "UTC") -> Member:
    return Member(
        account_id=f"0197f0a0-0000-7000-8000-00000000000{name}",
        email=f"{name}@example.org",
        is_email_verified=True,
        preferences=Preferences(time_zone=zone),
        is_operator=False,
    )


ADA, BO = member("a"), member("b")


@dataclass(frozen=True)
class Gielinor:
    """A Cairn on which people follow characters."""

    services: Services
    clock: ManualClock
    boards: Boards

    @property
    def runescape(self) -> Runescape:
        return Runescape.of(self.services)

    async def settle(self) -> None:
        """Has everything done that follows from what was written."""
        await do_due(self.services)

    async def look(self) -> None:
        """Has everything looked at that is due, once, and what follows from it."""
        timetable = self.runescape.timetable
        for shard in range(SHARDS):
            async for entry in timetable.load(shard):
                if entry.due <= self.clock.now():
                    await timetable.run(entry)
        await self.settle()

    async def pass_by(self, time: timedelta) -> None:
        """Lets time go by, and looks."""
        self.clock.advance(time)
        await self.look()

    async def followed(self, own: Followed) -> Followed:
        return await self.services.tables.expect(Followed.named(own.board, own.name), consistent=True)


@asynccontextmanager
async def opened_gielinor(folder: Path, **environment: str) -> AsyncIterator[Gielinor]:
    async with opened_boards() as boards:
        given = {
            "CAIRN_RUNESCAPE_HISCORES": boards.url,
            "CAIRN_RUNESCAPE_PACE": "PT0S",
            "CAIRN_OUTBOUND_ALLOW": PUBLIC,
            **environment,
        }
        settings = AllSettings(load_settings([Settings, RunescapeSettings], environment=given, folder=folder))
        clock = ManualClock(NOON)
        parts = [accounts.PART, worker.PART, notify.PART, RUNESCAPE]
        async with open_services(settings, folder, parts, clock=clock) as services:
            yield Gielinor(services, clock, boards)
