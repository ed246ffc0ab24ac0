"""What follows from a look: a person's goals take what was seen, and word is sent of what can't wait for a digest."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from cairn.apps.runescape.hiscores.compact import unpacked
from cairn.apps.runescape.rules.measures import value_of
from cairn.apps.runescape.rules.periods import running
from cairn.apps.runescape.rules.projection import Point
from cairn.apps.runescape.rules.quiet import end_of_quiet
from cairn.apps.runescape.schema import Frequency
from cairn.apps.runescape.service.absent import absent_member
from cairn.apps.runescape.service.channels import Channels, WhereTo
from cairn.apps.runescape.service.courses import Courses
from cairn.apps.runescape.service.following_on import FollowingOn
from cairn.apps.runescape.service.goals import Goals
from cairn.apps.runescape.service.hours import Hours
from cairn.apps.runescape.service.jobs import News, SeenBy
from cairn.apps.runescape.service.messages import Messages
from cairn.apps.runescape.service.progressing import Progressing
from cairn.apps.runescape.service.tracking import Tracking
from cairn.apps.runescape.tracking_schema import Following, Plan
from cairn.services.clock import Clock
from cairn.services.jobs import Jobs, Run
from cairn.services.notify import Message, Notify
from cairn.tables import Action, Change, ConditionFailedError, Tables, When, attribute, upsert

_TOGETHER: Final = 15
"""So many goals are written in one transaction, which has room for a hundred actions."""


class Taking:
    """Takes to goals what was seen of their characters."""

    def __init__(
        self,
        tables: Tables,
        jobs: Jobs,
        clock: Clock,
        notify: Notify,
        goals: Goals,
        courses: Courses,
        progressing: Progressing,
        channels: Channels,
        hours: Hours,
        messages: Messages,
        following_on: FollowingOn,
    ) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock
        self._notify = notify
        self._goals = goals
        self._courses = courses
        self._progressing = progressing
        self._channels = channels
        self._hours = hours
        self._messages = messages
        self._following_on = following_on

    async def take(self, seen: SeenBy, run: Run) -> None:
        """The job, for one person. Unranked is unknown, and changes nothing."""
        goals = await self._goals.of_character(seen.user_id, seen.name)
        if seen.news is News.LEFT_BOARD and await self._following_on.follow(seen) is None:
            return
        if not goals:
            return
        if seen.news is not News.READING:
            await self._tell_of_name(seen, goals)
            return
        reading = unpacked(seen.reading)
        moved = [
            (tracking, Point(seen.at, value))
            for tracking in goals
            if (value := value_of(tracking.measure, reading)) is not None
            and _is_new(tracking, seen.at, value)
        ]
        if not moved:
            return
        word = await self._word(seen.user_id)
        written = [await self._as_written(tracking, point, word) for tracking, point in moved]
        if len(moved) > _TOGETHER:
            await self._one_by_one(moved, written)
        else:
            try:
                # All goals of a look in one transaction, with the end of the job: what it sends, it sends once.
                await run.complete(*(action for each in written for action in each.all_of_them))
            except ConditionFailedError:
                # Of one of them, somebody else has recorded something, or told that it is reached.
                await self._one_by_one(moved, written)
        self._jobs.nudge()

    async def _one_by_one(
        self, moved: Sequence[tuple[Tracking, Point]], written: Sequence["_Written"]
    ) -> None:
        now = self._clock.now()
        for (tracking, point), each in zip(moved, written, strict=True):
            try:
                await self._progressing.record(tracking.whose, point, now=now, besides=tuple(each.besides))
            except ConditionFailedError:
                await self._progressing.record(tracking.whose, point, now=now)

    async def _as_written(self, tracking: Tracking, point: Point, word: "_Word") -> "_Written":
        """What is written of a goal that has moved, with the word of it where that is wanted."""
        plan, now = tracking.plan, self._clock.now()
        changes, is_done, when = _outcome(tracking, point, word.zone, now)
        besides: list[Action] = [upsert(plan.key, *changes, when=when)] if changes else []
        to = word.to.for_goal(tracking)
        if is_done and to:
            besides.append(await self._reached(tracking, point, to, word))
        elif to and _is_told_at_once(tracking, point):
            before = point.value if tracking.latest is None else tracking.latest.progress_value
            message = self._messages.changed(tracking, before, point.value)
            key = f"goal-{tracking.goal.goal_id}-{point.at.isoformat()}"
            besides.append(word.send(message, key, to))
        moves = self._progressing.moves(tracking.whose, point, tracking.latest, tracking.earliest, now=now)
        return _Written(moves, besides)

    async def _reached(self, tracking: Tracking, point: Point, to: Sequence[str], word: "_Word") -> Action:
        goal, repeats = tracking.goal, tracking.plan.repeats
        following = await self._tables.get(Following.with_name(goal.user_id, tracking.name))
        coming = await self._courses.of(
            tracking.as_of(point, word.zone), following, word.zone, now=self._clock.now()
        )
        key = f"goal-{goal.goal_id}-reached-{goal.target_value}"
        if repeats is not None:
            key += f"-{running(point.at, repeats, word.zone)[0].date()}"
        message = self._messages.reached(tracking, point.value, coming, word.zone, at=point.at)
        return word.send(message, key, to)

    async def _tell_of_name(self, seen: SeenBy, goals: Sequence[Tracking]) -> None:
        """Says once that a name is gone from its board, is somebody else's, or counts elsewhere."""
        word = await self._word(seen.user_id)
        to = tuple(dict.fromkeys(each for goal in goals for each in word.to.for_goal(goal)))
        if to:
            key = f"name-{seen.board}-{seen.name}-{seen.at.isoformat()}"
            await self._tables.write(word.send(self._messages.of_name(seen), key, to))
            self._jobs.nudge()

    async def _word(self, user_id: str) -> "_Word":
        zone = (await absent_member(self._tables, user_id)).preferences.zone
        wishes = await self._hours.of_user(user_id)
        until = end_of_quiet(self._clock.now(), zone, wishes.quiet_from, wishes.quiet_until)
        return _Word(self._notify, user_id, zone, await self._channels.open_to(user_id), until)


