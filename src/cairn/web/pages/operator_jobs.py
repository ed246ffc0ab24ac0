"""Jobs, for the operator: what waits, what is under way, and what was given up, to be tried again or discarded."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Form
from fastapi.responses import StreamingResponse

from cairn.apps.base import House, Operator, Page, PageRouter, Redirect, Toast
from cairn.services.jobs import Counts, Job
from cairn.web.pages.operator import TABS

router: Final = PageRouter()
_BETWEEN: Final = 2.0
_TIMES: Final = 15
"""After so many figures a stream ends, and the browser asks for another: nobody waits long for a server to stop."""


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
async def watch_jobs(_: Operator, house: House) -> StreamingResponse:
    """How many jobs there are, again and again, as events of the server."""
    return StreamingResponse(_figures(house), media_type="text/event-stream")


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


async def _figures(house: House) -> AsyncIterator[str]:
    yield "retry: 1000\n\n"
    for _ in range(_TIMES):
        counts = await house.jobs.counts()
        for name in ("waiting", "begun", "dead"):
            yield f"event: {name}\ndata: {getattr(counts, name):,}\n\n"
        await house.clock.sleep(_BETWEEN)
