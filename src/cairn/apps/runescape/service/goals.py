"""Use-cases: goals are set, changed, paused and deleted. To set one is one transaction."""

from collections.abc import AsyncIterator, Sequence
from datetime import date
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from cairn.apps.runescape.hiscores.readings import Reading
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.measures import Measure, beneath, value_of
from cairn.apps.runescape.rules.periods import running
from cairn.apps.runescape.rules.projection import Point
from cairn.apps.runescape.schema import ChannelType, Frequency, Goal, Progress
from cairn.apps.runescape.service.characters import Characters
from cairn.apps.runescape.service.counting import Counting, ranks_wanted
from cairn.apps.runescape.service.hours import Hours
from cairn.apps.runescape.service.jobs import FORGET, Forgotten
from cairn.apps.runescape.service.owned import Own
from cairn.apps.runescape.service.progressing import Progressing, Whose
from cairn.apps.runescape.service.refusals import NoSuchGoal, TooManyGoals
from cairn.apps.runescape.service.tracking import Tracking, plan_of
from cairn.apps.runescape.service.wanted import (
    NewGoal,
    check_date,
    check_repeating,
    check_target,
    checked_channels,
    measure_of,
    value_now,
)
from cairn.apps.runescape.tracking_schema import Bringing, Group, Plan, Shared
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.services.identifiers import Identifiers
from cairn.services.jobs import Jobs, Run
from cairn.services.problems import InvalidInput
from cairn.tables import (
    Action,
    Change,
    ConditionFailedError,
    Page,
    Tables,
    attribute,
    create,
    delete,
    update,
    upsert,
)

MOST_GOALS: Final = 100
"""Of one character."""
_AT_ONCE: Final = 100


