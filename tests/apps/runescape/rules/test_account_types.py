"""What kind of account a character is."""

import pytest

from cairn.apps.runescape.hiscores.boards import Board, Game
from cairn.apps.runescape.rules.account_types import AccountType, account_type, board_of


@pytest.mark.parametrize(
    ("main", "ironman", "hardcore", "ultimate", "kind"),
    [
        (100, None, None, None, AccountType.MAIN),
        (100, 100, None, None, AccountType.IRONMAN),
        (100, 100, 100, None, AccountType.HARDCORE),
        (100, 100, 60, None, AccountType.IRONMAN),  # the hardcore died
        (100, 100, None, 100, AccountType.ULTIMATE),
        (100, 70, None, None, AccountType.FORMER_IRONMAN),
        (None, 30, None, None, AccountType.IRONMAN),  # too low for the main board
        (None, None, None, None, AccountType.UNKNOWN),
    ],
)
def test_the_kind_is_where_the_most_is_known(
    main: int | None, ironman: int | None, hardcore: int | None, ultimate: int | None, kind: AccountType
) -> None:
    known = {
        Board.OSRS: main,
        Board.OSRS_IRONMAN: ironman,
        Board.OSRS_HARDCORE: hardcore,
        Board.OSRS_ULTIMATE: ultimate,
    }
    assert account_type(known, Game.OLD_SCHOOL) is kind


def test_runescape_3_has_no_ultimate() -> None:
    known = {Board.RS3: 5, Board.RS3_IRONMAN: 5, Board.RS3_HARDCORE: 5}
    assert account_type(known, Game.RUNESCAPE_3) is AccountType.HARDCORE
    assert board_of(AccountType.HARDCORE, Game.RUNESCAPE_3) is Board.RS3_HARDCORE


def test_a_former_ironman_is_followed_among_all() -> None:
    assert board_of(AccountType.FORMER_IRONMAN, Game.OLD_SCHOOL) is Board.OSRS
