"""What was seen of a character, read back; and goals in brief, which say what their pages say."""

from pathlib import Path

import pytest

from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.experience import xp_of_level
from cairn.apps.runescape.rules.measures import OVERALL, Measure
from cairn.apps.runescape.schema import TargetType
from cairn.apps.runescape.service.briefs import brief_of
from cairn.apps.runescape.service.wanted import NewGoal
from tests.apps.runescape.cast import ADA, DAY, HOUR, NOON, opened_gielinor

ZEZIMA = CharacterName("zezima")
XP = Measure("Mining", TargetType.XP)


async def test_a_history_is_told_by_days_and_lately_more_finely(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        player = place.boards.put("zezima", xp={"Mining": 100})
        await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        for xp, later in ((200, 2 * HOUR), (300, 2 * HOUR), (400, 20 * DAY), (500, 2 * HOUR)):
            player.xp["Mining"] = xp
            await place.pass_by(later)
        histories = place.runescape.histories
        lately = await histories.lately(Board.OSRS, ZEZIMA)
        assert [(each.at - NOON, each.value) for each in lately.points(XP)] == [
            (4 * HOUR, 300),  # the day keeps what was seen last
            (4 * HOUR + 20 * DAY, 400),
            (6 * HOUR + 20 * DAY, 500),
        ]
        assert await histories.whole(Board.OSRS, ZEZIMA) == lately
        assert (await histories.lately(Board.OSRS, ZEZIMA, days=5)).points(XP)[0].value == 400


async def test_milestones_are_told_latest_first(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        player = place.boards.put("zezima", xp={"Mining": xp_of_level(49)}, kills={"Zulrah": 48})
        await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        player.kills["Zulrah"] = 51
        await place.pass_by(DAY)
        player.xp["Mining"] = xp_of_level(60)
        await place.pass_by(DAY)
        history = await place.runescape.histories.lately(Board.OSRS, ZEZIMA)
        assert [(str(each.milestone), each.at - NOON) for each in history.milestones()] == [
            ("Level 60 Mining", 2 * DAY),
            ("Level 50 Mining", 2 * DAY),
            ("50 Zulrah", DAY),
        ]
        assert history.points(Measure(OVERALL, TargetType.XP))[-1].value == xp_of_level(60)


@pytest.mark.parametrize(
    ("type_", "target"), [(TargetType.LEVEL, 70), (TargetType.XP, 800_000), (TargetType.RANK, 1_000)]
)
async def test_a_goal_in_brief_says_what_its_page_says(
    tmp_path: Path, type_: TargetType, target: int
) -> None:
    async with opened_gielinor(tmp_path) as place:
        player = place.boards.put("zezima", xp={"Mining": xp_of_level(60) + 12_345}, rank=9_000)
        await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        new = NewGoal(target_attribute="Mining", target_type=type_, target_value=target)
        made = await place.runescape.goals.set_goal(ADA, "zezima", new)
        for _ in range(4):
            player.xp["Mining"] += 40_000
            player.rank -= 500
            await place.pass_by(3 * DAY)
        own = await place.runescape.characters.one(ADA, "zezima")
        tracking = await place.runescape.goals.one(ADA.account_id, ZEZIMA, made.goal.goal_id)
        history = await place.runescape.histories.lately(own.board, own.name)
        zone, now = ADA.preferences.zone, place.clock.now()
        coming = await place.runescape.courses.of(tracking, own.board, zone, now=now)
        brief = brief_of(tracking, own, zone, now=now)
        exact = brief_of(tracking, own, zone, now=now, history=history)
        assert coming is not None
        assert brief is not None
        assert exact is not None
        assert brief.shown == exact.shown == coming.shown
        told = coming.projection
        assert exact.projection == told
        for name in ("standing", "value", "gained", "remaining", "of_the_way", "of_the_target"):
            assert getattr(brief.projection, name) == getattr(told, name)
