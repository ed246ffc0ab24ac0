"""A character's past: history, gains, records, milestones, all of it as CSV, and what is brought from elsewhere."""

import asyncio
from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Final

from fastapi import APIRouter, Query, Response
from pydantic import Field

from cairn.apps.base import House, Listed, Member, raises
from cairn.apps.runescape.api.forms import CSV, CharacterInPath, Shown, csv_answer, csv_of
from cairn.apps.runescape.rules.gains import gains_by
from cairn.apps.runescape.rules.measures import OVERALL
from cairn.apps.runescape.rules.periods import Period, running
from cairn.apps.runescape.schema import TargetType
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.histories import Seen
from cairn.apps.runescape.service.refusals import BroughtJustNow, NoPast, NoSuchBringing, NoSuchCharacter
from cairn.apps.runescape.service.wanted import measure_named
from cairn.apps.runescape.tracking_schema import Bringing
from cairn.services.problems import InvalidInput

router: Final = APIRouter()
_Attribute = Annotated[str, Query(max_length=60, examples=["Woodcutting"])]


class PointShown(Shown):
    at: datetime
    value: int


class EntryGainShown(Shown):
    """What was gained of a skill, a boss, an activity. Null is what the board did not tell at either end."""

    name: str
    is_skill: bool
    value: int | None
    gained: int | None
    levels: int | None
    ranks: int | None = Field(description="Places that it has gone up.")


class GainsShown(Shown):
    """What was gained from one moment to another, which lie within what was asked for."""

    since: datetime | None = Field(description="From when on it is known; null where nothing is.")
    until: datetime | None
    entries: list[EntryGainShown]


class PeriodGain(Shown):
    """What was gained in a day, a week, a month or a year."""

    first: datetime
    last: datetime
    gained: int
    is_known_from: datetime


class RecordShown(Shown):
    """The best day, week or month of a skill, a boss or an activity."""

    name: str
    period: Period
    gained: int
    since: date = Field(description="The first day of it (UTC).")


class MilestoneShown(Shown):
    at: datetime
    milestone: str = Field(examples=["Level 99 Woodcutting"])


class BringingShown(Shown):
    """How far a past is brought."""

    asked_at: datetime
    looked_through: int = Field(description="Snapshots that were read.")
    days: int = Field(description="Days that are new here.")
    oldest: datetime | None
    ended_at: datetime | None = Field(description="Null while it is under way.")
    failure: str | None

    @classmethod
    def of(cls, bringing: Bringing) -> "BringingShown":
        return cls.model_validate(bringing)


@router.get("/characters/{name}/history")
@raises(NoSuchCharacter, InvalidInput)
async def show_history(
    caller: Member,
    house: House,
    name: CharacterInPath,
    attribute: _Attribute = OVERALL,
    kind: TargetType = TargetType.XP,
    since: date | None = None,
) -> Listed[PointShown]:
    """A value at the end of each day, the oldest first."""
    runescape = Runescape.of(house)
    own = await runescape.characters.one(caller, name)
    begin = None if since is None else _moment(since)
    points = await runescape.histories.points(own.following, measure_named(own, attribute, kind), since=begin)
    return Listed(items=[PointShown.model_validate(each) for each in points])


