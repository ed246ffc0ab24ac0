"""A check: its uptime, its last ninety runs, how quick it answers, what it costs, its incidents, and the last run."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, timedelta, tzinfo
from typing import Final

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast, Tone
from cairn.apps.checks.history_schema import Incident, RunRecord
from cairn.apps.checks.pages.words import TABS, Mood, every, kind_of, mood_of, percentage, word_of
from cairn.apps.checks.schema import Check, CheckStatus
from cairn.apps.checks.service import Checks
from cairn.apps.checks.service.messages import lasting
from cairn.apps.checks.service.refusals import CheckPaused, LookedJustNow
from cairn.apps.checks.service.viewing import STRIP, CheckView, Uptime
from cairn.services.charts import Chart, ChartKind, Series

router: Final = PageRouter()


@dataclass(frozen=True)
class Bar:
    """One run in the strip. By its height it is told without colour what the run found."""

    x: int
    y: int
    height: int
    state: str
    told: str


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
    beat_address: str | None  # where others call
    tabs: tuple[tuple[str, str], ...] = TABS


_HEIGHTS: Final = {"up": 18, "down": 28, "failing": 23, "unknown": 8, "maintenance": 12}
_STEP: Final = 8
_TALLEST: Final = 28


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
        strip_width=STRIP * _STEP,
        strip=_strip_in_words(view.runs),
        uptimes=[_figure(each) for each in view.uptimes],
        charts_shown=_charts(view, zone),
        incidents=[IncidentLine(each, lasting((each.ended or now) - each.began)) for each in view.incidents],
        last=next(iter(view.runs), None),
        is_running=check.status is CheckStatus.ACTIVE,
        beat_address=checks.beating.address_of(check),
    )
    return Page("checks/check.html", shown, title=check.title, block="check")


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


def _bars(runs: Sequence[RunRecord], zone: tzinfo) -> list[Bar]:
    """The runs, the latest at the right."""
    bars = []
    for place, run in enumerate(runs):
        word = word_of(run.state)
        took = "" if run.response_time is None else f", {run.response_time:,} ms"
        reason = "" if run.reason is None else f": {run.reason}"
        told = f"{run.at.astimezone(zone):%d %b %H:%M} {word}{took}{reason}"
        height = _HEIGHTS[word]
        bars.append(Bar((STRIP - 1 - place) * _STEP, _TALLEST - height, height, word, told))
    return bars


def _strip_in_words(runs: Sequence[RunRecord]) -> str:
    """What the strip shows, for those who can't see it."""
    words = [word_of(each.state) for each in runs]
    counts = ", ".join(f"{words.count(word)} {word}" for word in dict.fromkeys(words))
    return f"The last {len(runs)} runs: {counts}" if runs else "No run yet"


def _figure(uptime: Uptime) -> UptimeFigure:
    unknown = timedelta(seconds=uptime.seconds_unknown)
    whole = uptime.seconds_up + uptime.seconds_down + uptime.seconds_unknown + uptime.seconds_maintenance
    note = f"{lasting(unknown)} unknown" if uptime.seconds_unknown > whole / 100 else ""
    return UptimeFigure(uptime.period, percentage(uptime.share), note)


def _charts(view: CheckView, zone: tzinfo) -> list[Chart]:
    charts = []
    if len(view.points) > 1:
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
        charts.append(
            Chart(
                kind=ChartKind.LINE,
                title="What it cost",
                labels=tuple(f"{each.at.astimezone(UTC):%d %b %Y}" for each in seen),
                series=(Series(name="price", values=tuple(float(each.amount) for each in seen)),),
                unit=seen[-1].currency,
            )
        )
    return charts
