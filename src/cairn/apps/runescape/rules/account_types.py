"""What kind of account a character is: found out by how much experience each board knows of it."""

from collections.abc import Mapping
from enum import StrEnum

from cairn.apps.runescape.hiscores.boards import Board, Game
from cairn.apps.runescape.hiscores.readings import Reading
from cairn.apps.runescape.rules.renames import may_be


class AccountType(StrEnum):
    MAIN = "main"
    IRONMAN = "ironman"
    HARDCORE = "hardcore ironman"
    ULTIMATE = "ultimate ironman"
    FORMER_IRONMAN = "former ironman"
    UNKNOWN = "unknown"


def boards_to_compare(game: Game) -> tuple[Board, ...]:
    if game is Game.RUNESCAPE_3:
        return Board.RS3, Board.RS3_IRONMAN, Board.RS3_HARDCORE
    return Board.OSRS, Board.OSRS_IRONMAN, Board.OSRS_HARDCORE, Board.OSRS_ULTIMATE


def account_type(overall_xp: Mapping[Board, int | None], game: Game) -> AccountType:
    """The kind, from what each board knows; a board on which the name is not says None.

    A board stops counting someone who is no longer of its kind, so that it falls behind the others.
    """
    compared = boards_to_compare(game)
    main, ironman, hardcore = (overall_xp.get(board) for board in compared[:3])
    ultimate = overall_xp.get(compared[3]) if len(compared) > 3 else None
    # Low-level ironmen can be missing from the main board and yet stand on their own.
    most = max((xp for xp in overall_xp.values() if xp is not None), default=None)
    if most is None:
        return AccountType.UNKNOWN
    if ultimate == most:
        return AccountType.ULTIMATE
    if hardcore == most:
        return AccountType.HARDCORE
    if ironman == most:
        return AccountType.IRONMAN
    if ironman is not None and main == most:
        return AccountType.FORMER_IRONMAN
    return AccountType.MAIN


def board_of(kind: AccountType, game: Game) -> Board:
    """The board on which a character of a kind is followed, so that values of two boards never mix."""
    compared = boards_to_compare(game)
    match kind:
        case AccountType.ULTIMATE:
            return compared[3]
        case AccountType.HARDCORE:
            return compared[2]
        case AccountType.IRONMAN:
            return compared[1]
        case AccountType.MAIN | AccountType.FORMER_IRONMAN | AccountType.UNKNOWN:
            return compared[0]


def wider(board: Board) -> Board | None:
    """The board on which a character counts on when it is no longer of its kind: hardcore, then ironman, then main."""
    compared = boards_to_compare(board.game)
    place = compared.index(board) if board in compared else 0
    return compared[min(place, 2) - 1] if place > 0 else None


def has_left(on_board: Reading, on_wider: Reading) -> bool:
    """Whether a board has stopped counting somebody, who goes on elsewhere."""
    kept, goes_on = on_board.skills.get("Overall"), on_wider.skills.get("Overall")
    if kept is None or goes_on is None or kept.xp is None or goes_on.xp is None:
        return False
    return goes_on.xp > kept.xp and may_be(on_board, on_wider)


def kind_on(board: Board) -> AccountType:
    """The kind of those who are counted on a board, having left another."""
    compared = boards_to_compare(board.game)
    return AccountType.FORMER_IRONMAN if board is compared[0] else AccountType.IRONMAN
