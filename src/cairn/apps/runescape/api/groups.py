"""Groups: goals that are one, such as all skills to level 70."""

from datetime import date, datetime
from typing import Annotated, Final, Self
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field

from cairn.apps.base import House, Listed, Member, raises
from cairn.apps.runescape.api.forms import Asked, ChannelIds, CharacterInPath, Shown
from cairn.apps.runescape.rules.projection import percent
from cairn.apps.runescape.schema import ChannelType, Frequency
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.groups import LONGEST_TITLE, MOST_IN_A_GROUP, AllSkills, Grouped
from cairn.apps.runescape.service.refusals import NoSuchCharacter, NoSuchGoal, NoSuchGroup, TooManyGoals
from cairn.services.problems import TooMany

router: Final = APIRouter()
_Title = Annotated[str, Field(min_length=1, max_length=LONGEST_TITLE, examples=["Quest requirements"])]


class WantedGroup(Asked):
    """Goals that are there, to be one."""

    title: _Title
    goal_ids: Annotated[tuple[UUID, ...], Field(min_length=1, max_length=MOST_IN_A_GROUP)]


class ChangedGroup(Asked):
    title: _Title


class WantedSkills(Asked):
    """All skills to one level; each that is not there yet gets a goal."""

    level: Annotated[int, Field(ge=2, le=126)] = Field(examples=[70])
    target_date: date | None = None
    notification_channel_type: ChannelType | None = None
    channel_ids: ChannelIds = ()
    frequency: Frequency = Frequency.DAILY


class GroupShown(Shown):
    """A group and how far all of it is."""

    group_id: UUID
    character_name: str
    title: str
    created_at: datetime
    goals: int
    reached: int
    percent: int = Field(description="The mean of all of them; 100 when all are reached.")
    goal_ids: list[UUID]

    @classmethod
    def of(cls, grouped: Grouped) -> Self:
        progress = grouped.progress
        return cls(
            group_id=grouped.group.group_id,
            character_name=grouped.group.name,
            title=grouped.group.title,
            created_at=grouped.group.created_at,
            goals=progress.goals,
            reached=progress.reached,
            percent=percent(progress.share),
            goal_ids=[each.goal.goal_id for each in grouped.goals],
        )


@router.get("/characters/{name}/groups")
@raises(NoSuchCharacter)
async def list_groups(caller: Member, house: House, name: CharacterInPath) -> Listed[GroupShown]:
    """The groups of a character's goals."""
    runescape = Runescape.of(house)
    own = await runescape.characters.one(caller, name)
    found = await runescape.groups.of_character(caller.account_id, own.name)
    return Listed(items=[GroupShown.of(each) for each in found])


@router.post("/characters/{name}/groups", status_code=201)
@raises(NoSuchCharacter, NoSuchGoal, TooManyGoals)
async def make_group(caller: Member, house: House, name: CharacterInPath, given: WantedGroup) -> GroupShown:
    """Makes goals one. A goal is in one group at most, the last that took it."""
    made = await Runescape.of(house).groups.make(caller, name, given.title, given.goal_ids)
    return GroupShown.of(made)


@router.post("/characters/{name}/groups/all-skills", status_code=201)
@raises(NoSuchCharacter, TooManyGoals, TooMany)
async def make_group_of_all_skills(
    caller: Member, house: House, name: CharacterInPath, given: WantedSkills
) -> GroupShown:
    """Sets a goal for each skill that is not at this level yet, all in one group."""
    wanted = AllSkills(
        level=given.level,
        target_date=given.target_date,
        frequency=given.frequency,
        channel_type=given.notification_channel_type,
        channel_ids=given.channel_ids,
    )
    return GroupShown.of(await Runescape.of(house).groups.make_all_skills(caller, name, wanted))


@router.get("/characters/{name}/groups/{group_id}")
@raises(NoSuchCharacter, NoSuchGroup)
async def show_group(caller: Member, house: House, name: CharacterInPath, group_id: UUID) -> GroupShown:
    """One group."""
    return GroupShown.of(await Runescape.of(house).groups.one(caller, name, group_id))


@router.patch("/characters/{name}/groups/{group_id}")
@raises(NoSuchCharacter, NoSuchGroup)
async def rename_group(
    caller: Member, house: House, name: CharacterInPath, group_id: UUID, given: ChangedGroup
) -> GroupShown:
    """Gives a group another title."""
    return GroupShown.of(await Runescape.of(house).groups.rename(caller, name, group_id, given.title))


@router.delete("/characters/{name}/groups/{group_id}", status_code=204)
@raises(NoSuchCharacter, NoSuchGroup, TooMany)
async def delete_group(
    caller: Member, house: House, name: CharacterInPath, group_id: UUID, *, with_goals: bool = False
) -> None:
    """Removes a group. Its goals stay, unless they are to go with it."""
    await Runescape.of(house).groups.delete(caller, name, group_id, with_goals=with_goals)
