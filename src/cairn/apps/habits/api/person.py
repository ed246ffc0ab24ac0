"""What is a person's and not a habit's: today, achievements, and when days and weeks begin."""

from dataclasses import asdict
from datetime import date, datetime
from typing import Annotated, Final

from fastapi import APIRouter
from pydantic import BaseModel, Field

from cairn.apps.base import Given, House, Listed, Member
from cairn.apps.habits.api.shapes import EntryShown, HabitShown, HabitTodayShown
from cairn.apps.habits.service import Habits
from cairn.apps.habits.service.calendars import Calendar

router: Final = APIRouter()


class AchievementShown(BaseModel):
    """An achievement. One to come has no `unlocked_at`, and says how far it is."""

    type: str
    title: str
    description: str
    reached: int
    wanted: int
    unlocked_at: datetime | None


class UnlockedShown(BaseModel):
    """An achievement that is held, as the table has it."""

    type: str
    description: str
    unlocked_at: datetime


class Today(BaseModel):
    """Everything of today."""

    today: date = Field(description="The person's day.")
    total_points: int
    freezes: int
    username: str | None = Field(description="The name on the leaderboard; null for who is not on it.")
    habits: list[HabitTodayShown]
    achievements: list[UnlockedShown]


class CalendarShown(BaseModel):
    """When days and weeks begin."""

    week_start: int
    day_start_minutes: int
    warn_at_minutes: int | None


class WantedCalendar(Given):
    """When days and weeks are to begin. It holds from today on."""

    week_start: Annotated[int, Field(ge=0, le=6)] = Field(description="0 is Monday.")
    day_start_minutes: Annotated[int, Field(ge=0, le=12 * 60)] = Field(
        description="How many minutes after midnight a day begins.", examples=[180]
    )
    warn_at_minutes: Annotated[int, Field(ge=0, lt=24 * 60)] | None = Field(
        default=None,
        description="How many minutes after midnight to be told of streaks that end with the day; null for never.",
        examples=[1260],
    )


@router.get("/dashboard")
async def show_dashboard(caller: Member, house: House) -> Today:
    """Today: what is due, streaks, points and achievements."""
    found = await Habits.of(house).viewing.dashboard(caller)
    return Today(
        today=found.today,
        total_points=found.total_points,
        freezes=found.freezes,
        username=found.username,
        habits=[
            HabitTodayShown(
                habit=HabitShown.of(each.habit, found.today),
                asked=each.asked.asking,
                done=each.asked.done,
                wanted=each.asked.wanted,
                entry=None if each.entry is None else EntryShown.of(each.entry),
            )
            for each in found.habits
        ],
        achievements=[
            UnlockedShown(type=each.type, description=each.description, unlocked_at=each.unlocked_at)
            for each in found.achievements
        ],
    )


@router.get("/achievements")
async def list_achievements(caller: Member, house: House) -> Listed[AchievementShown]:
    """All achievements: those that are held, and how far it is to the others."""
    found = await Habits.of(house).viewing.achievements(caller)
    return Listed(
        items=[
            AchievementShown(
                type=each.progress.goal.type,
                title=each.progress.goal.title,
                description=each.progress.goal.description,
                reached=each.progress.reached,
                wanted=each.progress.goal.wanted,
                unlocked_at=each.unlocked_at,
            )
            for each in found
        ]
    )


@router.get("/calendar")
async def show_calendar(caller: Member, house: House) -> CalendarShown:
    """When the person's days and weeks begin."""
    calendar = await Habits.of(house).calendars.of_member(caller)
    return CalendarShown(**asdict(calendar))


@router.put("/calendar")
async def change_calendar(caller: Member, house: House, given: WantedCalendar) -> CalendarShown:
    """Says when days and weeks begin, from today on. No past day is judged anew."""
    wanted = Calendar(given.week_start, given.day_start_minutes, given.warn_at_minutes)
    calendar = await Habits.of(house).calendars.change(caller, wanted)
    return CalendarShown(**asdict(calendar))
