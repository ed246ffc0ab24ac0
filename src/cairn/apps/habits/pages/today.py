"""Today: what is due, done with one tap, undone with another. And what of it stands at home."""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation
from typing import Annotated, Final, Literal
from uuid import UUID

from fastapi import Form, Request

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast, View
from cairn.apps.habits.pages.words import TABS, schedule_in_words, streak_in_words
from cairn.apps.habits.rules.achievements import BY_TYPE
from cairn.apps.habits.rules.days import days_from
from cairn.apps.habits.rules.entries import Mark
from cairn.apps.habits.rules.today import Asking
from cairn.apps.habits.service import Habits
from cairn.apps.habits.service.books import Outcome
from cairn.apps.habits.service.entering import Entered
from cairn.apps.habits.service.viewing import LATELY, Dashboard, HabitToday
from cairn.services.accounts import SignedIn as Somebody
from cairn.services.problems import InvalidInput, Problem
from cairn.services.services import Services

router: Final = PageRouter()
Wanted = Literal["done", "open", "skipped"]


@dataclass(frozen=True)
class Lately:
    """One of the last days."""

    day: date
    state: Literal["done", "skipped", "nothing"]


@dataclass(frozen=True)
class Tap:
    """A habit on the page of today."""

    habit_id: UUID
    name: str
    schedule: str
    streak: str
    streak_length: int
    asking: Asking
    done: int | None
    wanted: int | None
    is_counting: bool
    unit: str
    goal: Decimal | None
    amount: Decimal | None
    lately: tuple[Lately, ...]


@dataclass(frozen=True)
class TodayPage:
    """Today."""

    today: date
    due: tuple[Tap, ...]
    later: tuple[Tap, ...]
    left: int
    points: int
    freezes: int
    has_habits: bool
    problem: Problem | None = None
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("")
async def show_today(member: SignedIn, house: House) -> Page:
    return _page(await Habits.of(house).viewing.dashboard(member))


@router.post("/{habit_id}/tap")
async def tap(
    request: Request,
    member: SignedIn,
    house: House,
    habit_id: UUID,
    *,
    wanted: Annotated[Wanted, Form()],
    amount: Annotated[str, Form()] = "",
) -> Page | Redirect:
    """Has today be done, skipped or open. The form says which, so that a double tap does not undo itself."""
    habits = Habits.of(house)
    toast, problem = None, None
    try:
        match wanted:
            case "done":
                entered = Entered(amount=amount_of_form(amount))
                toast = toast_of(await habits.entering.complete_habit(member, habit_id, entered=entered))
            case "skipped":
                toast = toast_of(await habits.entering.skip_day(member, habit_id))
            case "open":
                toast = toast_of(await habits.entering.undo(member, habit_id))
    except InvalidInput as refusal:
        problem = refusal
    if "hx-request" not in request.headers and problem is None:
        return Redirect("/habits", toast=toast)
    page = _page(await habits.viewing.dashboard(member), problem)
    return replace(page, toast=toast)


async def card(services: Services, member: Somebody) -> View:
    """What is left of today."""
    return View("habits/card.html", _shown(await Habits.of(services).viewing.dashboard(member), None))


def amount_of_form(text: str) -> Decimal | None:
    """A number as people write it, with a point or a comma."""
    if not text.strip():
        return None
    try:
        return Decimal(text.strip().replace(",", "."))
    except InvalidOperation as fault:
        raise InvalidInput.of("amount", "write a number, such as 2.5") from fault


def toast_of(outcome: Outcome) -> Toast:
    """What followed, in a few words."""
    said = [outcome.habit.name]
    if outcome.points:
        said.append(f"{outcome.points:+,} points".replace("-", "−"))
    said.extend(BY_TYPE[kind].title + "!" for kind in sorted(outcome.unlocked))
    if len(said) == 1:
        said.append("noted")
    return Toast(": ".join((said[0], ", ".join(said[1:]))))


def _page(dashboard: Dashboard, problem: Problem | None = None) -> Page:
    return Page(
        "habits/today.html",
        _shown(dashboard, problem),
        title="Today",
        block="today",
        status=200 if problem is None else problem.status,
    )


def _shown(dashboard: Dashboard, problem: Problem | None) -> TodayPage:
    taps = [_tap(each, dashboard.today) for each in dashboard.habits]
    due = tuple(each for each in taps if each.asking is not Asking.NOT_TODAY)
    return TodayPage(
        today=dashboard.today,
        due=due,
        later=tuple(each for each in taps if each.asking is Asking.NOT_TODAY),
        left=sum(each.asking in {Asking.DUE, Asking.ANY_DAY} for each in due),
        points=dashboard.total_points,
        freezes=dashboard.freezes,
        has_habits=bool(taps),
        problem=problem,
    )


def _tap(shown: HabitToday, today: date) -> Tap:
    habit = shown.habit
    target = habit.rule.target
    return Tap(
        habit_id=habit.id,
        name=habit.name,
        schedule=schedule_in_words(habit.rule),
        streak=streak_in_words(shown.streak, habit.rule.schedule),
        streak_length=shown.streak,
        asking=shown.asked.asking,
        done=shown.asked.done,
        wanted=shown.asked.wanted,
        is_counting=target is not None,
        unit=target.unit if target else "",
        goal=target.amount if target else None,
        amount=shown.entry.amount if shown.entry else None,
        lately=tuple(_lately(shown, day) for day in days_from(today - LATELY, today - timedelta(days=1))),
    )


def _lately(shown: HabitToday, day: date) -> Lately:
    entry = shown.lately.get(day)
    if entry is None or entry.mark is None:
        return Lately(day, "nothing")
    return Lately(day, "done" if entry.mark == Mark.DONE else "skipped")
