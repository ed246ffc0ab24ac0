"""Several goals as one: all skills to a level, or some that are there; how far they are together."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Final, Literal
from uuid import UUID

from fastapi import Form
from pydantic import BaseModel, ConfigDict

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast
from cairn.apps.runescape.pages.editing import channels_of, usable_ids
from cairn.apps.runescape.pages.goal_form import day_of, number_of
from cairn.apps.runescape.pages.goal_lines import GoalLine, line_of, most_urgent_first, progress_of
from cairn.apps.runescape.pages.listing import briefs_of
from cairn.apps.runescape.pages.words import FREQUENCIES, TABS, character_path, group_path
from cairn.apps.runescape.rules.groups import Together
from cairn.apps.runescape.rules.projection import percent
from cairn.apps.runescape.schema import Frequency
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.groups import AllSkills
from cairn.apps.runescape.service.owned import Own
from cairn.apps.runescape.service.tracking import Tracking
from cairn.apps.runescape.tracking_schema import Group
from cairn.services.accounts import Member
from cairn.services.notify import ChannelListed
from cairn.services.problems import InvalidInput, Problem

router: Final = PageRouter()
LEVELS: Final = tuple((str(level), f"Level {level}") for level in (50, 60, 70, 80, 90, 99))


class GroupForm(BaseModel):
    """What the forms hold."""

    model_config = ConfigDict(frozen=True)

    ready: str = "70"
    level: str = ""
    targetDate: str = ""  # noqa: N815 - the API's own names, so that a refusal finds its field
    frequency: Frequency = Frequency.WEEKLY
    channelIds: tuple[str, ...] = ()  # noqa: N815 - as above
    title: str = ""
    goalIds: tuple[str, ...] = ()  # noqa: N815 - as above


@dataclass(frozen=True)
class NewGroupPage:
    """The two ways to make a group."""

    own: Own
    path: str
    form: GroupForm
    goals: Sequence[Tracking]
    channels: Sequence[ChannelListed]
    today: date
    problem: Problem | None
    levels: tuple[tuple[str, str], ...] = LEVELS
    frequencies: tuple[tuple[Frequency, str], ...] = FREQUENCIES
    tabs: tuple[tuple[str, str], ...] = TABS


@dataclass(frozen=True)
class GroupPage:
    """A group."""

    group: Group
    path: str
    character: str
    character_path: str
    progress: Together
    percent: int
    goals: Sequence[GoalLine]
    problem: Problem | None
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/characters/{name}/groups/new")
async def show_new_group(member: SignedIn, house: House, name: str) -> Page:
    own = await Runescape.of(house).characters.one(member, name)
    return await _new(member, house, own, GroupForm(channelIds=await usable_ids(member, house)))


@router.post("/characters/{name}/groups/{way}")
async def make_group(
    member: SignedIn,
    house: House,
    name: str,
    way: Literal["skills", "chosen"],
    form: Annotated[GroupForm, Form()],
) -> Page | Redirect:
    runescape = Runescape.of(house)
    own = await runescape.characters.one(member, name)
    try:
        if way == "skills":
            wanted = AllSkills(
                level=number_of("level", form.level.strip() or form.ready),
                target_date=day_of(form.targetDate),
                frequency=form.frequency,
                channel_ids=form.channelIds,
            )
            made = await runescape.groups.make_all_skills(member, own.name, wanted)
        else:
            made = await runescape.groups.make(member, own.name, form.title, _ids(form.goalIds))
    except Problem as problem:
        return await _new(member, house, own, form, problem)
    return Redirect(group_path(own.name, made.group.group_id), toast=Toast("The group is made."))


@router.get("/groups/{name}/{group_id}")
async def show_group(member: SignedIn, house: House, name: str, group_id: UUID) -> Page:
    return await _page(member, house, name, group_id)


@router.post("/groups/{name}/{group_id}/rename")
async def rename_group(
    member: SignedIn, house: House, name: str, group_id: UUID, title: Annotated[str, Form()] = ""
) -> Page | Redirect:
    try:
        await Runescape.of(house).groups.rename(member, name, group_id, title)
    except InvalidInput as problem:
        return await _page(member, house, name, group_id, problem)
    return Redirect(group_path(name, group_id), toast=Toast("It has another name."))


@router.post("/groups/{name}/{group_id}/delete")
async def delete_group(
    member: SignedIn,
    house: House,
    name: str,
    group_id: UUID,
    do: Annotated[Literal["group", "all"], Form()] = "group",
) -> Redirect:
    runescape = Runescape.of(house)
    found = await runescape.groups.one(member, name, group_id)
    await runescape.groups.delete(member, name, group_id, with_goals=do == "all")
    said = "The group is deleted with its goals." if do == "all" else "The group is gone; its goals stay."
    return Redirect(character_path(found.group.name), toast=Toast(said))


def _ids(given: Sequence[str]) -> list[UUID]:
    try:
        return [UUID(each) for each in given]
    except ValueError as fault:
        raise InvalidInput.of("goalIds", "choose among the goals that are shown") from fault


async def _new(
    member: Member, house: House, own: Own, form: GroupForm, problem: Problem | None = None
) -> Page:
    goals = await Runescape.of(house).goals.of_character(member.account_id, own.name)
    shown = NewGroupPage(
        own=own,
        path=character_path(own.name),
        form=form,
        goals=goals,
        channels=await channels_of(member, house),
        today=house.clock.now().astimezone(member.preferences.zone).date(),
        problem=problem,
    )
    status = 200 if problem is None else problem.status
    return Page("runescape/new_group.html", shown, title="A new group", status=status)


async def _page(
    member: Member, house: House, name: str, group_id: UUID, problem: Problem | None = None
) -> Page:
    runescape = Runescape.of(house)
    own = await runescape.characters.one(member, name)
    found = await runescape.groups.one(member, name, group_id)
    briefs = await briefs_of(house, member, own, found.goals)
    progress = progress_of(briefs)
    shown = GroupPage(
        group=found.group,
        path=group_path(own.name, group_id),
        character=own.character.name,
        character_path=character_path(own.name),
        progress=progress,
        percent=percent(progress.share),
        goals=most_urgent_first([line_of(each) for each in briefs]),
        problem=problem,
    )
    status = 200 if problem is None else problem.status
    return Page("runescape/group.html", shown, title=found.group.title, status=status)
