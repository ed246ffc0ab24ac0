"""Goals in brief, which say what their pages say."""

from pathlib import Path

import pytest

from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.hiscores.compact import unpacked
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.experience import xp_of_level
from cairn.apps.runescape.rules.measures import Measure, value_of
from cairn.apps.runescape.rules.projection import Point
from cairn.apps.runescape.schema import TargetType
from cairn.apps.runescape.service.briefs import brief_of
from cairn.apps.runescape.service.wanted import NewGoal
from cairn.apps.runescape.tracking_schema import Day
from tests.apps.runescape.cast import ADA, DAY, opened_gielinor

ZEZIMA = CharacterName("zezima")


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
        days = await place.services.tables.all(Day.of(own.board, own.name))

        def points(measure: Measure) -> list[Point]:
            values = [(each.at, value_of(measure, unpacked(each.reading))) for each in days]
            return [Point(at, value) for at, value in values if value is not None]

        zone, now = ADA.preferences.zone, place.clock.now()
        coming = await place.runescape.courses.of(tracking, own.following, zone, now=now)
        brief = brief_of(tracking, own, zone, now=now)
        exact = brief_of(tracking, own, zone, now=now, points=points)
        assert coming is not None
        assert brief is not None
        assert exact is not None
        assert brief.shown == exact.shown == coming.shown
        told = coming.projection
        assert exact.projection == told
        for name in ("standing", "value", "gained", "remaining", "of_the_way", "of_the_target"):
            assert getattr(brief.projection, name) == getattr(told, name)
