"""Use-cases: goals that are one, such as all skills to level 70.

A group of skills is filled goal by goal, each in a transaction of its own: there are more skills than one takes. What was not
done when somebody pulled the plug, a job does: it was written with the group.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final
from uuid import UUID, uuid5

from cairn.apps.runescape.hiscores.entries import SKILLS
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.experience import HIGHEST_VIRTUAL
from cairn.apps.runescape.rules.groups import Together, together
from cairn.apps.runescape.rules.measures import Measure, value_of
from cairn.apps.runescape.schema import ChannelType, Frequency, Goal, TargetType
from cairn.apps.runescape.service.absent import absent_member
from cairn.apps.runescape.service.characters import Characters
from cairn.apps.runescape.service.counting import Counting
from cairn.apps.runescape.service.goals import MOST_GOALS, Goals
from cairn.apps.runescape.service.jobs import FILL, Filled
from cairn.apps.runescape.service.owned import Own
from cairn.apps.runescape.service.refusals import NoSuchCharacter, NoSuchGoal, NoSuchGroup, TooManyGoals
from cairn.apps.runescape.service.tracking import Tracking
from cairn.apps.runescape.service.wanted import NewGoal
from cairn.apps.runescape.tracking_schema import Group, Plan
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.services.identifiers import Identifiers
from cairn.services.jobs import Jobs, Run
from cairn.services.problems import InvalidInput
from cairn.tables import ConditionFailedError, Tables, attribute, check, create, delete, update, upsert

MOST_GROUPS: Final = 20
MOST_IN_A_GROUP: Final = 49
"""That are grouped by hand, in one transaction."""
LONGEST_TITLE: Final = 60


@dataclass(frozen=True, slots=True)
class Grouped:
    """A group with its goals."""

    group: Group
    goals: Sequence[Tracking]

    @property
    def progress(self) -> Together:
        return together([each.share for each in self.goals])


@dataclass(frozen=True, kw_only=True, slots=True)
class AllSkills:
    """All skills to one level. Those that are there already are left out."""

    level: int
    target_date: date | None = None
    frequency: Frequency = Frequency.DAILY
    channel_type: ChannelType | None = None
    channel_ids: Sequence[str] = ()


class Groups:
    """The groups of a person's goals."""

    def __init__(
        self,
        tables: Tables,
        jobs: Jobs,
        clock: Clock,
        characters: Characters,
        goals: Goals,
        counting: Counting,
    ) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock
        self._ids = Identifiers(clock)
        self._characters = characters
        self._goals = goals
        self._counting = counting

    async def of_character(
        self, user_id: str, name: CharacterName, goals: Sequence[Tracking] | None = None
    ) -> list[Grouped]:
        """The groups of a character: one request, given its goals."""
        groups = await self._tables.all(Group.of_character(user_id, name))
        known = await self._goals.of_character(user_id, name) if goals is None else goals
        return [
            Grouped(group, [each for each in known if each.plan.group_id == group.group_id])
            for group in groups
        ]

    async def one(self, member: Member, name: str, group_id: UUID) -> Grouped:
        """One group. Raises `NoSuchGroup`."""
        own = await self._characters.one(member, name)
        groups = await self.of_character(member.account_id, own.name)
        found = next((each for each in groups if each.group.group_id == group_id), None)
        if found is None:
            raise NoSuchGroup("There is no such group")
        return found

    async def make(self, member: Member, name: str, title: str, goal_ids: Sequence[UUID]) -> Grouped:
        """Makes a group of goals that are there. A goal is in one group at most, the last that took it."""
        own = await self._characters.one(member, name)
        group = await self._new(member, own, title)
        if not 1 <= len(goal_ids) <= MOST_IN_A_GROUP:
            raise InvalidInput.of("goalIds", f"1 to {MOST_IN_A_GROUP} goals")
        found = [await self._goals.one(member.account_id, own.name, each) for each in dict.fromkeys(goal_ids)]
        try:
            await self._tables.write(
                create(group),
                *(upsert(each.plan.key, attribute(Plan.group_id).set(group.group_id)) for each in found),
                *(check(each.goal.key) for each in found),
            )
        except ConditionFailedError as refusal:
            raise NoSuchGoal("Somebody has just deleted one of these goals") from refusal
        return await self.one(member, own.name, group.group_id)

    async def make_all_skills(self, member: Member, name: str, wanted: AllSkills) -> Grouped:
        """Sets a goal for each skill that is not at a level yet, all in one group."""
        own = await self._characters.one(member, name)
        if not 2 <= wanted.level <= HIGHEST_VIRTUAL:
            raise InvalidInput.of("level", f"a level from 2 to {HIGHEST_VIRTUAL}")
        skills = [skill for skill in SKILLS[own.board.game] if _is_below(own, skill, wanted.level)]
        if not skills:
            raise InvalidInput.of("level", f"all skills of {own.name} are there already")
        present = await self._tables.all(Goal.of_character(member.account_id, own.name))
        if len(present) + len(skills) > MOST_GOALS:
            raise TooManyGoals(f"With these, {own.name} would have more than {MOST_GOALS} goals")
        group = await self._new(member, own, f"All skills to level {wanted.level}")
        # Whatever can't be a goal is refused before anything is written.
        await self._goals.as_written(
            member, own, _goal_of(skills[0], wanted), goal_id=_id_of(group.group_id, skills[0])
        )
        filled = Filled(
            user_id=member.account_id,
            name=own.name,
            group_id=group.group_id,
            skills=tuple(skills),
            level=wanted.level,
            target_date=wanted.target_date,
            frequency=wanted.frequency,
            channel_type=wanted.channel_type,
            channel_ids=tuple(wanted.channel_ids),
        )
        job = self._jobs.enqueue(FILL, filled, key=str(group.group_id))
        await self._tables.write(create(group), job)
        await self._fill(member, filled)
        self._jobs.nudge()
        return await self.one(member, own.name, group.group_id)

    async def fill(self, filled: Filled, _run: Run) -> None:
        """The job: sets those goals of a group that are not set yet."""
        try:
            await self._fill(await absent_member(self._tables, filled.user_id), filled)
        except NoSuchCharacter:
            return

    async def rename(self, member: Member, name: str, group_id: UUID, title: str) -> Grouped:
        """Gives a group another title."""
        found = await self.one(member, name, group_id)
        try:
            await self._tables.write(
                update(found.group.key, attribute(Group.title).set(_checked_title(title)))
            )
        except ConditionFailedError as refusal:
            raise NoSuchGroup("There is no such group") from refusal
        return await self.one(member, name, group_id)

    async def delete(self, member: Member, name: str, group_id: UUID, *, with_goals: bool) -> None:
        """Removes a group, with its goals or without them."""
        found = await self.one(member, name, group_id)
        await self._tables.write(delete(found.group), self._jobs.cancel(FILL, key=str(found.group.group_id)))
        for each in found.goals:
            if with_goals:
                await self._goals.delete(member, each.name, each.goal.goal_id)
            else:
                await self._tables.write(upsert(each.plan.key, attribute(Plan.group_id).unset()))

    async def _new(self, member: Member, own: Own, title: str) -> Group:
        if len(await self._tables.all(Group.of_character(member.account_id, own.name))) >= MOST_GROUPS:
            raise TooManyGoals(f"{own.name} has {MOST_GROUPS} groups; delete one first")
        return Group(
            user_id=member.account_id,
            name=own.name,
            group_id=UUID(self._ids.new()),
            title=_checked_title(title),
            created_at=self._clock.now(),
        )

    async def _fill(self, member: Member, filled: Filled) -> None:
        own = await self._characters.one(member, filled.name)
        group = Group.with_id(filled.user_id, own.name, filled.group_id)
        if await self._tables.get(group, consistent=True) is None:
            return
        present = await self._tables.all(Goal.of_character(filled.user_id, own.name))
        there = {each.goal_id for each in present}
        wanted = AllSkills(
            level=filled.level,
            target_date=filled.target_date,
            frequency=filled.frequency,
            channel_type=filled.channel_type,
            channel_ids=filled.channel_ids,
        )
        for skill in filled.skills:
            goal_id = _id_of(filled.group_id, skill)
            if goal_id in there:
                continue
            new = _goal_of(skill, wanted)
            measure, actions = await self._goals.as_written(
                member, own, new, goal_id=goal_id, group_id=filled.group_id
            )
            try:
                await self._counting.write(
                    filled.user_id, own, measure.attribute, 1, [*actions, check(group)]
                )
            except NoSuchGoal:
                continue  # the group is gone, or somebody else fills it as well


def _is_below(own: Own, skill: str, level: int) -> bool:
    value = value_of(Measure(skill, TargetType.LEVEL), own.reading)
    return value is None or value < level


def _goal_of(skill: str, wanted: AllSkills) -> NewGoal:
    return NewGoal(
        target_attribute=skill,
        target_type=TargetType.LEVEL,
        target_value=wanted.level,
        target_date=wanted.target_date,
        frequency=wanted.frequency,
        channel_type=wanted.channel_type,
        channel_ids=wanted.channel_ids,
        is_relative=True,
        current_value=1,
    )


def _id_of(group_id: UUID, skill: str) -> UUID:
    """The same for each attempt at filling a group."""
    return uuid5(group_id, skill)


def _checked_title(title: str) -> str:
    title = " ".join(title.split())
    if not 1 <= len(title) <= LONGEST_TITLE or not title.isprintable():
        raise InvalidInput.of("title", f"1 to {LONGEST_TITLE} letters")
    return title
