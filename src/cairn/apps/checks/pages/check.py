"""A check: its uptime, its last ninety runs, how quick it answers, what it costs, its incidents, and the last run."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import accumulate
from typing import Annotated, Final

from fastapi import Form

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast, Tone
from cairn.apps.checks.account_schema import Window
from cairn.apps.checks.history_schema import Incident, RunRecord
from cairn.apps.checks.pages.strip import STEP, Bar, bar, in_words
from cairn.apps.checks.pages.words import TABS, Mood, every, kind_of, mood_of, percentage, word_of
from cairn.apps.checks.rules.maintenance import Occurrence
from cairn.apps.checks.schema import Check, CheckStatus
from cairn.apps.checks.service import Checks
from cairn.apps.checks.service.messages import lasting
from cairn.apps.checks.service.refusals import CheckPaused, LookedJustNow, NoSuchCheck
from cairn.apps.checks.service.viewing import STRIP, CheckView, Uptime
from cairn.services.charts import Chart, ChartKind, Series
from cairn.services.settings import Settings

router: Final = PageRouter()


@dataclass(frozen=True)
class UptimeFigure:
    """A share of time, and what it is of."""

    period: str
    value: str
    note: str


@dataclass(frozen=True)
class IncidentLine:
    """An incident, and how long it lasted."""

    incident: Incident
    lasted: str


@dataclass(frozen=True)
class PlannedLine:
    """Maintenance of a check: the one that goes on, or the next one."""

    title: str
    occurrence: Occurrence
    goes_on: bool


@dataclass(frozen=True)
class CheckPage:
    """A check."""

    check: Check
    mood: Mood
    kind: str
    every: str
    bars: Sequence[Bar]
    strip_width: int
    strip: str
    uptimes: Sequence[UptimeFigure]
    charts_shown: Sequence[Chart]
    incidents: Sequence[IncidentLine]
    last: RunRecord | None
    is_running: bool
    parent: Check | None
    maintenance: Sequence[PlannedLine]
    has_badges: bool
    badge_address: str
    beat_address: str | None  # where others call
    tabs: tuple[tuple[str, str], ...] = TABS


_HEIGHTS: Final = {"up": 18, "down": 28, "failing": 23, "unknown": 8, "maintenance": 12}
_FEW: Final = 3
"""With fewer hours than these, the last answers say more than their means."""


@router.get("/{checkid}")
async def show_check(member: SignedIn, house: House, checkid: str) -> Page:
    checks = Checks.of(house)
    view = await checks.viewing.view(member, checkid)
    check = view.check
    now = house.clock.now()
    zone = member.preferences.zone
    bars = _bars(view.runs, zone)
    shown = CheckPage(
        check=check,
        mood=mood_of(check),
        kind=kind_of(check),
        every=every(check.delay_ms),
        bars=bars,
        strip_width=STRIP * STEP,
        strip=_strip_in_words(view.runs),
        uptimes=[_figure(each) for each in view.uptimes],
        charts_shown=_charts(view, zone),
        incidents=[IncidentLine(each, lasting((each.ended or now) - each.began)) for each in view.incidents],
        last=next(iter(view.runs), None),
        is_running=check.status is CheckStatus.ACTIVE,
        beat_address=checks.beating.address_of(check),
        parent=await _parent(checks, member, check),
        maintenance=list(_planned(await checks.planning.windows(check.userid), check, now)),
        has_badges=await checks.badges.are_open(member, checkid),
        badge_address=f"{house.settings[Settings].address}/badges/{checkid}/",
    )
    return Page("checks/check.html", shown, title=check.title, block="check")


@router.post("/{checkid}/badges")
async def open_badges(
    member: SignedIn, house: House, checkid: str, wanted: Annotated[str, Form()] = ""
) -> Redirect:
    """Lets everybody see a check's badges, or hides them again."""
    badges = Checks.of(house).badges
    await (badges.open if wanted else badges.close)(member, checkid)
    text = "Everybody may see its badges." if wanted else "Its badges are hidden."
    return Redirect(f"/checks/{checkid}", toast=Toast(text))


@router.post("/{checkid}/run")
async def run_check(member: SignedIn, house: House, checkid: str) -> Redirect:
    try:
        await Checks.of(house).keeping.run_now(member, checkid)
    except (CheckPaused, LookedJustNow) as refusal:
        return Redirect(f"/checks/{checkid}", toast=Toast(f"{refusal.detail}.", Tone.PLAIN))
    return Redirect(f"/checks/{checkid}", toast=Toast("It is looked at in a moment."))


