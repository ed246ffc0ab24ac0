"""When goals tell how they come, and where."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Form

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast
from cairn.apps.runescape.pages.words import TABS
from cairn.apps.runescape.service import Runescape
from cairn.services.accounts import Member
from cairn.services.notify import ChannelListed
from cairn.services.problems import InvalidInput, Problem

router: Final = PageRouter()
HOURS: Final = tuple((hour, f"{hour}:00") for hour in range(24))


@dataclass(frozen=True)
class MessagesPage:
    """The wishes of a person."""

    hour: int
    zone: str
    channels: Sequence[ChannelListed]
    problem: Problem | None
    hours: tuple[tuple[int, str], ...] = HOURS
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/messages")
async def show_messages(member: SignedIn, house: House) -> Page:
    return await _page(member, house)


@router.post("/messages")
async def change_messages(member: SignedIn, house: House, hour: Annotated[int, Form()]) -> Page | Redirect:
    try:
        await Runescape.of(house).hours.choose(member, hour)
    except InvalidInput as problem:
        return await _page(member, house, problem)
    return Redirect("/runescape/messages", toast=Toast("So it will be, from the next message on."))


async def _page(member: Member, house: House, problem: Problem | None = None) -> Page:
    wishes = await Runescape.of(house).hours.of_user(member.account_id)
    shown = MessagesPage(
        hour=wishes.hour,
        zone=member.preferences.time_zone.replace("_", " "),
        channels=await house.notify.channels.of_member(member),
        problem=problem,
    )
    status = 200 if problem is None else problem.status
    return Page("runescape/messages.html", shown, title="Messages of goals", status=status)
