"""The logbook. Document: Logbook Entry."""

from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import Field

from cairn.apps.personal_os.schema.common import Common
from cairn.apps.personal_os.schema.tables import personal_os
from cairn.apps.personal_os.schema.values import Day
from cairn.tables import Query, Ref, access_pattern


class Mood(StrEnum):
    LOW = "Low"
    STEADY = "Steady"
    HIGH = "High"


class LogbookEntry(Common, table=personal_os):
    """Document: Logbook Entry. One a day, as its key has it."""

    key = personal_os.key("USER#{user_id}", "LOGBOOK#{date}")

    entity_type: Literal["LOGBOOK"] = "LOGBOOK"
    id: str
    date: Day
    title: str | None = None
    notes: str = ""
    mood: Mood | None = None
    energy: Annotated[int | None, Field(ge=1, le=10)] = None
    linked_task_ids: list[str] = Field(default_factory=list)
    linked_goal_ids: list[str] = Field(default_factory=list)
    linked_habit_ids: list[str] = Field(default_factory=list)
    linked_project_ids: list[str] = Field(default_factory=list)

    @classmethod
    @access_pattern("List user's logbook")
    def of_user(cls, user_id: str) -> Query[Self]:
        """All of a user's entries, oldest first. Document: Access Patterns."""
        return cls.key.query(user_id=user_id)

    @classmethod
    @access_pattern("Get logbook entry")
    def of_day(cls, user_id: str, day: Day) -> Ref[Self]:
        """A user's entry of a day."""
        return cls.key(user_id=user_id, date=day)
