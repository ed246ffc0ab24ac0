"""What belongs to a goal: linked tasks, metrics and habits, and what happened. Document: Goal-Entity Links, Goal Activity.

These lie under the goal's id alone: whose they are, the goal says.
"""

from datetime import datetime
from enum import StrEnum
from typing import Literal, Self

from cairn.apps.personal_os.schema.common import Recorded
from cairn.apps.personal_os.schema.tables import personal_os
from cairn.tables import InKey, Query, access_pattern


class GoalTask(Recorded, table=personal_os):
    """Document: Goal → Task Link. The task's `goalIds` has the goal too."""

    key = personal_os.key("GOAL#{goal_id}", "TASK#{task_id}")

    goal_id: InKey[str]
    task_id: InKey[str]
    entity_type: Literal["GOAL_TASK"] = "GOAL_TASK"

    @classmethod
    @access_pattern("List goal→task links")
    def of_goal(cls, goal_id: str) -> Query[Self]:
        """A goal's links to tasks, by their ids. Document: Access Patterns, and Get Goal's Linked Tasks."""
        return cls.key.query(goal_id=goal_id)


class GoalMetric(Recorded, table=personal_os):
    """Document: Goal → Metric Link."""

    key = personal_os.key("GOAL#{goal_id}", "METRIC#{metric_id}")

    goal_id: InKey[str]
    metric_id: InKey[str]
    entity_type: Literal["GOAL_METRIC"] = "GOAL_METRIC"

    @classmethod
    @access_pattern("List goal→metric links")
    def of_goal(cls, goal_id: str) -> Query[Self]:
        """A goal's links to metrics, by their ids. Document: Access Patterns."""
        return cls.key.query(goal_id=goal_id)


class GoalHabit(Recorded, table=personal_os):
    """Document: Goal → Habit Link. The habit's `goalIds` has the goal too."""

    key = personal_os.key("GOAL#{goal_id}", "HABIT#{habit_id}")

    goal_id: InKey[str]
    habit_id: InKey[str]
    entity_type: Literal["GOAL_HABIT"] = "GOAL_HABIT"

    @classmethod
    @access_pattern("List goal→habit links")
    def of_goal(cls, goal_id: str) -> Query[Self]:
        """A goal's links to habits, by their ids. Document: Access Patterns."""
        return cls.key.query(goal_id=goal_id)


class GoalActivityType(StrEnum):
    """The document names the first two."""

    CRITERION_COMPLETED = "criterion_completed"
    TASK_COMPLETED = "task_completed"
    METRIC_LOGGED = "metric_logged"
    HABIT_COMPLETED = "habit_completed"
    STATUS_CHANGED = "status_changed"
    NOTE_ADDED = "note_added"
    PROGRESS_MILESTONE = "progress_milestone"


class GoalActivity(Recorded, table=personal_os):
    """Document: Goal Activity."""

    key = personal_os.key("GOAL#{goal_id}", "ACTIVITY#{timestamp}")

    goal_id: InKey[str]
    timestamp: InKey[datetime]  # of two in one moment, the later is put a microsecond on
    entity_type: Literal["GOAL_ACTIVITY"] = "GOAL_ACTIVITY"
    type: GoalActivityType
    title: str
    description: str | None = None
    related_entity_type: str | None = None  # an `entityType`; a note or a status is about nothing else
    related_entity_id: str | None = None

    @classmethod
    @access_pattern("List goal activities")
    def of_goal(cls, goal_id: str) -> Query[Self]:
        """What happened around a goal, oldest first. Document: Access Patterns."""
        return cls.key.query(goal_id=goal_id)
