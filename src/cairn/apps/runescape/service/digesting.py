"""Digests: at a person's hour, how their goals come, in one message for each set of channels. Nothing when nothing changed.

What falls behind its line, misses its day, and an outage of the hiscores are told once.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.digests import is_due, next_digest
from cairn.apps.runescape.rules.periods import running
from cairn.apps.runescape.rules.projection import Standing
from cairn.apps.runescape.schema import Character, Frequency
from cairn.apps.runescape.service.absent import absent_member
from cairn.apps.runescape.service.channels import Channels, WhereTo
from cairn.apps.runescape.service.courses import Coming, Courses
from cairn.apps.runescape.service.goals import Goals
from cairn.apps.runescape.service.groups import Grouped, Groups
from cairn.apps.runescape.service.hiscores import Hiscores
from cairn.apps.runescape.service.hours import Hours
from cairn.apps.runescape.service.jobs import Digest
from cairn.apps.runescape.service.messages import MOST_LINES, Messages, Told
from cairn.apps.runescape.service.tracking import Tracking
from cairn.apps.runescape.tracking_schema import Following, Plan, Wishes
from cairn.services.clock import Clock
from cairn.services.jobs import Jobs, Postpone, Run
from cairn.services.notify import Notify
from cairn.tables import Action, Change, Tables, attribute, upsert

_OUTAGE: Final = timedelta(days=1)
"""So long the hiscores have to be away before people are told: maintenance takes some hours."""


@dataclass
class _Found:
    """What there is to tell of a person's goals."""

    told: list[Told] = field(default_factory=list)
    groups: list[Grouped] = field(default_factory=list)
    quietly: list[Action] = field(default_factory=list)
    """What is noted without being told."""
    channels: set[str] = field(default_factory=set)
    has_goals: bool = False


class Digesting:
    """Tells people how their goals come."""

    def __init__(
        self,
        tables: Tables,
        jobs: Jobs,
        clock: Clock,
        notify: Notify,
        hiscores: Hiscores,
        goals: Goals,
        groups: Groups,
        courses: Courses,
        channels: Channels,
        hours: Hours,
        messages: Messages,
    ) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock
        self._notify = notify
        self._hiscores = hiscores
        self._goals = goals
        self._groups = groups
        self._courses = courses
        self._channels = channels
        self._hours = hours
        self._messages = messages

    async def digest(self, digest: Digest, _run: Run | None = None) -> None:
        """The job. It comes again tomorrow, while there are goals. A repeat finds told what was told."""
        user, now = digest.user_id, self._clock.now()
        zone = (await absent_member(self._tables, user)).preferences.zone
        wishes = await self._hours.of_user(user)
        found = await self._to_be_told(user, zone, now)
        by_channels: dict[tuple[str, ...], list[Told]] = defaultdict(list)
        for each in found.told:
            by_channels[each.channels].append(each)
        for channels, whole in by_channels.items():
            told = whole[:MOST_LINES]
            message = self._messages.digest(told, found.groups, zone)
            # What is told is noted in the same transaction, and not told again: the key need not hold for a repeat.
            key = f"goals-{now.isoformat()}-{told[0].tracking.goal.goal_id}"
            sent = self._notify.send(user, message, key=key, channels=list(channels))
            await self._tables.write(sent, *(self._noted(each, now) for each in told))
        for action in found.quietly:
            await self._tables.write(action)
        await self._tell_of_outage(wishes, found, zone, now)
        self._jobs.nudge()
        if found.has_goals:
            raise Postpone(next_digest(now, wishes.hour, zone))

    async def _to_be_told(self, user_id: str, zone: ZoneInfo, now: datetime) -> _Found:
        found = _Found()
        to = await self._channels.open_to(user_id)
        following = {each.name: each for each in await self._tables.all(Following.of_user(user_id))}
        for character in await self._tables.all(Character.of_user(user_id)):
            own = following.get(CharacterName(character.name))
            if own is None:
                continue
            goals = await self._goals.of_character(user_id, own.name)
            if any(each.plan.group_id is not None for each in goals):
                found.groups += await self._groups.of_character(user_id, own.name, goals)
            for tracking in goals:
                await self._look_at(tracking, own, to, found, zone, now)
        return found

    async def _look_at(
        self,
        tracking: Tracking,
        own: Following,
        to: WhereTo,
        found: _Found,
        zone: ZoneInfo,
        now: datetime,
    ) -> None:
        plan = tracking.plan
        if plan.repeats is None and plan.reached_at is not None:
            return
        found.has_goals = True
        channels = to.for_goal(tracking)
        if plan.is_paused or not channels or _is_done(plan, zone, now):
            return
        found.channels.update(channels)
        last = tracking.last
        if last is None or plan.missed_at is not None:
            return
        since = 0 if plan.told_value is None else last.value - plan.told_value
        is_news = since != 0 and is_due(tracking.goal.frequency, now.astimezone(zone).date())
        if not is_news and tracking.goal.target_date is None:
            return  # without a day it can't be late either, so that its history need not be read
        coming = await self._courses.of(tracking, own, zone, now=now)
        if coming is None:
            return
        is_behind = _is_behind(tracking, coming)
        falls_behind = is_behind and plan.behind_since is None and _wants_warnings(tracking)
        is_missed = coming.projection.standing is Standing.MISSED
        if is_missed or is_news or falls_behind:
            found.told.append(Told(tracking, coming, channels, since, falls_behind))
        elif plan.behind_since is not None and not is_behind:
            found.quietly.append(upsert(plan.key, attribute(Plan.behind_since).unset()))

    def _noted(self, told: Told, now: datetime) -> Action:
        plan = told.tracking.plan
        changes: list[Change] = [
            attribute(Plan.told_value).set(told.coming.shown),
            attribute(Plan.told_at).set(now),
        ]
        if told.coming.projection.standing is Standing.MISSED:
            changes.append(attribute(Plan.missed_at).set(now))
        if told.falls_behind:
            changes.append(attribute(Plan.behind_since).set(now))
        elif plan.behind_since is not None and not _is_behind(told.tracking, told.coming):
            changes.append(attribute(Plan.behind_since).unset())
        return upsert(plan.key, *changes)

    async def _tell_of_outage(self, wishes: Wishes, found: _Found, zone: ZoneInfo, now: datetime) -> None:
        since = await self._hiscores.down_since()
        if since is None or now - since < _OUTAGE or wishes.told_of_outage == since or not found.channels:
            return
        sent = self._notify.send(
            wishes.user_id,
            self._messages.outage(since, zone),
            key=f"outage-{since.isoformat()}",
            channels=sorted(found.channels),
        )
        told = upsert(wishes.key, attribute(Wishes.told_of_outage).set(since))
        await self._tables.write(sent, told)


def _is_done(plan: Plan, zone: ZoneInfo, now: datetime) -> bool:
    """Whether a goal that repeats has been reached in this round, which was told then."""
    if plan.repeats is None or plan.reached_at is None:
        return False
    return plan.reached_at >= running(now, plan.repeats, zone)[0]


def _is_behind(tracking: Tracking, coming: Coming) -> bool:
    """Whether it will not be met as it goes. A round that runs is told day by day, and never late."""
    has_day = tracking.goal.target_date is not None
    return has_day and coming.projection.standing in {Standing.BEHIND, Standing.STALLED}


def _wants_warnings(tracking: Tracking) -> bool:
    return tracking.goal.frequency is not Frequency.WHEN_REACHED
