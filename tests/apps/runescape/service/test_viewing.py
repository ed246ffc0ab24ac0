"""A goal as it is seen by its owner, by its link, and in a message that was asked for."""

from datetime import timedelta
from pathlib import Path

import pytest

from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.schema import ChannelType, TargetType
from cairn.apps.runescape.service.refusals import NoChannels, NoSuchGoal
from cairn.apps.runescape.service.wanted import NewGoal
from tests.apps.runescape.cast import ADA, BO, DAY, opened_gielinor
from tests.apps.runescape.service.receivers import opened_told

MINING = NewGoal(target_attribute="Mining", target_type=TargetType.XP, target_value=100_000)


async def test_a_link_shows_what_its_owner_sees_until_it_is_taken_back(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        player = place.boards.put("zezima", xp={"Mining": 1_000})
        await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        made = await place.runescape.goals.set_goal(ADA, "Zezima", MINING)
        player.xp["Mining"] = 5_000
        await place.pass_by(2 * DAY)
        goal_id, viewing, links = made.goal.goal_id, place.runescape.viewing, place.runescape.links
        token = await links.share(ADA, "Zezima", goal_id)
        own, shared = await viewing.goal(ADA, "Zezima", goal_id), await viewing.shared(token)
        assert shared.coming == own.coming
        assert shared.coming is not None
        assert shared.coming.shown == 5_000
        with pytest.raises(NoSuchGoal):
            await viewing.goal(BO, "Zezima", goal_id)
        await links.unshare(ADA, "Zezima", goal_id)
        for gone in (token, "", "no such token", str(goal_id)):
            with pytest.raises(NoSuchGoal, match="leads nowhere"):
                await viewing.shared(gone)


async def test_a_message_that_is_asked_for_needs_somewhere_to_go(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        place.boards.put("zezima", xp={"Mining": 1_000})
        await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        made = await place.runescape.goals.set_goal(ADA, "Zezima", MINING)
        with pytest.raises(NoChannels, match="no channel that can be written to"):
            await place.runescape.trying.send(ADA, "Zezima", made.goal.goal_id)


async def test_a_message_that_is_asked_for_comes_once_a_minute_to_the_channels_of_the_goal(
    tmp_path: Path,
) -> None:
    async with opened_told(tmp_path, Mining=1_000) as told:
        made = await told.goal(ChannelType.EMAIL, target_attribute="Mining", target_value=100_000)
        for minutes in (0, 0, 2):
            told.place.clock.advance(timedelta(minutes=minutes))
            assert await told.place.runescape.trying.send(told.ada, "Zezima", made.goal.goal_id) == 1
            await told.place.settle()
        assert told.count == (2, 0, 0)
        title, text = told.mails[0]
        assert title == "Zezima: 100,000 xp in Mining"
        assert "1,000 now (unchanged), 1% of the target." in text
        assert f"/runescape/goals/Zezima/{made.goal.goal_id}" in text
