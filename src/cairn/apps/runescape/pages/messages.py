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
    quiet_from: int | str
    quiet_until: int | str
    zone: str
    channels: Sequence[ChannelListed]
    problem: Problem | None
    hours: tuple[tuple[int, str], ...] = HOURS
    quiet_hours: tuple[tuple[int | str, str], ...] = (("", "None"), *HOURS)
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/messages")
async def show_messages(member: SignedIn, house: House) -> Page:
    return await _page(member, house)


@router.post("/messages")
async def change_messages(
    member: SignedIn,
    house: House,
    *,
    hour: Annotated[int, Form()],
    quietFrom: Annotated[str, Form(max_length=2)] = "",  # noqa: N803 - as the API calls it, so that a refusal finds its field
    quietUntil: Annotated[str, Form(max_length=2)] = "",  # noqa: N803 - as above
) -> Page | Redirect:
    try:
        begin, end = _hour("quietFrom", quietFrom), _hour("quietUntil", quietUntil)
        await Runescape.of(house).hours.choose(member, hour, quiet_from=begin, quiet_until=end)
    except InvalidInput as problem:
        return await _page(member, house, problem)
    return Redirect("/runescape/messages", toast=Toast("So it will be, from the next message on."))


def _hour(field: str, written: str) -> int | None:
    if not written:
        return None
    if not written.isascii() or not written.isdigit():
        raise InvalidInput.of(field, "a full hour from 0 to 23, or none")
    return int(written)


async def _page(member: Member, house: House, problem: Problem | None = None) -> Page:
    wishes = await Runescape.of(house).hours.of_user(member.account_id)
    shown = MessagesPage(
        hour=wishes.hour,
        quiet_from="" if wishes.quiet_from is None else wishes.quiet_from,
        quiet_until="" if wishes.quiet_until is None else wishes.quiet_until,
        zone=member.preferences.time_zone.replace("_", " "),
        channels=await house.notify.channels.of_member(member),
        problem=problem,
    )
    status = 200 if problem is None else problem.status
    return Page("runescape/messages.html", shown, title="Messages of goals", status=status)
