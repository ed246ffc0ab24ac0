"""Achievements: those that are held and since when, and how far it is to the others."""

from dataclasses import dataclass
from typing import Final

from cairn.apps.base import House, Page, PageRouter, SignedIn
from cairn.apps.habits.pages.words import TABS
from cairn.apps.habits.service import Habits
from cairn.apps.habits.service.viewing import Reached

router: Final = PageRouter()


@dataclass(frozen=True)
class AchievementsPage:
    """All achievements."""

    held: tuple[Reached, ...]
    to_come: tuple[Reached, ...]
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/achievements")
async def show_achievements(member: SignedIn, house: House) -> Page:
    found = await Habits.of(house).viewing.achievements(member)
    shown = AchievementsPage(
        held=tuple(each for each in found if each.unlocked_at is not None),
        to_come=tuple(each for each in found if each.unlocked_at is None),
    )
    return Page("habits/achievements.html", shown, title="Achievements")
