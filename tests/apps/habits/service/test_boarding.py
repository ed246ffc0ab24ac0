"""The leaderboard: who is on it, under which name, at which place; and that it is quiet about everybody else."""

from dataclasses import replace
from pathlib import Path

import pytest

from cairn.apps.habits.rules.names import checked_name, likeness
from cairn.apps.habits.rules.places import Placed, Standing, placed
from cairn.apps.habits.schema import Metadata
from cairn.apps.habits.service.boarding import Board, Boarding, NameTaken, Span
from cairn.apps.habits.service.personal_data import HabitsData
from cairn.apps.habits.service.placing import Placing
from cairn.services.accounts import Member
from cairn.services.problems import InvalidInput
from cairn.tables import Counted, put
from tests.apps.habits.service.cast import ADA, BO, DAY, TODAY, Trail, member, opened_trail

CY = member("c")


async def walked(trail: Trail, who: Member, days: int, *, ago: int = 0) -> None:
    """Somebody completes a habit on so many days in a row."""
    habit = await trail.habit(who)
    for each in range(ago, ago + days):
        await trail.habits.entering.complete_habit(who, habit, day=TODAY - each * DAY)
    await trail.settle()


@pytest.mark.parametrize("shards", [1, 4])
async def test_ties_share_a_place_and_nobody_is_seen_who_did_not_choose_so(
    tmp_path: Path, database: str | None, shards: int
) -> None:
    async with opened_trail(tmp_path, sql=database, shards=shards) as trail:
        boarding = trail.habits.boarding
        for who, days in ((ADA, 3), (BO, 3), (CY, 1), (member("d"), 5)):
            await walked(trail, who, days)
        for who, name in ((ADA, "Ada"), (BO, "Bo on a hill"), (CY, "Cyd")):
            await boarding.join(who, name)
        for span in Span:
            board = await boarding.board(CY, span)
            assert board.rows == [
                Placed(1, "Ada", 30, is_own=False),
                Placed(1, "Bo on a hill", 30, is_own=False),
                Placed(3, "Cyd", 10, is_own=True),
            ]
            assert board.own == Placed(3, "Cyd", 10, is_own=True)
        unseen = await boarding.board(member("d"), Span.ALL_TIME)
        assert (unseen.own, len(unseen.rows)) == (None, 3)


async def test_who_walks_on_rises_and_who_leaves_is_gone_from_all_boards(
    tmp_path: Path, database: str | None
) -> None:
    async with opened_trail(tmp_path, sql=database) as trail:
        boarding = trail.habits.boarding
        await boarding.join(ADA, "Ada")
        await walked(trail, ADA, 2)
        await boarding.join(ADA, "Ada of the hills")
        assert await boarding.board(ADA, Span.WEEK) == Board(
            Span.WEEK,
            "WEEK-2026-W11",
            [Placed(1, "Ada of the hills", 20, is_own=True)],
            Placed(1, "Ada of the hills", 20, is_own=True),
        )
        await boarding.leave(ADA)
        await boarding.leave(ADA)  # twice is once
        for span in Span:
            assert (await boarding.board(ADA, span)).rows == []
        await walked(trail, ADA, 1)
        assert (await boarding.board(ADA, Span.WEEK)).rows == []
        await boarding.join(ADA, "Ada")
        assert (await boarding.board(ADA, Span.WEEK)).own == Placed(1, "Ada", 30, is_own=True)


async def test_days_that_are_entered_late_count_for_all_time_only(
    tmp_path: Path, database: str | None
) -> None:
    async with opened_trail(tmp_path, sql=database) as trail:
        await trail.habits.boarding.join(ADA, "Ada")
        await walked(trail, ADA, 2, ago=8)
        assert (await trail.habits.boarding.board(ADA, Span.MONTH)).rows == []
        assert (await trail.habits.boarding.board(ADA, Span.ALL_TIME)).own == Placed(
            1, "Ada", 20, is_own=True
        )


