"""Use-case: telling people what happened to their checks: in one message where much did, and quietly where one explains all."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from pydantic import BaseModel

from cairn.apps.checks.account_schema import Bulletin, Waiting
from cairn.apps.checks.rules.states import TargetState
from cairn.apps.checks.rules.telling import (
    BETWEEN_MESSAGES,
    Subject,
    Telling,
    Watched,
    next_telling,
    telling,
    wait_until,
)
from cairn.apps.checks.schema import Check, CheckStatus
from cairn.apps.checks.service import messages
from cairn.apps.checks.service.keeping import TIMETABLE
from cairn.services.clock import Clock
from cairn.services.jobs import JobKind, Jobs, Postpone, Run
from cairn.services.notify import Message, Notify
from cairn.services.timetables import changed
from cairn.tables import Action, Tables, attribute, delete, put, update

_KEPT: Final = timedelta(days=30)
_MOST_AT_ONCE: Final = 1_000
_LOOKED_AT_AGAIN: Final = timedelta(seconds=15)


class ToTell(BaseModel):
    """An account to which something happened."""

    userid: str


TELL: Final = JobKind("checks.tell", ToTell)


class Tellers:
    """What is told to people."""

    def __init__(self, tables: Tables, jobs: Jobs, clock: Clock, notify: Notify, *, address: str) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock
        self._notify = notify
        self._address = address

    def happened(
        self, check: Check, subject: Subject, message: Message, *, since: datetime
    ) -> tuple[Action, ...]:
        """For the transaction in which something happens: it is told soon, together with what else happens then."""
        now = self._clock.now()
        waiting = Waiting(
            userid=check.userid,
            at=now,
            checkid=check.checkid,
            subject=subject,
            since=since,
            title=message.title,
            text=message.text,
            link=message.link,
            urgency=message.urgency,
            expires_at=now + _KEPT,
        )
        return put(waiting), self._job(check.userid, next_telling(now))

    async def tell(self, to_tell: ToTell, _: Run) -> None:
        """Tells what waits, as far as it is to be told now."""
        userid = to_tell.userid
        now = self._clock.now()
        bulletin = await self._tables.get(Bulletin.of(userid), consistent=True)
        told_before = frozenset() if bulletin is None else bulletin.told
        all_waiting = await self._tables.all(Waiting.of_user(userid).consistently().first(_MOST_AT_ONCE))
        await self._tables.write_batch([delete(each.key) for each in all_waiting if each.name in told_before])
        waiting = {each.name: each for each in all_waiting if each.name not in told_before}
        if not waiting:
            return
        happened = [each.happened for each in waiting.values()]
        checks = await self._checks(waiting.values())
        sorted_out = telling(happened, _watched(checks), now=now)
        fresh = [each for each in happened if each.name in sorted_out.told]
        last_told = None if bulletin is None else bulletin.told_at
        if fresh and (until := wait_until(fresh, last_told, now=now)) is not None:
            raise Postpone(until)
        await self._write(userid, sorted_out, waiting, now)
        for parentid in sorted_out.to_look_at:
            await self._tables.write(
                update(Check.with_id(parentid), attribute(Check.due_at).set(now)),
                changed(self._jobs, TIMETABLE, parentid),
            )
        self._jobs.nudge()
        if sorted_out.held:
            raise Postpone(now + (_LOOKED_AT_AGAIN if sorted_out.to_look_at else BETWEEN_MESSAGES))

    async def forget_all(self, userid: str) -> None:
        """Removes what waits for an account."""
        waiting = await self._tables.all(Waiting.of_user(userid))
        await self._tables.write_batch([delete(Bulletin.of(userid)), *(delete(each.key) for each in waiting)])

    async def _write(
        self, userid: str, sorted_out: Telling, waiting: Mapping[str, Waiting], now: datetime
    ) -> None:
        """Sends, and notes what was sent, in one transaction: what is removed after it can be removed again."""
        over = [waiting[name] for name in (*sorted_out.told, *sorted_out.dropped)]
        if sorted_out.told:
            told = [waiting[name] for name in sorted_out.told]
            message = self._message(told, sorted_out.held_by)
            names = frozenset(each.name for each in over)
            await self._tables.write(
                put(Bulletin(userid=userid, told_at=now, told=names)),
                self._notify.send(userid, message, key=f"checks-{userid}-{now.timestamp()}"),
            )
        await self._tables.write_batch([delete(each.key) for each in over])

    def _message(self, told: Sequence[Waiting], held_by: Mapping[str, int]) -> Message:
        quiet = sum(held_by.get(each.checkid, 0) for each in told if each.subject is Subject.DOWN)
        found = [
            Message(title=each.title, text=each.text, link=each.link, urgency=each.urgency) for each in told
        ]
        return messages.together(
            found, [each.subject for each in told], quiet=quiet, link=f"{self._address}/checks"
        )

    async def _checks(self, waiting: Iterable[Waiting]) -> dict[str, Check]:
        """The checks of which something is told, and those that they depend on."""
        ids = {each.checkid for each in waiting}
        found = await self._tables.get_all([Check.with_id(each) for each in ids], consistent=True)
        checks = {each.checkid: each for each in found if each is not None}
        parents = {each.depends_on for each in checks.values() if each.depends_on} - ids
        more = await self._tables.get_all([Check.with_id(each) for each in parents], consistent=True)
        return checks | {each.checkid: each for each in more if each is not None}

    def _job(self, userid: str, at: datetime) -> Action:
        return self._jobs.enqueue(TELL, ToTell(userid=userid), key=userid, at=at)


def _watched(checks: Mapping[str, Check]) -> dict[str, Watched]:
    return {
        checkid: Watched(
            TargetState.UNKNOWN if check.standing is None else check.standing.shown,
            None if check.standing is None else check.standing.since,
            check.last_executed_at,
            check.status is CheckStatus.ACTIVE,
            check.depends_on,
        )
        for checkid, check in checks.items()
    }
