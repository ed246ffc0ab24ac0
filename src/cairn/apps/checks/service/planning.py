"""Use-cases: planning maintenance, changing what is planned, ending what goes on, and giving it up."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from pydantic import BaseModel

from cairn.apps.checks.account_schema import Window
from cairn.apps.checks.rules.cron import NoCron, cron_of
from cairn.apps.checks.rules.maintenance import Recurrence, in_force
from cairn.apps.checks.schema import Check, User
from cairn.apps.checks.service.keeping import TIMETABLE
from cairn.apps.checks.service.people import People
from cairn.apps.checks.service.refusals import NoSuchWindow, NothingGoesOn, TooManyWindows
from cairn.services.accounts import Member
from cairn.services.accounts.preferences import time_zones
from cairn.services.clock import Clock
from cairn.services.identifiers import Identifiers
from cairn.services.jobs import JobKind, Jobs, Run
from cairn.services.problems import InvalidInput
from cairn.services.timetables import changed
from cairn.tables import Action, ConditionFailedError, Tables, attribute, create, delete, put, update

MOST_WINDOWS: Final = 100
MOST_NAMED: Final = 500
LONGEST_TITLE: Final = 100
LONGEST_NOTE: Final = 1_000
LONGEST_MINUTES: Final = 7 * 24 * 60
LONGEST_ONCE_MINUTES: Final = 31 * 24 * 60
_TIME_OF_DAY: Final = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_TOLD_AT_ONCE: Final = 40


class Replanned(BaseModel):
    """An account whose planned maintenance is another one now: its checks are to be read again."""

    userid: str


REPLAN: Final = JobKind("checks.replan", Replanned)


@dataclass(frozen=True, kw_only=True, slots=True)
class WantedWindow:
    """Planned maintenance as it is asked for."""

    title: str
    recurrence: Recurrence
    minutes: int
    time_zone: str = "UTC"
    note: str = ""
    start: datetime | None = None
    time_of_day: str | None = None
    weekdays: frozenset[int] = frozenset()
    days: frozenset[int] = frozenset()
    cron: str | None = None
    checks: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    is_for_all: bool = False


class Planning:
    """The maintenance that people plan."""

    def __init__(self, tables: Tables, jobs: Jobs, clock: Clock, people: People) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock
        self._people = people
        self._ids = Identifiers(clock)

    async def plan(self, member: Member, wanted: WantedWindow) -> Window:
        """Plans maintenance. The checks follow within seconds."""
        user = await self._people.made(member)
        now = self._clock.now()
        window = _window(user.userid, self._ids.new(), _right(wanted), created_at=now, now=now)
        counted = update(
            User.with_id(user.userid),
            attribute(User.windows).add(1),
            when=attribute(User.windows).missing() | (attribute(User.windows) < MOST_WINDOWS),
        )
        try:
            await self._tables.write(counted, create(window), self.replanning(user.userid))
        except ConditionFailedError as fault:
            raise TooManyWindows(f"At most {MOST_WINDOWS} can be planned; delete one first") from fault
        self._jobs.nudge()
        return window

    async def window(self, member: Member, windowid: str) -> Window:
        """One of the caller's."""
        found = (
            await self._tables.get(Window.with_id(member.account_id, windowid), consistent=True)
            if windowid and "#" not in windowid
            else None
        )
        if found is None:
            raise NoSuchWindow("There is no planned maintenance of yours with this id")
        return found

    async def windows(self, userid: str) -> Sequence[Window]:
        """All of an account, what was planned last first."""
        return await self._tables.all(Window.of_user(userid).backward())

    async def amend(self, member: Member, windowid: str, wanted: WantedWindow) -> Window:
        """Plans it otherwise."""
        before = await self.window(member, windowid)
        now = self._clock.now()
        window = _window(before.userid, windowid, _right(wanted), created_at=before.created_at, now=now)
        await self._write(put(window, when=Window.updated_at == before.updated_at), before.userid)
        return window

    async def end(self, member: Member, windowid: str) -> Window:
        """Ends what goes on. What comes back, comes back at its next time."""
        before = await self.window(member, windowid)
        now = self._clock.now()
        if in_force([before.plan], now) is None:
            raise NothingGoesOn("It has not begun, or is over; delete it if it is not to come")
        window = before.changed(ended_at=now, updated_at=now)
        await self._write(put(window, when=Window.updated_at == before.updated_at), before.userid)
        return window

    async def delete(self, member: Member, windowid: str) -> None:
        """Gives it up."""
        window = await self.window(member, windowid)
        await self._write(
            delete(window.key, when=Window.updated_at == window.updated_at),
            window.userid,
            update(User.with_id(window.userid), attribute(User.windows).add(-1)),
        )

    async def forget_all(self, userid: str) -> None:
        """Removes all of an account."""
        await self._tables.write_batch([delete(each.key) for each in await self.windows(userid)])

    async def replan(self, replanned: Replanned, _: Run) -> None:
        """Has every check of an account read again, by whoever runs it."""
        told: list[Action] = []
        async for check in self._tables.iterate(Check.of_user(replanned.userid)):
            told.append(changed(self._jobs, TIMETABLE, check.checkid))
            if len(told) == _TOLD_AT_ONCE:
                await self._tables.write(*told)
                told = []
        if told:
            await self._tables.write(*told)
        self._jobs.nudge()

    def replanning(self, userid: str) -> Action:
        """For the transaction after which an account's checks are to be read again."""
        return self._jobs.enqueue(REPLAN, Replanned(userid=userid), key=userid)

    async def _write(self, action: Action, userid: str, *more: Action) -> None:
        try:
            await self._tables.write(action, *more, self.replanning(userid))
        except ConditionFailedError as fault:
            raise NoSuchWindow("It has just been changed or deleted; look again") from fault
        self._jobs.nudge()


