"""Use-cases: a character that has got another name. Whether it can be the same is looked up; the person decides.

Keys hold the name, so that what belongs to a person is taken to new keys by a job: goal by goal, each in one transaction. Whoever
pulls the plug between two of them finds the rest done later. What the hiscores told of the old name stays under it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cairn.apps.runescape.hiscores.readings import Reading
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.past.names import later_name_of, names_url_of
from cairn.apps.runescape.past.snapshots import PastUnreadable
from cairn.apps.runescape.rules.renames import may_be
from cairn.apps.runescape.schema import Character, Goal, Progress
from cairn.apps.runescape.service.absent import absent_member
from cairn.apps.runescape.service.characters import MOST_CHARACTERS, Characters
from cairn.apps.runescape.service.counting import ranks_wanted
from cairn.apps.runescape.service.goals import Goals
from cairn.apps.runescape.service.jobs import FORGET, MOVE, Forgotten, Moved
from cairn.apps.runescape.service.owned import Own, named
from cairn.apps.runescape.service.progressing import Whose
from cairn.apps.runescape.service.refusals import NoSuchCharacter, NotTheSame, TooManyGoals
from cairn.apps.runescape.service.tracking import Tracking
from cairn.apps.runescape.settings import RunescapeSettings
from cairn.apps.runescape.tracking_schema import Formerly, Group, Moving, Shared
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.services.jobs import Jobs, Run
from cairn.services.outbound import Outbound, OutboundError
from cairn.services.problems import InvalidInput
from cairn.tables import (
    Action,
    ConditionFailedError,
    Tables,
    attribute,
    delete,
    put,
    update,
)

_AT_ONCE: Final = 100
_MOST_TRIES: Final = 5
_MOST_BYTES: Final = 200_000


@dataclass(frozen=True, slots=True)
class Proposal:
    """Another name for a character. `fits` says whether who bears it has all that the character had."""

    own: Own
    to: CharacterName
    reading: Reading
    fits: bool


class Renaming:
    """Takes characters to their new names."""

    def __init__(
        self,
        tables: Tables,
        jobs: Jobs,
        clock: Clock,
        outbound: Outbound,
        characters: Characters,
        goals: Goals,
        settings: RunescapeSettings,
    ) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock
        self._outbound = outbound
        self._settings = settings
        self._characters = characters
        self._goals = goals

    async def propose(self, member: Member, name: str, to: str) -> Proposal:
        """Looks up whether a character can be the one that was followed."""
        own = await self._characters.one(member, name)
        new = named(to)
        if new == own.name:
            raise InvalidInput.of("to", f"another name than {own.name}")
        reading = await self._characters.look_up(member, new, own.board)
        return Proposal(own, new, reading, may_be(own.reading, reading))

    async def suggest(self, member: Member, name: str) -> CharacterName | None:
        """What Wise Old Man knows the character to be called now. It is for the person to have it looked up and accept it."""
        own = await self._characters.one(member, name)
        url = names_url_of(self._settings.past, own.name)
        headers = {"user-agent": self._settings.user_agent}
        try:
            answer = await self._outbound.fetch(
                url, headers=headers, most_bytes=_MOST_BYTES, most_redirects=0
            )
            return later_name_of(answer.body, own.name) if answer.status == 200 else None
        except (OutboundError, PastUnreadable):
            return None

    async def accept(self, member: Member, name: str, to: str) -> Moving:
        """Has a character taken to its new name, with its goals and all that was recorded of them."""
        proposal = await self.propose(member, name, to)
        own = proposal.own
        if not proposal.fits:
            raise NotTheSame(f"{proposal.to} has less than {own.name} had, so that it is somebody else")
        moving = Moving(user_id=member.account_id, name=own.name, to=proposal.to, begun_at=self._clock.now())
        moved = Moved(user_id=member.account_id, board=own.board, name=own.name, to=proposal.to)
        key = f"{member.account_id}/{own.name}"
        await self._tables.write(put(moving), self._jobs.enqueue(MOVE, moved, key=key))
        self._jobs.nudge()
        return moving

    async def underway(self, member: Member, name: CharacterName) -> Moving | None:
        """Whether a character is just taken to another name."""
        return await self._tables.get(Moving.of_character(member.account_id, name), consistent=True)

    async def move(self, moved: Moved, _run: Run | None = None) -> None:
        """The job. Each of its steps finds out what an earlier attempt has done."""
        member = await absent_member(self._tables, moved.user_id)
        end = delete(Moving.of_character(moved.user_id, moved.name))
        try:
            old = await self._characters.one(member, moved.name)
        except NoSuchCharacter:
            await self._tables.write(end)
            return
        new = await self._characters.add(member, moved.to, board=moved.board)
        await self._remember(old, new)
        for tracking in await self._goals.of_character(moved.user_id, moved.name):
            await self._take(tracking, old, new)
        for group in await self._tables.all(Group.of_character(moved.user_id, moved.name)):
            await self._tables.write(put(group.changed(name=moved.to)), delete(group))
        await self._count(moved)
        await self._characters.leave(member, old)
        await self._tables.write(end)
        self._jobs.nudge()

    async def _check_room(self, member: Member, own: Own, to: CharacterName) -> None:
        mine = {each.name: each for each in await self._characters.of_member(member)}
        if to not in mine and len(mine) >= MOST_CHARACTERS:
            raise TooManyGoals(f"You follow {MOST_CHARACTERS} characters; remove one first")
        if to in mine and mine[to].board is not own.board:
            raise InvalidInput.of("to", f"you follow {to} on {mine[to].board} already, not on {own.board}")

    async def _remember(self, old: Own, new: Own) -> None:
        """Has the past be found under the names that the character bore."""
        known = {each.name for each in new.following.formerly}
        if old.name in known:
            return
        until = new.character.created_at
        formerly = (*old.following.formerly, Formerly(name=old.name, until=until), *new.following.formerly)
        kept = new.following.changed(formerly=formerly, account_type=old.following.account_type)
        begun = attribute(Character.created_at).set(min(old.character.created_at, new.character.created_at))
        await self._tables.write(put(kept), update(new.character.key, begun))

    async def _take(self, tracking: Tracking, before: Own, after: Own) -> None:
        """A goal: first its records, which nobody misses meanwhile, and then all else in one transaction."""
        old, to = tracking.whose, after.name
        new = Whose(old.user_id, to, old.goal_id)
        batch: list[Action] = []
        async for record in self._tables.iterate(Progress.of_goal(old.user_id, old.name, old.goal_id)):
            batch.append(put(record.changed(character_name=to)))
            if len(batch) == _AT_ONCE:
                await self._tables.write_batch(batch)
                batch = []
        await self._tables.write_batch(batch)
        actions = [
            put(tracking.goal.changed(character_name=to)),
            put(tracking.plan.changed(name=to)),
            delete(tracking.goal, when=Goal.created_at == tracking.goal.created_at),
            delete(tracking.plan),
            delete(old.latest),
            delete(old.earliest),
            self._jobs.enqueue(
                FORGET,
                Forgotten(user_id=old.user_id, name=old.name, goal_id=old.goal_id),
                key=f"{old.user_id}/{old.name}/{old.goal_id}",
            ),
            *_ends(tracking, new),
            *ranks_wanted(before, tracking.measure, -1),
            *ranks_wanted(after, tracking.measure, 1),
        ]
        if tracking.plan.shared_as is not None:
            token = tracking.plan.shared_as
            actions.append(put(Shared(token=token, user_id=new.user_id, name=to, goal_id=new.goal_id)))
        try:
            await self._tables.write(*actions)
        except ConditionFailedError:
            # Somebody has deleted it meanwhile. What was copied of it goes the way of the rest.
            forgotten = Forgotten(user_id=new.user_id, name=to, goal_id=new.goal_id)
            job = self._jobs.enqueue(FORGET, forgotten, key=f"{new.user_id}/{to}/{new.goal_id}")
            await self._tables.write(job)

    async def _count(self, moved: Moved) -> None:
        """What the character's goals are for, counted anew: there may have been some under the new name already."""
        for _ in range(_MOST_TRIES):
            character = await self._tables.expect(Character.named(moved.user_id, moved.to), consistent=True)
            goals = await self._tables.all(Goal.of_character(moved.user_id, moved.to).consistently())
            counts: dict[str, int] = {}
            for goal in goals:
                counts[goal.target_attribute] = counts.get(goal.target_attribute, 0) + 1
            try:
                await self._tables.write(
                    update(
                        character.key,
                        attribute(Character.tracked_skills).set(counts),
                        when=attribute(Character.tracked_skills) == character.tracked_skills,
                    )
                )
            except ConditionFailedError:
                continue
            return


def _ends(tracking: Tracking, new: Whose) -> Sequence[Action]:
    kept = [each for each in (tracking.latest, tracking.earliest) if each is not None]
    return [put(each.changed(character_name=new.name)) for each in kept]
