"""Bringing checks along from elsewhere, and taking them along: a file is looked at, and taken over when that is asked for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import File, Form

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast, takes_up_to
from cairn.apps.checks.files import MOST_BYTES, UnreadableFile
from cairn.apps.checks.files.packing import packed, unpacked
from cairn.apps.checks.pages.words import TABS
from cairn.apps.checks.service import Checks
from cairn.apps.checks.service.moving import Fate, Line, Preview
from cairn.apps.checks.service.refusals import NoChecksFile
from cairn.services.problems import Problem

router: Final = PageRouter()
_MOST_SHOWN: Final = 500
_TONES: Final = {Fate.NEW: "good", Fate.KNOWN: "told", Fate.REFUSED: "bad"}


@dataclass(frozen=True)
class MovingPage:
    """A file to choose, or one that was looked at, which goes along in the form."""

    preview: Preview | None = None
    lines: Sequence[tuple[Line, str]] = ()
    more: int = 0
    new: int = 0
    content: str = ""
    problem: Problem | None = None
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/import")
async def show_import(_: SignedIn) -> Page:
    return _page(MovingPage())


@router.post("/import")
@takes_up_to(MOST_BYTES + 65_536)
async def look_at(
    member: SignedIn,
    house: House,
    file: Annotated[bytes, File()] = b"",
    text: Annotated[str, Form()] = "",
) -> Page:
    content = file or text.encode()
    try:
        preview = await Checks.of(house).moving.look_at(member, content)
    except Problem as problem:
        return _page(MovingPage(problem=problem), status=problem.status)
    worst_first = sorted(
        preview.lines, key=lambda line: (Fate.REFUSED, Fate.NEW, Fate.KNOWN).index(line.fate)
    )
    lines = [(line, _TONES[line.fate]) for line in worst_first[:_MOST_SHOWN]]
    more = len(preview.lines) - len(lines)
    new = preview.count(Fate.NEW)
    return _page(MovingPage(preview, lines, more, new, packed(preview.taken)))


@router.post("/import/apply")
async def take_over(member: SignedIn, house: House, content: Annotated[str, Form()] = "") -> Page | Redirect:
    try:
        taken = await Checks.of(house).moving.take_over(member, unpacked(content))
    except UnreadableFile as fault:
        return _page(MovingPage(problem=NoChecksFile(f"The file can't be read: {fault}")), status=400)
    except Problem as problem:
        return _page(MovingPage(problem=problem), status=problem.status)
    made = taken.count(Fate.NEW)
    return Redirect("/checks", toast=Toast(f"{made} {'check is' if made == 1 else 'checks are'} made."))


def _page(shown: MovingPage, status: int = 200) -> Page:
    return Page("checks/import.html", shown, title="Import and export", block="moving", status=status)
