"""A house that keeps files, in a folder or at an S3 server of this machine, and some files."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from cairn.services import accounts, blobs, jobs
from cairn.services.blobs import Blobs, TakenIn
from cairn.services.blobs.places import Place, open_place
from cairn.services.clock import ManualClock
from cairn.services.opening import open_services
from cairn.services.part import Part
from cairn.services.services import AllSettings, Services
from cairn.services.settings import Settings, load_settings
from tests.services.due_jobs import do_due

NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)
ADA = "0197f0a0-0000-7000-8000-00000000000a"
BO = "0197f0a0-0000-7000-8000-00000000000b"
PNG = b"\x89PNG\r\n\x1a\n" + b"picture" * 1000


async def pieces(content: bytes, size: int = 1000) -> AsyncIterator[bytes]:
    for at in range(0, len(content), size):
        yield content[at : at + size]


@dataclass(frozen=True)
class House:
    services: Services
    clock: ManualClock
    place: Place

    @property
    def blobs(self) -> Blobs:
        return self.services.blobs

    async def take_in(self, content: bytes = PNG, *, who: str = ADA, keep: bool = True) -> TakenIn:
        taken = await self.blobs.take_in(who, pieces(content))
        if keep:
            await self.services.tables.write(taken.keep)
        return taken

    async def let_go(self, blob_id: str, *, who: str = ADA) -> None:
        await self.services.tables.write(self.blobs.let_go(who, blob_id))
        await self.work()

    async def work(self) -> None:
        await do_due(self.services)

    async def stored(self) -> list[str]:
        """What lies where the bytes are."""
        return [name async for name in self.place.names()]

    async def read(self, blob_id: str, *, start: int = 0, end: int | None = None) -> bytes:
        return b"".join([chunk async for chunk in self.blobs.read(blob_id, start=start, end=end)])


@asynccontextmanager
async def opened_house(folder: Path, **environment: str) -> AsyncIterator[House]:
    clock = ManualClock(NOON)
    settings = AllSettings(load_settings([Settings], environment=environment, folder=folder))
    parts = [blobs.PART, accounts.PART, Part(name="background", tables=jobs.TABLES)]
    async with open_services(settings, folder, parts, clock=clock) as services:
        yield House(services, clock, open_place(settings[Settings].blobs, folder))
