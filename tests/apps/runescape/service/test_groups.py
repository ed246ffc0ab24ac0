"""Goals that are one, and goals that repeat."""

from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.hiscores.entries import SKILLS
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.periods import Period
from cairn.apps.runescape.rules.projection import Standing
from cairn.apps.runescape.schema import TargetType
from cairn.apps.runescape.service.groups import AllSkills
from cairn.apps.runescape.service.jobs import FILL, Filled
from cairn.apps.runescape.service.refusals import NoSuchGroup
from cairn.apps.runescape.service.wanted import NewGoal
from cairn.services.problems import InvalidInput
from tests.apps.runescape.cast import ADA, BO, DAY, HOUR, NOON, Gielinor, opened_gielinor

ZEZIMA = CharacterName("zezima")
UTC_ZONE = ZoneInfo("UTC")
SEVENTY = 737_627
MINING = NewGoal(target_attribute="Mining", target_type=TargetType.XP, target_value=100, repeats=Period.DAY)


async def begun(place: Gielinor, **xp: int) -> None:
    place.boards.put("zezima", xp=xp)
    await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)


async def test_all_skills_to_a_level_are_one_group_with_one_progress(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await begun(place, Mining=SEVENTY, Fishing=101_333)
        groups = place.runescape.groups
        made = await groups.make_all_skills(ADA, "zezima", AllSkills(level=70))
        assert made.group.title == "All skills to level 70"
        assert len(made.goals) == len(SKILLS[Board.OSRS.game]) - 1  # Mining is there already
        assert (made.progress.reached, made.progress.share) == (0, 0)
        place.boards.put("zezima", xp=dict.fromkeys(SKILLS[Board.OSRS.game], SEVENTY))
        await place.pass_by(HOUR)
        [group] = await groups.of_character(ADA.account_id, ZEZIMA)
        assert (group.progress.reached, group.progress.share) == (23, 1)
        most = await place.runescape.counting.most_tracked()
        assert {each.goals for each in most} == {1}


async def test_a_group_whose_making_broke_off_is_filled_by_its_job(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await begun(place)
        made = await place.runescape.groups.make_all_skills(ADA, "zezima", AllSkills(level=60))
        lost = made.goals[0]
        await place.runescape.goals.delete(ADA, "zezima", lost.goal.goal_id)
        filled = Filled(
            user_id=ADA.account_id,
            name=ZEZIMA,
            group_id=made.group.group_id,
            skills=tuple(each.goal.target_attribute for each in made.goals),
            level=60,
            target_date=None,
            frequency=lost.goal.frequency,
            channel_type=None,
            channel_ids=(),
        )
        for _ in range(2):
            await place.services.tables.write(place.services.jobs.enqueue(FILL, filled))
            await place.settle()
        goals = await place.runescape.goals.of_character(ADA.account_id, ZEZIMA)
        assert {each.goal.goal_id for each in goals} == {each.goal.goal_id for each in made.goals}


async def test_goals_that_are_there_can_be_grouped_and_left_alone_again(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await begun(place, Mining=50, Fishing=100)
        groups, goals = place.runescape.groups, place.runescape.goals
        made = [
            await goals.set_goal(
                ADA,
                "zezima",
                NewGoal(target_attribute=skill, target_type=TargetType.XP, target_value=100),
            )
            for skill in ("Mining", "Fishing")
        ]
        group = await groups.make(ADA, "zezima", "Riches", [each.goal.goal_id for each in made])
        assert (group.progress.goals, group.progress.reached, group.progress.share) == (2, 1, 0.75)
        group_id = group.group.group_id
        with pytest.raises(NoSuchGroup):
            await groups.one(ADA, "zezima", made[0].goal.goal_id)
        await place.runescape.characters.add(BO, "Zezima", board=Board.OSRS)
        with pytest.raises(NoSuchGroup):
            await groups.one(BO, "zezima", group_id)
        assert (await groups.rename(ADA, "zezima", group_id, " More  riches ")).group.title == "More riches"
        await groups.delete(ADA, "zezima", group_id, with_goals=False)
        assert len(await goals.of_character(ADA.account_id, ZEZIMA)) == 2
        assert await groups.of_character(ADA.account_id, ZEZIMA) == []


async def test_who_leaves_a_character_leaves_its_groups(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await begun(place, Mining=50)
        await place.runescape.groups.make_all_skills(ADA, "zezima", AllSkills(level=10))
        await place.runescape.goals.leave(ADA, "zezima")
        await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        assert await place.runescape.groups.of_character(ADA.account_id, ZEZIMA) == []


async def test_a_daily_amount_begins_anew_each_day(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await begun(place, Mining=1_000)
        made = await place.runescape.goals.set_goal(ADA, "zezima", MINING)
        player = place.boards.players[Board.OSRS, "zezima"]
        told = []
        await place.pass_by(DAY / 4)
        for gained in (60, 60, 150, 90):  # half of it by six in the morning, half by six in the evening
            for _ in range(2):
                player.xp["Mining"] += gained // 2
                await place.pass_by(DAY / 2)
            now = place.clock.now()
            own = await place.runescape.characters.one(ADA, "zezima")
            tracking = await place.runescape.goals.one(ADA.account_id, "zezima", made.goal.goal_id)
            coming = await place.runescape.courses.of(tracking, own.following, UTC_ZONE, now=now)
            assert coming is not None
            assert coming.rounds is not None
            told.append((coming.projection.gained, coming.projection.standing, coming.rounds.in_a_row))
        assert told == [
            (60, Standing.BEHIND, 0),
            (60, Standing.BEHIND, 0),
            (150, Standing.REACHED, 1),
            (90, Standing.AHEAD, 1),
        ]


async def test_what_repeats_has_neither_a_day_nor_a_rank(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await begun(place, Mining=1_000)
        goals = place.runescape.goals
        dated = NewGoal(
            target_attribute="Mining",
            target_type=TargetType.XP,
            target_value=100,
            repeats=Period.WEEK,
            target_date=NOON.date() + timedelta(days=9),
        )
        with pytest.raises(InvalidInput) as refusal:
            await goals.set_goal(ADA, "zezima", dated)
        assert refusal.value.fields == {"targetDate": "what repeats has no day: leave it out"}
        rank = NewGoal(
            target_attribute="Mining", target_type=TargetType.RANK, target_value=100, repeats=Period.WEEK
        )
        with pytest.raises(InvalidInput) as refusal:
            await goals.set_goal(ADA, "zezima", rank)
        assert list(refusal.value.fields) == ["repeats"]
