"""What the hiscores do to those who ask them: maintenance, bursts of refusals, odd answers, other forms, other games."""

from pathlib import Path

import pytest

from cairn.apps.runescape.hiscores.boards import Board, Game
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.account_types import AccountType
from cairn.apps.runescape.schema import Progress, TargetType
from cairn.apps.runescape.service.refusals import HiscoresBusy
from cairn.apps.runescape.service.wanted import NewGoal
from cairn.apps.runescape.tracking_schema import Followed, Turns
from tests.apps.runescape.cast import ADA, DAY, HOUR, NOON, Gielinor, opened_gielinor

ZEZIMA = CharacterName("zezima")
MINING = NewGoal(target_attribute="Mining", target_type=TargetType.XP, target_value=1_000_000)
BUSY = ("429 Too Many Requests", b"<html>")


async def mining(place: Gielinor) -> list[int]:
    """What was recorded of Ada's goal."""
    [goal] = await place.runescape.goals.of_character(ADA.account_id, ZEZIMA)
    records = await place.services.tables.all(Progress.of_goal(ADA.account_id, ZEZIMA, goal.goal.goal_id))
    return [each.progress_value for each in records]


async def begun(place: Gielinor, *boards: Board, xp: int = 500) -> None:
    place.boards.put("zezima", *boards, xp={"Mining": xp})
    await place.runescape.characters.add(ADA, "Zezima", board=(boards or (Board.OSRS,))[0])
    await place.runescape.goals.set_goal(ADA, "zezima", MINING)


@pytest.mark.parametrize(
    "fault",
    [
        ("200 OK", b"<!doctype html><title>Maintenance</title>"),
        ("200 OK", b""),
        ("200 OK", b'{"skills": []}'),
        ("200 OK", b'{"skills": [{"name": "Ove'),
        ("302 Found\r\nLocation: https://example.org/", b""),
        ("403 Forbidden", b"<html>Request blocked"),
        BUSY,
        ("503 Service Unavailable", b""),
    ],
    ids=["page", "empty", "bare", "cut", "elsewhere", "blocked", "busy", "down"],
)
async def test_no_fault_is_ever_read_as_a_value(tmp_path: Path, fault: tuple[str, bytes]) -> None:
    async with opened_gielinor(tmp_path) as place:
        await begun(place)
        before = await place.services.tables.expect(Followed.named(Board.OSRS, ZEZIMA))
        place.boards.instead = fault
        await place.pass_by(HOUR)
        assert await place.services.tables.expect(Followed.named(Board.OSRS, ZEZIMA)) == before
        with pytest.raises(HiscoresBusy):
            await place.runescape.characters.look_up(ADA, "zezima", Board.OSRS)
        place.boards.instead = None
        place.boards.players[Board.OSRS, "zezima"].xp["Mining"] = 700
        await place.pass_by(6 * HOUR)
        assert await mining(place) == [500, 700]


async def test_a_burst_of_refusals_costs_one_call_each_and_longer_and_longer_waits(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await begun(place)
        place.boards.asked.clear()
        place.boards.burst = [BUSY] * 3
        asked_at = []
        place.clock.advance(HOUR)
        for minute in range(60, 180, 5):
            before = len(place.boards.asked)
            await place.look()
            place.clock.advance(HOUR / 12)
            if len(place.boards.asked) > before:
                asked_at.append(minute)
        assert asked_at == [60, 75, 105, 165]
        turns = await place.services.tables.expect(Turns.of_all())
        assert (turns.refusals, turns.down_since, turns.paused_until) == (0, None, None)


async def test_a_new_activity_is_followed_by_its_name_as_soon_as_it_is_there(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await begun(place)
        player = place.boards.players[Board.OSRS, "zezima"]
        player.more = {"A boss to come": 3}
        player.kills = {"Zulrah": 70}
        await place.pass_by(HOUR)
        new = NewGoal(target_attribute="a boss to come", target_type=TargetType.KILLS, target_value=5)
        made = await place.runescape.goals.set_goal(ADA, "zezima", new)
        assert made.goal.target_attribute == "A boss to come"
        player.more = {"Another": 9, "A boss to come": 4}
        await place.pass_by(HOUR)
        tracking = await place.runescape.goals.one(ADA.account_id, "zezima", made.goal.goal_id)
        assert tracking.last is not None
        assert tracking.last.value == 4


async def test_experience_that_fell_is_kept_and_is_no_progress(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await begun(place)
        player = place.boards.players[Board.OSRS, "zezima"]
        for xp in (900, 600):  # a rollback of the game
            player.xp["Mining"] = xp
            await place.pass_by(HOUR)
        assert await mining(place) == [500, 900, 600]
        [goal] = await place.runescape.goals.of_character(ADA.account_id, ZEZIMA)
        assert goal.last is not None
        assert goal.last.value == 600


async def test_a_board_that_refuses_json_is_read_in_lines(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await begun(place, Board.OSRS_SKILLER)
        player = place.boards.players[Board.OSRS_SKILLER, "zezima"]
        player.kills["Wintertodt"] = 12
        player.xp["Mining"] = 800
        await place.pass_by(HOUR)
        own = await place.runescape.characters.one(ADA, "zezima")
        assert own.reading.activities["Wintertodt"].score == 12
        assert await mining(place) == [500, 800]
        player.more["A boss to come"] = 1
        player.xp["Mining"] = 850
        await place.pass_by(HOUR)
        own = await place.runescape.characters.one(ADA, "zezima")
        assert own.reading.activities == {}
        assert await mining(place) == [500, 800, 850]


async def test_the_other_game_is_followed_in_the_same_way(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        place.boards.put("zezima", Board.RS3, Board.RS3_IRONMAN, xp={"Necromancy": 500, "Invention": 50})
        own = await place.runescape.characters.add(ADA, "Zezima", game=Game.RUNESCAPE_3)
        assert (own.board, own.following.account_type) == (Board.RS3_IRONMAN, AccountType.IRONMAN)
        assert "Zulrah" not in own.reading.activities
        new = NewGoal(target_attribute="necromancy", target_type=TargetType.XP, target_value=900)
        made = await place.runescape.goals.set_goal(ADA, "zezima", new)
        place.boards.players[Board.RS3_IRONMAN, "zezima"].xp["Necromancy"] = 950
        await place.pass_by(HOUR)
        found = await place.runescape.goals.one(ADA.account_id, "zezima", made.goal.goal_id)
        assert found.plan.reached_at == NOON + HOUR


async def test_one_name_on_two_boards_is_two_lives(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await begun(place, Board.OSRS_IRONMAN)
        place.boards.put("zezima", Board.OSRS, xp={"Mining": 9_000})
        await place.pass_by(DAY)
        assert await mining(place) == [500]
        assert {path.split("/")[1] for path in place.boards.asked} == {Board.OSRS_IRONMAN.path}
