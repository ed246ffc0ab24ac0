"""A character's past: gains, records, milestones, and the little line in lists."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.rules.measures import Measure
from cairn.apps.runescape.rules.periods import Period
from cairn.apps.runescape.rules.records import Best
from cairn.apps.runescape.schema import TargetType
from cairn.apps.runescape.tracking_schema import Records
from tests.apps.runescape.cast import ADA, DAY, HOUR, NOON, Gielinor, opened_gielinor

MINING = Measure("Mining", TargetType.XP)


async def played(place: Gielinor, gains: list[int]) -> None:
    """Zezima plays: so much on each of these days, seen at noon."""
    player = place.boards.put("zezima", xp={"Mining": 1_000})
    await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
    for gain in gains:
        player.xp["Mining"] += gain
        await place.pass_by(DAY)


async def test_gains_of_everything_are_told_for_a_range_and_for_all_time(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await played(place, [10, 20, 30, 40])
        own = await place.runescape.characters.one(ADA, "zezima")
        histories = place.runescape.histories
        ever = await histories.gained(own.following)
        assert ever is not None
        assert (ever.since, ever.until) == (NOON, NOON + 4 * DAY)
        assert next(each for each in ever.entries if each.name == "Mining").gained == 100
        two_days = await histories.gained(own.following, since=NOON + DAY, until=NOON + 3 * DAY)
        assert two_days is not None
        assert next(each for each in two_days.entries if each.name == "Mining").gained == 50
        assert await histories.gained(own.following, until=NOON - DAY) is None


async def test_a_look_within_a_day_counts_in_a_range_that_ends_there(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        player = place.boards.put("zezima", xp={"Mining": 1_000})
        await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        for _ in range(3):
            player.xp["Mining"] += 7
            await place.pass_by(HOUR)
        own = await place.runescape.characters.one(ADA, "zezima")
        gained = await place.runescape.histories.gained(
            own.following, since=NOON + HOUR, until=NOON + 2 * HOUR
        )
        assert gained is not None
        assert next(each for each in gained.entries if each.name == "Mining").gained == 7


async def test_records_of_months_that_are_over_are_kept_and_the_running_one_is_added(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await played(place, [10] * 5 + [500] + [10] * 12 + [600])  # from 15 March to 3 April
        own = await place.runescape.characters.one(ADA, "zezima")
        kept = await place.services.tables.expect(Records.of(Board.OSRS, own.name))
        assert kept.until == datetime(2026, 4, 1, tzinfo=UTC).date()
        records = (await place.runescape.histories.records(own.following))["Mining"]
        march, april = NOON.date().replace(day=1), kept.until
        assert records[Period.DAY] == Best(600, april.replace(day=3))
        assert records[Period.MONTH] == Best(650, march)


async def test_milestones_are_told_latest_first(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        player = place.boards.put("zezima", xp={"Mining": 13_000_000}, kills={"Zulrah": 49})
        await place.runescape.characters.add(ADA, "Zezima", board=Board.OSRS)
        player.xp["Mining"] = 13_100_000
        await place.pass_by(HOUR)
        player.kills["Zulrah"] = 51
        await place.pass_by(HOUR)
        own = await place.runescape.characters.one(ADA, "zezima")
        assert await place.runescape.histories.milestones(own.following) == [
            (NOON + 2 * HOUR, "50 Zulrah"),
            (NOON + HOUR, "Level 99 Mining"),
        ]


async def test_the_list_of_characters_has_lines_without_reading_more(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await played(place, [10, 0, 30])
        [own] = await place.runescape.characters.of_member(ADA)
        assert own.lately(NOON.date() + timedelta(days=4)) == [1_000, 1_010, 1_010, 1_040, 1_040]


async def test_a_measure_is_told_day_by_day_from_a_day_on(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await played(place, [10, 20, 30])
        own = await place.runescape.characters.one(ADA, "zezima")
        points = await place.runescape.histories.points(own.following, MINING, since=NOON + DAY)
        assert [(point.at, point.value) for point in points] == [
            (NOON + DAY, 1_010),
            (NOON + 2 * DAY, 1_030),
            (NOON + 3 * DAY, 1_060),
        ]
