"""The leaderboard."""

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Form

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast
from cairn.apps.habits.pages.words import TABS
from cairn.apps.habits.service import Habits
from cairn.apps.habits.service.boarding import Board, Span
from cairn.services.problems import Problem

router: Final = PageRouter()
SPANS: Final = ((Span.WEEK, "This week"), (Span.MONTH, "This month"), (Span.ALL_TIME, "All time"))


@dataclass(frozen=True)
class LeaderboardPage:
    """A board."""

    board: Board
    username: str
    spans: tuple[tuple[str, str], ...]
    here: str
    problem: Problem | None
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/leaderboard")
async def show_leaderboard(member: SignedIn, house: House, span: Span = Span.WEEK) -> Page:
    return await _page(member, house, span)


@router.post("/leaderboard/join")
async def join(member: SignedIn, house: House, username: Annotated[str, Form()]) -> Page | Redirect:
    try:
        name = await Habits.of(house).boarding.join(member, username)
    except Problem as problem:
        return await _page(member, house, Span.WEEK, username=username, problem=problem)
    return Redirect("/habits/leaderboard", toast=Toast(f"You are on the leaderboard as {name}."))


@router.post("/leaderboard/leave")
async def leave(member: SignedIn, house: House) -> Redirect:
    await Habits.of(house).boarding.leave(member)
    return Redirect("/habits/leaderboard", toast=Toast("You are on no board any more."))


async def _page(
    member: SignedIn, house: House, span: Span, *, username: str = "", problem: Problem | None = None
) -> Page:
    boarding = Habits.of(house).boarding
    shown = LeaderboardPage(
        board=await boarding.board(member, span),
        username=username or await boarding.name_of(member) or "",
        spans=tuple((title, f"/habits/leaderboard?span={each}") for each, title in SPANS),
        here=f"/habits/leaderboard?span={span}",
        problem=problem,
    )
    status = 200 if problem is None else problem.status
    return Page("habits/leaderboard.html", shown, title="Leaderboard", status=status)