@router.get("/characters/{name}/gains")
@raises(NoSuchCharacter, InvalidInput)
async def show_gains(
    caller: Member,
    house: House,
    name: CharacterInPath,
    period: Period | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> GainsShown:
    """What was gained of everything: in the running day, week, month or year, in a range, or, without either, ever."""
    runescape = Runescape.of(house)
    own = await runescape.characters.one(caller, name)
    if period is not None:
        if since is not None or until is not None:
            raise InvalidInput.of("period", "give it or a range, not both")
        since, _ = running(house.clock.now(), period, caller.preferences.zone)
    for field, moment in (("since", since), ("until", until)):
        if moment is not None and moment.tzinfo is None:
            raise InvalidInput.of(field, "a moment with its zone: 2026-01-01T00:00:00Z")
    found = await runescape.histories.gained(own.following, since=since, until=until)
    if found is None:
        return GainsShown(since=None, until=None, entries=[])
    entries = [EntryGainShown.model_validate(each) for each in found.entries]
    return GainsShown(since=found.since, until=found.until, entries=entries)


@router.get("/characters/{name}/gains/{period}")
@raises(NoSuchCharacter, InvalidInput)
async def list_gains(
    caller: Member,
    house: House,
    name: CharacterInPath,
    period: Period,
    attribute: _Attribute = OVERALL,
    kind: TargetType = TargetType.XP,
    since: date | None = None,
) -> Listed[PeriodGain]:
    """What was gained of one thing in each day, week, month or year of the caller's calendar, the oldest first."""
    runescape = Runescape.of(house)
    own = await runescape.characters.one(caller, name)
    measure = measure_named(own, attribute, kind)
    begin = None if since is None else _moment(since)
    points = await runescape.histories.points(own.following, measure, since=begin)
    now = house.clock.now()
    gains = gains_by(measure, points, period, caller.preferences.zone, until=now)
    return Listed(items=[PeriodGain.model_validate(each) for each in gains])


@router.get("/characters/{name}/records")
@raises(NoSuchCharacter)
async def list_records(caller: Member, house: House, name: CharacterInPath) -> Listed[RecordShown]:
    """The best day, week and month of everything."""
    runescape = Runescape.of(house)
    own = await runescape.characters.one(caller, name)
    records = await runescape.histories.records(own.following)
    return Listed(
        items=[
            RecordShown(name=each, period=period, gained=best.gained, since=best.since)
            for each, bests in sorted(records.items())
            for period, best in bests.items()
        ]
    )


@router.get("/characters/{name}/milestones")
@raises(NoSuchCharacter)
async def list_milestones(
    caller: Member,
    house: House,
    name: CharacterInPath,
    most: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Listed[MilestoneShown]:
    """The milestones that were passed, the latest first."""
    runescape = Runescape.of(house)
    own = await runescape.characters.one(caller, name)
    found = await runescape.histories.milestones(own.following, most=most)
    return Listed(items=[MilestoneShown(at=at, milestone=each) for at, each in found])


@router.get("/characters/{name}/history.csv", response_class=Response, responses=CSV)
@raises(NoSuchCharacter)
async def export_history(
    caller: Member, house: House, name: CharacterInPath, since: date | None = None
) -> Response:
    """Everything at the end of each day, as CSV: a row for each day and skill, boss or activity."""
    runescape = Runescape.of(house)
    own = await runescape.characters.one(caller, name)
    days = await runescape.histories.days(own.following, since=since)
    rows = await asyncio.to_thread(_rows, days)
    return csv_answer(rows, f"{own.name.replace(' ', '_')}.csv")


@router.post("/characters/{name}/past", status_code=202)
@raises(NoSuchCharacter, NoPast, BroughtJustNow)
async def bring_past(caller: Member, house: House, name: CharacterInPath) -> BringingShown:
    """Has the past of a character brought from Wise Old Man. What is there already stays as it is."""
    return BringingShown.of(await Runescape.of(house).bringing.ask(caller, name))


@router.get("/characters/{name}/past")
@raises(NoSuchCharacter, NoSuchBringing)
async def show_bringing(caller: Member, house: House, name: CharacterInPath) -> BringingShown:
    """How far it is brought."""
    return BringingShown.of(await Runescape.of(house).bringing.progress(caller, name))


def _rows(days: Sequence[Seen]) -> str:
    told: list[Sequence[object]] = [("at", "name", "rank", "level", "xp", "score")]
    for seen in days:
        at, reading = f"{seen.at:%Y-%m-%dT%H:%M:%SZ}", seen.reading
        told += [
            (at, each, skill.rank, skill.level, skill.xp, None) for each, skill in reading.skills.items()
        ]
        told += [
            (at, each, found.rank, None, None, found.score) for each, found in reading.activities.items()
        ]
    return csv_of(told)


def _moment(day: date) -> datetime:
    return datetime.fromisoformat(f"{day.isoformat()}T00:00:00+00:00")
