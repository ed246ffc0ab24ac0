"""A character that its board counts no more is followed on where it counts, with its goals and its past."""

from pathlib import Path

import pytest

from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.rules.account_types import AccountType, wider
from cairn.apps.runescape.schema import ChannelType, TargetType
from cairn.apps.runescape.service.wanted import NewGoal
from cairn.apps.runescape.tracking_schema import Followed
from tests.apps.runescape.cast import ADA, BO, DAY, NOON
from tests.apps.runescape.service.receivers import opened_told

HARDCORE, IRONMAN = Board.OSRS_HARDCORE, Board.OSRS_IRONMAN


@pytest.mark.parametrize(
    ("board", "next_board"),
    [
        (Board.OSRS_HARDCORE, Board.OSRS_IRONMAN),
        (Board.OSRS_ULTIMATE, Board.OSRS_IRONMAN),
        (Board.OSRS_IRONMAN, Board.OSRS),
        (Board.RS3_HARDCORE, Board.RS3_IRONMAN),
        (Board.RS3_IRONMAN, Board.RS3),
        (Board.OSRS, None),
        (Board.OSRS_SKILLER, None),
    ],
)
def test_where_a_character_counts_on(board: Board, next_board: Board | None) -> None:
    assert wider(board) is next_board


async def test_a_hardcore_ironman_who_died_is_followed_among_ironmen(tmp_path: Path) -> None:
    async with opened_told(tmp_path, Mining=1) as told:
        place = told.place
        place.boards.put("durial321", HARDCORE, xp={"Mining": 500})
        place.boards.put("durial321", IRONMAN, xp={"Mining": 500})
        for who in (ADA, BO):
            await place.runescape.characters.add(who, "Durial321", board=HARDCORE)
        new = NewGoal(
            target_attribute="Mining",
            target_type=TargetType.XP,
            target_value=1_000,
            channel_type=ChannelType.EMAIL,
        )
        made = await place.runescape.goals.set_goal(told.ada, "durial321", new)
        ironman = place.boards.players[IRONMAN, "durial321"]
        for _ in range(30):
            ironman.xp["Mining"] += 5  # dead, and playing on
            await place.pass_by(DAY / 2)
        assert [title for title, _ in told.mails][:1] == ["Durial321 is on another board"]
        assert sum("another board" in title for title, _ in told.mails) == 1
        for who in (ADA, BO):
            own = await place.runescape.characters.one(who, "durial321")
            assert (own.board, own.following.account_type) == (IRONMAN, AccountType.IRONMAN)
        tables = place.services.tables
        assert await tables.get(Followed.named(HARDCORE, own.name)) is None
        assert (await tables.expect(Followed.named(IRONMAN, own.name))).followers == 2
        tracking = await place.runescape.goals.one(ADA.account_id, "durial321", made.goal.goal_id)
        assert tracking.last is not None
        assert 500 < tracking.last.value <= ironman.xp["Mining"]
        days = await place.runescape.histories.days(own.following)
        mining = [seen.reading.skills["Mining"].xp or 0 for seen in days]
        assert (mining[0], mining == sorted(mining), days[0].at) == (500, True, NOON)
        assert mining[-1] > 550


async def test_who_just_does_not_play_stays_where_they_are(tmp_path: Path) -> None:
    async with opened_told(tmp_path, Mining=1) as told:
        place = told.place
        place.boards.put("durial321", HARDCORE, IRONMAN, xp={"Mining": 500})
        await place.runescape.characters.add(ADA, "Durial321", board=HARDCORE)
        place.boards.asked.clear()
        for _ in range(20):
            await place.pass_by(DAY)
        assert (await place.runescape.characters.one(ADA, "durial321")).board is HARDCORE
        compared = sum(IRONMAN.path + "/" in path for path in place.boards.asked)
        assert 1 <= compared <= 3