async def test_own_place_is_known_beyond_the_ten(tmp_path: Path, database: str | None) -> None:
    async with opened_trail(tmp_path, sql=database, shards=3) as trail:
        boarding = trail.habits.boarding
        for number in range(12):
            await boarding.join(member(f"{number:02}"), f"Walker {'abcdefghjkmn'[number]}")
        await boarding.join(ADA, "Ada")
        for number in range(12):
            await walked(trail, member(f"{number:02}"), 2)
        await walked(trail, ADA, 1)
        board = await boarding.board(ADA, Span.ALL_TIME)
        assert (len(board.rows), board.own) == (10, Placed(13, "Ada", 10, is_own=True))


async def test_a_name_is_one_persons_until_they_leave_it(tmp_path: Path, database: str | None) -> None:
    async with opened_trail(tmp_path, sql=database) as trail:
        boarding = trail.habits.boarding
        await boarding.join(ADA, "Bill 10")
        with pytest.raises(NameTaken):
            await boarding.join(BO, "bi11-lo")
        await boarding.join(ADA, "Ada")
        await boarding.join(BO, "bi11-lo")
        with pytest.raises(InvalidInput, match="letters of one alphabet"):
            await boarding.join(BO, "<b>Bo</b>")
        await HabitsData(trail.services).delete(BO.account_id)
        await boarding.join(ADA, "Bill 10")
        assert await boarding.name_of(BO) is None


@pytest.mark.parametrize("name", ["Ada", "ADA 2", "Zoë", "Анна", "山田たろう", "a.b-c_d", "Åse"])
def test_names_there_can_be(name: str) -> None:
    assert checked_name(f"  {name} ") == name


@pytest.mark.parametrize(
    "name", ["A", "", "-Ada", "Аda", "a" * 31, "a\u202eb", "Ada!", "<script>", "A\x00da"]
)
def test_names_there_can_not_be(name: str) -> None:
    assert checked_name(name) is None


def test_names_that_look_alike_are_one() -> None:
    assert likeness("Bill O'10".replace("'", "")) == likeness("bi11 o_lo")
    assert likeness("Zoë") == likeness("zoe")
    assert likeness("Ada") != likeness("Bo")


def test_equals_stand_by_name_and_the_next_place_is_counted_on() -> None:
    found = [
        Standing("1", "Cy", 10),
        Standing("2", "bo", 20),
        Standing("3", "Ada", 20),
        Standing("4", "Di", 5),
    ]
    assert [(each.place, each.username) for each in placed(found, own="1", most=3)] == [
        (1, "Ada"),
        (1, "bo"),
        (3, "Cy"),
    ]


@pytest.mark.parametrize("shards", [1, 4])
async def test_on_a_large_board_ones_place_is_known_without_reading_it_whole(
    tmp_path: Path, database: str | None, shards: int
) -> None:
    async with opened_trail(tmp_path, sql=database, shards=shards) as trail:
        everybody = [
            Metadata(
                user_id=f"walker-{number}",
                username=f"Walker {number}",
                total_points=10 * (number // 3),  # three share each number of points
                entity_type="USER" if shards == 1 else f"USER#{number % shards:02}",
            )
            for number in range(2_400)
        ]
        await trail.services.tables.write_batch([put(each) for each in everybody])
        low, high = (replace(ADA, account_id=f"walker-{number}") for number in (7, 2_391))
        first = await trail.habits.boarding.board(low, Span.ALL_TIME)
        assert first.own == Placed(2_392, "Walker 7", 20, is_own=True)
        await trail.settle()  # the board is counted
        counted = Counted(trail.services.dynamo)
        tables = trail.tables_over(counted)
        placing = Placing(tables, trail.services.jobs, trail.clock)
        boarding = Boarding(tables, trail.clock, placing, shards)
        assert await boarding.board(low, Span.ALL_TIME) == first
        assert (await boarding.board(high, Span.ALL_TIME)).own == Placed(7, "Walker 2391", 7_970, is_own=True)
        counts = [call.request for call in counted.calls if call.request.get("Select") == "COUNT"]
        assert all("Limit" in each or len(each["ExpressionAttributeValues"]) == 3 for each in counts)
