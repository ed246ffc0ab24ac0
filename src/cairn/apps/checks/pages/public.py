"""What everybody may see: status pages, their feeds, and badges. Nobody has to be signed in, and nothing greets anybody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final

from fastapi import Query, Response
from fastapi.responses import JSONResponse

from cairn.apps.base import Anyone, House, Page, PageRouter
from cairn.apps.checks.pages.badge_drawing import BadgeStyle, drawn, endpoint
from cairn.apps.checks.pages.feed import feed_of
from cairn.apps.checks.pages.strip import STEP, Bar, bar, in_words
from cairn.apps.checks.pages.words import POST_TONES, Mood, percentage, state_mood
from cairn.apps.checks.rules.badges import Badge, Said
from cairn.apps.checks.rules.strips import DAYS, Day, DayState, Overall
from cairn.apps.checks.service import Checks
from cairn.apps.checks.service.messages import lasting
from cairn.apps.checks.service.shown_pages import PublicCheck, PublicIncident, PublicPage
from cairn.apps.checks.status_schema import PostKind
from cairn.services.problems import NotFound
from cairn.services.settings import Settings

ROUTER: Final = PageRouter()
_KEPT_A_MINUTE: Final = (("Cache-Control", "public, max-age=60"),)
_HEIGHTS: Final = {
    DayState.UP: 18,
    DayState.PARTLY: 23,
    DayState.DOWN: 28,
    DayState.PLANNED: 12,
    DayState.UNKNOWN: 8,
}
_OVERALL: Final = {
    Overall.WELL: ("good", "Everything works"),
    Overall.PARTLY: ("care", "Some of it is down"),
    Overall.DOWN: ("bad", "It is down"),
    Overall.PLANNED: ("told", "Under maintenance"),
    Overall.UNKNOWN: ("told", "How it stands is not known at the moment"),
}

Style = Annotated[BadgeStyle, Query(description="How it looks.")]
Label = Annotated[str | None, Query(max_length=60, description="What stands at the left, if not the usual.")]


@dataclass(frozen=True)
class CheckShown:
    """A check on a status page."""

    check: PublicCheck
    mood: Mood
    uptime: str
    bars: Sequence[Bar]
    strip: str


@dataclass(frozen=True)
class GroupShown:
    title: str
    checks: Sequence[CheckShown]


@dataclass(frozen=True)
class IncidentShown:
    incident: PublicIncident
    lasted: str


@dataclass(frozen=True)
class StatusShown:
    """A status page."""

    seen: PublicPage
    tone: str
    words: str
    groups: Sequence[GroupShown]
    incidents: Sequence[IncidentShown]
    strip_width: int = DAYS * STEP
    days: int = DAYS
    tones: Mapping[PostKind, str] = field(default_factory=lambda: POST_TONES)


@ROUTER.get("/status/{address}")
async def show_status(_: Anyone, house: House, address: str) -> Page:
    seen = await Checks.of(house).shown_pages.at(address)
    now = house.clock.now()
    tone, words = _OVERALL[seen.overall]
    shown = StatusShown(
        seen=seen,
        tone=tone,
        words=words,
        groups=[
            GroupShown(group.title, [_check_shown(each) for each in group.checks]) for group in seen.groups
        ],
        incidents=[IncidentShown(each, lasting((each.ended or now) - each.began)) for each in seen.incidents],
    )
    return Page("checks/status.html", shown, title=seen.page.title, block="status", headers=_KEPT_A_MINUTE)


@ROUTER.get("/status/{address}/feed.xml")
async def show_feed(_: Anyone, house: House, address: str) -> Response:
    seen = await Checks.of(house).shown_pages.at(address)
    link = f"{house.settings[Settings].address}/status/{address}"
    return Response(
        feed_of(seen, link), media_type="application/rss+xml; charset=utf-8", headers=dict(_KEPT_A_MINUTE)
    )


@ROUTER.get("/status/{address}/badges/{checkid}/{badge}")
async def show_badge_of_page(
    _: Anyone,
    house: House,
    address: str,
    checkid: str,
    badge: str,
    style: Style = BadgeStyle.FLAT,
    label: Label = None,
) -> Response:
    badge_of, kind = _asked(badge)
    said = await Checks.of(house).badges.on_page(address, checkid, badge_of)
    return _drawn(said, kind, style, label)


@ROUTER.get("/badges/{checkid}/{badge}")
async def show_badge(
    _: Anyone,
    house: House,
    checkid: str,
    badge: str,
    style: Style = BadgeStyle.FLAT,
    label: Label = None,
) -> Response:
    badge_of, kind = _asked(badge)
    said = await Checks.of(house).badges.of_check(checkid, badge_of)
    return _drawn(said, kind, style, label)


def _asked(file: str) -> tuple[Badge, str]:
    """Which badge, and as what."""
    name, _, kind = file.rpartition(".")
    if kind not in {"svg", "json"} or name not in set(Badge):
        raise NotFound(f"There are the badges {', '.join(f'{each}.svg' for each in Badge)}")
    return Badge(name), kind


def _drawn(said: Said, kind: str, style: BadgeStyle, label: str | None) -> Response:
    # Badges stand on pages of others.
    headers = {"Cache-Control": "public, max-age=300", "Cross-Origin-Resource-Policy": "cross-origin"}
    if kind == "json":
        return JSONResponse(endpoint(said, label=label), headers=headers)
    return Response(drawn(said, style, label=label), media_type="image/svg+xml", headers=headers)


def _check_shown(check: PublicCheck) -> CheckShown:
    return CheckShown(
        check,
        state_mood(check.state),
        "not known yet" if check.uptime is None else f"{percentage(check.uptime)} up",
        [_bar(place, day) for place, day in enumerate(check.days)],
        _strip_in_words(check),
    )


def _bar(place: int, day: Day) -> Bar:
    told = f"{day.day.day} {day.day:%b %Y}: "
    if day.share is None:
        told += "maintenance" if day.state is DayState.PLANNED else "not known"
    else:
        told += f"{percentage(day.share)} up"
        told += f", down for {lasting(day.down)}" if day.down else ""
    return bar(place, _HEIGHTS[day.state], day.state, told)


def _strip_in_words(check: PublicCheck) -> str:
    states = [str(each.state) for each in check.days]
    return f"{check.name}, the last {len(states)} days: {in_words(states)}"
