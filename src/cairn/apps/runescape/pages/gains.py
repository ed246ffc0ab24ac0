"""What a character gained in some time, how one value came about, and the best days, weeks and months."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Final
from zoneinfo import ZoneInfo

from fastapi import Query

from cairn.apps.base import House, Page, PageRouter, SignedIn
from cairn.apps.runescape.pages.words import BOARDS, TABS, character_path, main_measure
from cairn.apps.runescape.rules.gains import gains_by
from cairn.apps.runescape.rules.measures import OVERALL, Measure
from cairn.apps.runescape.rules.periods import Period
from cairn.apps.runescape.rules.projection import Point, end_of
from cairn.apps.runescape.rules.records import Best
from cairn.apps.runescape.rules.targets import attribute_named
from cairn.apps.runescape.rules.totals import EntryGain
from cairn.apps.runescape.rules.words import unit_of
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.owned import Own
from cairn.services.charts import Chart, ChartKind, Series
from cairn.services.problems import InvalidInput, Problem

router: Final = PageRouter()
_DAY: Final = timedelta(days=1)
_MOMENT: Final = timedelta(microseconds=1)
_MOST_PLACES: Final = 120
_MOST_BARS: Final = 60


class Span(StrEnum):
    """The time of which is told."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"
    ALL = "all"
    OWN = "own"


SPANS: Final = (
    (Span.DAY, "24 hours"),
    (Span.WEEK, "7 days"),
    (Span.MONTH, "30 days"),
    (Span.YEAR, "A year"),
    (Span.ALL, "All time"),
    (Span.OWN, "From … to …"),
)
_LENGTHS: Final = {Span.DAY: 1, Span.WEEK: 7, Span.MONTH: 30, Span.YEAR: 365}


@dataclass(frozen=True)
class Gained:
    """What was gained of one entry, and how much that is beside the most."""

    entry: EntryGain
    share: float


@dataclass(frozen=True)
class Record:
    """The best day, week and month of an entry."""

    name: str
    day: Best | None
    week: Best | None
    month: Best | None


@dataclass(frozen=True)
class GainsPage:
    """The gains of a character."""

    own: Own
    path: str
    board: str
    of: str
    unit: str
    span: Span
    first: date
    last: date
    skills: Sequence[Gained]
    others: Sequence[Gained]
    drawings: Sequence[Chart]
    records: Sequence[Record]
    known_since: datetime | None
    known: Sequence[str]
    problem: Problem | None
    spans: tuple[tuple[Span, str], ...] = SPANS
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/characters/{name}/gains")
async def show_gains(
    member: SignedIn,
    house: House,
    name: str,
    *,
    of: Annotated[str, Query(max_length=80)] = OVERALL,
    span: Span = Span.WEEK,
    first: Annotated[str, Query(max_length=20)] = "",
    last: Annotated[str, Query(max_length=20)] = "",
) -> Page:
    runescape = Runescape.of(house)
    now, zone = house.clock.now(), member.preferences.zone
    own = await runescape.characters.one(member, name)
    problem: Problem | None = None
    try:
        since, until = _between(span, first, last, zone, now=now)
    except InvalidInput as refusal:
        problem, span = refusal, Span.WEEK
        since, until = now - 7 * _DAY, now
    gained = await runescape.histories.gained(own.following, since=since, until=until)
    reading = own.reading
    known = (*reading.skills, *(each for each, found in reading.activities.items() if found.score))
    chosen = attribute_named(of, known) or OVERALL
    measure = main_measure(chosen, own.board.game)
    before = None if since is None else since - 2 * _DAY
    points = await runescape.histories.points(own.following, measure, since=before)
    begins = gained.since if gained is not None and since is None else since
    records = await runescape.histories.records(own.following)
    entries = [] if gained is None else gained.entries
    shown = GainsPage(
        own=own,
        path=character_path(own.name),
        board=BOARDS[own.board],
        of=chosen,
        unit=unit_of(measure),
        span=span,
        first=(begins or now).astimezone(zone).date(),
        last=(until - _MOMENT).astimezone(zone).date(),
        skills=_shares([each for each in entries if each.is_skill]),
        others=_shares([each for each in entries if not each.is_skill]),
        drawings=_drawings(points, measure, begins or until, until, zone),
        records=[
            Record(each, kept.get(Period.DAY), kept.get(Period.WEEK), kept.get(Period.MONTH))
            for each in known
            if (kept := records.get(each))
        ],
        known_since=None if gained is None or since is None or gained.since <= since else gained.since,
        known=known,
        problem=problem,
    )
    status = 200 if problem is None else problem.status
    title = f"Gains of {own.character.name}"
    return Page("runescape/gains.html", shown, title=title, block="gains", status=status)


def _between(
    span: Span, first: str, last: str, zone: ZoneInfo, *, now: datetime
) -> tuple[datetime | None, datetime]:
    """From when to when. All time has no beginning."""
    if span is Span.ALL:
        return None, now
    if span is not Span.OWN:
        return now - _LENGTHS[span] * _DAY, now
    begin, end = _day("first", first), _day("last", last)
    if end < begin:
        raise InvalidInput.of("last", "the first day or one after it")
    return end_of(begin - _DAY, zone), min(end_of(end, zone), now)


def _day(field: str, written: str) -> date:
    try:
        day = date.fromisoformat(written)
    except ValueError as fault:
        raise InvalidInput.of(field, "write a day, such as 2026-03-01") from fault
    if not 2000 <= day.year <= 2200:
        raise InvalidInput.of(field, "a day of this century")
    return day


def _shares(entries: Sequence[EntryGain]) -> list[Gained]:
    """Those that changed, the most first after what is all together, each with its length beside the longest."""
    moved = [each for each in entries if each.gained]
    most = max((each.gained or 0 for each in moved if each.name != OVERALL), default=0)
    found = [Gained(each, min(1.0, max(0, each.gained or 0) / most) if most else 0.0) for each in moved]
    return sorted(
        found, key=lambda row: (row.entry.name != OVERALL, -(row.entry.gained or 0), row.entry.name)
    )


def _drawings(
    points: Sequence[Point], measure: Measure, since: datetime, until: datetime, zone: ZoneInfo
) -> list[Chart]:
    """The value, and what was gained by the day, week or month."""
    inside = [each for each in points if since <= each.at <= until]
    if len(inside) < 2:
        return []
    unit = unit_of(measure)
    step = -(-len(inside) // _MOST_PLACES)
    shown = [*inside[:-1:step], inside[-1]]
    drawn = [
        Chart(
            kind=ChartKind.LINE,
            title=measure.attribute,
            labels=tuple(f"{each.at.astimezone(zone):%-d %b %Y}" for each in shown),
            series=(Series(name=measure.attribute, values=tuple(float(each.value) for each in shown)),),
            unit=unit,
        )
    ]
    days = (until - since) / _DAY
    period = Period.DAY if days <= _MOST_BARS else Period.WEEK if days <= 7 * _MOST_BARS else Period.MONTH
    named = "%b %Y" if period is Period.MONTH else "%-d %b"
    gains = gains_by(measure, points, period, zone, until=until)
    bars = [each for each in gains if each.last > since][-_MOST_BARS:]
    if len(bars) > 1:
        drawn.append(
            Chart(
                kind=ChartKind.BAR,
                title=f"{measure.attribute}, gained by the {period}",
                labels=tuple(each.first.astimezone(zone).strftime(named) for each in bars),
                series=(Series(name="gained", values=tuple(float(each.gained) for each in bars)),),
                unit=unit,
            )
        )
    return drawn
