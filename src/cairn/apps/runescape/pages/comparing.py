"""Two characters side by side: skill by skill, boss by boss, and what either gained in a month."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Final
from zoneinfo import ZoneInfo

from fastapi import Query

from cairn.apps.base import House, Page, PageRouter, SignedIn
from cairn.apps.runescape.pages.words import TABS, main_measure, slug_of
from cairn.apps.runescape.rules.measures import OVERALL, Measure, value_of
from cairn.apps.runescape.rules.projection import Point
from cairn.apps.runescape.schema import TargetType
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.characters import Own
from cairn.services.charts import Chart, ChartKind, Series

router: Final = PageRouter()
_MONTH: Final = timedelta(days=30)
_SHOWN: Final = timedelta(days=180)
_PLACES: Final = 60
_XP: Final = Measure(OVERALL, TargetType.XP)


@dataclass(frozen=True)
class Side:
    """What one of them has of an entry."""

    value: int | None
    level: int | None
    gained: int | None


@dataclass(frozen=True)
class Pair:
    """An entry of both. `ahead` is 1 or 2, or 0 where neither is."""

    name: str
    first: Side
    second: Side
    ahead: int
    apart: int


@dataclass(frozen=True)
class ComparePage:
    """Two characters, once there are two."""

    characters: Sequence[tuple[str, str]]
    first: Own | None
    second: Own | None
    chosen: tuple[str, str]
    skills: Sequence[Pair]
    others: Sequence[Pair]
    drawing: Chart | None
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/compare")
async def show_compare(
    member: SignedIn,
    house: House,
    first: Annotated[str, Query(max_length=40)] = "",
    second: Annotated[str, Query(max_length=40)] = "",
) -> Page:
    found = await Runescape.of(house).characters.of_member(member)
    by_slug = {slug_of(each.name): each for each in found}
    others = [slug for slug in by_slug if slug != first]
    one = first if first in by_slug else next(iter(by_slug), "")
    other = (
        second if second in by_slug and second != one else next((each for each in others if each != one), "")
    )
    left, right = by_slug.get(one), by_slug.get(other)
    skills: list[Pair] = []
    rest: list[Pair] = []
    drawing = None
    if left is not None and right is not None:
        pairs = await _pairs(house, left, right)
        skills = [each for each in pairs if _is_skill(each.name, left, right)]
        rest = [each for each in pairs if not _is_skill(each.name, left, right)]
        drawing = await _drawing(house, left, right, member.preferences.zone)
    shown = ComparePage(
        characters=[(slug, each.character.name) for slug, each in by_slug.items()],
        first=left,
        second=right,
        chosen=(one, other),
        skills=skills,
        others=rest,
        drawing=drawing,
    )
    return Page("runescape/compare.html", shown, title="Compare", block="compare")


async def _pairs(house: House, left: Own, right: Own) -> list[Pair]:
    """All that either has, in the board's order."""
    gains = [await _gained(house, each) for each in (left, right)]
    names = dict.fromkeys((*left.reading.skills, *right.reading.skills))
    names |= dict.fromkeys((*left.reading.activities, *right.reading.activities))
    found = []
    for name in names:
        one, other = _side(left, name, gains[0]), _side(right, name, gains[1])
        if not one.value and not other.value:
            continue
        apart = (one.value or 0) - (other.value or 0)
        found.append(Pair(name, one, other, 1 if apart > 0 else 2 if apart < 0 else 0, abs(apart)))
    return found


async def _gained(house: House, own: Own) -> dict[str, int]:
    now = house.clock.now()
    told = await Runescape.of(house).histories.gained(own.following, since=now - _MONTH, until=now)
    return (
        {} if told is None else {each.name: each.gained for each in told.entries if each.gained is not None}
    )


def _side(own: Own, name: str, gained: dict[str, int]) -> Side:
    reading = own.reading
    skill = reading.skills.get(name)
    value = value_of(main_measure(name, own.board.game), reading)
    return Side(value, None if skill is None else skill.level, gained.get(name))


def _is_skill(name: str, left: Own, right: Own) -> bool:
    return name in left.reading.skills or name in right.reading.skills


async def _drawing(house: House, left: Own, right: Own, zone: ZoneInfo) -> Chart | None:
    """The experience of both, from where both are known."""
    histories, now = Runescape.of(house).histories, house.clock.now()
    lines = [await histories.points(each.following, _XP, since=now - _SHOWN) for each in (left, right)]
    if any(len(line) < 2 for line in lines):
        return None
    begin = max(line[0].at for line in lines)
    end = max(line[-1].at for line in lines)
    days = max(1, (end - begin) // timedelta(days=1))
    places = min(days, _PLACES)
    moments = [begin + (end - begin) * place / places for place in range(places + 1)]
    return Chart(
        kind=ChartKind.LINE,
        title="Experience in all",
        labels=tuple(f"{moment.astimezone(zone):%-d %b %Y}" for moment in moments),
        series=tuple(
            Series(name=own.character.name, values=tuple(_at(line, moment) for moment in moments))
            for own, line in zip((left, right), lines, strict=True)
        ),
        unit="xp",
    )


def _at(line: Sequence[Point], moment: datetime) -> float | None:
    known = [point.value for point in line if point.at <= moment]
    return float(known[-1]) if known else None
