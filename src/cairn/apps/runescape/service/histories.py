"""What was seen of a character: days, what was gained between two moments, records, milestones.

A character's past lies under the names that it bore. Each of them tells of the time in which it was this character's.
"""

import asyncio
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.hiscores.compact import unpacked
from cairn.apps.runescape.hiscores.readings import Reading
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.measures import Measure, value_of
from cairn.apps.runescape.rules.milestones import passed
from cairn.apps.runescape.rules.periods import Period, first_day
from cairn.apps.runescape.rules.projection import Point
from cairn.apps.runescape.rules.records import Best, Bests, bests_of, better
from cairn.apps.runescape.rules.totals import EntryGain, gained_between
from cairn.apps.runescape.service.jobs import Reckoned
from cairn.apps.runescape.tracking_schema import Day, Following, Passed, Records, Snapshot
from cairn.services.clock import Clock
from cairn.services.jobs import Run
from cairn.tables import Tables, put

MOST_DAYS: Final = 4_000
_BEGINNING: Final = datetime(2000, 1, 1, tzinfo=UTC)
_END: Final = datetime(9000, 1, 1, tzinfo=UTC)
_DAY: Final = timedelta(days=1)
_OVERLAP: Final = timedelta(days=45)
"""So many days before the running month are looked at for the records of weeks that began in the last one."""
_FEW: Final = 100


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen at a moment."""

    at: datetime
    reading: Reading


def points_of(seen: Sequence[Seen], measure: Measure) -> list[Point]:
    """The values of one thing, where they were told."""
    return [Point(each.at, value) for each in seen if (value := value_of(measure, each.reading)) is not None]


@dataclass(frozen=True, slots=True)
class Gained:
    """What was gained of everything. It is known from `since` to `until`, which lie within what was asked for."""

    since: datetime
    until: datetime
    entries: list[EntryGain]


class Histories:
    """Reads what was seen."""

    def __init__(self, tables: Tables, clock: Clock) -> None:
        self._tables = tables
        self._clock = clock

    async def points(
        self, following: Following, measure: Measure, *, since: datetime | None = None
    ) -> list[Point]:
        """A value at the end of each day, as far as the board told it."""
        days = await self._days(following, None if since is None else since.date())

        def told() -> list[Point]:
            seen = (
                (day.at, value_of(measure, unpacked(day.reading, only=measure.attribute))) for day in days
            )
            return [Point(at, value) for at, value in seen if value is not None]

        return told() if len(days) < _FEW else await asyncio.to_thread(told)

    async def days(self, following: Following, *, since: date | None = None) -> list[Seen]:
        """Everything at the end of each day."""
        days = await self._days(following, since)
        return await asyncio.to_thread(lambda: [Seen(day.at, unpacked(day.reading)) for day in days])

    async def seen_at(self, following: Following, moment: datetime) -> Seen | None:
        """What held at a moment: what was seen last before it."""
        for span in reversed(_spans(following)):
            if span.since > moment:
                continue
            until = min(moment, span.until)
            snapshots = await self._tables.all(
                Snapshot.of(span.board, span.name).until(until).backward().first(1)
            )
            days = await self._tables.all(
                Day.of(span.board, span.name).until(until.astimezone(UTC).date()).backward().first(2)
            )
            looks: list[Snapshot | Day] = [*snapshots, *days]
            kept = [each for each in looks if span.since <= each.at <= until]
            if kept:
                latest = max(kept, key=lambda each: each.at)
                return Seen(latest.at, unpacked(latest.reading))
        return None

    async def first_seen(self, following: Following, *, since: datetime = _BEGINNING) -> Seen | None:
        """The first that was seen from a moment on."""
        for span in _spans(following):
            if span.until < since:
                continue
            begin = max(since, span.since)
            days = await self._tables.all(
                Day.of(span.board, span.name).since(begin.astimezone(UTC).date()).first(2)
            )
            found = [day for day in days if begin <= day.at <= span.until]
            if found:
                return Seen(found[0].at, unpacked(found[0].reading))
        return None

    async def gained(
        self, following: Following, *, since: datetime | None = None, until: datetime | None = None
    ) -> Gained | None:
        """What was gained of everything in a range, or ever. None where nothing is known of it."""
        last = await self.seen_at(following, until or self._clock.now())
        if last is None:
            return None
        begin = None if since is None else await self.seen_at(following, since)
        first = begin or await self.first_seen(following, since=since or _BEGINNING)
        if first is None or first.at > last.at:
            first = last
        known_from = first.at if since is None else max(first.at, since)
        return Gained(min(known_from, last.at), last.at, gained_between(first.reading, last.reading))

    async def milestones(self, following: Following, *, most: int = 100) -> list[tuple[datetime, str]]:
        """The milestones that were passed, latest first."""
        found: list[tuple[datetime, str]] = []
        for span in reversed(_spans(following)):
            query = Passed.of(span.board, span.name).since(span.since).until(span.until)
            passed = await self._tables.all(query.backward().first(most))
            found += [(each.at, milestone) for each in passed for milestone in each.milestones]
        return found[:most]

    async def records(self, following: Following) -> Bests:
        """The best day, week and month of everything, the running ones included."""
        found: Bests = {}
        for span in _spans(following):
            kept = await self._tables.get(Records.of(span.board, span.name))
            since = _BEGINNING.date() if kept is None else kept.until - _OVERLAP
            found = better(found, {} if kept is None else read_bests(kept.bests))
            found = better(found, await self._bests(span, since))
        return found

    async def reckon(self, reckoned: Reckoned, _run: Run) -> None:
        """The job that keeps the records of all months that are over, so that nobody has to read them."""
        span = _Span(reckoned.board, reckoned.name, _BEGINNING, _END)
        month = first_day(self._clock.now().date(), Period.MONTH)
        kept = None if reckoned.anew else await self._tables.get(Records.of(span.board, span.name))
        since = _BEGINNING.date() if kept is None else kept.until - _OVERLAP
        found = await self._bests(span, since, before=month)
        bests = found if kept is None else better(read_bests(kept.bests), found)
        if reckoned.anew:
            await self._find_milestones(span)
        await self._tables.write(
            put(Records(board=span.board, name=span.name, until=month, bests=write_bests(bests)))
        )

    async def _find_milestones(self, span: "_Span") -> None:
        """Adds the milestones between days that are not known yet. Each is passed once in a lifetime."""
        days = await self._tables.all(Day.of(span.board, span.name))
        known = {
            milestone
            for each in await self._tables.all(Passed.of(span.board, span.name))
            for milestone in each.milestones
        }

        def found() -> list[Passed]:
            new: list[Passed] = []
            before: Reading | None = None
            for day in days:
                reading = unpacked(day.reading)
                told = [] if before is None else [str(each) for each in passed(before, reading)]
                fresh = tuple(each for each in told if each not in known)
                known.update(fresh)
                if fresh:
                    new.append(Passed(board=span.board, name=span.name, at=day.at, milestones=fresh))
                before = reading
            return new

        await self._tables.write_batch([put(each) for each in await asyncio.to_thread(found)])

    async def _bests(self, span: "_Span", since: date, *, before: date | None = None) -> Bests:
        query = Day.of(span.board, span.name).since(max(since, span.since.date()))
        days = await self._tables.all(query.before(before) if before is not None else query)
        kept = [day for day in days if span.since <= day.at <= span.until]
        return await asyncio.to_thread(lambda: bests_of([(day.day, unpacked(day.reading)) for day in kept]))

    async def _days(self, following: Following, since: date | None) -> list[Day]:
        found: list[Day] = []
        for span in reversed(_spans(following)):
            query = Day.of(span.board, span.name).since(max(since or _BEGINNING.date(), span.since.date()))
            days = await self._tables.all(query.backward().first(MOST_DAYS - len(found)))
            found += [day for day in days if span.since <= day.at <= span.until]
            if len(found) >= MOST_DAYS or (since is not None and span.since.date() <= since):
                break
        return found[::-1]


@dataclass(frozen=True, slots=True)
class _Span:
    """A time in which a character bore a name."""

    board: Board
    name: CharacterName
    since: datetime
    until: datetime


def _spans(following: Following) -> Sequence[_Span]:
    """All names, the oldest first."""

    def told() -> Iterator[_Span]:
        begin = _BEGINNING
        for each in following.formerly:
            yield _Span(each.board or following.board, each.name, begin, each.until)
            begin = each.until
        yield _Span(following.board, following.name, begin, _END)

    return list(told())


def write_bests(bests: Bests) -> bytes:
    plain = {
        name: {period: [best.gained, best.since.isoformat()] for period, best in kept.items()}
        for name, kept in bests.items()
    }
    return zlib.compress(json.dumps(plain, separators=(",", ":")).encode(), 9)


def read_bests(kept: bytes) -> Bests:
    plain = json.loads(zlib.decompress(kept))
    return {
        name: {
            Period(period): Best(gained, date.fromisoformat(since))
            for period, (gained, since) in found.items()
        }
        for name, found in plain.items()
    }
