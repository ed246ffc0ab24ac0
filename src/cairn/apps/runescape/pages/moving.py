"""A character's past and its names: brought from Wise Old Man, taken to a new name, given out as a file."""

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Form

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast, Tone
from cairn.apps.runescape.pages.words import TABS, character_path
from cairn.apps.runescape.rules.measures import OVERALL
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.owned import Own
from cairn.apps.runescape.service.refusals import BroughtJustNow, NoPast, NoSuchBringing, NotOnHiscores
from cairn.apps.runescape.service.renaming import Proposal
from cairn.apps.runescape.tracking_schema import Bringing
from cairn.services.accounts import Member
from cairn.services.problems import Problem

router: Final = PageRouter()


@dataclass(frozen=True)
class RenamePage:
    """Another name for a character, and whoever bears it."""

    own: Own
    path: str
    to: str
    proposal: Proposal | None
    total_level: int | None
    xp: int | None
    xp_before: int | None
    missing: str
    problem: Problem | None
    tabs: tuple[tuple[str, str], ...] = TABS


@dataclass(frozen=True)
class PastPage:
    """How far the past is brought."""

    own: Own
    path: str
    bringing: Bringing | None
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/characters/{name}/rename")
async def show_rename(member: SignedIn, house: House, name: str) -> Page:
    """Of a name that is gone, the one that others know the character by now stands there already."""
    runescape = Runescape.of(house)
    own = await runescape.characters.one(member, name)
    known = await runescape.renaming.suggest(member, own.name) if own.is_lost else None
    return _rename_page(own, known or "")


@router.post("/characters/{name}/rename")
async def propose_rename(
    member: SignedIn,
    house: House,
    name: str,
    to: Annotated[str, Form(max_length=100)] = "",
    do: Annotated[str, Form()] = "look",
) -> Page | Redirect:
    """Looks the new name up, and takes the character there when that was seen and is wanted."""
    renaming = Runescape.of(house).renaming
    own = await Runescape.of(house).characters.one(member, name)
    try:
        if do == "take":
            moving = await renaming.accept(member, own.name, to)
            said = Toast(f"It is taken to {moving.to}, with its goals. That takes a moment.")
            return Redirect("/runescape", toast=said)
        proposal = await renaming.propose(member, own.name, to)
    except NotOnHiscores as answer:
        return _rename_page(own, to, missing=answer.detail)
    except Problem as problem:
        return _rename_page(own, to, problem=problem)
    return _rename_page(own, to, proposal=proposal)


@router.get("/characters/{name}/past")
async def show_past(member: SignedIn, house: House, name: str) -> Page:
    own = await Runescape.of(house).characters.one(member, name)
    return _past_page(own, await _bringing(member, house, own))


@router.post("/characters/{name}/past")
async def bring_past(member: SignedIn, house: House, name: str) -> Redirect:
    runescape = Runescape.of(house)
    own = await runescape.characters.one(member, name)
    path = f"{character_path(own.name)}/past"
    try:
        await runescape.bringing.ask(member, own.name)
    except (NoPast, BroughtJustNow) as refusal:
        return Redirect(path, toast=Toast(f"{refusal.detail}.", Tone.PLAIN))
    return Redirect(path, toast=Toast("It is asked for."))


async def _bringing(member: Member, house: House, own: Own) -> Bringing | None:
    try:
        return await Runescape.of(house).bringing.progress(member, own.name)
    except NoSuchBringing:
        return None


def _past_page(own: Own, bringing: Bringing | None) -> Page:
    shown = PastPage(own, character_path(own.name), bringing)
    return Page("runescape/past.html", shown, title=f"The past of {own.character.name}", block="past")


def _rename_page(
    own: Own, to: str, *, proposal: Proposal | None = None, missing: str = "", problem: Problem | None = None
) -> Page:
    found = None if proposal is None else proposal.reading.skills.get(OVERALL)
    before = own.reading.skills.get(OVERALL)
    shown = RenamePage(
        own=own,
        path=character_path(own.name),
        to=to,
        proposal=proposal,
        total_level=None if found is None else found.level,
        xp=None if found is None else found.xp,
        xp_before=None if before is None else before.xp,
        missing=missing,
        problem=problem,
    )
    status = 200 if problem is None else problem.status
    return Page(
        "runescape/rename.html",
        shown,
        title=f"Another name for {own.character.name}",
        block="rename",
        status=status,
    )
