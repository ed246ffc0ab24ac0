"""Goals: set, shown, changed, paused, shared, deleted."""

from datetime import date, datetime
from typing import Annotated, Final, Self
from uuid import UUID
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query
from pydantic import Field

from cairn.apps.base import Anyone, House, Listed, Member, raises
from cairn.apps.runescape.api.forms import Asked, ChannelIds, CharacterInPath, Shown
from cairn.apps.runescape.rules.measures import OVERALL
from cairn.apps.runescape.rules.periods import Period
from cairn.apps.runescape.rules.projection import Point, Projection, Standing, percent
from cairn.apps.runescape.rules.targets import suggestions
from cairn.apps.runescape.schema import ChannelType, Frequency, TargetType
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.briefs import brief_of
from cairn.apps.runescape.service.characters import Own
from cairn.apps.runescape.service.refusals import NoSuchCharacter, NoSuchGoal, TooManyGoals, ValueUnknown
from cairn.apps.runescape.service.tracking import Tracking
from cairn.apps.runescape.service.wanted import NewGoal, measure_named
from cairn.services.problems import TooMany

router: Final = APIRouter()
_Value = Annotated[int, Field(ge=1, le=10_000_000_000)]
_Current = Annotated[int, Field(ge=0, le=10_000_000_000)]


class WantedGoal(Asked):
    """What is to be reached. With `repeats`, so much in each day, week or month."""

    target_attribute: Annotated[str, Field(max_length=60, examples=["Woodcutting"])]
    target_type: TargetType = TargetType.XP
    target_value: _Value = Field(examples=[13_034_431])
    target_date: date | None = Field(default=None, description="The day until whose end there is time.")
    notification_channel_type: ChannelType | None = Field(
        default=None, description="Without one, and without `channelIds`, nothing is sent."
    )
    channel_ids: ChannelIds = ()
    frequency: Frequency = Frequency.DAILY
    is_relative: bool = Field(default=False, description="Progress is told from the start, not from zero.")
    repeats: Period | None = None
    current_value: _Current | None = Field(
        default=None, description="Counts where the hiscores tell no value."
    )

    @property
    def new_goal(self) -> NewGoal:
        return NewGoal(
            target_attribute=self.target_attribute,
            target_type=self.target_type,
            target_value=self.target_value,
            target_date=self.target_date,
            frequency=self.frequency,
            channel_type=self.notification_channel_type,
            channel_ids=self.channel_ids,
            is_relative=self.is_relative,
            repeats=self.repeats,
            current_value=self.current_value,
        )


class ChangedGoal(Asked):
    """What of a goal is to be otherwise. What is not given stays; a day and a type of channel may be null."""

    target_value: _Value | None = None
    target_date: date | None = None
    notification_channel_type: ChannelType | None = None
    channel_ids: ChannelIds | None = None
    frequency: Frequency | None = None
    is_relative: bool | None = None


class ReadingShown(Shown):
    progress_value: int
    timestamp: datetime

    @classmethod
    def at_point(cls, point: Point | None) -> Self | None:
        return None if point is None else cls(progress_value=point.value, timestamp=point.at)


class ProjectionShown(Shown):
    """How far it is, how quickly it comes, and when it will be reached: a range, as play comes in bursts."""

    standing: Standing
    gained: int
    remaining: int
    percent: int = Field(description="Of the way, or of the target, as the goal has it. 100 is reached.")
    days_left: float | None
    needed_a_day: float | None
    pace: float | None = Field(description="A day: of the last week, or of all time.")
    pace_all_time: float | None
    pace_week: float | None
    pace_month: float | None
    finish_earliest: datetime | None
    finish_likely: datetime | None
    finish_latest: datetime | None

    @classmethod
    def of(cls, told: Projection, *, is_relative: bool) -> Self:
        return cls(
            standing=told.standing,
            gained=told.gained,
            remaining=told.remaining,
            percent=percent(told.of_the_way if is_relative else told.of_the_target),
            days_left=told.days_left,
            needed_a_day=told.needed_a_day,
            pace=told.pace.likely,
            pace_all_time=told.pace.all_time,
            pace_week=told.pace.week,
            pace_month=told.pace.month,
            finish_earliest=told.finish.earliest,
            finish_likely=told.finish.likely,
            finish_latest=told.finish.latest,
        )