class Goals:
    """A person's goals."""

    def __init__(
        self,
        tables: Tables,
        jobs: Jobs,
        clock: Clock,
        characters: Characters,
        progressing: Progressing,
        counting: Counting,
        hours: Hours,
    ) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock
        self._ids = Identifiers(clock)
        self._characters = characters
        self._progressing = progressing
        self._counting = counting
        self._hours = hours

    async def of_character(self, user_id: str, name: CharacterName) -> list[Tracking]:
        """The goals of a character: three requests, however much was recorded of them."""
        goals = await self._tables.all(Goal.of_character(user_id, name))
        plans = {each.goal_id: each for each in await self._tables.all(Plan.of_character(user_id, name))}
        whose = [Whose(user_id, name, each.goal_id) for each in goals]
        latest = await self._tables.get_all([each.latest for each in whose])
        earliest = await self._tables.get_all([each.earliest for each in whose])
        return [
            Tracking(name, goal, plans.get(goal.goal_id) or plan_of(goal), last, first)
            for goal, last, first in zip(goals, latest, earliest, strict=True)
        ]

    async def one(self, user_id: str, name: str, goal_id: UUID) -> Tracking:
        """One goal. Raises `NoSuchGoal`."""
        try:
            whose = Whose(user_id, CharacterName(name), goal_id)
        except ValueError as fault:
            raise NoSuchGoal("There is no such goal") from fault
        goal = await self._tables.get(whose.goal, consistent=True)
        if goal is None:
            raise NoSuchGoal("There is no such goal")
        plan = await self._tables.get(Plan.of_goal(user_id, whose.name, goal_id), consistent=True)
        latest = await self._tables.get(whose.latest, consistent=True)
        earliest = await self._tables.get(whose.earliest, consistent=True)
        return Tracking(whose.name, goal, plan or plan_of(goal), latest, earliest)

    async def set_goal(self, member: Member, name: str, new: NewGoal) -> Tracking:
        """Sets a goal: the goal, its first record, LATEST and EARLIEST, in one transaction."""
        own = await self._characters.one(member, name)
        if len(await self._tables.all(Goal.of_character(member.account_id, own.name))) >= MOST_GOALS:
            raise TooManyGoals(f"{own.name} has {MOST_GOALS} goals; delete one first")
        goal_id = UUID(self._ids.new())
        measure, actions = await self.as_written(member, own, new, goal_id=goal_id)
        await self._counting.write(member.account_id, own, measure.attribute, 1, actions)
        return await self.one(member.account_id, own.name, goal_id)

    async def as_written(
        self, member: Member, own: Own, new: NewGoal, *, goal_id: UUID, group_id: UUID | None = None
    ) -> tuple[Measure, list[Action]]:
        """What is written to set a goal, for those who write more with it. Refuses what can't be one."""
        now = self._clock.now()
        measure = measure_of(own, new)
        check_target(own, measure, new.target_value)
        check_date(new.target_date, today=self._today(member.preferences.zone))
        check_repeating(measure, new.repeats, new.target_date)
        value = value_now(own, measure, new.current_value)
        whose = Whose(member.account_id, own.name, goal_id)
        goal = Goal(
            user_id=whose.user_id,
            character_name=whose.name,
            goal_id=whose.goal_id,
            target_attribute=measure.attribute,
            target_type=measure.type,
            target_value=new.target_value,
            target_date=new.target_date,
            notification_channel_type=new.channel_type,
            frequency=new.frequency,
            created_at=now,
            updated_at=now,
        )
        is_reached = new.repeats is None and measure.is_reached(value, new.target_value)
        plan = Plan(
            user_id=whose.user_id,
            name=whose.name,
            goal_id=whose.goal_id,
            is_relative=new.is_relative,
            start_beneath=_beneath(measure, new.target_value, own.reading),
            channel_ids=checked_channels(new.channel_ids),
            repeats=new.repeats,
            round_since=None
            if new.repeats is None
            else running(now, new.repeats, member.preferences.zone)[0],
            round_base=None if new.repeats is None else value,
            group_id=group_id,
            reached_at=now if is_reached else None,
            told_value=value,
            told_at=now,
        )
        return measure, [
            create(goal),
            *self._progressing.first(whose, Point(now, value), now=now),
            create(plan),
            await self._hours.next_digest(member),
            *ranks_wanted(own, measure, 1),
        ]

    async def change(
        self,
        member: Member,
        name: str,
        goal_id: UUID,
        *,
        target_value: int | None = None,
        target_date: date | None = None,
        drops_date: bool = False,
        frequency: Frequency | None = None,
        channel_type: ChannelType | None = None,
        drops_channel_type: bool = False,
        channel_ids: Sequence[str] | None = None,
        is_relative: bool | None = None,
    ) -> Tracking:
        """Changes those that are given. A goal that the new target is beyond again can be reached again."""
        found = await self.one(member.account_id, name, goal_id)
        own = await self._characters.one(member, name)
        now = self._clock.now()
        changes: list[Change] = [attribute(Goal.updated_at).set(now)]
        plan: list[Change] = []
        if target_value is not None:
            check_target(own, found.measure, target_value)
            changes.append(attribute(Goal.target_value).set(target_value))
            reached = (
                found.plan.repeats is None
                and found.latest is not None
                and found.measure.is_reached(found.latest.progress_value, target_value)
            )
            plan.append(attribute(Plan.reached_at).set((found.plan.reached_at or now) if reached else None))
        if target_date is not None or drops_date:
            check_date(target_date, today=self._today(member.preferences.zone))
            check_repeating(found.measure, found.plan.repeats, target_date)
            changes.append(attribute(Goal.target_date).set(target_date))
            plan.append(attribute(Plan.missed_at).unset())
        if target_value is not None or target_date is not None or drops_date:
            plan.append(attribute(Plan.behind_since).unset())
        if frequency is not None:
            changes.append(attribute(Goal.frequency).set(frequency))
        if channel_type is not None or drops_channel_type:
            changes.append(attribute(Goal.notification_channel_type).set(channel_type))
        if channel_ids is not None:
            plan.append(attribute(Plan.channel_ids).set(checked_channels(channel_ids)))
        if is_relative is not None:
            plan.append(attribute(Plan.is_relative).set(is_relative))
        actions = [update(found.goal.key, *changes), await self._hours.next_digest(member)]
        if plan:
            actions.append(upsert(found.plan.key, *plan))
        await self._write_to(found, actions)
        return await self.one(member.account_id, name, goal_id)

    async def pause(self, member: Member, name: str, goal_id: UUID, *, is_paused: bool) -> Tracking:
        """Lets a goal rest: nothing is recorded and nothing said, until it goes on."""
        found = await self.one(member.account_id, name, goal_id)
        rest = upsert(found.plan.key, attribute(Plan.is_paused).set(is_paused))
        await self._write_to(
            found, [update(found.goal.key, attribute(Goal.updated_at).set(self._clock.now())), rest]
        )
        return await self.one(member.account_id, name, goal_id)

    async def delete(self, member: Member, name: str, goal_id: UUID) -> None:
        """Deletes a goal. Its records follow soon after."""
        found = await self.one(member.account_id, name, goal_id)
        own = await self._characters.one(member, name)
        whose = found.whose
        gone: list[Action] = [
            delete(found.goal, when=Goal.created_at == found.goal.created_at),
            delete(whose.latest),
            delete(whose.earliest),
            delete(found.plan),
            self._jobs.enqueue(
                FORGET,
                Forgotten(user_id=whose.user_id, name=whose.name, goal_id=goal_id),
                key=f"{whose.user_id}/{goal_id}",
            ),
        ]
        gone += ranks_wanted(own, found.measure, -1)
        if found.plan.shared_as is not None:
            gone.append(delete(Shared.with_token(found.plan.shared_as)))
        await self._counting.write(member.account_id, own, found.goal.target_attribute, -1, gone)
        self._jobs.nudge()

    async def forget(self, gone: Forgotten, _run: Run) -> None:
        """Removes the records of a goal that is gone."""
        batch: list[Action] = []
        async for record in self._tables.iterate(Progress.of_goal(gone.user_id, gone.name, gone.goal_id)):
            batch.append(delete(record))
            if len(batch) == _AT_ONCE:
                await self._tables.write_batch(batch)
                batch = []
        await self._tables.write_batch(batch)

    async def progress(
        self, member: Member, name: str, goal_id: UUID, *, size: int, cursor: str | None = None
    ) -> Page[Progress]:
        """A goal's records, the latest first, between EARLIEST and LATEST."""
        found = await self.one(member.account_id, name, goal_id)
        query = Progress.of_goal(member.account_id, found.name, goal_id).backward()
        return await self._tables.page(query, size=size, caller=member.account_id, cursor=cursor)

    async def all_progress(self, member: Member, name: str, goal_id: UUID) -> AsyncIterator[Progress]:
        """All of a goal's records, the oldest first."""
        found = await self.one(member.account_id, name, goal_id)
        async for each in self._tables.iterate(Progress.of_goal(member.account_id, found.name, goal_id)):
            yield each

    async def leave(self, member: Member, name: str) -> None:
        """Follows a character no more, with all that the person has of it."""
        user = member.account_id
        own = await self._characters.one(member, name)
        for goal in await self._tables.all(Goal.of_character(user, own.name)):
            await self.delete(member, own.name, goal.goal_id)
        groups = await self._tables.all(Group.of_character(user, own.name))
        brought = delete(Bringing.of_character(user, own.name))
        await self._tables.write_batch([*map(delete, groups), brought])
        await self._characters.leave(member, await self._characters.one(member, name))

    async def record(self, member: Member, name: str, goal_id: UUID, value: int) -> Tracking:
        """Records progress by hand, for what the hiscores don't tell."""
        found = await self.one(member.account_id, name, goal_id)
        if value < 0:
            raise InvalidInput.of("progressValue", "a number from 0")
        now = self._clock.now()
        await self._progressing.record(found.whose, Point(now, value), now=now)
        return await self.one(member.account_id, name, goal_id)

    async def _write_to(self, found: Tracking, actions: Sequence[Action]) -> None:
        try:
            await self._tables.write(*actions)
        except ConditionFailedError as refusal:
            raise NoSuchGoal("Somebody has just deleted this goal") from refusal

    def _today(self, zone: ZoneInfo) -> date:
        return self._clock.now().astimezone(zone).date()


def _beneath(measure: Measure, target: int, reading: Reading) -> int | None:
    """The value beneath, where a goal is projected by another than its own."""
    followed, _ = beneath(measure, target)
    return None if followed == measure else value_of(followed, reading)
