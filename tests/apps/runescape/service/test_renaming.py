"""A character that has got another name takes its goals along, and its past is found."""

from contextlib import suppress
from pathlib import Path

import pytest

from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.measures import Measure
from cairn.apps.runescape.schema import Goal, Progress, TargetType
from cairn.apps.runescape.service.groups import AllSkills
from cairn.apps.runescape.service.jobs import MOVE, Moved
from cairn.apps.runescape.service.refusals import NoSuchCharacter, NotOnHiscores, NotTheSame
from cairn.apps.runescape.service.wanted import NewGoal
from cairn.apps.runescape.tracking_schema import Followed, Plan
from cairn.dynamo.seam import Dynamo, Operation, Request, Response
from tests.apps.runescape.cast import ADA, BO, DAY, HOUR, NOON, Gielinor, opened_gielinor

OLD, NEW = CharacterName("Zezima"), CharacterName("New Zezima")
XP = {"Mining": 500, "Woodcutting": 500, "Fishing": 500}
MINING = NewGoal(target_attribute="Mining", target_type=TargetType.XP, target_value=1_000)


async def lost(place: Gielinor) -> Goal:
    """Zezima has played for two days, and is then called otherwise."""
    player = place.boards.put("zezima", xp=dict(XP))
    await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
    made = await place.runescape.goals.set_goal(ADA, "zezima", MINING)
    await place.runescape.links.share(ADA, "zezima", made.goal.goal_id)
    for _ in range(2):
        player.xp["Mining"] += 100
        await place.pass_by(DAY)
    place.boards.remove("zezima")
    place.boards.put("new zezima", xp={**XP, "Mining": 750})
    return made.goal