class GoalShown(Shown):
    """A goal, where it began and where it stands."""

    goal_id: UUID
    character_name: str
    title: str = Field(examples=["Level 99 Woodcutting"])
    target_attribute: str
    target_type: TargetType
    target_value: int
    target_date: date | None
    notification_channel_type: ChannelType | None
    channel_ids: tuple[str, ...]
    frequency: Frequency
    is_relative: bool
    is_paused: bool
    repeats: Period | None
    group_id: UUID | None
    reached_at: datetime | None
    created_at: datetime
    updated_at: datetime
    earliest: ReadingShown | None
    latest: ReadingShown | None
    projection: ProjectionShown | None

    @classmethod
    def of(cls, tracking: Tracking, projection: Projection | None) -> Self:
        goal, plan = tracking.goal, tracking.plan
        start, last = tracking.start, tracking.last
        is_relative = plan.is_relative or plan.repeats is not None
        return cls(
            goal_id=goal.goal_id,
            character_name=tracking.name,
            title=tracking.title,
            target_attribute=goal.target_attribute,
            target_type=goal.target_type,
            target_value=goal.target_value,
            target_date=goal.target_date,
            notification_channel_type=goal.notification_channel_type,
            channel_ids=plan.channel_ids,
            frequency=goal.frequency,
            is_relative=plan.is_relative,
            is_paused=plan.is_paused,
            repeats=plan.repeats,
            group_id=plan.group_id,
            reached_at=plan.reached_at,
            created_at=goal.created_at,
            updated_at=goal.updated_at,
            earliest=ReadingShown.at_point(start),
            latest=ReadingShown.at_point(last),
            projection=None
            if projection is None
            else ProjectionShown.of(projection, is_relative=is_relative),
        )


class LinkShown(Shown):
    """A link by which anybody may look at a goal."""

    token: str
    url: str


class SuggestionShown(Shown):
    """A ready-made target."""

    target_value: int
    title: str


@router.get("/characters/{name}/goals")
@raises(NoSuchCharacter)
async def list_goals(caller: Member, house: House, name: CharacterInPath) -> Listed[GoalShown]:
    """The goals of a character, each with what is said of it in brief."""
    runescape = Runescape.of(house)
    own = await runescape.characters.one(caller, name)
    found = await runescape.goals.of_character(caller.account_id, own.name)
    zone, now = caller.preferences.zone, house.clock.now()
    return Listed(items=[in_brief(each, own, zone, now) for each in found])


@router.post("/characters/{name}/goals", status_code=201)
@raises(NoSuchCharacter, TooManyGoals, ValueUnknown, TooMany)
async def set_goal(caller: Member, house: House, name: CharacterInPath, given: WantedGoal) -> GoalShown:
    """Sets a goal. Where the character stands now is its first record."""
    made = await Runescape.of(house).goals.set_goal(caller, name, given.new_goal)
    return await _shown(caller, house, made)


@router.get("/characters/{name}/goals/{goal_id}")
@raises(NoSuchCharacter, NoSuchGoal)
async def show_goal(caller: Member, house: House, name: CharacterInPath, goal_id: UUID) -> GoalShown:
    """One goal."""
    return await _shown(caller, house, await Runescape.of(house).goals.one(caller.account_id, name, goal_id))


@router.patch("/characters/{name}/goals/{goal_id}")
@raises(NoSuchCharacter, NoSuchGoal)
async def change_goal(
    caller: Member, house: House, name: CharacterInPath, goal_id: UUID, given: ChangedGoal
) -> GoalShown:
    """Changes a goal. One that a new target is beyond again can be reached again."""
    sent = given.model_fields_set
    changed = await Runescape.of(house).goals.change(
        caller,
        name,
        goal_id,
        target_value=given.target_value,
        target_date=given.target_date,
        drops_date="target_date" in sent and given.target_date is None,
        frequency=given.frequency,
        channel_type=given.notification_channel_type,
        drops_channel_type="notification_channel_type" in sent and given.notification_channel_type is None,
        channel_ids=given.channel_ids,
        is_relative=given.is_relative,
    )
    return await _shown(caller, house, changed)


