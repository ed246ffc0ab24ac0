"""A Cairn whose only part has jobs that do nothing, so that what is measured is the way there and back."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from pydantic import BaseModel

from cairn.services.jobs import JobHandler, JobKind, Run
from cairn.services.opening import open_services
from cairn.services.part import Part
from cairn.services.services import AllSettings, Services
from cairn.services.settings import Settings, load_settings
from cairn.services.worker import PART


class Errand(BaseModel):
    number: int


ERRAND = JobKind("bench.errand", Errand)


async def _run_errand(_: Errand, __: Run) -> None:
    return


ERRANDS = Part(name="bench", jobs=lambda _: [JobHandler(ERRAND, _run_errand, at_once=64)])


@asynccontextmanager
async def opened_house(folder: Path) -> AsyncIterator[Services]:
    settings = AllSettings(load_settings([Settings], environment={}, folder=folder))
    async with open_services(settings, folder, [PART, ERRANDS]) as services:
        yield services
