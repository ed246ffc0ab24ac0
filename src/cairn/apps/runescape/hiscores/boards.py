"""The boards: two games, and in each the kinds of accounts that are ranked apart."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final
from urllib.parse import quote


class Game(StrEnum):
    OLD_SCHOOL = "osrs"
    RUNESCAPE_3 = "rs3"


class Board(StrEnum):
    """A board, named by game and kind of account."""

    OSRS = "osrs"
    OSRS_IRONMAN = "osrs-ironman"
    OSRS_HARDCORE = "osrs-hardcore"
    OSRS_ULTIMATE = "osrs-ultimate"
    OSRS_DEADMAN = "osrs-deadman"
    OSRS_SEASONAL = "osrs-seasonal"
    OSRS_TOURNAMENT = "osrs-tournament"
    OSRS_SKILLER = "osrs-skiller"
    OSRS_SKILLER_DEFENCE = "osrs-skiller-defence"
    OSRS_FRESH_START = "osrs-fresh-start"
    RS3 = "rs3"
    RS3_IRONMAN = "rs3-ironman"
    RS3_HARDCORE = "rs3-hardcore"

    @property
    def game(self) -> Game:
        return Game.RUNESCAPE_3 if self.value.startswith("rs3") else Game.OLD_SCHOOL

    @property
    def path(self) -> str:
        return f"m={_MODULES[self]}"


_MODULES: Final[Mapping[Board, str]] = {
    Board.OSRS: "hiscore_oldschool",
    Board.OSRS_IRONMAN: "hiscore_oldschool_ironman",
    Board.OSRS_HARDCORE: "hiscore_oldschool_hardcore_ironman",
    Board.OSRS_ULTIMATE: "hiscore_oldschool_ultimate",
    Board.OSRS_DEADMAN: "hiscore_oldschool_deadman",
    Board.OSRS_SEASONAL: "hiscore_oldschool_seasonal",
    Board.OSRS_TOURNAMENT: "hiscore_oldschool_tournament",
    Board.OSRS_SKILLER: "hiscore_oldschool_skiller",
    Board.OSRS_SKILLER_DEFENCE: "hiscore_oldschool_skiller_defence",
    Board.OSRS_FRESH_START: "hiscore_oldschool_fresh_start",
    Board.RS3: "hiscore",
    Board.RS3_IRONMAN: "hiscore_ironman",
    Board.RS3_HARDCORE: "hiscore_hardcore_ironman",
}


IN_LINES: Final = frozenset({Board.OSRS_SKILLER, Board.OSRS_SKILLER_DEFENCE})
"""Boards that were seen to refuse JSON. Who is not there in JSON may be there in lines."""


def url_of(base: str, board: Board, name: str) -> str:
    """Where a board answers about a name in JSON. `base` is the hiscores' address, without a slash at its end."""
    return f"{base}/{board.path}/index_lite.json?player={quote(name, safe='')}"


def url_of_lines(base: str, board: Board, name: str) -> str:
    """Where it answers in lines."""
    return f"{base}/{board.path}/index_lite.ws?player={quote(name, safe='')}"
