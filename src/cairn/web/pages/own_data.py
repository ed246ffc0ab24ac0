"""What is kept of somebody: all of it to take along, and the end of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Form, Response
from fastapi.responses import StreamingResponse

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast, Tone
from cairn.services.accounts.profile import AccountShown
from cairn.services.problems import Problem
from cairn.services.settings import Settings
from cairn.web.cookies import let_out
from cairn.web.pages.account import TABS

router: Final = PageRouter()


@dataclass(frozen=True)
class DataPage:
    """Taking along and leaving."""

    account: AccountShown
    tabs: Sequence[tuple[str, str]] = TABS
    problem: Problem | None = None


@router.get("/account/data")
async def show_data(member: SignedIn, house: House) -> Page:
    return await _page(member, house)


@router.post("/account/export")
async def export(member: SignedIn, house: House) -> StreamingResponse:
    """A zip, sent while it is made."""
    pieces = await house.accounts.exports.of_member(member, house.personal_data)
    name = f"cairn-{house.clock.now():%Y-%m-%d}.zip"
    return StreamingResponse(
        pieces,
        media_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@router.post("/account/delete")
async def delete_account(
    member: SignedIn, house: House, response: Response, password: Annotated[str, Form()] = ""
) -> Page | Redirect:
    try:
        await house.accounts.departures.delete_account(member, password=password)
    except Problem as problem:
        return await _page(member, house, problem)
    let_out(response, house.settings[Settings])
    said = Toast("Your account is gone, and what it kept is being removed.", Tone.PLAIN)
    return Redirect("/sign-in", toast=said)


async def _page(member: SignedIn, house: House, problem: Problem | None = None) -> Page:
    shown = DataPage(await house.accounts.profile.of_member(member), problem=problem)
    return Page(
        "account/data.html", shown, title="Your data", status=200 if problem is None else problem.status
    )
