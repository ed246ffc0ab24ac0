"""How much the habit tracker is used. Its document names no frequencies: all of this is assumed.

Completions themselves lie in SQL and cost nothing here.
"""

from typing import Final

from cairn.apps.habits.ledger_schema import HeldAchievements, PaidPoints, Score
from cairn.apps.habits.schema import Achievement, Metadata, Streak
from cairn.tables.usage import Kept, Operation, Reading, Usage, Writing

USAGE: Final = Usage(
    source="assumed: docs/schemas/habit-tracker.md names no frequencies",
    operations=(
        Operation(
            "Complete a habit",
            5,
            (
                Reading(PaidPoints.of_habit, consistent=True),
                Reading(HeldAchievements.of_user, consistent=True),
                Reading(Metadata.of_user, consistent=True),
                Writing(PaidPoints, "update", items=2, in_transaction=True),
                Writing(HeldAchievements, in_transaction=True),
                Writing(Score, "move", items=2, in_transaction=True),
                Writing(Streak, "update", in_transaction=True),
                Writing(Metadata, "move", in_transaction=True),  # points are the leaderboard's key
            ),
        ),
        Operation("Unlock an achievement", 1 / 14, (Writing(Achievement, in_transaction=True),)),
        Operation("Get User Dashboard", 10, (Reading(Metadata.dashboard, items=21),)),
        Operation("Top 10 Users", 2, (Reading(Metadata.top, items=10),)),
    ),
    kept=(
        Kept(Metadata, 1),
        Kept(Streak, 5),
        Kept(Achievement, 15),
        Kept(PaidPoints, 6),
        Kept(HeldAchievements, 1),
        Kept(Score, 64),
    ),
)
