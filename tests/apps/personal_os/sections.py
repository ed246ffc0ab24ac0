"""The sections of the document, the kind of item that each is about, and what it says of it."""

import re

from cairn.apps.personal_os.schema import (
    Goal,
    GoalActivity,
    GoalHabit,
    GoalMetric,
    GoalTask,
    Habit,
    HabitLog,
    LogbookEntry,
    Metric,
    MetricInsight,
    MetricLog,
    MetricMilestone,
    Project,
    ProjectTask,
    Reward,
    Task,
    TaskDependency,
    UserProfile,
    Wallet,
    WalletTransaction,
)
from cairn.tables import Entity
from tests.documents.reading import CodeBlock, document

DOCUMENT = document("personal-os")
ENTITIES: dict[str, type[Entity]] = {
    "User Profile": UserProfile,
    "Task": Task,
    "Task Dependency (Separate Item)": TaskDependency,
    "Goal": Goal,
    "Goal → Task Link": GoalTask,
    "Goal → Metric Link": GoalMetric,
    "Goal → Habit Link": GoalHabit,
    "Goal Activity (Separate Items)": GoalActivity,
    "Metric": Metric,
    "Metric Log (Separate Items)": MetricLog,
    "Metric Milestone (Separate Items)": MetricMilestone,
    "Metric Insight (Cached AI Results)": MetricInsight,
    "Habit": Habit,
    "Habit Log (Separate Items)": HabitLog,
    "Project": Project,
    "Project → Task Link (Separate Items)": ProjectTask,
    "Logbook Entry": LogbookEntry,
    "Reward": Reward,
    "Wallet": Wallet,
    "Wallet Transaction (Separate Items)": WalletTransaction,
}
EXAMPLES: dict[str, CodeBlock] = {
    block.headings[-1]: block
    for block in DOCUMENT.blocks_under("Entity Definitions")
    if isinstance(block.value, dict) and "pk" in block.value
}


def rows_of(section: str) -> dict[str, dict[str, str]]:
    """What a section says of each attribute."""
    return {row["Attribute"]: row for row in DOCUMENT.table("Entity Definitions", section).rows}


def said_of(section: str, attribute: str) -> str:
    return rows_of(section)[attribute]["Description"]


def common_attributes(*, optional: bool) -> set[str]:
    """Those that all entities have, or those that any of them may have."""
    [block] = DOCUMENT.blocks_under("Common Attributes")
    found = re.findall(r"^ +(\w+): (Optional\[)?", block.text, re.MULTILINE)
    return {name for name, is_optional in found if bool(is_optional) == optional}
