"""What everybody together has goals for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cairn.apps.base import House, Page, PageRouter, SignedIn
from cairn.apps.runescape.hiscores.boards import Game
from cairn.apps.runescape.pages.words import GAMES, TABS
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.tracking_schema import Tracked

router: Final = PageRouter()
_SHOWN: Final = 25


@dataclass(frozen=True)
class OfGame:
    """The most tracked of one game."""

    title: str
    tracked: Sequence[Tracked]


@dataclass(frozen=True)
class TrackedPage:
    """The most tracked."""

    games: Sequence[OfGame]
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/tracked")
async def show_tracked(_: SignedIn, house: House) -> Page:
    found = await Runescape.of(house).counting.most_tracked()
    games = [OfGame(title, _of(found, game)) for game, title in GAMES]
    shown = TrackedPage([each for each in games if each.tracked])
    return Page("runescape/tracked.html", shown, title="Most tracked")


def _of(found: Sequence[Tracked], game: Game) -> list[Tracked]:
    return [each for each in found if each.game is game][:_SHOWN]
