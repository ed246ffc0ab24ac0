"""Use-case: running checks, each when it is due. A run reads nothing, and writes all that follows in one transaction."""

import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

import structlog
from pydantic import ValidationError

from cairn.apps.checks.account_schema import Window
from cairn.apps.checks.ebay.asking import Ebay
from cairn.apps.checks.history_schema import Beat, Incident, Place
from cairn.apps.checks.kinds import KINDS, Attributes, CanNotRun, Kind, Look, Sight
from cairn.apps.checks.rules.maintenance import Plan, in_force, next_border
from cairn.apps.checks.rules.states import TargetState, Verdict
from cairn.apps.checks.rules.telling import Subject
from cairn.apps.checks.rules.timing import timeout
from cairn.apps.checks.schema import Check, CheckStatus, LastResult, ResultStatus, User, UserStatus
from cairn.apps.checks.service import messages
from cairn.apps.checks.service.keeping import TIMETABLE
from cairn.apps.checks.service.outcomes import Outcome, outcome
from cairn.apps.checks.service.telling import Tellers
from cairn.apps.checks.service.wanted import given
from cairn.apps.checks.service.witnesses import Witnesses
from cairn.apps.checks.settings import CheckSettings
from cairn.apps.checks.standing import KeptPrice
from cairn.services.clock import SECOND, Clock
from cairn.services.outbound import Outbound
from cairn.services.shards import shard_of
from cairn.services.timetables import Entry, Timetable
from cairn.tables import (
    Action,
    ConditionFailedError,
    Tables,
    attribute,
    delete,
    put,
    update,
)

_log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger(__name__)
_LOADED_AT_ONCE: Final = 100
_LONGEST: Final = timedelta(seconds=90)


@dataclass(frozen=True, slots=True)
class Watched:
    """A check as a worker holds it."""

    check: Check
    kind: Kind[Any]
    wanted: Attributes
    plans: tuple[Plan, ...] = ()


