"""Planned maintenance as people see it: what comes and what goes on, a form for it, and its end."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast, Tone
from cairn.apps.checks.account_schema import Window
from cairn.apps.checks.pages.filled import Filled, Sent
from cairn.apps.checks.pages.words import TABS
from cairn.apps.checks.rules.maintenance import Occurrence, Recurrence
from cairn.apps.checks.service import Checks
from cairn.apps.checks.service.messages import lasting
from cairn.apps.checks.service.planning import WantedWindow
from cairn.apps.checks.service.refusals import NothingGoesOn
from cairn.services.accounts.preferences import time_zones
from cairn.services.problems import InvalidInput, Problem

router: Final = PageRouter()
_RECURRENCES: Final = (
    (Recurrence.ONCE.value, "Once"),
    (Recurrence.WEEKLY.value, "Weekly"),
    (Recurrence.MONTHLY.value, "Monthly"),
    (Recurrence.CRON.value, "By a cron expression"),
)
_WEEKDAYS: Final = tuple(
    enumerate(("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"), 1)
)
_FORM_NAMES: Final = {"timeZone": "time_zone", "timeOfDay": "time_of_day"}


@dataclass(frozen=True)
class PlannedShown:
    """One planned maintenance in the list."""

    window: Window
    following: Occurrence | None
    goes_on: bool
    lasts: str
    whom: str


@dataclass(frozen=True)
class Planned:
    """All that is planned."""

    windows: Sequence[PlannedShown]
    tabs: tuple[tuple[str, str], ...] = TABS


@dataclass(frozen=True)
class WindowEdited:
    """The form."""

    windowid: str
    form: Filled
    checks: Sequence[tuple[str, str]]
    zones: Sequence[str]
    path: str
    problem: Problem | None
    errors: dict[str, str]
    recurrences: tuple[tuple[str, str], ...] = _RECURRENCES
    weekdays: tuple[tuple[int, str], ...] = _WEEKDAYS
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/maintenance")
async def show_planned(member: SignedIn, house: House) -> Page:
    now = house.clock.now()
    windows = await Checks.of(house).planning.windows(member.account_id)
    shown = [_shown(each, now) for each in windows]
    return Page("checks/maintenance.html", Planned(shown), title="Maintenance", block="maintenance")


@router.get("/maintenance/new")
async def show_new_window(member: SignedIn, house: House) -> Page:
    usual = {"time_zone": [member.preferences.time_zone], "minutes": ["60"], "time_of_day": ["03:00"]}
    return await _form(member, house, Filled(usual))


@router.post("/maintenance/new")
async def plan_window(member: SignedIn, house: House, form: Sent) -> Page | Redirect:
    try:
        await Checks.of(house).planning.plan(member, _wanted(form))
    except Problem as refusal:
        return await _form(member, house, form, problem=refusal)
    return Redirect("/checks/maintenance", toast=Toast("It is planned."))


@router.get("/maintenance/{windowid}/edit")
async def show_window(member: SignedIn, house: House, windowid: str) -> Page:
    window = await Checks.of(house).planning.window(member, windowid)
    return await _form(member, house, _filled_by(window), window=window)


@router.post("/maintenance/{windowid}/edit")
async def change_window(member: SignedIn, house: House, windowid: str, form: Sent) -> Page | Redirect:
    planning = Checks.of(house).planning
    window = await planning.window(member, windowid)
    try:
        await planning.amend(member, windowid, _wanted(form))
    except Problem as refusal:
        return await _form(member, house, form, window=window, problem=refusal)
    return Redirect("/checks/maintenance", toast=Toast("It is planned otherwise."))


@router.post("/maintenance/{windowid}/end")
async def end_window(member: SignedIn, house: House, windowid: str) -> Redirect:
    try:
        await Checks.of(house).planning.end(member, windowid)
    except NothingGoesOn as refusal:
        return Redirect("/checks/maintenance", toast=Toast(f"{refusal.detail}.", Tone.PLAIN))
    return Redirect("/checks/maintenance", toast=Toast("It is over. The checks run again."))


@router.post("/maintenance/{windowid}/delete")
async def delete_window(member: SignedIn, house: House, windowid: str) -> Redirect:
    await Checks.of(house).planning.delete(member, windowid)
    return Redirect("/checks/maintenance", toast=Toast("It is planned no more."))


def _shown(window: Window, now: datetime) -> PlannedShown:
    following = window.plan.next_after(now)
    named = [*(["one check"] if len(window.checks) == 1 else []), *sorted(window.tags)]
    if len(window.checks) > 1:
        named.insert(0, f"{len(window.checks)} checks")
    return PlannedShown(
        window,
        following,
        following is not None and following.start <= now,
        lasting(window.plan.length),
        "every check" if window.is_for_all else ", ".join(named),
    )


def _wanted(form: Filled) -> WantedWindow:
    faults: dict[str, str] = {}
    zone = form.one("time_zone").strip() or "UTC"
    minutes = _whole(form, "minutes", faults)
    days = [each.strip() for each in form.one("days").split(",") if each.strip()]
    if not all(each.isdecimal() and len(each) < 3 for each in days):
        faults["days"] = "are days of the month with commas, 0 for its last"
    start = _start(form.one("start"), zone, faults)
    recurrence = form.one("recurrence", Recurrence.ONCE.value)
    if recurrence not in set(Recurrence):
        faults["recurrence"] = f"is one of {', '.join(Recurrence)}"
    if faults:
        raise InvalidInput.of_all(faults)
    return WantedWindow(
        title=" ".join(form.one("title").split()),
        note=form.one("note").strip(),
        recurrence=Recurrence(recurrence),
        minutes=minutes,
        time_zone=zone,
        start=start,
        time_of_day=form.one("time_of_day").strip() or None,
        weekdays=frozenset(int(each) for each in form.all("weekdays") if each.isdecimal()),
        days=frozenset(int(each) for each in days),
        cron=form.one("cron").strip() or None,
        checks=frozenset(form.all("checks")),
        tags=frozenset(tag for each in form.one("tags").split(",") if (tag := each.strip())),
        is_for_all=bool(form.all("is_for_all")),
    )


def _whole(form: Filled, name: str, faults: dict[str, str]) -> int:
    try:
        return int(form.one(name))
    except ValueError:
        faults[name] = "is a whole number"
        return 0


def _start(written: str, zone: str, faults: dict[str, str]) -> datetime | None:
    """What a browser sends of a day and a time, in the zone that stands beside it."""
    if not written.strip():
        return None
    try:
        begun = datetime.fromisoformat(written.strip())
    except ValueError:
        faults["start"] = "is a day and a time, such as 2026-03-15T22:00"
        return None
    if zone not in time_zones():
        return None  # which is told of the zone
    return begun.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def _filled_by(window: Window) -> Filled:
    start = window.start and window.start.astimezone(ZoneInfo(window.time_zone))
    return Filled(
        {
            "title": [window.title],
            "note": [window.note or ""],
            "recurrence": [window.recurrence.value],
            "minutes": [str(window.minutes)],
            "time_zone": [window.time_zone],
            "start": [f"{start:%Y-%m-%dT%H:%M}" if start else ""],
            "time_of_day": [window.time_of_day or ""],
            "weekdays": [str(each) for each in window.weekdays],
            "days": [", ".join(str(each) for each in window.days)],
            "cron": [window.cron or ""],
            "checks": sorted(window.checks),
            "tags": [", ".join(sorted(window.tags))],
            "is_for_all": ["on"] if window.is_for_all else [],
        }
    )


async def _form(
    member: SignedIn,
    house: House,
    form: Filled,
    *,
    window: Window | None = None,
    problem: Problem | None = None,
) -> Page:
    checks = await Checks.of(house).keeping.checks(member)
    fields = {} if problem is None else problem.fields
    shown = WindowEdited(
        windowid="" if window is None else window.windowid,
        form=form,
        checks=sorted(((each.checkid, each.title) for each in checks), key=lambda each: each[1].casefold()),
        zones=sorted(time_zones()),
        path="/checks/maintenance/new" if window is None else f"/checks/maintenance/{window.windowid}/edit",
        problem=problem,
        errors={_FORM_NAMES.get(name, name): said for name, said in fields.items()},
    )
    title = "Plan maintenance" if window is None else f"Change {window.title}"
    status = 200 if problem is None else problem.status
    return Page("checks/window.html", shown, title=title, block="window", status=status)