@router.post("/{checkid}/pause")
async def pause_check(member: SignedIn, house: House, checkid: str) -> Redirect:
    await Checks.of(house).keeping.pause(member, checkid)
    return Redirect(f"/checks/{checkid}", toast=Toast("It is paused."))


@router.post("/{checkid}/resume")
async def resume_check(member: SignedIn, house: House, checkid: str) -> Redirect:
    await Checks.of(house).keeping.resume(member, checkid)
    return Redirect(f"/checks/{checkid}", toast=Toast("It runs again."))


@router.post("/{checkid}/delete")
async def delete_check(member: SignedIn, house: House, checkid: str) -> Redirect:
    await Checks.of(house).keeping.delete_check(member, checkid)
    return Redirect("/checks", toast=Toast("The check is deleted."))


async def _parent(service: Checks, member: SignedIn, check: Check) -> Check | None:
    """What it depends on, unless that is gone."""
    try:
        return await service.keeping.check(member, check.depends_on) if check.depends_on else None
    except NoSuchCheck:
        return None


def _planned(windows: Sequence[Window], check: Check, now: datetime) -> Iterator[PlannedLine]:
    for window in windows:
        following = window.plan.next_after(now) if window.holds_for(check) else None
        if following is not None:
            yield PlannedLine(window.title, following, following.start <= now)


def _bars(runs: Sequence[RunRecord], zone: tzinfo) -> list[Bar]:
    """The runs, the latest at the right."""
    bars = []
    for place, run in enumerate(runs):
        word = word_of(run.state)
        took = "" if run.response_time is None else f", {run.response_time:,} ms"
        reason = "" if run.reason is None else f": {run.reason}"
        told = f"{run.at.astimezone(zone):%d %b %H:%M} {word}{took}{reason}"
        bars.append(bar(STRIP - 1 - place, _HEIGHTS[word], word, told))
    return bars


def _strip_in_words(runs: Sequence[RunRecord]) -> str:
    words = [word_of(each.state) for each in runs]
    return f"The last {len(runs)} runs: {in_words(words)}" if runs else "No run yet"


def _figure(uptime: Uptime) -> UptimeFigure:
    unknown = timedelta(seconds=uptime.seconds_unknown)
    whole = uptime.seconds_up + uptime.seconds_down + uptime.seconds_unknown + uptime.seconds_maintenance
    note = f"{lasting(unknown)} unknown" if uptime.seconds_unknown > whole / 100 else ""
    return UptimeFigure(uptime.period, percentage(uptime.share), note)


def _charts(view: CheckView, zone: tzinfo) -> list[Chart]:
    charts = []
    answered = [each for each in reversed(view.runs) if each.response_time is not None]
    if len(view.points) < _FEW and len(answered) > 1:
        charts.append(
            Chart(
                kind=ChartKind.LINE,
                title="How quick its last answers were",
                labels=tuple(f"{each.at.astimezone(zone):%a %H:%M:%S}" for each in answered),
                series=(Series(name="response time", values=tuple(each.response_time for each in answered)),),
                unit="ms",
            )
        )
    elif len(view.points) > 1:
        charts.append(
            Chart(
                kind=ChartKind.LINE,
                title="How quick it answers, by the hour",
                labels=tuple(f"{each.at.astimezone(zone):%a %H:%M}" for each in view.points),
                series=(
                    Series(name="mean", values=tuple(round(each.mean) for each in view.points)),
                    Series(name="slowest", values=tuple(each.slowest for each in view.points)),
                ),
                unit="ms",
            )
        )
    if len(view.prices) > 1:
        seen = list(reversed(view.prices))
        amounts = [float(each.amount) for each in seen]
        lowest = list(accumulate(amounts, min))
        charts.append(
            Chart(
                kind=ChartKind.LINE,
                title="What it cost",
                labels=tuple(f"{each.at.astimezone(UTC):%d %b %Y}" for each in seen),
                series=(
                    Series(name="price", values=tuple(amounts)),
                    Series(name="lowest so far", values=tuple(lowest)),
                ),
                unit=seen[-1].currency,
            )
        )
    return charts
