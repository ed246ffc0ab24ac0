"""What happens to habits. An event says how things stand after it, so that a late or repeated one does no harm."""

from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from cairn.services.events import Event


class Change(StrEnum):
    """What became of a day."""

    COMPLETED = "COMPLETED"
    UNDONE = "UNDONE"
    SKIPPED = "SKIPPED"
    FROZEN = "FROZEN"
    JUDGED_ANEW = "JUDGED_ANEW"  # by an import, by another schedule
    DELETED = "DELETED"


class HabitCompletedEvent(Event):
    """Document: Step 1. The streak in it is the actual one. An undo and whatever else changes days tell in the same way."""

    user_id: str
    person_revision: int
    habit_id: UUID
    habit_revision: int
    change: Change
    day: date | None
    current_streak: int
    last_completed: date | None
    points: int  # of the habit, in all
    board: dict[str, int]  # of them, what counts in weeks and months that are not long over
    held: dict[str, datetime]  # the person's achievements, and since when


class AchievementUnlockedEvent(Event):
    """Document: Step 2. Somebody holds an achievement that they did not hold before."""

    user_id: str
    type: str
    unlocked_at: datetime
    habit_id: UUID | None
