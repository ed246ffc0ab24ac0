"""Use-case: what a check has found: its uptime, response times, incidents, prices and last runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from cairn.apps.checks.history_schema import Incident, KeptBucket, PriceSeen, RunRecord
from cairn.apps.checks.rules.states import TargetState
from cairn.apps.checks.rules.uptime import Bucket, Grain, uptime
from cairn.apps.checks.schema import Check
from cairn.apps.checks.service.keeping import Keeping
from cairn.apps.checks.standing import Standing, Tally
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.tables import Tables

STRIP: Final = 90
MOST_INCIDENTS: Final = 20
MOST_PRICES: Final = 400
PERIODS: Final = {
    "24 hours": timedelta(hours=24),
    "7 days": timedelta(days=7),
    "30 days": timedelta(days=30),
    "1 year": timedelta(days=365),
}
_BY_HOURS: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Uptime:
    """How long it was up, of the time in which anybody knows. `share` is None where nobody does."""

    period: str
    share: float | None
    seconds_up: float
    seconds_down: float
    seconds_maintenance: float
    seconds_unknown: float


@dataclass(frozen=True, slots=True)
class Figures:
    """Its uptimes, and how quick its answers of the last day were on average, in milliseconds."""

    uptimes: Sequence[Uptime]
    response_time: float | None


@dataclass(frozen=True, slots=True)
class Point:
    """How quick the answers were at a time, in milliseconds."""

    at: datetime
    mean: float
    slowest: int


@dataclass(frozen=True, slots=True)
class CheckView:
    """A check, and what it has found. Its size does not grow with its history."""

    check: Check
    uptimes: Sequence[Uptime]
    days: Sequence[Tally]
    points: Sequence[Point]
    runs: Sequence[RunRecord]
    incidents: Sequence[Incident]
    prices: Sequence[PriceSeen]


class Viewing:
    """What checks have found."""

    def __init__(self, tables: Tables, clock: Clock, keeping: Keeping) -> None:
        self._tables = tables
        self._clock = clock
        self._keeping = keeping

    async def view(self, member: Member, checkid: str) -> CheckView:
        """All of it that a page shows."""
        check = await self._keeping.check(member, checkid)
        now = self._clock.now()
        hours = await self._buckets(check, Grain.HOUR, now - _BY_HOURS)
        days = await self._buckets(check, Grain.DAY, now - PERIODS["1 year"])
        prices = await self._prices(check)
        return CheckView(
            check,
            [_uptime(name, period, hours, days, check, now) for name, period in PERIODS.items()],
            days,
            [
                Point(each.start, each.answered_in / each.answers, each.slowest or 0)
                for each in hours
                if each.answers and each.start > now - PERIODS["7 days"]
            ],
            await self._runs(check, STRIP),
            await self._tables.all(Incident.last_of(checkid, MOST_INCIDENTS)),
            prices,
        )

    async def uptimes(self, member: Member, checkid: str) -> Sequence[Uptime]:
        return (await self.figures(await self._keeping.check(member, checkid))).uptimes

    async def figures(self, check: Check) -> Figures:
        """How much of the time it was up, and how quick its answers are."""
        now = self._clock.now()
        hours = await self._buckets(check, Grain.HOUR, now - _BY_HOURS)
        days = await self._buckets(check, Grain.DAY, now - PERIODS["1 year"])
        lately = sum((each.bucket for each in hours if each.start > now - PERIODS["24 hours"]), Bucket())
        return Figures(
            [_uptime(name, period, hours, days, check, now) for name, period in PERIODS.items()], lately.mean
        )

    async def runs(self, member: Member, checkid: str, count: int) -> Sequence[RunRecord]:
        return await self._runs(await self._keeping.check(member, checkid), count)

    async def incidents(self, member: Member, checkid: str) -> Sequence[Incident]:
        await self._keeping.check(member, checkid)
        return await self._tables.all(Incident.last_of(checkid, MOST_INCIDENTS))

    async def prices(self, member: Member, checkid: str) -> Sequence[PriceSeen]:
        return await self._prices(await self._keeping.check(member, checkid))

    async def _runs(self, check: Check, count: int) -> Sequence[RunRecord]:
        return await self._tables.all(RunRecord.last_of(check.checkid, count))

    async def _prices(self, check: Check) -> Sequence[PriceSeen]:
        if check.standing is None or check.standing.price is None:
            return ()
        return await self._tables.all(PriceSeen.last_of(check.checkid, MOST_PRICES))

    async def _buckets(self, check: Check, grain: Grain, since: datetime) -> list[Tally]:
        """Those that are over, and the one that is not."""
        over = await self._tables.all(KeptBucket.since(check.checkid, grain, since))
        standing = check.standing or Standing()
        running = standing.hour if grain is Grain.HOUR else standing.day
        tallies = [each.tally for each in over]
        return tallies if running is None or running.start < since else [*tallies, running]


def _uptime(
    name: str, period: timedelta, hours: Sequence[Tally], days: Sequence[Tally], check: Check, now: datetime
) -> Uptime:
    """Up to seven days by the hour, beyond that by the day. Before the check was made there is nothing to know."""
    tallies = hours if period <= _BY_HOURS else days
    whole = sum((each.bucket for each in tallies if each.start > now - period), Bucket())
    spent = whole.seconds
    known = sum(spent.values())
    length = min(period, now - check.created_at).total_seconds()
    return Uptime(
        name,
        uptime([whole]),
        spent.get(TargetState.UP, 0.0),
        spent.get(TargetState.DOWN, 0.0),
        spent.get(TargetState.MAINTENANCE, 0.0),
        max(length - known, 0.0),
    )
