"""Two characters side by side: skill by skill, boss by boss, and what either gained in a month."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Final
from zoneinfo import ZoneInfo

from fastapi import Query

from cairn.apps.base import House, Page, PageRouter, SignedIn
from cairn.apps.runescape.pages.words import TABS, slug_of
from cairn.apps.runescape.rules.comparing import Pair
from cairn.apps.runescape.rules.measures import OVERALL, Measure
from cairn.apps.runescape.rules.projection import Point
from cairn.apps.runescape.schema import TargetType
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.owned import Own
from cairn.services.charts import Chart, ChartKind, Series

router: Final = PageRouter()
_MONTH: Final = 30
_SHOWN: Final = timedelta(days=180)
_PLACES: Final = 60
_XP: Final = Measure(OVERALL, TargetType.XP)


@dataclass(frozen=True)
class Row:
    """An entry of both. `ahead` is 1 or 2, or 0 where neither is."""

    pair: Pair
    levels: tuple[int | None, int | None]
    ahead: int
    apart: int


@dataclass(frozen=True)
class ComparePage:
    """Two characters, once there are two."""

    characters: Sequence[tuple[str, str]]
    first: Own | None
    second: Own | None
    chosen: tuple[str, str]
    skills: Sequence[Row]
    others: Sequence[Row]
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
    rows: list[Row] = []
    drawing = None
    if left is not None and right is not None:
        pairs = await Runescape.of(house).comparing.compare(member, left.name, right.name, days=_MONTH)
        rows = [_row(each, left, right) for each in pairs if each.one.value or each.other.value]
        drawing = await _drawing(house, left, right, member.preferences.zone)
    shown = ComparePage(
        characters=[(slug, each.character.name) for slug, each in by_slug.items()],
        first=left,
        second=right,
        chosen=(one, other),
        skills=[each for each in rows if each.pair.is_skill],
        others=[each for each in rows if not each.pair.is_skill],
        drawing=drawing,
    )
    return Page("runescape/compare.html", shown, title="Compare", block="compare")


def _row(pair: Pair, left: Own, right: Own) -> Row:
    one, other = pair.one.value or 0, pair.other.value or 0
    levels = [
        None if (skill := own.reading.skills.get(pair.name)) is None else skill.level for own in (left, right)
    ]
    return Row(pair, (levels[0], levels[1]), 1 if one > other else 2 if other > one else 0, abs(one - other))


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
