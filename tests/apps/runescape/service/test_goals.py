"""Setting goals, and how they come by looks at the hiscores."""

import asyncio
from datetime import date
from pathlib import Path

import pytest

from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.projection import Point
from cairn.apps.runescape.schema import Character, Goal, Progress, TargetType, User
from cairn.apps.runescape.service.refusals import (
    LookedJustNow,
    NoSuchCharacter,
    NoSuchGoal,
    NotOnHiscores,
    ValueUnknown,
)
from cairn.apps.runescape.service.wanted import NewGoal
from cairn.apps.runescape.tracking_schema import Day, Followed, Snapshot
from cairn.services.accounts import TooManyAttempts
from cairn.services.problems import InvalidInput
from cairn.tables import Counted, assert_calls
from tests.apps.runescape.cast import ADA, BO, DAY, HOUR, NOON, member, opened_gielinor

ZEZIMA = CharacterName("zezima")
WOODCUTTING = NewGoal(
    target_attribute="WOODCUTTING",
    target_type=TargetType.XP,
    target_value=13_034_431,
    target_date=date(2026, 6, 1),
)


async def test_a_name_is_looked_up_before_it_is_followed(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        characters = place.runescape.characters
        with pytest.raises(NotOnHiscores, match="Nobody is not on the hiscores"):
            await characters.add(ADA, "nobody", board=Board.OSRS)
        with pytest.raises(InvalidInput, match="no name of a character"):
            await characters.add(ADA, "much too long a name")
        assert await characters.of_member(ADA) == []


async def test_nobody_takes_most_of_the_turns_that_all_share(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        characters = place.runescape.characters
        for _ in range(20):
            with pytest.raises(NotOnHiscores):
                await characters.look_up(ADA, "nobody", Board.OSRS)
        asked = len(place.boards.asked)
        with pytest.raises(TooManyAttempts):
            await characters.look_up(ADA, "nobody", Board.OSRS)
        with pytest.raises(TooManyAttempts):
            await characters.add(ADA, "nobody")
        assert len(place.boards.asked) == asked
        with pytest.raises(NotOnHiscores):
            await characters.look_up(BO, "nobody", Board.OSRS)
        place.clock.advance(HOUR)
        with pytest.raises(NotOnHiscores):
            await characters.look_up(ADA, "nobody", Board.OSRS)


async def test_what_kind_of_account_it_is_says_on_which_board_it_is_followed(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        place.boards.put("iron hyger", Board.OSRS, Board.OSRS_IRONMAN, xp={"Mining": 500})
        own = await place.runescape.characters.add(ADA, "Iron_hyger")
        assert (own.character.name, own.name, own.board) == ("Iron_hyger", "Iron Hyger", Board.OSRS_IRONMAN)
        assert own.following.account_type == "ironman"
        again = await place.runescape.characters.add(ADA, "IRON HYGER")
        assert again.character == own.character


async def test_a_goal_begins_where_the_hiscores_say(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        place.boards.put("zezima", xp={"Woodcutting": 12_000_000})
        await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        made = await place.runescape.goals.set_goal(ADA, "zezima", WOODCUTTING)
        assert made.goal.target_attribute == "Woodcutting"
        assert made.latest is not None
        assert made.earliest is not None
        assert (made.latest.progress_value, made.earliest.progress_value) == (12_000_000, 12_000_000)
        tables = place.services.tables
        records = await tables.all(Progress.of_goal(ADA.account_id, ZEZIMA, made.goal.goal_id))
        assert [(each.timestamp, each.progress_value) for each in records] == [(NOON, 12_000_000)]
        character = await tables.expect(Character.named(ADA.account_id, ZEZIMA))
        assert character.tracked_skills == {"Woodcutting": 1}
        assert (await tables.expect(User.with_id(ADA.account_id))).email == "a@example.org"


async def test_what_the_hiscores_do_not_tell_is_asked_of_the_person(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        place.boards.put("zezima")
        await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        zulrah = NewGoal(target_attribute="zulrah", target_type=TargetType.KILLS, target_value=500)
        with pytest.raises(ValueUnknown, match="don't tell Zulrah of Zezima"):
            await place.runescape.goals.set_goal(ADA, "zezima", zulrah)
        told = NewGoal(
            target_attribute="zulrah", target_type=TargetType.KILLS, target_value=500, current_value=3
        )
        made = await place.runescape.goals.set_goal(ADA, "zezima", told)
        assert made.latest is not None
        assert made.latest.progress_value == 3


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"target_attribute": "Sleeping"}, "targetAttribute"),
        ({"target_value": 200_000_001}, "targetValue"),
        ({"target_date": date(2026, 3, 14)}, "targetDate"),
    ],
)
async def test_a_goal_that_cannot_be_is_refused_by_its_field(
    tmp_path: Path, wrong: dict[str, object], field: str
) -> None:
    about = {
        "target_attribute": "Mining",
        "target_type": TargetType.XP,
        "target_value": 100,
        **wrong,
    }
    async with opened_gielinor(tmp_path) as place:
        place.boards.put("zezima", xp={"Mining": 5})
        await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        with pytest.raises(InvalidInput) as refusal:
            await place.runescape.goals.set_goal(ADA, "zezima", NewGoal(**about))  # type: ignore[arg-type]  # mixed
        assert list(refusal.value.fields) == [field]


async def test_one_call_a_look_however_many_follow_a_name(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        player = place.boards.put("zezima", xp={"Woodcutting": 1_000})
        for who in (ADA, BO):
            await place.runescape.characters.add(who, "Zezima", board=Board.OSRS)
            await place.runescape.goals.set_goal(who, "zezima", WOODCUTTING)
        player.xp["Woodcutting"] = 1_500
        player.more["A boss to come"] = 7
        place.boards.asked.clear()
        await place.pass_by(HOUR)
        assert len(place.boards.asked) == 1
        for who in (ADA, BO):
            [found] = await place.runescape.goals.of_character(who.account_id, ZEZIMA)
            assert found.latest is not None
            assert found.earliest is not None
            assert (found.latest.progress_value, found.earliest.progress_value) == (1_500, 1_000)
            assert found.latest.timestamp == NOON + HOUR


async def test_many_who_follow_a_name_are_handed_on_to_all(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        player = place.boards.put("zezima", xp={"Woodcutting": 1_000})
        people = [member(str(number)) for number in range(8)]
        for who in people:
            await place.runescape.characters.add(who, "Zezima", board=Board.OSRS)
            await place.runescape.goals.set_goal(who, "zezima", WOODCUTTING)
        player.xp["Woodcutting"] = 1_500
        place.boards.asked.clear()
        await place.pass_by(HOUR)
        assert len(place.boards.asked) == 1
        for who in people:
            [found] = await place.runescape.goals.of_character(who.account_id, ZEZIMA)
            assert found.last == Point(NOON + HOUR, 1_500)


async def test_ranks_that_drift_are_handed_on_where_somebody_wants_to_know(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        player = place.boards.put("zezima", xp={"Woodcutting": 1_000})
        await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        await place.runescape.goals.set_goal(ADA, "zezima", WOODCUTTING)
        tables = place.services.tables
        counted = tables.dynamo = Counted(tables.dynamo)
        player.rank -= 10
        place.clock.advance(HOUR)
        timetable = place.runescape.timetable
        entry = await timetable.find("osrs/Zezima")
        assert entry is not None
        with assert_calls(counted, reads=2, writes=2):
            await timetable.run(entry)
        tables.dynamo = place.services.dynamo
        rank = NewGoal(target_attribute="Overall", target_type=TargetType.RANK, target_value=100)
        made = await place.runescape.goals.set_goal(ADA, "zezima", rank)
        player.rank -= 10
        await place.pass_by(6 * HOUR)
        found = await place.runescape.goals.one(ADA.account_id, "zezima", made.goal.goal_id)
        assert found.last == Point(NOON + 7 * HOUR, player.rank)
        await place.runescape.goals.delete(ADA, "zezima", made.goal.goal_id)
        assert (await tables.expect(Followed.named(Board.OSRS, ZEZIMA))).rank_goals == 0


async def test_each_change_is_kept_for_a_while_and_each_day_for_ever(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        player = place.boards.put("zezima", xp={"Woodcutting": 1_000})
        await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        for _ in range(3):
            player.xp["Woodcutting"] += 100
            await place.pass_by(HOUR)
        await place.pass_by(DAY)
        tables = place.services.tables
        snapshots = await tables.all(Snapshot.of(Board.OSRS, ZEZIMA))
        days = await tables.all(Day.of(Board.OSRS, ZEZIMA))
        assert [(each.at - NOON) / HOUR for each in snapshots] == [1, 2, 3]
        assert all(each.expires_at == each.at + 30 * DAY for each in snapshots)
        assert [(each.day, each.at) for each in days] == [
            (date(2026, 3, 15), NOON + 3 * HOUR),
            (date(2026, 3, 16), NOON + 3 * HOUR + DAY),
        ]


async def test_unranked_is_unknown_and_changes_nothing(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        player = place.boards.put("zezima", kills={"Zulrah": 40})
        await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        kills = NewGoal(target_attribute="Zulrah", target_type=TargetType.KILLS, target_value=50)
        await place.runescape.goals.set_goal(ADA, "zezima", kills)
        player.kills["Zulrah"] = -1
        player.xp["Mining"] = 50
        await place.pass_by(HOUR)
        [found] = await place.runescape.goals.of_character(ADA.account_id, ZEZIMA)
        assert found.latest is not None
        assert (found.latest.progress_value, found.latest.timestamp) == (40, NOON)


async def test_who_plays_is_looked_at_often_and_who_does_not_seldom(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        player = place.boards.put("zezima", xp={"Mining": 5})
        own = await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        assert own.followed is not None
        player.xp["Mining"] = 6
        await place.pass_by(HOUR)
        assert (await place.followed(own.followed)).next_look == NOON + 2 * HOUR
        await place.pass_by(3 * DAY)
        assert (await place.followed(own.followed)).next_look == NOON + HOUR + 3 * DAY + 12 * HOUR


async def test_a_name_that_is_gone_is_asked_for_less_and_less_and_keeps_what_was_known(
    tmp_path: Path,
) -> None:
    async with opened_gielinor(tmp_path) as place:
        place.boards.put("zezima", xp={"Mining": 5})
        own = await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        assert own.followed is not None
        place.boards.remove("zezima")
        await place.pass_by(HOUR)
        found = await place.followed(own.followed)
        assert (found.missing, found.missing_since, found.reading) == (1, NOON + HOUR, own.followed.reading)
        await place.pass_by(DAY)
        assert (await place.followed(own.followed)).next_look == NOON + HOUR + 3 * DAY


async def test_whoever_bears_the_name_with_less_than_before_is_nobodys_progress(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        place.boards.put("zezima", xp={"Mining": 500, "Woodcutting": 500, "Fishing": 500})
        own = await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        assert own.followed is not None
        mining = NewGoal(target_attribute="Mining", target_type=TargetType.XP, target_value=1_000)
        await place.runescape.goals.set_goal(ADA, "zezima", mining)
        place.boards.put("zezima", xp={"Mining": 1, "Woodcutting": 4, "Fishing": 3, "Cooking": 9_000})
        await place.pass_by(HOUR)
        assert (await place.followed(own.followed)).is_somebody_else
        [found] = await place.runescape.goals.of_character(ADA.account_id, ZEZIMA)
        assert found.latest is not None
        assert found.latest.progress_value == 500


async def test_a_board_that_refuses_is_left_alone_by_all(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        for name in ("zezima", "durial"):
            place.boards.put(name, xp={"Mining": 5})
            await place.runescape.characters.add(ADA, name, board=Board.OSRS)
        place.boards.asked.clear()
        place.boards.instead = ("200 OK", b"<!doctype html><p>Down for maintenance")
        await place.pass_by(HOUR)
        assert len(place.boards.asked) == 1
        paused = await place.runescape.hiscores.pause()
        assert paused is not None
        assert paused.paused_until == NOON + HOUR + HOUR / 4
        assert paused.reason == "it answered with a page instead of data"
        place.boards.instead = ("429 Too Many Requests", b"")
        await place.pass_by(HOUR / 4)
        paused = await place.runescape.hiscores.pause()
        assert paused is not None
        assert paused.paused_until == NOON + HOUR + HOUR / 4 + HOUR / 2
        place.boards.instead = None
        await place.pass_by(HOUR / 2)
        assert await place.runescape.hiscores.pause() is None


async def test_a_look_at_once_is_given_once_a_minute(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        player = place.boards.put("zezima", xp={"Mining": 5})
        await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        with pytest.raises(LookedJustNow):
            await place.runescape.characters.look_now(ADA, "zezima")
        place.clock.advance(HOUR / 60)
        player.xp["Mining"] = 9
        own = await place.runescape.characters.look_now(ADA, "zezima")
        assert own.reading.skills["Mining"].xp == 9


async def test_two_who_look_at_the_same_moment_see_the_same(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        player = place.boards.put("zezima", xp={"Mining": 5})
        for who in (ADA, BO):
            await place.runescape.characters.add(who, "Zezima", board=Board.OSRS)
        place.clock.advance(HOUR / 60)
        player.xp["Mining"] = 9
        looks = (place.runescape.characters.look_now(who, "zezima") for who in (ADA, BO))
        seen = await asyncio.gather(*looks)
        assert [own.reading.skills["Mining"].xp for own in seen] == [9, 9]


async def test_what_is_somebody_elses_is_not_there(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        place.boards.put("zezima", xp={"Woodcutting": 5})
        await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        made = await place.runescape.goals.set_goal(ADA, "zezima", WOODCUTTING)
        with pytest.raises(NoSuchCharacter):
            await place.runescape.characters.one(BO, "Zezima")
        with pytest.raises(NoSuchGoal):
            await place.runescape.goals.pause(BO, "Zezima", made.goal.goal_id, is_paused=True)


async def test_a_goal_that_is_deleted_takes_its_records_and_its_count_along(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        place.boards.put("zezima", xp={"Woodcutting": 5})
        goals, tables = place.runescape.goals, place.services.tables
        await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        kept = await goals.set_goal(ADA, "zezima", WOODCUTTING)
        made = await goals.set_goal(ADA, "zezima", WOODCUTTING)
        assert [
            (each.attribute_name, each.goals) for each in await place.runescape.counting.most_tracked()
        ] == [("Woodcutting", 2)]
        await goals.delete(ADA, "zezima", made.goal.goal_id)
        await place.settle()
        assert await tables.all(Progress.of_goal(ADA.account_id, ZEZIMA, made.goal.goal_id)) == []
        assert [each.goal_id for each in await tables.all(Goal.of_character(ADA.account_id, ZEZIMA))] == [
            kept.goal.goal_id
        ]
        assert [
            (each.attribute_name, each.goals) for each in await place.runescape.counting.most_tracked()
        ] == [("Woodcutting", 1)]
        await goals.leave(ADA, "zezima")
        assert await place.runescape.counting.most_tracked() == []
        assert await tables.get(Followed.named(Board.OSRS, ZEZIMA)) is None


async def test_a_name_is_looked_at_for_as_long_as_anybody_follows_it(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        place.boards.put("zezima", xp={"Woodcutting": 5})
        for who in (ADA, BO):
            await place.runescape.characters.add(who, "Zezima", board=Board.OSRS)
        await place.runescape.goals.leave(ADA, "zezima")
        followed = await place.services.tables.expect(Followed.named(Board.OSRS, ZEZIMA))
        assert followed.followers == 1
        assert await place.runescape.timetable.find("osrs/Zezima") is not None


async def test_a_character_called_metadata_is_one_like_any_other(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        place.boards.put("metadata", xp={"Woodcutting": 5})
        await place.runescape.characters.add(ADA, "METADATA", board=Board.OSRS)
        await place.runescape.goals.set_goal(ADA, "metadata", WOODCUTTING)
        assert [each.name for each in await place.runescape.characters.of_member(ADA)] == ["Metadata"]


async def test_what_is_somebodys_is_given_out_whole_and_removed_whole(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        place.boards.put("zezima", xp={"Woodcutting": 5})
        for who in (ADA, BO):
            await place.runescape.characters.add(who, "Zezima", board=Board.OSRS)
            await place.runescape.goals.set_goal(who, "zezima", WOODCUTTING)
        data = place.services.personal_data["runescape"]
        given = {name.rpartition("/")[0] or name async for name, _ in data.export(ADA.account_id)}
        assert given == {
            "user.json",
            "notification-channels.json",
            "characters.json",
            "tracking.json",
            "goals/Zezima",
        }
        for _ in range(2):
            await data.delete(ADA.account_id)
            await place.settle()
        left = [content async for _, content in data.export(ADA.account_id)]
        assert left == [[], [], []]
        assert [each.goals for each in await place.runescape.counting.most_tracked()] == [1]
        assert len(await place.runescape.goals.of_character(BO.account_id, ZEZIMA)) == 1
