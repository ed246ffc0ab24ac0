"""Bringing habits along from elsewhere: a file is looked at, and taken over when that is asked for."""

from dataclasses import dataclass
from typing import Annotated, Final
from uuid import UUID

from fastapi import File, Form

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast, takes_up_to
from cairn.apps.habits.pages.words import TABS
from cairn.apps.habits.service import Habits
from cairn.apps.habits.service.importing import MOST_BYTES, Preview, Underway
from cairn.services.problems import Problem

router: Final = PageRouter()


@dataclass(frozen=True)
class MovingPage:
    """A file to choose, one that was looked at, or one that is taken over."""

    preview: Preview | None = None
    underway: Underway | None = None
    problem: Problem | None = None
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/import")
async def show_import(_: SignedIn) -> Page:
    return _page(MovingPage())


@router.post("/import")
@takes_up_to(MOST_BYTES + 65_536)
async def look_at(member: SignedIn, house: House, file: Annotated[bytes, File()] = b"") -> Page:
    try:
        preview = await Habits.of(house).importing.look_at(member, file)
    except Problem as problem:
        return _page(MovingPage(problem=problem), status=problem.status)
    return _page(MovingPage(preview))


@router.post("/import/{import_id}")
async def take_over(
    member: SignedIn, house: House, import_id: UUID, with_points: Annotated[str, Form()] = ""
) -> Redirect:
    await Habits.of(house).importing.take_over(member, import_id, with_points=bool(with_points))
    return Redirect(f"/habits/import/{import_id}", toast=Toast("The file is taken over."))


@router.get("/import/{import_id}")
async def show_progress(member: SignedIn, house: House, import_id: UUID) -> Page:
    underway = await Habits.of(house).importing.progress(member, import_id)
    return _page(MovingPage(underway=underway))


def _page(shown: MovingPage, status: int = 200) -> Page:
    return Page("habits/import.html", shown, title="Import", block="moving", status=status)
