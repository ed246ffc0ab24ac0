"""What follows from what was seen, and what people are told: of each change, when it is reached, and in digests."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from cairn.apps.runescape.hiscores.compact import unpacked
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.digests import is_due, next_digest
from cairn.apps.runescape.rules.measures import value_of
from cairn.apps.runescape.rules.periods import running
from cairn.apps.runescape.rules.projection import Point, Standing
from cairn.apps.runescape.rules.words import line_of
from cairn.apps.runescape.schema import ChannelType, Character, Frequency
from cairn.apps.runescape.service.absent import absent_member
from cairn.apps.runescape.service.charts import course_chart
from cairn.apps.runescape.service.courses import Coming, Courses
from cairn.apps.runescape.service.goals import Goals
from cairn.apps.runescape.service.hours import Hours
from cairn.apps.runescape.service.jobs import Digest, News, SeenBy
from cairn.apps.runescape.service.progressing import Progressing
from cairn.apps.runescape.service.tracking import Tracking
from cairn.apps.runescape.tracking_schema import Following, Plan
from cairn.services.accounts import Member, Preferences
from cairn.services.accounts.schema import Account
from cairn.services.clock import Clock
from cairn.services.jobs import Jobs, Postpone, Run
from cairn.services.notify import ChannelKind, Message, Notify
from cairn.tables import Action, ConditionFailedError, Tables, attribute, upsert

_MOST_CHARTS: Final = 3
_MOST_LINES: Final = 40
_KINDS: Final[Mapping[ChannelType, ChannelKind]] = {
    ChannelType.SMS: ChannelKind.SMS,
    ChannelType.DISCORD: ChannelKind.DISCORD,
    ChannelType.EMAIL: ChannelKind.EMAIL,
}


@dataclass(frozen=True, slots=True)
class _Told:
    """A goal that a digest tells of."""

    tracking: Tracking
    coming: Coming
    channels: tuple[str, ...]
    since: int


class Telling:
    """Does what is due after a look, and at the hour of a digest."""

    def __init__(
        self,
        tables: Tables,
        jobs: Jobs,
        clock: Clock,
        notify: Notify,
        goals: Goals,
        courses: Courses,
        progressing: Progressing,
        hours: Hours,
        *,
        address: str,
    ) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock
        self._notify = notify
        self._goals = goals
        self._courses = courses
        self._progressing = progressing
        self._hours = hours
        self._address = address

    async def progress(self, seen: SeenBy, _run: Run) -> None:
        """Takes to a person's goals what was seen of a character. Unranked is unknown, and changes nothing."""
        goals = await self._goals.of_character(seen.user_id, seen.name)
        if seen.news is not News.READING:
            await self._tell_of_name(seen, goals)
            return
        reading = unpacked(seen.reading)
        channels = await self._channels(seen.user_id)
        zone = (await absent_member(self._tables, seen.user_id)).preferences.zone
        for tracking in goals:
            value = value_of(tracking.measure, reading)
            latest = tracking.latest
            if value is None or tracking.plan.is_paused:
                continue
            if latest is not None and (latest.timestamp >= seen.at or latest.progress_value == value):
                continue
            await self._take(tracking, Point(seen.at, value), channels, zone)
        self._jobs.nudge()

    async def digest(self, digest: Digest, _run: Run) -> None:
        """Tells a person how their goals come, and comes again tomorrow while there are any."""
        account = await self._tables.get(Account.with_id(digest.user_id))
        zone = _zone(account)
        now = self._clock.now()
        told, has_goals = await self._to_be_told(digest.user_id, zone, now)
        by_channels: dict[tuple[str, ...], list[_Told]] = defaultdict(list)
        for each in told:
            by_channels[each.channels].append(each)
        day = now.astimezone(zone).date()
        for channels, group in by_channels.items():
            message = self._digest_message(group, zone)
            key = f"goals-{day}-{group[0].tracking.goal.goal_id}"
            await self._tables.write(
                self._notify.send(digest.user_id, message, key=key, channels=list(channels)),
                *(
                    upsert(
                        each.tracking.plan.key,
                        attribute(Plan.told_value).set(each.coming.shown),
                        attribute(Plan.told_at).set(now),
                        *(
                            [attribute(Plan.missed_at).set(now)]
                            if each.coming.projection.standing is Standing.MISSED
                            else []
                        ),
                    )
                    for each in group[:_MOST_LINES]
                ),
            )
        self._jobs.nudge()
        if has_goals:
            wishes = await self._hours.of_user(digest.user_id)
            raise Postpone(next_digest(now, wishes.hour, zone))

    async def _take(
        self,
        tracking: Tracking,
        point: Point,
        channels: Mapping[ChannelKind, Sequence[str]],
        zone: ZoneInfo,
    ) -> None:
        """Records progress, and says so where that is wanted, all in one transaction."""
        goal, plan = tracking.goal, tracking.plan
        now = self._clock.now()
        besides: list[Action] = []
        to = _where(tracking, channels)
        title = tracking.title
        before = None if tracking.latest is None else tracking.latest.progress_value
        if plan.repeats is not None:
            base = tracking.round_base(zone, now=point.at)
            begin, _ = running(point.at, plan.repeats, zone)
            begun = (attribute(Plan.round_since).set(begin), attribute(Plan.round_base).set(base))
            await self._progressing.record(
                tracking.whose, point, now=now, besides=(upsert(plan.key, *begun),)
            )
            return
        if plan.reached_at is None and tracking.measure.is_reached(point.value, goal.target_value):
            besides.append(
                upsert(
                    plan.key,
                    attribute(Plan.reached_at).set(now),
                    attribute(Plan.told_value).set(point.value),
                    when=attribute(Plan.reached_at).missing(),
                )
            )
            if to:
                message = Message(
                    title=f"{tracking.name}: {title} is reached",
                    text=f"{tracking.name} has reached it, with {point.value:,}.",
                    link=self._link(tracking),
                )
                besides.append(
                    self._notify.send(
                        goal.user_id,
                        message,
                        key=f"goal-{goal.goal_id}-reached-{goal.target_value}",
                        channels=to,
                    )
                )
        elif (
            goal.frequency is Frequency.ON_CHANGE
            and to
            and before is not None
            and plan.reached_at is None
            and tracking.measure.gained(before, point.value) > 0
        ):
            message = Message(
                title=f"{tracking.name}: {title}",
                text=f"{point.value:,} now, {tracking.measure.gained(before, point.value):,} gained. "
                f"{tracking.measure.remaining(point.value, goal.target_value):,} are left.",
                link=self._link(tracking),
            )
            key = f"goal-{goal.goal_id}-{point.at.isoformat()}"
            besides.append(self._notify.send(goal.user_id, message, key=key, channels=to))
        try:
            await self._progressing.record(tracking.whose, point, now=now, besides=tuple(besides))
        except ConditionFailedError:
            # Somebody else has just told that it is reached.
            await self._progressing.record(tracking.whose, point, now=now)

    async def _to_be_told(self, user_id: str, zone: ZoneInfo, now: datetime) -> tuple[list[_Told], bool]:
        day = now.astimezone(zone).date()
        channels = await self._channels(user_id)
        following = {each.name: each for each in await self._tables.all(Following.of_user(user_id))}
        told: list[_Told] = []
        has_goals = False
        for character in await self._tables.all(Character.of_user(user_id)):
            own = following.get(CharacterName(character.name))
            if own is None:
                continue
            for tracking in await self._goals.of_character(user_id, own.name):
                plan = tracking.plan
                if plan.reached_at is not None:
                    continue
                has_goals = True
                to = _where(tracking, channels)
                if plan.is_paused or not to:
                    continue
                each = await self._line(tracking, own, zone, to, now=now)
                if each is None:
                    continue
                is_missed = each.coming.projection.standing is Standing.MISSED
                is_news = each.since != 0 and is_due(tracking.goal.frequency, day)
                if plan.missed_at is None and (is_missed or is_news):
                    told.append(each)
        return told, has_goals

    async def _line(
        self, tracking: Tracking, own: Following, zone: ZoneInfo, to: tuple[str, ...], *, now: datetime
    ) -> _Told | None:
        coming = await self._courses.of(tracking, own, zone, now=now)
        if coming is None:
            return None
        told_value = tracking.plan.told_value
        since = 0 if told_value is None else coming.shown - told_value
        return _Told(tracking, coming, to, since)

    def _digest_message(self, group: Sequence[_Told], zone: ZoneInfo) -> Message:
        lines = [
            f"{each.tracking.name}\n"
            + line_of(
                each.tracking.title,
                each.coming.projection,
                shown=each.coming.shown,
                since=each.since,
                zone=zone,
                is_relative=each.tracking.plan.is_relative,
            )
            for each in group[:_MOST_LINES]
        ]
        names = list(dict.fromkeys(each.tracking.name for each in group))
        return Message(
            title=f"Goals of {names[0]}" if len(names) == 1 else f"Goals of {len(names)} characters",
            text="\n\n".join(lines)[:10_000],
            link=f"{self._address}/runescape",
            charts=tuple(course_chart(each.tracking, each.coming, zone) for each in group[:_MOST_CHARTS]),
        )

    async def _tell_of_name(self, seen: SeenBy, goals: Sequence[Tracking]) -> None:
        """Says once that a name is gone from its board, or that somebody else bears it."""
        channels = await self._channels(seen.user_id)
        to = tuple(dict.fromkeys(each for goal in goals for each in _where(goal, channels)))
        if not to:
            return
        is_missing = seen.news is News.MISSING
        text = (
            f"The hiscores did not have {seen.name} three times in a row. Was the name changed? "
            "Follow the new one, and what was recorded stays where it is."
            if is_missing
            else f"Whoever is called {seen.name} now has less experience than before, so that it may be somebody else. "
            "Nothing of it is taken for progress."
        )
        message = Message(
            title=f"{seen.name} is not where it was" if is_missing else f"{seen.name} may be somebody else",
            text=text,
            link=f"{self._address}/runescape",
        )
        key = f"name-{seen.board}-{seen.name}-{seen.at.isoformat()}"
        await self._tables.write(self._notify.send(seen.user_id, message, key=key, channels=list(to)))
        self._jobs.nudge()

    async def _channels(self, user_id: str) -> dict[ChannelKind, list[str]]:
        """The channels of a person that can be written to, by kind."""
        member = Member(
            account_id=user_id,
            email=None,
            is_email_verified=False,
            preferences=Preferences(),
            is_operator=False,
        )
        found: dict[ChannelKind, list[str]] = defaultdict(list)
        for channel in await self._notify.channels.of_member(member):
            if channel.is_confirmed and not channel.is_paused:
                found[channel.kind].append(channel.channel_id)
        return found

    def _link(self, tracking: Tracking) -> str:
        return f"{self._address}/runescape/goals/{tracking.name.replace(' ', '_')}/{tracking.goal.goal_id}"


def _where(tracking: Tracking, channels: Mapping[ChannelKind, Sequence[str]]) -> tuple[str, ...]:
    """To which channels word of a goal is sent: those it names, and those of the kind that it names."""
    known = {each for ids in channels.values() for each in ids}
    named = [each for each in tracking.plan.channel_ids if each in known]
    kind = tracking.goal.notification_channel_type
    of_kind = () if kind is None else channels.get(_KINDS[kind], ())
    return tuple(dict.fromkeys((*named, *of_kind)))


def _zone(account: Account | None) -> ZoneInfo:
    return ZoneInfo("UTC") if account is None else account.preferences.zone
