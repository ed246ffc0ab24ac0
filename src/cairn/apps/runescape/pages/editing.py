"""Setting a goal, with ready-made targets for what was chosen, and changing one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Final
from uuid import UUID

from fastapi import Form, Query

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast
from cairn.apps.runescape.pages.goal_form import REPEATS, GoalForm, groups_of, skills_of, types_of
from cairn.apps.runescape.pages.words import FREQUENCIES, TABS, character_path, goal_path
from cairn.apps.runescape.rules.measures import Measure, value_of
from cairn.apps.runescape.rules.targets import Suggestion, suggestions
from cairn.apps.runescape.rules.words import unit_of
from cairn.apps.runescape.schema import Frequency
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.owned import Own
from cairn.apps.runescape.service.tracking import Tracking
from cairn.services.accounts import Member
from cairn.services.notify import ChannelListed
from cairn.services.problems import Problem

router: Final = PageRouter()


@dataclass(frozen=True)
class EditPage:
    """The form of a goal. `tracking` is the one that is changed."""

    own: Own
    tracking: Tracking | None
    title: str
    path: str
    back: str
    form: GoalForm
    groups: Sequence[tuple[str, Sequence[str]]]
    types: Sequence[tuple[str, str]]
    type: str
    unit: str
    value: int | None
    ready: Sequence[Suggestion]
    chosen: str
    channels: Sequence[ChannelListed]
    today: date
    problem: Problem | None
    repeats: tuple[tuple[str, str], ...] = REPEATS
    frequencies: tuple[tuple[Frequency, str], ...] = FREQUENCIES
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/characters/{name}/goals/new")
async def show_new(
    member: SignedIn,
    house: House,
    name: str,
    of: Annotated[str, Query(max_length=80)] = "",
    counted: Annotated[str, Query(max_length=10)] = "",
) -> Page:
    own = await Runescape.of(house).characters.one(member, name)
    form = GoalForm(channelIds=await usable_ids(member, house))
    if of:
        form = form.model_copy(update={"targetAttribute": of})
    if counted:
        form = form.model_copy(update={"targetType": counted})
    return await _page(member, house, own, form)


@router.post("/characters/{name}/goals/new")
async def set_goal(
    member: SignedIn, house: House, name: str, form: Annotated[GoalForm, Form()]
) -> Page | Redirect:
    runescape = Runescape.of(house)
    own = await runescape.characters.one(member, name)
    if form.do == "show":
        return await _page(member, house, own, form)
    try:
        made = await runescape.goals.set_goal(
            member, own.name, form.wanted(skills_of(own.board.game, own.reading))
        )
    except Problem as refusal:
        return await _page(member, house, own, form, problem=refusal)
    return Redirect(goal_path(own.name, made.goal.goal_id), toast=Toast("The goal is set."))


@router.get("/goals/{name}/{goal_id}/edit")
async def show_edit(member: SignedIn, house: House, name: str, goal_id: UUID) -> Page:
    runescape = Runescape.of(house)
    found = await runescape.goals.one(member.account_id, name, goal_id)
    own = await runescape.characters.one(member, name)
    told_by = (await runescape.channels.open_to(member.account_id)).for_goal(found)
    return await _page(member, house, own, GoalForm.of(found, told_by), tracking=found)


@router.post("/goals/{name}/{goal_id}/edit")
async def change_goal(
    member: SignedIn, house: House, name: str, goal_id: UUID, form: Annotated[GoalForm, Form()]
) -> Page | Redirect:
    runescape = Runescape.of(house)
    found = await runescape.goals.one(member.account_id, name, goal_id)
    own = await runescape.characters.one(member, name)
    told_by = (await runescape.channels.open_to(member.account_id)).for_goal(found)
    is_told_otherwise = set(form.channelIds) != set(told_by)
    try:
        day, before = form.day(), found.goal.target_date
        await runescape.goals.change(
            member,
            name,
            goal_id,
            target_value=form.target(),
            target_date=day if day != before else None,
            drops_date=day is None and before is not None,
            frequency=form.frequency,
            # A goal that names a type of channel names it until other channels are chosen one by one.
            channel_ids=form.channelIds if is_told_otherwise else None,
            drops_channel_type=is_told_otherwise,
            is_relative=bool(form.relative),
        )
    except Problem as refusal:
        kept = form.model_copy(
            update={"targetAttribute": found.goal.target_attribute, "targetType": found.goal.target_type}
        )
        return await _page(member, house, own, kept, tracking=found, problem=refusal)
    return Redirect(goal_path(own.name, goal_id), toast=Toast("The goal is changed."))


async def _page(
    member: Member,
    house: House,
    own: Own,
    form: GoalForm,
    *,
    tracking: Tracking | None = None,
    problem: Problem | None = None,
) -> Page:
    game = own.board.game
    skills = skills_of(game, own.reading)
    measure = form.measure(skills) if tracking is None else tracking.measure
    types = types_of(measure.attribute, skills)
    ready = suggestions(measure, own.reading)
    is_new = tracking is None
    path = (
        f"{character_path(own.name)}/goals/new"
        if tracking is None
        else f"{goal_path(own.name, tracking.goal.goal_id)}/edit"
    )
    title = "A new goal" if tracking is None else tracking.title
    shown = EditPage(
        own=own,
        tracking=tracking,
        title=title,
        path=path,
        back=character_path(own.name) if is_new else path.removesuffix("/edit"),
        form=form,
        groups=groups_of(game, own.reading),
        types=types,
        type=form.targetType if form.targetType in dict(types) else types[0][0],
        unit=unit_of(measure),
        value=_value(own, measure, tracking),
        ready=ready if is_new else (),
        chosen=_chosen(form, ready) if is_new else "",
        channels=await channels_of(member, house),
        today=house.clock.now().astimezone(member.preferences.zone).date(),
        problem=problem,
    )
    status = 200 if problem is None else problem.status
    return Page("runescape/edit.html", shown, title=title, block="edit", status=status)


def _value(own: Own, measure: Measure, tracking: Tracking | None) -> int | None:
    value = value_of(measure, own.reading)
    return tracking.latest.progress_value if value is None and tracking and tracking.latest else value


def _chosen(form: GoalForm, ready: Sequence[Suggestion]) -> str:
    """The ready-made target that is ticked: the one that was, or else the nearest where no number stands."""
    if form.targetValue.strip() or form.repeats:
        return ""
    if form.ready in {str(each.target) for each in ready}:
        return form.ready
    return str(ready[0].target) if ready else ""


async def channels_of(member: Member, house: House) -> list[ChannelListed]:
    """The channels that can be chosen."""
    return [each for each in await house.notify.channels.of_member(member) if each.is_confirmed]


async def usable_ids(member: Member, house: House) -> tuple[str, ...]:
    """Those that are chosen unless somebody says otherwise."""
    return tuple(each.channel_id for each in await channels_of(member, house) if not each.is_paused)
