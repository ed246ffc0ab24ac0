"""What the habit tracker stores in DynamoDB. Document: docs/schemas/habit-tracker.md.

The document does not name its table. What happens on a day is kept in SQL; here is what follows from it.
"""

from datetime import date, datetime
from typing import Annotated, Self

from pydantic import Field

from cairn.tables import Entity, InKey, Query, Ref, Table, access_pattern, as_written, together

habit_tracker = Table("habit-tracker-{stage}", pk="PK", sk="SK", naming=as_written)
leaderboard = habit_tracker.index("GSI_Leaderboard", pk="EntityType", sk="total_points", sk_type="N")


class Metadata(Entity, table=habit_tracker):
    """A user's global stats. Document: `METADATA`, and The Leaderboard."""

    key = habit_tracker.key("USER#{user_id}", "METADATA")
    on_leaderboard = leaderboard.key("{entity_type}", "{total_points}")

    user_id: InKey[str]
    username: str
    total_points: int = 0
    # The index holds who has it: a user is on the board only by choice, and leaves it when it is unset. All of the
    # board is one partition, which takes about a thousand writes a second; past that, values such as USER#07 share
    # it out, and the board is the best of them merged.
    entity_type: Annotated[str | None, Field(alias="EntityType", pattern=r"^USER(#[0-9]{2})?$")] = None

    @classmethod
    @access_pattern("Get User Dashboard")
    def dashboard(cls, user_id: str) -> "Query[Metadata | Streak | Achievement]":
        """The stats, all streaks and all achievements, in one request."""
        return together(Metadata.key, Streak.key, Achievement.key).query(user_id=user_id)

    @classmethod
    @access_pattern("award_points")
    def of_user(cls, user_id: str) -> Ref[Self]:
        """Where points are added. The index follows by itself."""
        return cls.key(user_id=user_id)

    @classmethod
    @access_pattern("Top 10 Users")
    def top(cls) -> Query[Self]:
        """Most points first. Those with the same points share a place, in whatever order the index has them."""
        return cls.on_leaderboard.query(entity_type="USER").backward().first(10)

    @classmethod
    def top_of(cls, entity_type: str) -> Query[Self]:
        """The best of those who share a value, where it is not USER alone. The document knows of no such."""
        return cls.on_leaderboard.query(entity_type=entity_type).backward().first(10)

    @classmethod
    def ahead(cls, entity_type: str, total_points: int) -> Query[Self]:
        """Those who have more points, to be counted: for one's own place, of which the document says nothing."""
        return cls.on_leaderboard.query(entity_type=entity_type).after(total_points)

    @classmethod
    def from_to(cls, entity_type: str, least: int, most: int) -> Query[Self]:
        """Those who have so many points, to be counted where there are too many to count all who are ahead."""
        return cls.on_leaderboard.query(entity_type=entity_type).between(least, most)

    @classmethod
    def everybody(cls, entity_type: str) -> Query[Self]:
        """All who share a value, most points first."""
        return cls.on_leaderboard.query(entity_type=entity_type).backward()


class Streak(Entity, table=habit_tracker):
    """How long a habit has been kept up. Document: `STREAK#{habit_id}`."""

    key = habit_tracker.key("USER#{user_id}", "STREAK#{habit_id}")

    user_id: InKey[str]
    habit_id: InKey[str]
    current_streak: int
    last_completed: date  # a completion belongs to a day of the user's, not to a moment

    @classmethod
    @access_pattern("Update Streak")
    def of_habit(cls, user_id: str, habit_id: str) -> Ref[Self]:
        return cls.key(user_id=user_id, habit_id=habit_id)


class Achievement(Entity, table=habit_tracker):
    """An achievement that a user has unlocked. Document: `ACHIEVEMENT#{type}`."""

    key = habit_tracker.key("USER#{user_id}", "ACHIEVEMENT#{type}")

    user_id: InKey[str]
    type: InKey[str]
    unlocked_at: datetime
    description: str

    @classmethod
    @access_pattern("send_notification")
    def of_user(cls, user_id: str) -> Query[Self]:
        """The user's history, to which a notification adds the achievement that it tells of."""
        return cls.key.query(user_id=user_id)


TABLES: tuple[Table, ...] = (habit_tracker,)