def _window(
    userid: str, windowid: str, right: WantedWindow, *, created_at: datetime, now: datetime
) -> Window:
    return Window(
        userid=userid,
        windowid=windowid,
        title=right.title,
        note=right.note or None,
        recurrence=right.recurrence,
        minutes=right.minutes,
        time_zone=right.time_zone,
        start=right.start if right.recurrence is Recurrence.ONCE else None,
        time_of_day=right.time_of_day,
        weekdays=tuple(sorted(right.weekdays)),
        days=tuple(sorted(right.days)),
        cron=right.cron if right.recurrence is Recurrence.CRON else None,
        checks=right.checks,
        tags=right.tags,
        is_for_all=right.is_for_all,
        created_at=created_at,
        updated_at=now,
    )


def _right(wanted: WantedWindow) -> WantedWindow:
    """What is wanted, if it can be. Raises `InvalidInput` with every field that is not right."""
    faults: dict[str, str] = {}
    if not wanted.title.strip() or len(wanted.title) > LONGEST_TITLE:
        faults["title"] = f"has 1 to {LONGEST_TITLE} characters"
    if len(wanted.note) > LONGEST_NOTE:
        faults["note"] = f"has at most {LONGEST_NOTE:,} characters"
    longest = LONGEST_ONCE_MINUTES if wanted.recurrence is Recurrence.ONCE else LONGEST_MINUTES
    if not 1 <= wanted.minutes <= longest:
        faults["minutes"] = f"is from 1 to {longest:,}"
    if wanted.time_zone not in time_zones():
        faults["timeZone"] = "is a name of the IANA database, such as Europe/Berlin"
    if not (wanted.is_for_all or wanted.checks or wanted.tags):
        faults["checks"] = "names checks or tags, or it is for all"
    if len(wanted.checks) > MOST_NAMED or len(wanted.tags) > MOST_NAMED:
        faults["checks"] = f"names at most {MOST_NAMED} checks and as many tags; it can be for all"
    faults |= _said_of_recurrence(wanted)
    if faults:
        raise InvalidInput.of_all(faults)
    return wanted


def _said_of_recurrence(wanted: WantedWindow) -> dict[str, str]:
    faults: dict[str, str] = {}
    match wanted.recurrence:
        case Recurrence.ONCE:
            if wanted.start is None:
                faults["start"] = "is when it begins"
        case Recurrence.CRON:
            try:
                cron_of(wanted.cron or "")
            except NoCron as fault:
                faults["cron"] = str(fault)
        case Recurrence.WEEKLY:
            if not wanted.weekdays or not wanted.weekdays <= set(range(1, 8)):
                faults["weekdays"] = "are from 1 for Monday to 7 for Sunday"
        case Recurrence.MONTHLY:
            if not wanted.days or not wanted.days <= set(range(32)):
                faults["days"] = "are from 1 to 31, or 0 for the last of the month"
    if wanted.recurrence in {Recurrence.WEEKLY, Recurrence.MONTHLY} and not _TIME_OF_DAY.fullmatch(
        wanted.time_of_day or ""
    ):
        faults["timeOfDay"] = "is an hour and a minute, such as 03:30"
    return faults