@dataclass(frozen=True, slots=True)
class _Written:
    """What is written of a goal: its record, and what follows from that."""

    moves: Sequence[Action]
    besides: Sequence[Action]

    @property
    def all_of_them(self) -> tuple[Action, ...]:
        return (*self.moves, *self.besides)


class _Word:
    """How word is sent to a person: where to, and not before their quiet hours are over."""

    def __init__(
        self, notify: Notify, user_id: str, zone: ZoneInfo, to: WhereTo, until: datetime | None
    ) -> None:
        self._notify = notify
        self._user_id = user_id
        self.zone = zone
        self.to = to
        self._until = until

    def send(self, message: Message, key: str, to: Sequence[str]) -> Action:
        return self._notify.send(self._user_id, message, key=key, channels=list(to), at=self._until)


def _is_new(tracking: Tracking, at: datetime, value: int) -> bool:
    latest = tracking.latest
    if tracking.plan.is_paused:
        return False
    return latest is None or (latest.timestamp < at and latest.progress_value != value)


def _outcome(
    tracking: Tracking, point: Point, zone: ZoneInfo, now: datetime
) -> tuple[list[Change], bool, When | None]:
    """What changes in a goal's plan, whether it is reached by this, and what has to hold for that still."""
    plan, target = tracking.plan, tracking.goal.target_value
    reached = attribute(Plan.reached_at)
    if plan.repeats is None:
        if plan.reached_at is None and tracking.measure.is_reached(point.value, target):
            changes = [reached.set(now), attribute(Plan.told_value).set(point.value)]
            return changes, True, reached.missing()
        return [], False, None
    begin, _ = running(point.at, plan.repeats, zone)
    base = tracking.round_base(zone, now=point.at)
    changes = [attribute(Plan.round_since).set(begin), attribute(Plan.round_base).set(base)]
    is_new = plan.reached_at is None or plan.reached_at < begin
    if not is_new or tracking.measure.gained(base, point.value) < target:
        return changes, False, None
    unchanged = reached.missing() if plan.reached_at is None else reached == plan.reached_at
    return [*changes, reached.set(now), attribute(Plan.told_value).set(point.value)], True, unchanged


def _is_told_at_once(tracking: Tracking, point: Point) -> bool:
    """Whether each gain is wanted to be told. What fell, or is reached long since, is not."""
    latest = tracking.latest
    if tracking.goal.frequency is not Frequency.ON_CHANGE or latest is None:
        return False
    if tracking.plan.repeats is None and tracking.plan.reached_at is not None:
        return False
    return tracking.measure.gained(latest.progress_value, point.value) > 0
