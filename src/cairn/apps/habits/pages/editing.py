"""Making a habit, and changing one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, time
from decimal import Decimal
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from fastapi import Form
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast
from cairn.apps.habits.pages.today import amount_of_form
from cairn.apps.habits.pages.words import TABS, WEEKDAYS
from cairn.apps.habits.records import Habit
from cairn.apps.habits.rules.entries import Direction, Target
from cairn.apps.habits.rules.schedules import (
    EveryDay,
    EveryFewDays,
    OnDaysOfMonth,
    OnWeekdays,
    Paused,
    Schedule,
    TimesInDays,
    TimesInPeriod,
)
from cairn.apps.habits.service import Habits
from cairn.apps.habits.service.keeping import NewHabit
from cairn.services.problems import InvalidInput, Problem

router: Final = PageRouter()
_SCHEDULE: Final[TypeAdapter[Schedule]] = TypeAdapter(Schedule)
KINDS: Final = (
    ("every_day", "Every day"),
    ("on_weekdays", "On chosen weekdays"),
    ("week", "Some times a week"),
    ("month", "Some times a month"),
    ("year", "Some times a year"),
    ("times_in_days", "Some times in any so many days"),
    ("every_few_days", "Every few days"),
    ("on_days_of_month", "On days of the month"),
)
Kind = Literal[
    "every_day", "on_weekdays", "week", "month", "year", "times_in_days", "every_few_days", "on_days_of_month"
]


class HabitForm(BaseModel):
    """What the form holds, as it was written."""

    model_config = ConfigDict(frozen=True)

    name: str = ""
    description: str = ""
    tags: str = ""
    often: Kind = "every_day"
    times: str = "3"
    days: str = "7"
    weekdays: tuple[int, ...] = ()
    month_days: str = "1"
    goal: str = ""
    unit: str = ""
    direction: Direction = Direction.AT_LEAST
    start: str = ""
    until: str = ""
    reminders: str = ""

    @property
    def schedule(self) -> Schedule:
        """The schedule, or what is wrong with it."""
        try:
            return _SCHEDULE.validate_python(self._asked)
        except ValidationError as fault:
            error = fault.errors(include_url=False, include_input=False)[0]
            place = str(error["loc"][-1]) if error["loc"] else "often"
            name = place if place in {"times", "days", "weekdays"} else "often"
            wanted = error["msg"].removeprefix("Value error, ")
            raise InvalidInput.of(name, wanted) from fault

    @property
    def _asked(self) -> dict[str, Any]:
        match self.often:
            case "every_day":
                return {"kind": "every_day"}
            case "on_weekdays":
                return {"kind": "on_weekdays", "weekdays": self.weekdays}
            case "times_in_days":
                return {"kind": "times_in_days", "times": self.times, "days": self.days}
            case "every_few_days":
                return {"kind": "every_few_days", "days": self.days}
            case "on_days_of_month":
                days = [each for each in self.month_days.replace(",", " ").split() if each]
                return {"kind": "on_days_of_month", "days": days}
            case period:
                return {"kind": "times_in_period", "times": self.times, "period": period}

    @property
    def target(self) -> Target | None:
        try:
            amount = amount_of_form(self.goal)
        except InvalidInput as fault:
            raise InvalidInput.of("goal", "write a number, such as 2.5") from fault
        return None if amount is None else Target(amount, self.direction, self.unit)

    @property
    def times_of_day(self) -> tuple[time, ...]:
        try:
            return tuple(time.fromisoformat(each) for each in self.reminders.replace(",", " ").split())
        except ValueError as fault:
            raise InvalidInput.of("reminders", "write times such as 07:30 21:00") from fault

    @property
    def all_tags(self) -> tuple[str, ...]:
        return tuple(each.strip() for each in self.tags.split(",") if each.strip())

    def day(self, name: Literal["start", "until"]) -> date | None:
        text: str = getattr(self, name)
        try:
            return date.fromisoformat(text) if text else None
        except ValueError as fault:
            raise InvalidInput.of(name, "write a day such as 2026-03-15") from fault


@dataclass(frozen=True)
class EditPage:
    """A form for a habit; without an id, of a new one."""

    form: HabitForm
    habit_id: UUID | None
    problem: Problem | None
    kinds: Sequence[tuple[str, str]] = KINDS
    weekdays: Sequence[tuple[int, str]] = tuple(enumerate(WEEKDAYS))
    directions: Sequence[tuple[str, str]] = field(default=(("at_least", "At least"), ("at_most", "At most")))
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/new")
async def show_new(_: SignedIn) -> Page:
    return _page(HabitForm(), None)


@router.post("/new")
async def make(member: SignedIn, house: House, form: Annotated[HabitForm, Form()]) -> Page | Redirect:
    try:
        new = NewHabit(
            name=form.name,
            schedule=form.schedule,
            description=form.description,
            target=form.target,
            tags=form.all_tags,
            start=form.day("start"),
            until=form.day("until"),
            reminders=form.times_of_day,
        )
        made = await Habits.of(house).keeping.make_habit(member, new)
    except Problem as problem:
        return _page(form, None, problem)
    return Redirect("/habits", toast=Toast(f"{made.name} begins."))


@router.get("/{habit_id}/edit")
async def show_edit(member: SignedIn, house: House, habit_id: UUID) -> Page:
    habit, _ = await Habits.of(house).viewing.habit(member, habit_id)
    return _page(form_of(habit), habit_id)


@router.post("/{habit_id}/edit")
async def change(
    member: SignedIn, house: House, habit_id: UUID, form: Annotated[HabitForm, Form()]
) -> Page | Redirect:
    habits = Habits.of(house)
    habit, _ = await habits.viewing.habit(member, habit_id)
    try:
        schedule, target = form.schedule, form.target
        start = form.day("start") or habit.start
        await habits.keeping.change_habit(
            member,
            habit_id,
            {
                "name": form.name,
                "description": form.description,
                "tags": form.all_tags,
                "reminders": form.times_of_day,
                "until": form.day("until"),
                **({"start": start} if start != habit.start else {}),
            },
        )
        if (schedule, target) != (habit.rule.schedule, habit.rule.target):
            await habits.keeping.reschedule_habit(member, habit_id, schedule, target=target)
    except Problem as problem:
        return _page(form, habit_id, problem)
    return Redirect(f"/habits/{habit_id}", toast=Toast("Changed. Past days stay judged as they were."))


def form_of(habit: Habit) -> HabitForm:
    """A habit, as the form has it."""
    target = habit.rule.target
    told: dict[str, Any] = {
        "name": habit.name,
        "description": habit.description,
        "tags": ", ".join(habit.tags),
        "start": habit.start.isoformat(),
        "until": habit.until.isoformat() if habit.until else "",
        "reminders": " ".join(f"{each:%H:%M}" for each in habit.reminders),
    }
    if target is not None:
        told |= {"goal": _plain(target.amount), "unit": target.unit, "direction": target.direction}
    match habit.rule.schedule:
        case OnWeekdays(weekdays=weekdays):
            told |= {"often": "on_weekdays", "weekdays": sorted(weekdays)}
        case TimesInPeriod(times=times, period=period):
            told |= {"often": period.value, "times": str(times)}
        case TimesInDays(times=times, days=days):
            told |= {"often": "times_in_days", "times": str(times), "days": str(days)}
        case EveryFewDays(days=days):
            told |= {"often": "every_few_days", "days": str(days)}
        case OnDaysOfMonth(days=month_days):
            told |= {"often": "on_days_of_month", "month_days": " ".join(map(str, sorted(month_days)))}
        case EveryDay() | Paused():
            pass
    return HabitForm.model_validate(told)


def _plain(amount: Decimal) -> str:
    return f"{amount:f}"


def _page(form: HabitForm, habit_id: UUID | None, problem: Problem | None = None) -> Page:
    return Page(
        "habits/edit.html",
        EditPage(form, habit_id, problem),
        title="A new habit" if habit_id is None else "Change a habit",
        status=200 if problem is None else problem.status,
    )
