"""Projects and their links to tasks; and everything in an area. Document: Project, Project → Task Link, GSI2."""

from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import Field

from cairn.apps.personal_os.schema.common import Common, Recorded
from cairn.apps.personal_os.schema.goals import Goal
from cairn.apps.personal_os.schema.habits import Habit
from cairn.apps.personal_os.schema.metrics import Metric
from cairn.apps.personal_os.schema.tables import gsi1, gsi2, personal_os
from cairn.apps.personal_os.schema.tasks import Task
from cairn.apps.personal_os.schema.values import Area, Day, Percentage, Priority, SubCategory
from cairn.tables import InKey, Query, Ref, access_pattern, together


class ProjectStatus(StrEnum):
    PLANNING = "Planning"
    ACTIVE = "Active"
    ON_HOLD = "OnHold"
    COMPLETED = "Completed"
    CANCELLED = "Cancelled"


class Health(StrEnum):
    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"


class Project(Common, table=personal_os):
    """Document: Project."""

    key = personal_os.key("USER#{user_id}", "PROJECT#{id}")
    by_status = gsi1.key("PROJECT", "{status}#{created_at}")
    by_area = gsi2.key("{area}", "PROJECT#{created_at}")

    entity_type: Literal["PROJECT"] = "PROJECT"
    id: str
    name: str
    description: str | None = None
    area: Area
    sub_category: SubCategory | None = None
    priority: Priority
    status: ProjectStatus
    impact: Annotated[int | None, Field(ge=1, le=5)] = None
    start_date: Day | None = None
    end_date: Day | None = None
    completed_date: Day | None = None
    notes: str | None = None
    cached_health: Health | None = None  # until it was reckoned
    cached_progress: Percentage = 0
    goal_ids: list[str] = Field(default_factory=list)

    @classmethod
    @access_pattern("List user's projects")
    def of_user(cls, user_id: str) -> Query[Self]:
        """All of a user's projects, by id. Document: Access Patterns."""
        return cls.key.query(user_id=user_id)

    @classmethod
    @access_pattern("Get single project")
    def with_id(cls, user_id: str, project_id: str) -> Ref[Self]:
        """One project of a user."""
        return cls.key(user_id=user_id, id=project_id)

    @classmethod
    @access_pattern("Query by area")
    def and_all_else_in_area(
        cls, user_id: str, area: Area
    ) -> Query["Task | Goal | Metric | Habit | Project"]:
        """Everything of a user's in an area, by kind and oldest first. Document: GSI2."""
        of_area = together(Task.by_area, Goal.by_area, Metric.by_area, Habit.by_area, Project.by_area)
        return of_area.query(area=area).only(Project.user_id == user_id)


class ProjectTask(Recorded, table=personal_os):
    """Document: Project → Task Link. The task's `projectIds` has the project too; whose it is, the project says."""

    key = personal_os.key("PROJECT#{project_id}", "TASK#{task_id}")

    project_id: InKey[str]
    task_id: InKey[str]
    entity_type: Literal["PROJECT_TASK"] = "PROJECT_TASK"

    @classmethod
    @access_pattern("List project→task links")
    def of_project(cls, project_id: str) -> Query[Self]:
        """A project's links to tasks, by their ids. Document: Access Patterns."""
        return cls.key.query(project_id=project_id)
