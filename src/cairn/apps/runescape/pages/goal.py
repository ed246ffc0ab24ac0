"""A goal: its curve, how it stands in words, its paces; where word is sent, and who else may look at it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast, Tone
from cairn.apps.runescape.pages.goal_figures import GoalFigures, figures_of
from cairn.apps.runescape.pages.words import FREQUENCIES, TABS, character_path, goal_path, group_path
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.refusals import NoChannels
from cairn.apps.runescape.service.tracking import Tracking
from cairn.services.notify import ChannelListed
from cairn.services.settings import Settings

router: Final = PageRouter()


@dataclass(frozen=True)
class GoalPage:
    """A goal."""

    tracking: Tracking
    path: str
    character_path: str
    figures: GoalFigures
    frequency: str
    hour: int
    channels: Sequence[ChannelListed]
    link: str
    group: str
    group_path: str
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/goals/{name}/{goal_id}")
async def show_goal(member: SignedIn, house: House, name: str, goal_id: UUID) -> Page:
    runescape = Runescape.of(house)
    view = await runescape.viewing.goal(member, name, goal_id)
    tracking = view.tracking
    chosen = (await runescape.channels.open_to(member.account_id)).for_goal(tracking)
    channels = await house.notify.channels.of_member(member)
    figures = figures_of(view)
    groups = await runescape.groups.of_character(member.account_id, tracking.name, [tracking])
    group = next((each.group for each in groups if each.goals), None)
    token = tracking.plan.shared_as
    shown = GoalPage(
        tracking=tracking,
        path=goal_path(tracking.name, goal_id),
        character_path=character_path(tracking.name),
        figures=figures,
        frequency=dict(FREQUENCIES)[tracking.goal.frequency],
        hour=(await runescape.hours.of_user(member.account_id)).hour,
        channels=[each for each in channels if each.channel_id in chosen],
        link="" if token is None else f"{house.settings[Settings].address}/runescape/shared/{token}",
        group="" if group is None else group.title,
        group_path="" if group is None else group_path(tracking.name, group.group_id),
    )
    return Page("runescape/goal.html", shown, title=f"{figures.title}, {tracking.name}")


@router.post("/goals/{name}/{goal_id}/pause")
async def pause_goal(member: SignedIn, house: House, name: str, goal_id: UUID) -> Redirect:
    await Runescape.of(house).goals.pause(member, name, goal_id, is_paused=True)
    return Redirect(goal_path(name, goal_id), toast=Toast("It rests: nothing is recorded and nothing said."))


@router.post("/goals/{name}/{goal_id}/resume")
async def resume_goal(member: SignedIn, house: House, name: str, goal_id: UUID) -> Redirect:
    await Runescape.of(house).goals.pause(member, name, goal_id, is_paused=False)
    return Redirect(goal_path(name, goal_id), toast=Toast("It goes on."))


@router.post("/goals/{name}/{goal_id}/delete")
async def delete_goal(member: SignedIn, house: House, name: str, goal_id: UUID) -> Redirect:
    goals = Runescape.of(house).goals
    found = await goals.one(member.account_id, name, goal_id)
    await goals.delete(member, name, goal_id)
    return Redirect(character_path(found.name), toast=Toast("The goal is deleted."))


@router.post("/goals/{name}/{goal_id}/share")
async def share_goal(member: SignedIn, house: House, name: str, goal_id: UUID) -> Redirect:
    await Runescape.of(house).links.share(member, name, goal_id)
    return Redirect(
        f"{goal_path(name, goal_id)}#sharing", toast=Toast("Whoever has the link may look at this goal.")
    )


@router.post("/goals/{name}/{goal_id}/unshare")
async def unshare_goal(member: SignedIn, house: House, name: str, goal_id: UUID) -> Redirect:
    await Runescape.of(house).links.unshare(member, name, goal_id)
    return Redirect(f"{goal_path(name, goal_id)}#sharing", toast=Toast("The link leads nowhere now."))


@router.post("/goals/{name}/{goal_id}/try")
async def try_goal(member: SignedIn, house: House, name: str, goal_id: UUID) -> Redirect:
    path = f"{goal_path(name, goal_id)}#messages"
    try:
        sent = await Runescape.of(house).trying.send(member, name, goal_id)
    except NoChannels as refusal:
        return Redirect(path, toast=Toast(f"{refusal.detail}.", Tone.PLAIN))
    where = "one channel" if sent == 1 else f"{sent} channels"
    return Redirect(path, toast=Toast(f"The message of today is on its way to {where}."))
