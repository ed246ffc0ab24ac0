"""Use-cases: goals are set, changed, paused and deleted. To set one is one transaction."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from cairn.apps.runescape.hiscores.entries import SKILLS
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.digests import next_digest
from cairn.apps.runescape.rules.measures import Measure, fault_of, value_of
from cairn.apps.runescape.rules.projection import Point
from cairn.apps.runescape.rules.targets import attribute_named, attributes_of
from cairn.apps.runescape.schema import (
    ChannelType,
    Character,
    EarliestProgress,
    Frequency,
    Goal,
    LatestProgress,
    Progress,
    TargetType,
)
from cairn.apps.runescape.service.characters import Characters, Own
from cairn.apps.runescape.service.jobs import DIGEST, FORGET, Digest, Forgotten
from cairn.apps.runescape.service.progressing import Progressing, Whose
from cairn.apps.runescape.service.refusals import NoSuchGoal, TooManyGoals, ValueUnknown
from cairn.apps.runescape.tracking_schema import Plan, Shared, Tracked, Wishes
from cairn.services.accounts import Member
from cairn.services.clock import SECOND, Clock
from cairn.services.identifiers import Identifiers
from cairn.services.jobs import Jobs, Run
from cairn.services.problems import InvalidInput, TooMany
from cairn.tables import (
    Action,
    Change,
    ConditionFailedError,
    Tables,
    attribute,
    create,
    delete,
    put,
    update,
    upsert,
)

MOST_GOALS: Final = 100
"""Of one character."""
_FARTHEST: Final = timedelta(days=36_500)
_MOST_CHANNELS: Final = 20
_MOST_TRIES: Final = 5
_AT_ONCE: Final = 100


@dataclass(frozen=True, kw_only=True, slots=True)
class NewGoal:
    """What somebody wants to reach. `current_value` counts only where the hiscores tell none."""

    target_attribute: str
    target_type: TargetType
    target_value: int
    target_date: date | None = None
    frequency: Frequency = Frequency.DAILY
    channel_type: ChannelType | None = None
    channel_ids: Sequence[str] = ()
    is_relative: bool = False
    current_value: int | None = None


@dataclass(frozen=True, slots=True)
class Tracking:
    """A goal with all that is known of it but its history."""

    name: CharacterName
    goal: Goal
    plan: Plan
    latest: LatestProgress | None
    earliest: EarliestProgress | None

    @property
    def measure(self) -> Measure:
        return Measure(self.goal.target_attribute, self.goal.target_type)

    @property
    def whose(self) -> Whose:
        return Whose(self.goal.user_id, self.name, self.goal.goal_id)


class Goals:
    """A person's goals."""

    def __init__(
        self,
        tables: Tables,
        jobs: Jobs,
        clock: Clock,
        characters: Characters,
        progressing: Progressing,
        *,
        new_token: Callable[[], str] = secrets.token_hex,
    ) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock
        self._ids = Identifiers(clock)
        self._characters = characters
        self._progressing = progressing
        self._new_token = new_token

    async def of_character(self, user_id: str, name: CharacterName) -> list[Tracking]:
        """The goals of a character: three requests, however much was recorded of them."""
        goals = await self._tables.all(Goal.of_character(user_id, name))
        plans = {each.goal_id: each for each in await self._tables.all(Plan.of_character(user_id, name))}
        whose = [Whose(user_id, name, each.goal_id) for each in goals]
        latest = await self._tables.get_all([each.latest for each in whose])
        earliest = await self._tables.get_all([each.earliest for each in whose])
        return [
            Tracking(name, goal, plans.get(goal.goal_id) or _plan_of(goal), last, first)
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
        return Tracking(whose.name, goal, plan or _plan_of(goal), latest, earliest)

    async def set_goal(self, member: Member, name: str, new: NewGoal) -> Tracking:
        """Sets a goal: the goal, its first record, LATEST and EARLIEST, in one transaction."""
        own = await self._characters.one(member, name)
        now = self._clock.now()
        measure = self._measure(own, new)
        self._check_target(own, measure, new.target_value)
        self._check_date(new.target_date, member.preferences.zone)
        value = value_of(measure, own.reading)
        if value is None:
            value = new.current_value
        if value is None or value < 0:
            raise ValueUnknown(
                f"The hiscores don't tell {measure.attribute} of {own.name}: say yourself where you stand",
                fields={"currentValue": "say where you stand, as the hiscores don't tell"},
            )
        if len(await self._tables.all(Goal.of_character(member.account_id, own.name))) >= MOST_GOALS:
            raise TooManyGoals(f"{own.name} has {MOST_GOALS} goals; delete one first")
        whose = Whose(member.account_id, own.name, UUID(self._ids.new()))
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
        reached = measure.is_reached(value, new.target_value)
        plan = Plan(
            user_id=whose.user_id,
            name=whose.name,
            goal_id=whose.goal_id,
            is_relative=new.is_relative,
            channel_ids=_channels(new.channel_ids),
            reached_at=now if reached else None,
            told_value=value,
            told_at=now,
        )
        await self._counted(
            member.account_id,
            own,
            measure.attribute,
            1,
            [
                create(goal),
                *self._progressing.first(whose, Point(now, value), now=now),
                create(plan),
                await self._digest(member),
            ],
        )
        return await self.one(member.account_id, own.name, whose.goal_id)

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
            self._check_target(own, found.measure, target_value)
            changes.append(attribute(Goal.target_value).set(target_value))
            reached = found.latest is not None and found.measure.is_reached(
                found.latest.progress_value, target_value
            )
            plan.append(attribute(Plan.reached_at).set((found.plan.reached_at or now) if reached else None))
        if target_date is not None or drops_date:
            self._check_date(target_date, member.preferences.zone)
            changes.append(attribute(Goal.target_date).set(target_date))
            plan.append(attribute(Plan.missed_at).unset())
        if frequency is not None:
            changes.append(attribute(Goal.frequency).set(frequency))
        if channel_type is not None or drops_channel_type:
            changes.append(attribute(Goal.notification_channel_type).set(channel_type))
        if channel_ids is not None:
            plan.append(attribute(Plan.channel_ids).set(_channels(channel_ids)))
        if is_relative is not None:
            plan.append(attribute(Plan.is_relative).set(is_relative))
        actions = [update(found.goal.key, *changes), await self._digest(member)]
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

    async def share(self, member: Member, name: str, goal_id: UUID) -> str:
        """A link by which anybody may look at a goal. The same one, until it is taken back."""
        found = await self.one(member.account_id, name, goal_id)
        if found.plan.shared_as is not None:
            return found.plan.shared_as
        token = self._new_token()
        shared = Shared(token=token, user_id=member.account_id, name=found.name, goal_id=goal_id)
        await self._write_to(
            found, [create(shared), upsert(found.plan.key, attribute(Plan.shared_as).set(token))]
        )
        return token

    async def unshare(self, member: Member, name: str, goal_id: UUID) -> None:
        """Takes the link back."""
        found = await self.one(member.account_id, name, goal_id)
        if found.plan.shared_as is not None:
            gone = delete(Shared.with_token(found.plan.shared_as))
            await self._tables.write(gone, update(found.plan.key, attribute(Plan.shared_as).unset()))

    async def shared(self, token: str) -> Tracking:
        """The goal behind a link. Raises `NoSuchGoal`."""
        shared = await self._tables.get(Shared.with_token(token)) if token.isalnum() else None
        if shared is None:
            raise NoSuchGoal("This link leads nowhere, or was taken back")
        return await self.one(shared.user_id, shared.name, shared.goal_id)

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
        if found.plan.shared_as is not None:
            gone.append(delete(Shared.with_token(found.plan.shared_as)))
        await self._counted(member.account_id, own, found.goal.target_attribute, -1, gone)

    async def forget(self, gone: Forgotten, _run: Run) -> None:
        """Removes the records of a goal that is gone."""
        batch: list[Action] = []
        async for record in self._tables.iterate(Progress.of_goal(gone.user_id, gone.name, gone.goal_id)):
            batch.append(delete(record))
            if len(batch) == _AT_ONCE:
                await self._tables.write_batch(batch)
                batch = []
        await self._tables.write_batch(batch)

    async def leave(self, member: Member, name: str) -> None:
        """Follows a character no more, with all its goals."""
        own = await self._characters.one(member, name)
        for goal in await self._tables.all(Goal.of_character(member.account_id, own.name)):
            await self.delete(member, own.name, goal.goal_id)
        await self._characters.leave(member, await self._characters.one(member, name))

    async def record(self, member: Member, name: str, goal_id: UUID, value: int) -> Tracking:
        """Records progress by hand, for what the hiscores don't tell."""
        found = await self.one(member.account_id, name, goal_id)
        if value < 0:
            raise InvalidInput.of("progressValue", "a number from 0")
        now = self._clock.now()
        await self._progressing.record(found.whose, Point(now, value), now=now)
        return await self.one(member.account_id, name, goal_id)

    async def most_tracked(self) -> list[Tracked]:
        """What everybody together has goals for, the most first."""
        found = [each for each in await self._tables.all(Tracked.all_of_them()) if each.goals > 0]
        return sorted(found, key=lambda each: (-each.goals, each.attribute_name))

    async def digest_hour(self, user_id: str) -> int:
        wishes = await self._tables.get(Wishes.of_user(user_id))
        return Wishes.model_fields["hour"].default if wishes is None else wishes.hour

    async def choose_hour(self, member: Member, hour: int) -> None:
        """When in the day a person wants to be told."""
        if not 0 <= hour <= 23:
            raise InvalidInput.of("hour", "a full hour from 0 to 23")
        await self._tables.write(put(Wishes(user_id=member.account_id, hour=hour)))
        await self._tables.write(await self._digest(member))

    async def _digest(self, member: Member) -> Action:
        hour = await self.digest_hour(member.account_id)
        due = next_digest(self._clock.now(), hour, member.preferences.zone)
        payload = Digest(user_id=member.account_id)
        return self._jobs.enqueue(DIGEST, payload, key=member.account_id, at=due)

    async def _counted(self, user_id: str, own: Own, name: str, by: int, actions: Sequence[Action]) -> None:
        """Writes these, and counts a goal in or out: on its character, and among the most tracked."""
        board_count = upsert(
            Tracked.key(game=own.board.game, attribute_name=name), attribute(Tracked.goals).add(by)
        )
        for _ in range(_MOST_TRIES):
            character = await self._tables.expect(Character.named(user_id, own.name), consistent=True)
            before = character.tracked_skills
            after = {**(before or {}), name: (before or {}).get(name, 0) + by}
            told = {each: count for each, count in after.items() if count > 0}
            map_of_goals = attribute(Character.tracked_skills)
            unchanged = map_of_goals.missing() if before is None else map_of_goals == before
            counted = update(
                character.key,
                map_of_goals.set(told),
                attribute(Character.updated_at).set(self._clock.now()),
                when=unchanged,
            )
            try:
                await self._tables.write(counted, board_count, *actions)
            except ConditionFailedError as refusal:
                if refusal.position == 0:
                    continue
                raise NoSuchGoal("Somebody has just deleted this goal") from refusal
            self._jobs.nudge()
            return
        raise TooMany("Goals of this character change all the time; try again", retry_after=SECOND)

    async def _write_to(self, found: Tracking, actions: Sequence[Action]) -> None:
        try:
            await self._tables.write(*actions)
        except ConditionFailedError as refusal:
            raise NoSuchGoal("Somebody has just deleted this goal") from refusal

    def _measure(self, own: Own, new: NewGoal) -> Measure:
        known = attributes_of(own.board.game, new.target_type, own.reading)
        found = attribute_named(new.target_attribute, known)
        if found is None:
            raise InvalidInput.of(
                "targetAttribute",
                f"no {new.target_type} of {new.target_attribute!r} is counted; choose a name as the hiscores show it",
            )
        return Measure(found, new.target_type)

    def _check_target(self, own: Own, measure: Measure, target: int) -> None:
        wanted = fault_of(measure, target, skills=len(SKILLS[own.board.game]))
        if wanted is not None:
            raise InvalidInput.of("targetValue", wanted)

    def _check_date(self, day: date | None, zone: ZoneInfo) -> None:
        today = self._clock.now().astimezone(zone).date()
        if day is not None and not today <= day <= today + _FARTHEST:
            raise InvalidInput.of("targetDate", "today or a day to come")


def _plan_of(goal: Goal) -> Plan:
    """What holds of a goal beside which nothing stands yet."""
    return Plan(user_id=goal.user_id, name=goal.character_name, goal_id=goal.goal_id)


def _channels(ids: Sequence[str]) -> tuple[str, ...]:
    if len(ids) > _MOST_CHANNELS:
        raise InvalidInput.of("channelIds", f"at most {_MOST_CHANNELS}")
    return tuple(dict.fromkeys(ids))


def earliest_point(tracking: Tracking) -> Point | None:
    """Where a goal began, as far as that is known."""
    first, last = tracking.earliest, tracking.latest
    if first is None or last is None:
        return None
    value = last.progress_value if first.progress_value is None else first.progress_value
    return Point(first.timestamp, value)


def latest_point(tracking: Tracking) -> Point | None:
    """Where a goal stands."""
    last = tracking.latest
    return None if last is None else Point(last.timestamp, last.progress_value)
