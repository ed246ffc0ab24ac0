"""Tasks, and which of them wait for others. Document: Task, Task Dependency."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import Field

from cairn.apps.personal_os.schema.common import Common
from cairn.apps.personal_os.schema.tables import gsi1, gsi2, personal_os
from cairn.apps.personal_os.schema.values import Area, Day, Points, Priority, SubCategory
from cairn.tables import Embedded, Entity, OrNull, Query, Ref, access_pattern


class TaskStatus(StrEnum):
    NOT_STARTED = "NotStarted"
    IN_PROGRESS = "InProgress"
    BLOCKED = "Blocked"
    ON_HOLD = "OnHold"
    DONE = "Done"
    CANCELLED = "Cancelled"


class RecurrenceFrequency(StrEnum):
    """The document names `frequency` and not its values; these are those of the earlier application."""

    DAILY = "Daily"
    WEEKLY = "Weekly"
    MONTHLY = "Monthly"
    YEARLY = "Yearly"


class RecurrenceRule(Embedded):
    """When a task comes again. Counted from its due date; else from when it is scheduled; else from completion."""

    frequency: RecurrenceFrequency
    interval: Annotated[int, Field(ge=1)] = 1
    end_date: OrNull[Day] = None  # the last day on which it may come again


class Task(Common, table=personal_os):
    """Document: Task."""

    key = personal_os.key("USER#{user_id}", "TASK#{id}")
    by_status = gsi1.key("TASK", "{status}#{created_at}")
    by_area = gsi2.key("{area}", "TASK#{created_at}")

    entity_type: Literal["TASK"] = "TASK"
    id: str
    title: str
    description: str | None = None
    extended_description: str | None = None
    area: Area
    sub_category: SubCategory | None = None
    priority: Priority
    status: TaskStatus
    size: Annotated[int | None, Field(ge=0)] = None
    due_date: Day | None = None
    scheduled_date: Day | None = None
    completed_date: OrNull[datetime] = None
    is_recurring: bool = False
    recurrence_rule: OrNull[RecurrenceRule] = None
    point_value: Points
    points_awarded: bool = False
    notes: str | None = None
    goal_ids: list[str] = Field(default_factory=list)
    project_ids: list[str] = Field(default_factory=list)

    @classmethod
    @access_pattern("List user's tasks")
    def of_user(cls, user_id: str) -> Query[Self]:
        """All of a user's tasks, by id. Document: Access Patterns, and List User's Tasks."""
        return cls.key.query(user_id=user_id)

    @classmethod
    @access_pattern("Get single task")
    def with_id(cls, user_id: str, task_id: str) -> Ref[Self]:
        """One task of a user. Document: Access Patterns."""
        return cls.key(user_id=user_id, id=task_id)

    @classmethod
    @access_pattern("Query tasks by status")
    def with_status(cls, user_id: str, status: TaskStatus) -> Query[Self]:
        """A user's tasks of a status, oldest first. Document: GSI1, and Get Tasks by Status."""
        return cls.by_status.query(status=status).only(Task.user_id == user_id)


class TaskDependency(Entity, table=personal_os):
    """A task waits for another. Document: Task Dependency."""

    key = personal_os.key("TASK#{task_id}", "DEP#{depends_on_task_id}")

    entity_type: Literal["TASK_DEPENDENCY"] = "TASK_DEPENDENCY"
    task_id: str
    depends_on_task_id: str
    # All items have these two, says the document; its example of this one has not.
    user_id: str | None = None
    updated_at: datetime | None = None
    created_at: datetime

    @classmethod
    @access_pattern("List task dependencies")
    def of_task(cls, task_id: str) -> Query[Self]:
        """What a task waits for. Whose task it is, the task says. Document: Access Patterns."""
        return cls.key.query(task_id=task_id)
