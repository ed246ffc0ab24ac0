"""Habits as the API takes and shows them."""

from datetime import date, datetime, time
from decimal import Decimal
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import BaseModel, Field

from cairn.apps.base import Given
from cairn.apps.habits.records import Completion, Habit
from cairn.apps.habits.rules.entries import Direction, Mark, Target
from cairn.apps.habits.rules.points import BASE
from cairn.apps.habits.rules.schedules import EveryDay, Schedule, schedule_of_word
from cairn.apps.habits.rules.today import Asking
from cairn.services.problems import InvalidInput

Frequency = Literal["daily", "weekly", "monthly", "yearly"]
_SCHEDULE = {"kind": "times_in_period", "times": 3, "period": "week"}


class TargetGiven(Given):
    """A number to reach, or not to pass."""

    amount: Decimal = Field(examples=["2.5"])
    direction: Direction = Field(
        default=Direction.AT_LEAST, description="`at_least` has it reached, `at_most` not passed."
    )
    unit: str = Field(default="", examples=["km"])

    @property
    def target(self) -> Target:
        return Target(self.amount, self.direction, self.unit)


class WantedSchedule(Given):
    """When a habit is due, and what is asked then. One word does, and everything else refines it."""

    frequency: Frequency | None = Field(default=None, description="Once a day, a week, a month or a year.")
    schedule: Schedule | None = Field(
        default=None, description="In place of `frequency`: when exactly.", examples=[_SCHEDULE]
    )
    target: TargetGiven | None = Field(default=None, description="For a habit that counts a number.")

    @property
    def wanted(self) -> Schedule:
        if self.frequency is not None and self.schedule is not None:
            raise InvalidInput.of("frequency", "give it or a schedule, not both")
        if self.frequency is not None:
            return schedule_of_word(self.frequency)
        return self.schedule or EveryDay()


class WantedHabit(WantedSchedule):
    """A habit to be made. Without `frequency` and `schedule` it is one of every day."""

    name: str = Field(examples=["Read"])
    description: str = Field(default="", examples=["Ten pages, before the telephone"])
    tags: tuple[str, ...] = Field(default=(), examples=[["evening"]])
    start: date | None = Field(default=None, description="The day from which it is kept; today.")
    until: date | None = Field(default=None, description="The last day on which it is asked for.")
    reminders: tuple[time, ...] = Field(
        default=(), description="When to be reminded, where the person is.", examples=[["21:30:00"]]
    )


class ChangedHabit(Given):
    """What of a habit is to be otherwise. What is not given stays; `until` may be null."""

    name: str = Field(default="")
    description: str = Field(default="")
    tags: tuple[str, ...] = Field(default=())
    start: date = Field(default=date.min)
    until: date | None = Field(default=None)
    reminders: tuple[time, ...] = Field(default=())
    position: Annotated[int, Field(ge=0, le=10_000)] = Field(
        default=0, description="Where it stands among the others: from the smallest on."
    )


class HabitShown(BaseModel):
    """A habit, and how it stands today."""

    habit_id: UUID
    name: str
    description: str
    tags: tuple[str, ...]
    schedule: Schedule
    target: TargetGiven | None
    start: date
    until: date | None
    reminders: tuple[time, ...]
    position: int
    archived_at: datetime | None
    created_at: datetime
    current_streak: int = Field(description="In the habit's own unit: days, weeks, months or years.")
    longest_streak: int
    last_completed: date | None
    completions: int
    points: int

    @classmethod
    def of(cls, habit: Habit, today: date) -> Self:
        target = habit.rule.target
        return cls.model_validate(
            {
                **{name: getattr(habit, name) for name in cls.model_fields if hasattr(habit, name)},
                "habit_id": habit.id,
                "schedule": habit.rule.schedule,
                "target": None
                if target is None
                else TargetGiven(amount=target.amount, direction=target.direction, unit=target.unit),
                "current_streak": habit.streak_on(today),
            }
        )


class EntryShown(BaseModel):
    """What was entered for a day, and what it paid and why."""

    day: date
    mark: Mark | None
    amount: Decimal | None
    note: str
    entered_at: datetime
    points: int = Field(description="What it paid: the base, multiplied by what the streak was worth.")
    base: int = Field(default=BASE)
    multiplier: int
    streak: int = Field(description="The streak that it made.")
    counts_on_boards: bool = Field(description="Whether it was entered soon enough for the running boards.")

    @classmethod
    def of(cls, entry: Completion) -> Self:
        return cls(
            day=entry.day,
            mark=None if entry.mark is None else Mark(entry.mark),
            amount=entry.amount,
            note=entry.note,
            entered_at=entry.entered_at,
            points=entry.points,
            multiplier=entry.multiplier,
            streak=entry.streak,
            counts_on_boards=entry.on_board,
        )


class HabitTodayShown(BaseModel):
    """A habit, and what it asks of today."""

    habit: HabitShown
    asked: Asking
    done: int | None = Field(description="How often it was done in its running period, where that is known.")
    wanted: int | None
    entry: EntryShown | None
