"""How much the Personal OS is used. Document: Capacity Planning, "a single user with moderate activity".

The document says how often; how many items an answer has, what is written with what, and what is kept, is assumed. A
list of a hundred tasks makes its fifty reads a day about 0.01 RCU, as it has them.
"""

from typing import Final

from cairn.apps.personal_os.schema import (
    Goal,
    Habit,
    HabitLog,
    LogbookEntry,
    Metric,
    MetricLog,
    Project,
    Reward,
    Task,
    UserProfile,
    Wallet,
    WalletTransaction,
)
from cairn.tables.usage import Kept, Operation, Reading, Usage, Writing

USAGE: Final = Usage(
    source="how often, from docs/schemas/personal-os.md (Capacity Planning); sizes of lists and what is kept after "
    "a year are assumed",
    operations=(
        Operation("Read tasks", 50, (Reading(Task.of_user, items=100),)),
        Operation("Create task", 10, (Writing(Task),)),
        Operation("Log metric", 20, (Reading(Metric.with_id), Writing(MetricLog), Writing(Metric, "update"))),
        Operation(
            "Read dashboard",
            10,
            (
                Reading(UserProfile.of_user),
                Reading(Task.of_user, items=100),
                Reading(Goal.of_user, items=10),
                Reading(Metric.of_user, items=10),
                Reading(Habit.of_user, items=10),
                Reading(Project.of_user, items=5),
                Reading(Wallet.of_user),
            ),
        ),
    ),
    kept=(
        Kept(UserProfile, 1),
        Kept(Task, 10 * 365),
        Kept(Goal, 10),
        Kept(Metric, 10),
        Kept(MetricLog, 20 * 365),
        Kept(Habit, 10),
        Kept(HabitLog, 5 * 365),
        Kept(Project, 5),
        Kept(LogbookEntry, 365),
        Kept(Reward, 20),
        Kept(Wallet, 1),
        Kept(WalletTransaction, 365),
    ),
)