@router.delete("/characters/{name}/goals/{goal_id}", status_code=204)
@raises(NoSuchCharacter, NoSuchGoal, TooMany)
async def delete_goal(caller: Member, house: House, name: CharacterInPath, goal_id: UUID) -> None:
    """Deletes a goal. Its records follow soon after."""
    await Runescape.of(house).goals.delete(caller, name, goal_id)


@router.put("/characters/{name}/goals/{goal_id}/pause")
@raises(NoSuchCharacter, NoSuchGoal)
async def pause_goal(caller: Member, house: House, name: CharacterInPath, goal_id: UUID) -> GoalShown:
    """Lets a goal rest: nothing is recorded and nothing said."""
    found = await Runescape.of(house).goals.pause(caller, name, goal_id, is_paused=True)
    return await _shown(caller, house, found)


@router.delete("/characters/{name}/goals/{goal_id}/pause")
@raises(NoSuchCharacter, NoSuchGoal)
async def resume_goal(caller: Member, house: House, name: CharacterInPath, goal_id: UUID) -> GoalShown:
    """Lets a goal go on."""
    found = await Runescape.of(house).goals.pause(caller, name, goal_id, is_paused=False)
    return await _shown(caller, house, found)


@router.put("/characters/{name}/goals/{goal_id}/link")
@raises(NoSuchCharacter, NoSuchGoal)
async def share_goal(caller: Member, house: House, name: CharacterInPath, goal_id: UUID) -> LinkShown:
    """A link by which anybody may look at a goal. The same one, until it is taken back."""
    token = await Runescape.of(house).links.share(caller, name, goal_id)
    return LinkShown(token=token, url=f"/runescape/shared/{token}")


@router.delete("/characters/{name}/goals/{goal_id}/link", status_code=204)
@raises(NoSuchCharacter, NoSuchGoal)
async def unshare_goal(caller: Member, house: House, name: CharacterInPath, goal_id: UUID) -> None:
    """Takes the link back."""
    await Runescape.of(house).links.unshare(caller, name, goal_id)


@router.get("/shared/{token}")
@raises(NoSuchGoal)
async def show_shared_goal(_: Anyone, house: House, token: str) -> GoalShown:
    """The goal behind a link, for whoever knows the link. It tells neither whose it is nor where word is sent."""
    runescape = Runescape.of(house)
    tracking = await runescape.links.shared(token)
    coming = await runescape.courses.of(tracking, None, ZoneInfo("UTC"), now=house.clock.now())
    shown = GoalShown.of(tracking, None if coming is None else coming.projection)
    return shown.model_copy(update={"channel_ids": (), "notification_channel_type": None})


@router.get("/characters/{name}/targets")
@raises(NoSuchCharacter)
async def list_targets(
    caller: Member,
    house: House,
    name: CharacterInPath,
    attribute: Annotated[str, Query(max_length=60, examples=["Woodcutting"])] = OVERALL,
    kind: TargetType = TargetType.LEVEL,
) -> Listed[SuggestionShown]:
    """Ready-made targets for a skill, a boss or an activity that are not reached yet."""
    own = await Runescape.of(house).characters.one(caller, name)
    found = suggestions(measure_named(own, attribute, kind), own.reading)
    return Listed(items=[SuggestionShown(target_value=each.target, title=each.title) for each in found])


def in_brief(tracking: Tracking, own: Own, zone: ZoneInfo, now: datetime) -> GoalShown:
    brief = brief_of(tracking, own, zone, now=now)
    return GoalShown.of(tracking, None if brief is None else brief.projection)


async def _shown(caller: Member, house: House, tracking: Tracking) -> GoalShown:
    """A goal with what is said of it exactly, from its records."""
    runescape = Runescape.of(house)
    own = await runescape.characters.one(caller, tracking.name)
    coming = await runescape.courses.of(
        tracking, own.following, caller.preferences.zone, now=house.clock.now()
    )
    return GoalShown.of(tracking, None if coming is None else coming.projection)
