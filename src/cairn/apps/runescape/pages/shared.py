"""A goal that its owner shares by a link: whoever has it sees this goal, and nothing else of anybody."""

from dataclasses import dataclass
from typing import Final

from cairn.apps.base import House, Page, PageRouter, Visitor
from cairn.apps.runescape.pages.goal_figures import GoalFigures, figures_of
from cairn.apps.runescape.service import Runescape

router: Final = PageRouter()
_UNSEEN: Final = (
    ("X-Robots-Tag", "noindex"),
    ("Referrer-Policy", "no-referrer"),  # the address is the key
)


@dataclass(frozen=True)
class SharedPage:
    """A shared goal."""

    character: str
    figures: GoalFigures


@router.get("/shared/{token}")
async def show_shared(_: Visitor, house: House, token: str) -> Page:
    view = await Runescape.of(house).viewing.shared(token)
    figures = figures_of(view)
    shown = SharedPage(str(view.tracking.name), figures)
    title = f"{view.tracking.name}: {figures.title}"
    return Page("runescape/shared.html", shown, title=title, headers=_UNSEEN)
