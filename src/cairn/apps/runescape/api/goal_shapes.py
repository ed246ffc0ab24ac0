"""Goals as the API takes and shows them."""

from datetime import date, datetime
from typing import Annotated, Self
from uuid import UUID
from zoneinfo import ZoneInfo

from pydantic import Field

from cairn.apps.runescape.api.forms import Asked, ChannelIds, Shown
from cairn.apps.runescape.rules.periods import Period
from cairn.apps.runescape.rules.projection import Point, Projection, Standing, percent
from cairn.apps.runescape.schema import ChannelType, Frequency, TargetType
from cairn.apps.runescape.service.briefs import brief_of
from cairn.apps.runescape.service.owned import Own
from cairn.apps.runescape.service.tracking import Tracking
from cairn.apps.runescape.service.wanted import NewGoal

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


def in_brief(tracking: Tracking, own: Own, zone: ZoneInfo, now: datetime) -> GoalShown:
    brief = brief_of(tracking, own, zone, now=now)
    return GoalShown.of(tracking, None if brief is None else brief.projection)
