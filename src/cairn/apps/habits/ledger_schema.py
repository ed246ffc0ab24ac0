"""What the habit tracker stores beside its document: what has reached the documented table, and boards of the running time.

Events come again, late and out of order. What is noted here tells which of them still say something new.
"""

from datetime import datetime
from typing import Annotated, Self

from pydantic import BaseModel, Field

from cairn.tables import Entity, ExpiresAt, InKey, Query, Ref, Table, access_pattern, together

habit_ledger = Table("habit-ledger-{stage}", pk="PK", sk="SK", ttl="expiresAt")
boards = habit_ledger.index("Boards", pk="board", sk="points", sk_type="N")


class PaidPoints(Entity, table=habit_ledger):
    """What of a habit has reached the table. It outlives the habit, whose points stay."""

    key = habit_ledger.key("USER#{user_id}", "HABIT#{habit_id}")

    user_id: InKey[str]
    habit_id: InKey[str]
    paid: int = 0
    by_period: dict[str, int] = Field(default_factory=dict)  # of it, what counts in a week or a month
    points_revision: int = 0
    streak_revision: int = 0

    @classmethod
    @access_pattern("What a habit has paid")
    def of_habit(cls, user_id: str, habit_id: str) -> Ref[Self]:
        return cls.key(user_id=user_id, habit_id=habit_id)

    @classmethod
    @access_pattern("What all habits of a user have paid")
    def of_user(cls, user_id: str) -> Query[Self]:
        return cls.key.query(user_id=user_id)


class HeldAchievements(Entity, table=habit_ledger):
    """Which achievements have reached the table."""

    key = habit_ledger.key("USER#{user_id}", "HELD")

    user_id: InKey[str]
    types: frozenset[str] = frozenset()
    revision: int = 0

    @classmethod
    @access_pattern("What a user holds")
    def of_user(cls, user_id: str) -> Ref[Self]:
        return cls.key(user_id=user_id)


class Score(Entity, table=habit_ledger):
    """Somebody's points in a week or a month. Who is on no board has it too, so as to be right when they join."""

    key = habit_ledger.key("USER#{user_id}", "SCORE#{period}")
    on_board = boards.key("{board}", "{points}")

    user_id: InKey[str]
    period: InKey[Annotated[str, Field(pattern=r"^(WEEK|MONTH)-[0-9W-]+$")]]  # WEEK-2026-W11, MONTH-2026-03
    username: str
    points: int = 0
    board: str | None = (
        None  # the period, for those who chose to be seen: WEEK-2026-W11#07 where boards are shared out
    )

    @classmethod
    @access_pattern("A user's points in a period")
    def of_user(cls, user_id: str, period: str) -> Ref[Self]:
        return cls.key(user_id=user_id, period=period)

    @classmethod
    @access_pattern("A user's points in all periods")
    def all_of_user(cls, user_id: str) -> Query[Self]:
        return cls.key.query(user_id=user_id)

    @classmethod
    @access_pattern("Top 10 of a period")
    def top(cls, board: str) -> Query[Self]:
        return cls.on_board.query(board=board).backward().first(10)

    @classmethod
    @access_pattern("Own place in a period")
    def ahead(cls, board: str, points: int) -> Query[Self]:
        """Those who have more points, to be counted."""
        return cls.on_board.query(board=board).after(points)

    @classmethod
    @access_pattern("Own place in a period, on a large board")
    def from_to(cls, board: str, least: int, most: int) -> Query[Self]:
        """Those who have so many points, to be counted."""
        return cls.on_board.query(board=board).between(least, most)

    @classmethod
    @access_pattern("Count a board")
    def everybody(cls, board: str) -> Query[Self]:
        """All of a board, most points first."""
        return cls.on_board.query(board=board).backward()


class Height(BaseModel):
    """So many people have more than these points."""

    points: int
    ahead: int


class Heights(Entity, table=habit_ledger):
    """How high one stands on a large board, at a few hundred points of it. It is counted anew now and then."""

    key = habit_ledger.key("BOARD#{board}", "HEIGHTS")

    board: InKey[str]  # USER, USER.07, WEEK-2026-W11, WEEK-2026-W11.07
    heights: tuple[Height, ...]  # most points first
    counted_at: datetime
    expires_at: ExpiresAt = None  # of weeks and months that are over nobody asks

    @classmethod
    @access_pattern("Own place on a large board")
    def of(cls, board: str) -> Ref[Self]:
        return cls.key(board=board)


class BoardName(Entity, table=habit_ledger):
    """Whose a name on the leaderboard is. Names that would be taken for one another are one."""

    key = habit_ledger.key("NAME#{likeness}", "NAME")

    likeness: InKey[str]
    user_id: str

    @classmethod
    @access_pattern("Whose a name is")
    def of(cls, likeness: str) -> Ref[Self]:
        return cls.key(likeness=likeness)


def everything_beside(user_id: str) -> "Query[PaidPoints | HeldAchievements | Score]":
    """All that lies in a user's partition."""
    return together(PaidPoints.key, HeldAchievements.key, Score.key).query(user_id=user_id).consistently()


TABLES: tuple[Table, ...] = (habit_ledger,)