async def test_goals_records_groups_and_links_come_along(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        goal = await lost(place)
        group = await place.runescape.groups.make(ADA, "zezima", "Riches", [goal.goal_id])
        proposal = await place.runescape.renaming.propose(ADA, "zezima", "new_zezima")
        assert (proposal.to, proposal.fits) == (NEW, True)
        moving = await place.runescape.renaming.accept(ADA, "zezima", "new_zezima")
        assert (moving.name, moving.to) == (OLD, NEW)
        await place.settle()
        assert await place.runescape.renaming.underway(ADA, OLD) is None
        tables, goals = place.services.tables, place.runescape.goals
        [found] = await goals.of_character(ADA.account_id, NEW)
        assert found.goal == goal.changed(character_name=NEW)
        records = await tables.all(Progress.of_goal(ADA.account_id, NEW, goal.goal_id))
        assert [each.progress_value for each in records] == [500, 600, 700]
        assert found.earliest is not None
        assert (found.earliest.progress_value, found.plan.group_id) == (500, group.group.group_id)
        assert [each.group.title for each in await place.runescape.groups.of_character(ADA.account_id, NEW)]
        assert found.plan.shared_as is not None
        assert (await place.runescape.links.shared(found.plan.shared_as)).name == NEW
        [own] = await place.runescape.characters.of_member(ADA)
        assert (own.name, own.character.created_at, own.character.tracked_skills) == (
            NEW,
            NOON,
            {"Mining": 1},
        )


async def test_nothing_stays_under_the_old_name_but_what_is_everybodys(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        goal = await lost(place)
        await place.runescape.renaming.accept(ADA, "zezima", "new zezima")
        await place.settle()
        tables = place.services.tables
        for left in (
            Goal.of_character(ADA.account_id, OLD),
            Plan.of_character(ADA.account_id, OLD),
            Progress.of_goal(ADA.account_id, OLD, goal.goal_id),
        ):
            assert await tables.count(left) == 0
        assert await tables.get(Followed.named(Board.OSRS, OLD)) is None
        with pytest.raises(NoSuchCharacter):
            await place.runescape.characters.one(ADA, "zezima")


async def test_the_past_is_read_under_the_name_of_its_time(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await lost(place)
        await place.runescape.renaming.accept(ADA, "zezima", "new zezima")
        await place.settle()
        place.clock.advance(HOUR)
        own = await place.runescape.characters.one(ADA, "new zezima")
        histories = place.runescape.histories
        points = await histories.points(own.following, Measure("Mining", TargetType.XP))
        assert [point.value for point in points] == [500, 600, 700, 750]
        ever = await histories.gained(own.following)
        assert ever is not None
        assert next(each for each in ever.entries if each.name == "Mining").gained == 250


async def test_who_has_less_or_is_nowhere_is_not_the_same(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await lost(place)
        place.boards.put("durial321", xp={**XP, "Mining": 1})
        renaming = place.runescape.renaming
        assert not (await renaming.propose(ADA, "zezima", "durial321")).fits
        with pytest.raises(NotTheSame):
            await renaming.accept(ADA, "zezima", "durial321")
        with pytest.raises(NotOnHiscores):
            await renaming.accept(ADA, "zezima", "nobody")
        with pytest.raises(NoSuchCharacter):
            await renaming.accept(BO, "zezima", "new zezima")


async def test_who_follows_the_new_name_already_keeps_the_goals_of_both(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await lost(place)
        await place.runescape.characters.add(ADA, "New Zezima", board=Board.OSRS)
        await place.runescape.groups.make_all_skills(ADA, "new zezima", AllSkills(level=5))
        before = len(await place.runescape.goals.of_character(ADA.account_id, NEW))
        await place.runescape.renaming.accept(ADA, "zezima", "new zezima")
        await place.settle()
        goals = await place.runescape.goals.of_character(ADA.account_id, NEW)
        assert len(goals) == before + 1
        [own] = await place.runescape.characters.of_member(ADA)
        assert own.character.tracked_skills is not None
        assert sum(own.character.tracked_skills.values()) == before + 1


async def test_a_character_is_lost_when_its_name_was_missing_thrice(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await lost(place)
        lost_after = []
        for days in (1, 1, 2):
            await place.pass_by(days * DAY)
            lost_after.append((await place.runescape.characters.one(ADA, "zezima")).is_lost)
        assert lost_after == [False, False, True]


class BreaksOff:
    """A Dynamo whose connection is lost at the so-manieth write from now on, once."""

    def __init__(self, dynamo: Dynamo, after: int) -> None:
        self._dynamo = dynamo
        self._left = after

    async def call(self, operation: Operation, request: Request) -> Response:
        if operation not in {"GetItem", "Query", "BatchGetItem"}:
            self._left -= 1
            if self._left == 0:
                raise ConnectionError("pulled the plug")
        return await self._dynamo.call(operation, request)

    async def close(self) -> None:
        await self._dynamo.close()


@pytest.mark.parametrize("after", range(2, 13))
async def test_a_move_that_breaks_off_anywhere_is_ended_later(tmp_path: Path, after: int) -> None:
    async with opened_gielinor(tmp_path) as place:
        goal = await lost(place)
        group = await place.runescape.groups.make(ADA, "zezima", "Riches", [goal.goal_id])
        await place.runescape.renaming.accept(ADA, "zezima", "new zezima")
        tables = place.services.tables
        [job] = [each for each in await place.services.jobs.waiting() if each.kind == MOVE.name]
        tables.dynamo = BreaksOff(place.services.dynamo, after)
        with suppress(ConnectionError):
            await place.runescape.renaming.move(Moved.model_validate_json(job.payload))
        tables.dynamo = place.services.dynamo
        await place.settle()
        [own] = await place.runescape.characters.of_member(ADA)
        assert (own.name, own.character.tracked_skills) == (NEW, {"Mining": 1})
        assert [each.name for each in own.following.formerly] == [OLD]
        [found] = await place.runescape.goals.of_character(ADA.account_id, NEW)
        assert (found.goal.goal_id, found.plan.group_id) == (goal.goal_id, group.group.group_id)
        records = await tables.all(Progress.of_goal(ADA.account_id, NEW, goal.goal_id))
        assert [each.progress_value for each in records] == [500, 600, 700]
        assert await tables.count(Goal.of_character(ADA.account_id, OLD)) == 0
        assert await tables.get(Followed.named(Board.OSRS, OLD)) is None
        assert (await tables.expect(Followed.named(Board.OSRS, NEW))).followers == 1
        assert await place.runescape.renaming.underway(ADA, OLD) is None
