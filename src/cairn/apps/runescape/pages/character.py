"""A character: goals, skills as the game shows them, bosses, days of play, milestones; looking at once, following no more."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast, Tone
from cairn.apps.runescape.hiscores.boards import Game
from cairn.apps.runescape.hiscores.entries import is_boss
from cairn.apps.runescape.hiscores.readings import Reading
from cairn.apps.runescape.pages.goal_lines import GoalLine, lines_of, most_urgent_first
from cairn.apps.runescape.pages.grid import Tile, panel
from cairn.apps.runescape.pages.listing import gained_in_a_week, trouble_of
from cairn.apps.runescape.pages.words import BOARDS, TABS, character_path
from cairn.apps.runescape.rules.experience import combat_level
from cairn.apps.runescape.rules.gains import gains_by
from cairn.apps.runescape.rules.measures import OVERALL, Measure
from cairn.apps.runescape.rules.periods import Period
from cairn.apps.runescape.rules.projection import Point
from cairn.apps.runescape.schema import TargetType
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.briefs import brief_of
from cairn.apps.runescape.service.histories import points_of
from cairn.apps.runescape.service.owned import Own
from cairn.apps.runescape.service.refusals import HiscoresBusy, LookedJustNow
from cairn.apps.runescape.tracking_schema import Formerly, Moving, Turns
from cairn.services.charts import Chart, ChartKind, Series

router: Final = PageRouter()
_XP: Final = Measure(OVERALL, TargetType.XP)
_WEEKS: Final = 53
_SHOWN: Final = timedelta(weeks=_WEEKS + 1)
_MILESTONES_SHOWN: Final = 12
_WEEKDAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


@dataclass(frozen=True)
class Counted:
    """A boss or an activity, and what is counted of it."""

    name: str
    score: int
    rank: int | None


@dataclass(frozen=True)
class CharacterPage:
    """A character."""

    own: Own
    path: str
    board: str
    kind: str
    trouble: str
    pause: Turns | None
    total_level: int | None
    xp: int | None
    rank: int | None
    combat: int | None
    gained: int | None
    goals: Sequence[GoalLine]
    tiles: Sequence[Tile]
    bosses: Sequence[Counted]
    activities: Sequence[Counted]
    activity: Chart | None
    milestones: Sequence[tuple[datetime, str]]
    begins: datetime | None
    looked_at: datetime | None
    changed_at: datetime | None
    next_look: datetime | None
    missing_since: datetime | None
    formerly: Sequence[Formerly]
    moving: Moving | None
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/characters/{name}")
async def show_character(member: SignedIn, house: House, name: str) -> Page:
    runescape = Runescape.of(house)
    now, zone = house.clock.now(), member.preferences.zone
    own = await runescape.characters.one(member, name)
    days = await runescape.histories.days(own.following, since=(now - _SHOWN).date())
    points = partial(points_of, days)
    trackings = await runescape.goals.of_character(member.account_id, own.name)
    briefs = [brief_of(each, own, zone, now=now, points=points) for each in trackings]
    groups = await runescape.groups.of_character(member.account_id, own.name, trackings)
    reading, followed = own.reading, own.followed
    overall = reading.skills.get(OVERALL)
    levels = {each: skill.level for each, skill in reading.skills.items() if skill.level is not None}
    shown = CharacterPage(
        own=own,
        path=character_path(own.name),
        board=BOARDS[own.board],
        kind=own.following.account_type,
        trouble=trouble_of(own),
        pause=await runescape.hiscores.pause(),
        total_level=None if overall is None else overall.level,
        xp=None if overall is None else overall.xp,
        rank=None if overall is None else overall.rank,
        combat=combat_level(levels) if own.board.game is Game.OLD_SCHOOL and levels else None,
        gained=gained_in_a_week(own, now.date()),
        goals=most_urgent_first(lines_of([each for each in briefs if each is not None], groups)),
        tiles=panel(reading, own.board.game, frozenset(own.character.tracked_skills or ())),
        bosses=_counted(reading, bosses=True),
        activities=_counted(reading, bosses=False),
        activity=days_of_play(points(_XP), zone, now=now),
        milestones=await runescape.histories.milestones(own.following, most=_MILESTONES_SHOWN),
        begins=days[0].at if days else None,
        looked_at=None if followed is None else followed.looked_at,
        changed_at=None if followed is None else followed.changed_at,
        next_look=None if followed is None else followed.next_look,
        missing_since=None if followed is None else followed.missing_since,
        formerly=own.following.formerly,
        moving=await runescape.renaming.underway(member, own.name),
    )
    return Page("runescape/character.html", shown, title=own.character.name)


@router.post("/characters/{name}/look")
async def look_now(member: SignedIn, house: House, name: str) -> Redirect:
    characters = Runescape.of(house).characters
    own = await characters.one(member, name)
    try:
        seen = await characters.look_now(member, name)
    except (LookedJustNow, HiscoresBusy) as refusal:
        return Redirect(character_path(own.name), toast=Toast(f"{refusal.detail}.", Tone.PLAIN))
    trouble = trouble_of(seen)
    said = Toast(
        f"It is {trouble}." if trouble else "It is seen as it is now.", Tone.BAD if trouble else Tone.GOOD
    )
    return Redirect(character_path(own.name), toast=said)


@router.post("/characters/{name}/leave")
async def leave_character(member: SignedIn, house: House, name: str) -> Redirect:
    runescape = Runescape.of(house)
    own = await runescape.characters.one(member, name)
    await runescape.goals.leave(member, own.name)
    return Redirect("/runescape", toast=Toast(f"You follow {own.character.name} no more."))


def days_of_play(points: Sequence[Point], zone: ZoneInfo, *, now: datetime) -> Chart | None:
    """What was gained on each day of the last 53 weeks. None before there is a day to tell of."""
    days = {
        each.first.astimezone(zone).date(): each.gained
        for each in gains_by(_XP, points, Period.DAY, zone, until=now)
    }
    if len(days) < 2:
        return None
    today = now.astimezone(zone).date()
    monday = today - timedelta(days=today.weekday())
    weeks = [monday - timedelta(weeks=ago) for ago in range(_WEEKS - 1, -1, -1)]

    def gained(day: date) -> float | None:
        return None if day > today or day not in days else float(max(0, days[day]))

    return Chart(
        kind=ChartKind.HEAT_MAP,
        title="Days of play",
        labels=tuple(f"{week:%b %Y}" if week.month == 1 else f"{week:%b}" for week in weeks),
        series=tuple(
            Series(name=name, values=tuple(gained(week + timedelta(days=place)) for week in weeks))
            for place, name in enumerate(_WEEKDAYS)
        ),
        unit="xp",
    )


def _counted(reading: Reading, *, bosses: bool) -> list[Counted]:
    found = [
        Counted(name, each.score, each.rank)
        for name, each in reading.activities.items()
        if each.score and is_boss(name) is bosses
    ]
    return sorted(found, key=lambda each: (-each.score, each.name)) if bosses else found
