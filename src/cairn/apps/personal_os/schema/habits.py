"""Habits, and the days on which they were kept. Document: Habit, Habit Log."""

from enum import StrEnum
from typing import Literal, Self

from pydantic import Field

from cairn.apps.personal_os.schema.common import Common, Recorded
from cairn.apps.personal_os.schema.tables import gsi1, gsi2, personal_os
from cairn.apps.personal_os.schema.values import Area, Day, SubCategory
from cairn.tables import Query, Ref, access_pattern


class HabitType(StrEnum):
    BUILD = "Build"
    MAINTAIN = "Maintain"
    REDUCE = "Reduce"
    QUIT = "Quit"


class HabitFrequency(StrEnum):
    DAILY = "Daily"
    WEEKLY = "Weekly"
    MONTHLY = "Monthly"
    CUSTOM = "Custom"


class HabitStatus(StrEnum):
    ACTIVE = "Active"
    PAUSED = "Paused"
    ARCHIVED = "Archived"


class Habit(Common, table=personal_os):
    """Document: Habit."""

    key = personal_os.key("USER#{user_id}", "HABIT#{id}")
    by_status = gsi1.key("HABIT", "{status}#{created_at}")
    by_area = gsi2.key("{area}", "HABIT#{created_at}")

    entity_type: Literal["HABIT"] = "HABIT"
    id: str
    name: str
    description: str | None = None
    area: Area
    sub_category: SubCategory | None = None
    habit_type: HabitType
    frequency: HabitFrequency
    trigger: str | None = None
    action: str | None = None
    reward: str | None = None
    friction_up: str | None = None
    friction_down: str | None = None
    status: HabitStatus
    cached_streak: int = 0
    cached_longest_streak: int = 0
    goal_ids: list[str] = Field(default_factory=list)

    @classmethod
    @access_pattern("List user's habits")
    def of_user(cls, user_id: str) -> Query[Self]:
        """All of a user's habits, by id. Document: Access Patterns."""
        return cls.key.query(user_id=user_id)

    @classmethod
    @access_pattern("Get single habit")
    def with_id(cls, user_id: str, habit_id: str) -> Ref[Self]:
        """One habit of a user."""
        return cls.key(user_id=user_id, id=habit_id)


class HabitLog(Recorded, table=personal_os):
    """Document: Habit Log. One a day. It lies under the habit's id alone: whose it is, the habit says."""

    key = personal_os.key("HABIT#{habit_id}", "LOG#{date}")

    entity_type: Literal["HABIT_LOG"] = "HABIT_LOG"
    habit_id: str
    date: Day
    completed: bool
    notes: str | None = None

    @classmethod
    @access_pattern("List habit logs")
    def of_habit(cls, habit_id: str) -> Query[Self]:
        """A habit's logs, oldest first. Document: Access Patterns."""
        return cls.key.query(habit_id=habit_id)
