"""All routes of the habit tracker under /api/v1/habits. What stands at fixed addresses comes before `/{habit_id}`."""

from typing import Final

from fastapi import APIRouter

from cairn.apps.habits.api import boards, days, figures, habits, moving, person

ROUTER: Final[APIRouter] = habits.all_of_them
for each in (person.router, boards.router, moving.router, habits.router, days.router, figures.router):
    ROUTER.include_router(each)
