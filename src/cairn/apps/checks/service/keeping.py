"""Use-cases: making checks, changing, pausing, resuming and deleting them. Whose a check is, is asked each time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from pydantic import BaseModel

from cairn.apps.checks.history_schema import Place
from cairn.apps.checks.schema import Check, CheckStatus, User, UserStatus
from cairn.apps.checks.service.people import People
from cairn.apps.checks.service.refusals import (
    CheckLimitReached,
    CheckPaused,
    ChecksSuspended,
    LookedJustNow,
    NoSuchCheck,
)
from cairn.apps.checks.service.wanted import ValidCheck, WantedCheck, given, valid
from cairn.apps.checks.status_schema import OpenBadges
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.services.identifiers import Identifiers
from cairn.services.jobs import JobKind, Jobs
from cairn.services.problems import InvalidInput
from cairn.services.shards import shard_of
from cairn.services.timetables import changed
from cairn.tables import (
    Action,
    ConditionFailedError,
    Page,
    Ref,
    Tables,
    attribute,
    create,
    delete,
    put,
    update,
)

TIMETABLE: Final = "checks.run"
_MADE_AT_ONCE: Final = 30
_BETWEEN_ASKED_RUNS: Final = timedelta(seconds=5)
_DEEPEST: Final = 10


class Forgotten(BaseModel):
    """A check whose history is to be removed."""

    checkid: str


FORGET: Final = JobKind("checks.forget", Forgotten)


@dataclass(frozen=True, kw_only=True, slots=True)
class Amended:
    """What is to be otherwise with a check. None is what stays."""

    url: str | None = None
    delay_ms: int | None = None
    attributes: Mapping[str, Any] | None = None
    name: str | None = None
    tags: frozenset[str] | None = None
    depends_on: str | None = None  # empty is on none


@dataclass(frozen=True, slots=True)
class Prepared:
    """A check that is to be made as it is."""

    checkid: str
    wanted: WantedCheck
    right: ValidCheck
    is_paused: bool = False


class Keeping:
    """The checks that people keep."""

    def __init__(self, tables: Tables, jobs: Jobs, clock: Clock, people: People) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock
        self._people = people
        self._ids = Identifiers(clock)

    async def create_check(self, member: Member, wanted: WantedCheck) -> Check:
        """Makes a check, which runs at once. The limit holds, however many are made at the same time."""
        user = await self._people.made(member)
        right = valid(wanted, self._people.allowance(user))
        checkid = self.new_id()
        await self._require_parent(member, checkid, wanted.depends_on)
        made = _made(user, Prepared(checkid, wanted, right), self._clock.now())
        await self._write_new(user, [made])
        return made

    async def create_prepared(self, member: Member, prepared: Sequence[Prepared]) -> None:
        """Makes many checks, some dozens at a time. Where the limit is met, those before it stay."""
        if not prepared:
            return
        user = await self._people.made(member)
        now = self._clock.now()
        for first in range(0, len(prepared), _MADE_AT_ONCE):
            part = prepared[first : first + _MADE_AT_ONCE]
            await self._write_new(user, [_made(user, each, now) for each in part])

    def new_id(self) -> str:
        return self._ids.new()

    async def check(self, member: Member, checkid: str) -> Check:
        """A check of the caller's."""
        found = await self._tables.get(Check.with_id(checkid), consistent=True) if checkid else None
        if found is None or found.userid != member.account_id:
            raise NoSuchCheck("There is no check of yours with this id")
        return found

    async def checks(self, member: Member) -> Sequence[Check]:
        """All checks of the caller, by one query, the newest first."""
        return await self._tables.all(Check.of_user(member.account_id).backward())

    async def some(self, member: Member, *, size: int, cursor: str | None) -> Page[Check]:
        """Some checks of the caller, the newest first."""
        query = Check.of_user(member.account_id).backward()
        return await self._tables.page(query, size=size, cursor=cursor, caller=member.account_id)

    async def amend(self, member: Member, checkid: str, amended: Amended) -> Check:
        """Changes a check. Its history stays, and it runs at once where something was changed that it finds by."""
        before = await self.check(member, checkid)
        user = await self._people.known(member)
        wanted = WantedCheck(
            url=before.url,
            check_type=before.check_type,
            delay_ms=before.delay_ms,
            attributes=given(before.attributes),
            name=before.name or "",
            tags=before.tags,
            depends_on=before.depends_on or "",
        )
        changes = {name: getattr(amended, name) for name in Amended.__slots__}
        wanted = replace(wanted, **{name: value for name, value in changes.items() if value is not None})
        right = valid(wanted, self._people.allowance(user))
        if amended.depends_on:
            await self._require_parent(member, checkid, amended.depends_on)
        now = self._clock.now()
        actions = [
            attribute(Check.url).set(right.url),
            attribute(Check.delay_ms).set(wanted.delay_ms),
            attribute(Check.attributes).set(right.stored),
            attribute(Check.name).set(right.name or None),
            attribute(Check.tags).set(right.tags),
            attribute(Check.depends_on).set(wanted.depends_on or None),
            attribute(Check.updated_at).set(now),
            attribute(Check.due_at).set(now),
        ]
        written = update(Check.with_id(checkid), *actions, when=Check.userid == member.account_id)
        await self._write(written, changed(self._jobs, TIMETABLE, checkid))
        return await self.check(member, checkid)

    async def pause(self, member: Member, checkid: str) -> Check:
        """Has it run no more, until it is resumed. What it has found stays."""
        found = await self.check(member, checkid)
        if found.status is CheckStatus.PAUSED:
            return found
        status = attribute(Check.status).set(CheckStatus.PAUSED)
        await self._write(
            update(found, status, attribute(Check.updated_at).set(self._clock.now())),
            delete(_place(checkid)),
            changed(self._jobs, TIMETABLE, checkid),
        )
        return await self.check(member, checkid)

    async def resume(self, member: Member, checkid: str) -> Check:
        """Has it run again, from now on: one that was paused, or one that could not be run."""
        found = await self.check(member, checkid)
        if found.status is CheckStatus.ACTIVE:
            return found
        user = await self._people.known(member)
        if user.status is not UserStatus.ACTIVE:
            raise ChecksSuspended("An operator has stopped the checks of this account")
        if (user.checks or 0) > user.check_limit:
            await self._require_room(user)
        now = self._clock.now()
        await self._write(
            update(
                found,
                attribute(Check.status).set(CheckStatus.ACTIVE),
                attribute(Check.updated_at).set(now),
                attribute(Check.due_at).set(now),
            ),
            *self._placed(checkid),
        )
        self._jobs.nudge()
        return await self.check(member, checkid)

    async def run_now(self, member: Member, checkid: str) -> Check:
        """Has it run at once."""
        found = await self.check(member, checkid)
        if found.status is not CheckStatus.ACTIVE:
            raise CheckPaused("Resume it first: a check that is paused or has failed does not run")
        now = self._clock.now()
        if found.last_executed_at is not None:
            left = found.last_executed_at + _BETWEEN_ASKED_RUNS - now
            if left > timedelta(0):
                raise LookedJustNow("It has just been looked at", retry_after=left)
        due = update(Check.with_id(checkid), attribute(Check.due_at).set(now))
        await self._write(due, changed(self._jobs, TIMETABLE, checkid))
        self._jobs.nudge()
        return found

    async def delete_check(self, member: Member, checkid: str) -> None:
        """Removes a check, and soon all that it has found."""
        await self.check(member, checkid)
        await self._write(*self.removed(member.account_id, checkid))

    def removed(self, userid: str, checkid: str) -> tuple[Action, ...]:
        """What removes a check."""
        return (
            delete(Check.with_id(checkid), when=Check.userid == userid),
            delete(_place(checkid)),
            delete(OpenBadges.of_check(checkid)),
            update(User.with_id(userid), attribute(User.checks).add(-1)),
            changed(self._jobs, TIMETABLE, checkid),
            self._jobs.enqueue(FORGET, Forgotten(checkid=checkid), key=checkid),
        )

    async def _require_room(self, user: User) -> None:
        """Of somebody who once had a higher tier, no more checks run than the present one allows."""
        checks = await self._tables.all(Check.of_user(user.userid))
        if sum(each.status is CheckStatus.ACTIVE for each in checks) >= user.check_limit:
            raise CheckLimitReached(
                f"The tier {user.tier} has at most {user.check_limit} checks; pause or delete one first"
            )

    async def _require_parent(self, member: Member, checkid: str, parentid: str) -> None:
        """A check depends on one of the same account, and never on one that depends on it."""
        following, steps = parentid, 0
        while following:
            steps += 1
            if following == checkid or steps > _DEEPEST:
                raise InvalidInput.of("dependsOn", f"goes in a circle, or over more than {_DEEPEST} checks")
            found = await self._tables.get(Check.with_id(following), consistent=True)
            if found is None or found.userid != member.account_id:
                if steps > 1:
                    return  # one further up is gone, which keeps nobody quiet
                raise InvalidInput.of("dependsOn", "is the id of another check of yours")
            following = found.depends_on or ""

    async def _write_new(self, user: User, made: Sequence[Check]) -> None:
        counted = update(
            User.with_id(user.userid),
            attribute(User.checks).add(len(made)),
            when=(attribute(User.status) == UserStatus.ACTIVE)
            & (attribute(User.check_limit) == user.check_limit)
            & (attribute(User.checks).missing() | (attribute(User.checks) <= user.check_limit - len(made))),
        )
        placed = [
            action
            for each in made
            if each.status is CheckStatus.ACTIVE
            for action in self._placed(each.checkid)
        ]
        try:
            await self._tables.write(counted, *(create(each) for each in made), *placed)
        except ConditionFailedError as fault:
            raise await self._why_not(user.userid) from fault
        self._jobs.nudge()

    def _placed(self, checkid: str) -> tuple[Action, ...]:
        place = Place(shard=shard_of(checkid), checkid=checkid)
        return put(place), changed(self._jobs, TIMETABLE, checkid)

    async def _write(self, *actions: Action) -> None:
        try:
            await self._tables.write(*actions)
        except ConditionFailedError as fault:
            raise NoSuchCheck("It has just been changed or deleted; look again") from fault
        self._jobs.nudge()

    async def _why_not(self, userid: str) -> CheckLimitReached | ChecksSuspended:
        user = await self._tables.expect(User.with_id(userid), consistent=True)
        if user.status is not UserStatus.ACTIVE:
            return ChecksSuspended("An operator has stopped the checks of this account")
        return CheckLimitReached(
            f"The tier {user.tier} has at most {user.check_limit} checks; delete one first"
        )


def _made(user: User, prepared: Prepared, now: datetime) -> Check:
    wanted, right = prepared.wanted, prepared.right
    return Check(
        checkid=prepared.checkid,
        userid=user.userid,
        url=right.url,
        check_type=wanted.check_type,
        delay_ms=wanted.delay_ms,
        status=CheckStatus.PAUSED if prepared.is_paused else CheckStatus.ACTIVE,
        attributes=right.stored,
        created_at=now,
        updated_at=now,
        name=right.name or None,
        tags=right.tags,
        due_at=now,
        depends_on=wanted.depends_on or None,
    )


def _place(checkid: str) -> Ref[Place]:
    return Place.key(shard=shard_of(checkid), checkid=checkid)
