"""When days and weeks begin, and what lies in the archive."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final
from uuid import UUID

from fastapi import Form

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast
from cairn.apps.habits.pages.words import TABS, WEEKDAYS
from cairn.apps.habits.records import Habit
from cairn.apps.habits.service import Habits
from cairn.apps.habits.service.calendars import Calendar

router: Final = PageRouter()


@dataclass(frozen=True)
class SettingsPage:
    """Settings."""

    calendar: Calendar
    archived: Sequence[Habit]
    weekdays: Sequence[tuple[int, str]] = tuple(enumerate(WEEKDAYS))
    day_starts: Sequence[tuple[int, str]] = tuple((hour * 60, f"{hour}:00") for hour in range(7))
    warnings: Sequence[tuple[str, str]] = (
        ("", "Never"),
        *((str(hour * 60), f"{hour}:00") for hour in range(17, 24)),
    )
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/settings")
async def show_settings(member: SignedIn, house: House) -> Page:
    habits = Habits.of(house)
    archived, _ = await habits.viewing.habits(member, archived=True)
    shown = SettingsPage(await habits.calendars.of_member(member), archived)
    return Page("habits/settings.html", shown, title="Settings of habits")


@router.post("/settings")
async def change_settings(
    member: SignedIn,
    house: House,
    week_start: Annotated[int, Form(ge=0, le=6)],
    day_start_minutes: Annotated[int, Form(ge=0, le=720)],
    warn_at: Annotated[str, Form(pattern="^(|[0-9]{1,4})$")] = "",
) -> Redirect:
    await Habits.of(house).calendars.change(
        member, Calendar(week_start, day_start_minutes, int(warn_at) if warn_at else None)
    )
    return Redirect("/habits/settings", toast=Toast("Kept. It holds from today on."))


@router.post("/{habit_id}/archive")
async def archive(member: SignedIn, house: House, habit_id: UUID) -> Redirect:
    habit = await Habits.of(house).keeping.archive_habit(member, habit_id)
    return Redirect("/habits/settings", toast=Toast(f"{habit.name} is in the archive."))


@router.post("/{habit_id}/resume")
async def resume(member: SignedIn, house: House, habit_id: UUID) -> Redirect:
    habit = await Habits.of(house).keeping.archive_habit(member, habit_id, archived=False)
    return Redirect(f"/habits/{habit_id}", toast=Toast(f"{habit.name} goes on."))


@router.post("/{habit_id}/delete")
async def delete(member: SignedIn, house: House, habit_id: UUID) -> Redirect:
    await Habits.of(house).keeping.delete_habit(member, habit_id)
    return Redirect("/habits", toast=Toast("Deleted. Its points and achievements stay."))
