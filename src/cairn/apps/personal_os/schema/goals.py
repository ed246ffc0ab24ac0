"""Goals, with what makes them reached and how progress is weighed. Document: Goal."""

from datetime import datetime
from enum import StrEnum
from typing import Literal, Self

from pydantic import Field

from cairn.apps.personal_os.schema.common import Common
from cairn.apps.personal_os.schema.tables import gsi1, gsi2, personal_os
from cairn.apps.personal_os.schema.values import Area, Day, Percentage, Priority, SubCategory
from cairn.tables import Embedded, OrNull, Query, Ref, access_pattern


class TimeHorizon(StrEnum):
    YEARLY = "Yearly"
    QUARTERLY = "Quarterly"
    MONTHLY = "Monthly"
    WEEKLY = "Weekly"
    DAILY = "Daily"


class GoalStatus(StrEnum):
    """OnTrack and AtRisk follow from how an Active goal stands; the others are chosen."""

    PLANNING = "Planning"
    ACTIVE = "Active"
    ON_TRACK = "OnTrack"
    AT_RISK = "AtRisk"
    ACHIEVED = "Achieved"
    ABANDONED = "Abandoned"


class SuccessCriterion(Embedded):
    """Document: Success Criterion (Embedded)."""

    id: str
    text: str
    is_completed: bool = False
    completed_at: OrNull[datetime] = None
    linked_metric_id: OrNull[str] = None
    linked_task_id: OrNull[str] = None
    target_date: OrNull[Day] = None
    order: int


class ProgressConfig(Embedded):
    """Document: Progress Config (Embedded). Its example is what a goal begins with."""

    criteria_weight: Percentage = 40
    tasks_weight: Percentage = 30
    metrics_weight: Percentage = 20
    habits_weight: Percentage = 10
    manual_override: OrNull[Percentage] = None


class Goal(Common, table=personal_os):
    """Document: Goal."""

    key = personal_os.key("USER#{user_id}", "GOAL#{id}")
    by_status = gsi1.key("GOAL", "{status}#{created_at}")
    by_area = gsi2.key("{area}", "GOAL#{created_at}")

    entity_type: Literal["GOAL"] = "GOAL"
    id: str
    title: str
    description: str | None = None
    area: Area
    sub_category: SubCategory | None = None
    time_horizon: TimeHorizon
    priority: Priority
    status: GoalStatus
    target_date: Day | None = None
    completed_date: Day | None = None  # a day, as the target is; a task's is said to be a timestamp
    success_criteria: list[SuccessCriterion] = Field(default_factory=list)
    progress_config: ProgressConfig = ProgressConfig()
    cached_progress: Percentage = 0
    parent_goal_id: str | None = None
    last_activity_at: datetime | None = None
    notes: str | None = None

    @classmethod
    @access_pattern("List user's goals")
    def of_user(cls, user_id: str) -> Query[Self]:
        """All of a user's goals, by id. Document: Access Patterns."""
        return cls.key.query(user_id=user_id)

    @classmethod
    @access_pattern("Get single goal")
    def with_id(cls, user_id: str, goal_id: str) -> Ref[Self]:
        """One goal of a user. Document: Access Patterns."""
        return cls.key(user_id=user_id, id=goal_id)

    @classmethod
    @access_pattern("Query goals by status")
    def with_status(cls, user_id: str, status: GoalStatus) -> Query[Self]:
        """A user's goals of a status, oldest first. Document: GSI1."""
        return cls.by_status.query(status=status).only(Goal.user_id == user_id)