class Running:
    """The timetable of checks."""

    def __init__(
        self,
        tables: Tables,
        clock: Clock,
        outbound: Outbound,
        tellers: Tellers,
        ebay: Ebay,
        witnesses: Witnesses,
        settings: CheckSettings,
        *,
        address: str,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._tables = tables
        self._clock = clock
        self._outbound = outbound
        self._tellers = tellers
        self._ebay = ebay
        self._witnesses = witnesses
        self._settings = settings
        self._address = address
        self._chance = chance
        self._running: Counter[str] = Counter()

    @property
    def timetable(self) -> Timetable[Watched]:
        return Timetable(
            name=TIMETABLE,
            load=self.load,
            find=self.find,
            run=self.run,
            at_once=self._settings.at_once,
            longest=_LONGEST,
        )

    async def load(self, shard: int) -> AsyncIterator[Entry[Watched]]:
        """All checks of a shard that are to be run."""
        ids: list[str] = []
        async for place in self._tables.iterate(Place.of_shard(shard)):
            ids.append(place.checkid)
            if len(ids) == _LOADED_AT_ONCE:
                for entry in await self._entries(ids):
                    yield entry
                ids = []
        for entry in await self._entries(ids):
            yield entry

    async def find(self, checkid: str) -> Entry[Watched] | None:
        """A check as it is now; None when it is not to be run."""
        return next(iter(await self._entries([checkid])), None)

    async def run(self, entry: Entry[Watched]) -> Entry[Watched] | None:
        """Looks, and writes what follows."""
        userid = entry.what.check.userid
        if self._running[userid] >= self._settings.at_once_for_one:
            return entry.again(self._clock.now() + SECOND)
        self._running[userid] += 1
        try:
            return await self._run(entry)
        finally:
            self._running[userid] -= 1
            if not self._running[userid]:
                del self._running[userid]

    async def look(
        self, kind: Kind[Any], url: str, wanted: Attributes, delay: timedelta, *, checkid: str | None = None
    ) -> Look:
        """What a check finds. Raises `CanNotRun`."""

        async def last_beat() -> Beat | None:
            return None if checkid is None else await self._tables.get(Beat.of(checkid), consistent=True)

        sight = Sight(self._outbound, self._ebay, last_beat, self._clock.now(), timeout(delay), delay)
        return await kind.look(sight, url, wanted)

    async def _run(self, entry: Entry[Watched]) -> Entry[Watched] | None:
        check, kind, wanted = entry.what.check, entry.what.kind, entry.what.wanted
        plans = entry.what.plans
        began = self._clock.now()
        planned = in_force(plans, began)
        try:
            look = (
                await self.look(
                    kind, check.url, wanted, timedelta(milliseconds=check.delay_ms), checkid=check.checkid
                )
                if planned is None
                else Look(Verdict.PLANNED, f"maintenance: {planned.title}")
            )
        except CanNotRun as fault:
            return await self._stop(entry, str(fault))
        if look.is_unreached and not await self._witnesses.see_a_network():
            look = Look(Verdict.UNKNOWN, "we could not look: nothing at all can be reached from here")
        came = outcome(check, wanted, look, began=began, now=self._clock.now(), chance=self._chance())
        if plans and (border := next_border(plans, after=began, until=came.due_at)) is not None:
            came = replace(came, due_at=border)
        after = check.changed(
            last_executed_at=began, last_result=came.result, standing=came.standing, due_at=came.due_at
        )
        noted = update(
            Check.with_id(check.checkid),
            attribute(Check.last_executed_at).set(began),
            attribute(Check.last_result).set(came.result),
            attribute(Check.standing).set(came.standing),
            attribute(Check.due_at).set(came.due_at),
            when=self._is_as_held(check),
        )
        try:
            await self._tables.write(noted, *self._beside(check, look, came))
        except ConditionFailedError:
            # It was changed, paused or deleted, or another worker ran it: what was found was found by what is no more.
            return await self.find(check.checkid)
        return entry.again(came.due_at, Watched(after, kind, wanted, plans))

    def _is_as_held(self, check: Check) -> Any:
        last = attribute(Check.last_executed_at)
        unrun = last.missing() if check.last_executed_at is None else last == check.last_executed_at
        return unrun & (Check.updated_at == check.updated_at) & (Check.status == CheckStatus.ACTIVE)

    def _beside(self, check: Check, look: Look, came: Outcome) -> list[Action]:
        actions: list[Action] = [put(came.run), *(put(bucket) for bucket in came.buckets)]
        if came.price is not None:
            actions.append(put(came.price))
        if came.began is not None:
            actions.append(put(came.began))
        if came.ended is not None:
            actions.append(self._end(came.ended))
        return [*actions, *self._happened(check, look, came)]

    def _happened(self, check: Check, look: Look, came: Outcome) -> Iterator[Action]:
        """What is to be told of it."""
        link = self.link(check)
        if came.change is not None and came.change.is_told:
            told = messages.of_change(check, came.change, came.result.reason, again_at=came.due_at, link=link)
            subject = Subject.DOWN if came.change.after is TargetState.DOWN else Subject.UP
            yield from self._tellers.happened(check, subject, told, since=came.change.since)
        if came.certificate_ends is not None:
            told = messages.of_certificate(check, came.certificate_ends, came.run.at, link=link)
            yield from self._tellers.happened(check, Subject.CERTIFICATE, told, since=came.run.at)
        before = check.standing.price if check.standing else None
        after = came.standing.price
        if came.events and after is not None:
            known = (before or KeptPrice()).memory
            told = messages.of_prices(
                check, came.events, known, after.memory, sighting=look.sighting, link=link
            )
            yield from self._tellers.happened(check, Subject.PRICE, told, since=came.run.at)

    def _end(self, ended: Incident) -> Action:
        return update(
            Incident.of_check(ended.checkid, ended.began),
            attribute(Incident.ended).set(ended.ended),
            attribute(Incident.expires_at).set(ended.expires_at),
        )

    async def _stop(self, entry: Entry[Watched], reason: str) -> Entry[Watched] | None:
        """Marks a check as one that can't be run, and tells why."""
        check = entry.what.check
        now = self._clock.now()
        told = messages.of_failure(check, reason, link=self.link(check))
        failed = update(
            check,
            attribute(Check.status).set(CheckStatus.FAILED),
            attribute(Check.last_executed_at).set(now),
            attribute(Check.last_result).set(LastResult(status=ResultStatus.UNKNOWN, reason=reason)),
            when=self._is_as_held(check),
        )
        try:
            await self._tables.write(
                failed,
                delete(Place.key(shard=shard_of(check.checkid), checkid=check.checkid)),
                *self._tellers.happened(check, Subject.FAILED, told, since=now),
            )
        except ConditionFailedError:
            return await self.find(check.checkid)
        return None

    def link(self, check: Check) -> str:
        return f"{self._address}/checks/{check.checkid}"

    async def _entries(self, ids: list[str]) -> list[Entry[Watched]]:
        found = await self._tables.get_all([Check.with_id(each) for each in ids], consistent=True)
        checks = [each for each in found if each is not None and each.status is CheckStatus.ACTIVE]
        users = await self._tables.get_all([User.with_id(each) for each in {each.userid for each in checks}])
        stopped = {each.userid for each in users if each and each.status is not UserStatus.ACTIVE}
        windows = {
            each.userid: await self._tables.all(Window.of_user(each.userid).consistently())
            for each in users
            if each and each.windows
        }
        entries = [
            self._entry(each, windows.get(each.userid, ())) for each in checks if each.userid not in stopped
        ]
        return [each for each in entries if each is not None]

    def _entry(self, check: Check, windows: Sequence[Window]) -> Entry[Watched] | None:
        kind = KINDS.get(check.check_type)
        if kind is None:
            _log.warning("a check of a type that nobody runs", checkid=check.checkid, type=check.check_type)
            return None
        try:
            wanted = kind.read(given(check.attributes))
        except ValidationError as fault:
            _log.warning("a check that can't be read", checkid=check.checkid, reason=str(fault))
            return None
        plans = tuple(each.plan for each in windows if each.holds_for(check))
        due = self._due(check, plans)
        return Entry(check.checkid, due, Watched(check, kind, wanted, plans))

    def _due(self, check: Check, plans: Sequence[Plan]) -> datetime:
        """When it is due; at once when maintenance has begun or ended since it was looked at."""
        due, now = check.due_at or check.created_at, self._clock.now()
        is_shown = check.standing is not None and check.standing.shown is TargetState.MAINTENANCE
        if is_shown != (in_force(plans, now) is not None):
            return min(due, now)
        return next_border(plans, after=now, until=due) or due
