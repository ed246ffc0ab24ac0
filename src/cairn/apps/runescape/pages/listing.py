"""All characters of a person with their goals in brief, and the card at home."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from typing import Final

from cairn.apps.base import House, Page, PageRouter, SignedIn, View
from cairn.apps.runescape.pages.goal_lines import GoalLine, lines_of, most_urgent_first
from cairn.apps.runescape.pages.words import BOARDS, TABS, character_path
from cairn.apps.runescape.rules.lately import line
from cairn.apps.runescape.rules.measures import OVERALL, Measure, value_of
from cairn.apps.runescape.rules.projection import Point
from cairn.apps.runescape.schema import TargetType
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.briefs import Brief, brief_of
from cairn.apps.runescape.service.charts import sparkline
from cairn.apps.runescape.service.histories import Seen, points_of
from cairn.apps.runescape.service.owned import Own
from cairn.apps.runescape.service.tracking import Tracking
from cairn.apps.runescape.tracking_schema import Turns
from cairn.services import accounts
from cairn.services.accounts import Member
from cairn.services.charts import Chart
from cairn.services.services import Services

router: Final = PageRouter()
_TO_BE_STALLED: Final = timedelta(days=9)
_VALUES_OF_A_WEEK: Final = 8
"""One at the beginning of seven days, and one at the end of each."""
_GOALS_SHOWN: Final = 4
_GOALS_AT_HOME: Final = 3
_XP: Final = Measure(OVERALL, TargetType.XP)
_TOTAL: Final = Measure(OVERALL, TargetType.LEVEL)


@dataclass(frozen=True)
class CharacterLine:
    """A character in the list."""

    own: Own
    path: str
    board: str
    total_level: int | None
    xp: int | None
    gained: int | None
    spark: Chart | None
    goals: Sequence[GoalLine]
    more: int
    trouble: str


@dataclass(frozen=True)
class Listing:
    """All characters."""

    characters: Sequence[CharacterLine]
    pause: Turns | None
    tabs: tuple[tuple[str, str], ...] = TABS


@dataclass(frozen=True)
class Card:
    """RuneScape goals at home."""

    characters: int
    goals: Sequence[GoalLine]
    open: int
    reached: int


@router.get("")
async def show_characters(member: SignedIn, house: House) -> Page:
    runescape = Runescape.of(house)
    found = await runescape.characters.of_member(member)
    shown = Listing([await _line(house, member, each) for each in found], await runescape.hiscores.pause())
    return Page("runescape/list.html", shown, title="RuneScape goals")


async def card(services: Services, member: accounts.SignedIn) -> View:
    """The goals that need somebody most."""
    found = await Runescape.of(services).characters.of_member(member)
    lines = [each for own in found for each in await _goal_lines(services, member, own)]
    still = [each for each in lines if not each.is_over]
    reached = sum(each.standing == "reached" for each in lines)
    shown = most_urgent_first(still)[:_GOALS_AT_HOME]
    return View("runescape/card.html", Card(len(found), shown, len(still), reached))


async def briefs_of(
    services: Services, member: Member, own: Own, trackings: Sequence[Tracking]
) -> list[Brief]:
    """Goals in brief. A few days tell whether the experience beneath a level still grows."""
    now = services.clock.now()
    days: Sequence[Seen] = ()
    if any(each.goal.target_type is TargetType.LEVEL for each in trackings):
        since = (now - _TO_BE_STALLED).date()
        days = await Runescape.of(services).histories.days(own.following, since=since)
    points, zone = partial(points_of, days), member.preferences.zone
    briefs = [brief_of(each, own, zone, now=now, points=points) for each in trackings]
    return [each for each in briefs if each is not None]


async def _goal_lines(services: Services, member: Member, own: Own) -> list[GoalLine]:
    runescape = Runescape.of(services)
    trackings = await runescape.goals.of_character(member.account_id, own.name)
    groups = await runescape.groups.of_character(member.account_id, own.name, trackings)
    return lines_of(await briefs_of(services, member, own, trackings), groups)


async def _line(house: House, member: Member, own: Own) -> CharacterLine:
    now = house.clock.now()
    lines = most_urgent_first(await _goal_lines(house, member, own))
    values = [] if own.followed is None else line(own.followed.lately, now.date())
    return CharacterLine(
        own=own,
        path=character_path(own.name),
        board=BOARDS[own.board],
        total_level=value_of(_TOTAL, own.reading),
        xp=value_of(_XP, own.reading),
        gained=gained_in_a_week(own, now.date()),
        spark=_spark(own, values, now.date()),
        goals=lines[:_GOALS_SHOWN],
        more=max(0, len(lines) - _GOALS_SHOWN),
        trouble=trouble_of(own),
    )


def gained_in_a_week(own: Own, today: date) -> int | None:
    """The experience of today and the six days before it."""
    values = [] if own.followed is None else line(own.followed.lately, today)
    return values[-1] - values[-_VALUES_OF_A_WEEK] if len(values) >= _VALUES_OF_A_WEEK else None


def trouble_of(own: Own) -> str:
    """What is wrong with the name of a character, in a few words."""
    followed = own.followed
    if followed is None or not (followed.missing or followed.is_somebody_else):
        return ""
    return "may be somebody else" if followed.is_somebody_else else "not on the hiscores"


def _spark(own: Own, values: Sequence[int], today: date) -> Chart | None:
    first = today - timedelta(days=len(values) - 1)
    return sparkline(
        f"Experience of {own.character.name}, {len(values)} days",
        [
            Point(datetime.combine(first + timedelta(days=place), time(), UTC), value)
            for place, value in enumerate(values)
        ],
    )
