"""All routes of RuneScape goals under /api/v1/runescape."""

from typing import Final

from fastapi import APIRouter

from cairn.apps.runescape.api import characters, courses, earlier, goals, groups, pasts, person, renames

ROUTER: Final = APIRouter()
for each in (
    person.router,
    characters.router,
    pasts.router,
    renames.router,
    goals.router,
    courses.router,
    groups.router,
    earlier.router,
):
    ROUTER.include_router(each)
