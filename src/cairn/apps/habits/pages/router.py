"""All pages of the habit tracker under /habits. What stands at fixed addresses comes before `/{habit_id}`."""

from typing import Final

from cairn.apps.base import PageRouter
from cairn.apps.habits.pages import (
    achievements,
    calendar,
    editing,
    habit,
    installing,
    leaderboard,
    moving,
    today,
)

ROUTER: Final[PageRouter] = today.router
for each in (
    achievements.router,
    leaderboard.router,
    moving.router,
    calendar.router,
    installing.router,
    editing.router,
    habit.router,
):
    ROUTER.include_router(each)
