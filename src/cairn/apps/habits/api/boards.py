"""The leaderboard."""

from typing import Final, Self

from fastapi import APIRouter
from pydantic import BaseModel, Field

from cairn.apps.base import Given, House, Member, raises
from cairn.apps.habits.rules.places import Placed
from cairn.apps.habits.service import Habits
from cairn.apps.habits.service.boarding import NameTaken, Span
from cairn.services.problems import Conflict

router: Final = APIRouter()


class Row(BaseModel):
    """Somebody on a board."""

    place: int = Field(description="Who has the same points shares it.")
    username: str
    points: int
    is_own: bool

    @classmethod
    def of(cls, row: Placed) -> Self:
        return cls(place=row.place, username=row.username, points=row.points, is_own=row.is_own)


class BoardShown(BaseModel):
    """The best ten of all time, or of the running month or week."""

    span: Span
    period: str | None = Field(examples=["WEEK-2026-W11"])
    rows: list[Row]
    own: Row | None = Field(description="Where the caller stands; null for who is not on it.")


class WantedName(Given):
    """The name with which somebody is seen."""

    username: str = Field(examples=["Ada on the hill"])


class NameShown(BaseModel):
    """The name on the leaderboard."""

    username: str


@router.get("/leaderboard")
async def show_leaderboard(caller: Member, house: House, span: Span = Span.ALL_TIME) -> BoardShown:
    """A board. What is entered later than a week counts for all time, and for no month and no week."""
    board = await Habits.of(house).boarding.board(caller, span)
    return BoardShown(
        span=board.span,
        period=board.period,
        rows=[Row.of(each) for each in board.rows],
        own=None if board.own is None else Row.of(board.own),
    )


@router.put("/leaderboard/me")
@raises(NameTaken, Conflict)
async def join_leaderboard(caller: Member, house: House, given: WantedName) -> NameShown:
    """Puts the caller on the leaderboard, or gives them another name there."""
    return NameShown(username=await Habits.of(house).boarding.join(caller, given.username))


@router.delete("/leaderboard/me", status_code=204)
@raises(Conflict)
async def leave_leaderboard(caller: Member, house: House) -> None:
    """Takes the caller off all boards at once."""
    await Habits.of(house).boarding.leave(caller)
