"""What the Personal OS stores. Document: docs/schemas/personal-os.md. The modules follow its sections."""

# In the document's order, which is the one that the table keeps.
# isort: off
from cairn.apps.personal_os.schema.profiles import Preferences, Theme, UserProfile
from cairn.apps.personal_os.schema.tasks import (
    RecurrenceFrequency,
    RecurrenceRule,
    Task,
    TaskDependency,
    TaskStatus,
)
from cairn.apps.personal_os.schema.goals import (
    Goal,
    GoalStatus,
    ProgressConfig,
    SuccessCriterion,
    TimeHorizon,
)
from cairn.apps.personal_os.schema.goal_links import (
    GoalActivity,
    GoalActivityType,
    GoalHabit,
    GoalMetric,
    GoalTask,
)
from cairn.apps.personal_os.schema.metrics import Direction, Metric, MetricSource, MetricStatus, Trend, Unit
from cairn.apps.personal_os.schema.metric_logs import (
    InsightType,
    MetricInsight,
    MetricLog,
    MetricMilestone,
    MilestoneType,
)
from cairn.apps.personal_os.schema.habits import Habit, HabitFrequency, HabitLog, HabitStatus, HabitType
from cairn.apps.personal_os.schema.projects import Health, Project, ProjectStatus, ProjectTask
from cairn.apps.personal_os.schema.logbook import LogbookEntry, Mood
from cairn.apps.personal_os.schema.rewards import (
    Reward,
    RewardCategory,
    RewardStatus,
    Wallet,
    WalletTransaction,
    WalletTransactionType,
)
from cairn.apps.personal_os.schema.tables import TABLES, gsi1, gsi2, personal_os
from cairn.apps.personal_os.schema.values import (
    SUB_CATEGORIES,
    Area,
    Day,
    Number,
    Percentage,
    Points,
    Priority,
    SubCategory,
)

# isort: on

__all__ = [
    "SUB_CATEGORIES", "TABLES", "Area", "Day", "Direction", "Goal", "GoalActivity", "GoalActivityType", "GoalHabit", "GoalMetric",
    "GoalStatus", "GoalTask", "Habit", "HabitFrequency", "HabitLog", "HabitStatus", "HabitType", "Health",
    "InsightType", "LogbookEntry", "Metric", "MetricInsight", "MetricLog", "MetricMilestone", "MetricSource",
    "MetricStatus", "MilestoneType", "Mood", "Number", "Percentage", "Points", "Preferences", "Priority",
    "ProgressConfig", "Project", "ProjectStatus", "ProjectTask", "RecurrenceFrequency", "RecurrenceRule", "Reward",
    "RewardCategory", "RewardStatus", "SubCategory", "SuccessCriterion", "Task", "TaskDependency", "TaskStatus",
    "Theme", "TimeHorizon", "Trend", "Unit", "UserProfile", "Wallet", "WalletTransaction",
    "WalletTransactionType", "gsi1", "gsi2", "personal_os",
]  # fmt: skip
