"""Items of two people, one of each kind a person, in which each attribute has a value."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any, TypeVar

from cairn.apps.personal_os.schema import (
    Area,
    Goal,
    GoalActivity,
    GoalHabit,
    GoalMetric,
    GoalStatus,
    GoalTask,
    Habit,
    HabitLog,
    LogbookEntry,
    Metric,
    MetricInsight,
    MetricLog,
    MetricMilestone,
    Preferences,
    Project,
    ProjectTask,
    Reward,
    Task,
    TaskDependency,
    TaskStatus,
    Theme,
    UserProfile,
    Wallet,
    WalletTransaction,
)
from cairn.tables import Entity
from cairn.tables.samples import example

E = TypeVar("E", bound=Entity)

ADA, BO = "ada", "bo"
MOMENT = datetime(2026, 1, 10, 18, 0, 0, 250_000, tzinfo=UTC)
DAY = date(2026, 1, 10)
LATER = datetime(2096, 1, 1, tzinfo=UTC)  # no engine takes it for expired
CREATED: dict[str, Any] = {"created_at": MOMENT, "updated_at": MOMENT}
PREFERENCES = Preferences(
    theme=Theme.DARK,
    default_area=Area.HEALTH,
    notifications={"due tasks": True},
    time_zone="Europe/Berlin",
)


def item_of(kind: type[E], **given: Any) -> E:
    """One of a kind. What is not given is made up of the declared types, and checked as anything new is."""
    item: E = example(kind.__layout__, **{**CREATED, **given})
    return item.changed()


def everything_of(name: str) -> dict[type[Entity], Entity]:
    """A person's items. Their ids bear the name, and they lie in the areas and statuses that others' lie in too."""
    of: dict[str, Any] = {"user_id": name}
    task_id, goal_id, metric_id, habit_id, project_id = (
        f"{kind}-{name}" for kind in ("task", "goal", "metric", "habit", "project")
    )
    in_area: dict[str, Any] = {**of, "area": Area.WEALTH}
    found = [
        item_of(UserProfile, **of, preferences=PREFERENCES),
        item_of(Task, **in_area, id=task_id, status=TaskStatus.IN_PROGRESS),
        item_of(TaskDependency, **of, task_id=task_id),
        item_of(Goal, **in_area, id=goal_id, status=GoalStatus.ACTIVE, cached_progress=Decimal("12.5")),
        item_of(GoalTask, **of, goal_id=goal_id, task_id=task_id),
        item_of(GoalMetric, **of, goal_id=goal_id, metric_id=metric_id),
        item_of(GoalHabit, **of, goal_id=goal_id, habit_id=habit_id),
        item_of(GoalActivity, **of, goal_id=goal_id, timestamp=MOMENT),
        item_of(Metric, **in_area, id=metric_id),
        item_of(MetricLog, **of, metric_id=metric_id, timestamp=MOMENT, value=Decimal("12.6")),
        item_of(MetricMilestone, **of, metric_id=metric_id, id="streak_7"),
        item_of(MetricInsight, **of, metric_id=metric_id, timestamp=MOMENT, expires_at=LATER, ttl=LATER),
        item_of(Habit, **in_area, id=habit_id),
        item_of(HabitLog, **of, habit_id=habit_id, date=DAY),
        item_of(Project, **in_area, id=project_id, impact=5),
        item_of(ProjectTask, **of, project_id=project_id, task_id=task_id),
        item_of(LogbookEntry, **of, date=DAY, energy=10),
        item_of(Reward, **of, id=f"reward-{name}"),
        item_of(Wallet, **of, balance=120, lifetime_earned=620, lifetime_spent=500),
        item_of(WalletTransaction, **of, timestamp=MOMENT + timedelta(microseconds=1), amount=-500),
    ]
    return {type(each): each for each in found}
