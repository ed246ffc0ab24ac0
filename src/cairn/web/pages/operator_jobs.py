"""Jobs, for the operator: what waits, what is under way, and what was given up, to be tried again or discarded."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Form, Query
from fastapi.sse import format_sse_event

from cairn.apps.base import House, Operator, Page, PageRouter, Redirect, Toast
from cairn.apps.base.live import EventStream, Live
from cairn.services.jobs import Counts, Job
from cairn.web.pages.operator import TABS

router: Final = PageRouter()
_SECONDS_TO_WATCH: Final = 600
"""After this the browser asks again, and shows again who it is."""


@dataclass(frozen=True)
class JobsPage:
    """What there is to do."""

    counts: Counts
    waiting: Sequence[Job]
    begun: Sequence[Job]
    dead: Sequence[Job]
    more: str
    tabs: Sequence[tuple[str, str]] = TABS


@router.get("/operator/jobs")
async def show_jobs(operator: Operator, house: House, cursor: str | None = None) -> Page:
    letters = await house.jobs.dead_letters(caller=operator.account_id, cursor=cursor)
    shown = JobsPage(
        counts=await house.jobs.counts(),
        waiting=await house.jobs.waiting(20),
        begun=await house.jobs.begun(20),
        dead=letters.jobs,
        more="" if letters.cursor is None else f"/operator/jobs?cursor={letters.cursor}",
    )
    return Page("operator/jobs.html", shown, title="Jobs")


@router.get("/operator/jobs/live")
async def watch_jobs(
    _: Operator, house: House, live: Live, every: Annotated[float, Query(ge=1, le=60)]
) -> EventStream:
    """How many jobs there are, every so many seconds, until the server stops or a while has passed."""
    return EventStream(_figures(house, live, every))


@router.post("/operator/jobs/retry")
async def retry(
    _: Operator, house: House, kind: Annotated[str, Form()], name: Annotated[str, Form()]
) -> Redirect:
    await house.jobs.retry(kind, name)
    return Redirect("/operator/jobs", toast=Toast("It is tried again."))


@router.post("/operator/jobs/discard")
async def discard(
    _: Operator, house: House, kind: Annotated[str, Form()], name: Annotated[str, Form()]
) -> Redirect:
    await house.jobs.discard(kind, name)
    return Redirect("/operator/jobs", toast=Toast("It is discarded."))


async def _figures(house: House, live: Live, every: float) -> AsyncIterator[bytes]:
    for _ in range(int(_SECONDS_TO_WATCH / every)):
        counts = await house.jobs.counts()
        for name, number in (("waiting", counts.waiting), ("begun", counts.begun), ("dead", counts.dead)):
            yield format_sse_event(event=name, data_str=f"{number:,}")
        with suppress(TimeoutError):
            async with asyncio.timeout(every):
                await live.closing.wait()
                return
