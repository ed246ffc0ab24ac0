"""A goal's page after ten years: what it asks of the tables, and how long that and its chart take."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.runescape.settling import name_of, settle
from bench.runescape.world import BEGIN, World, opened_world
from cairn.apps.runescape.hiscores.answers import reading_of
from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.hiscores.compact import packed
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.projection import Point
from cairn.apps.runescape.schema import Progress, TargetType
from cairn.apps.runescape.service.charts import course_chart
from cairn.apps.runescape.service.progressing import Progressing
from cairn.apps.runescape.service.tracking import Tracking
from cairn.apps.runescape.tracking_schema import Day
from cairn.services.charts import svg_of
from cairn.tables import Counted, put

_A_DAY = 4


@dataclass(frozen=True)
class PageOf:
    """A goal's page: what it counts, how much there is to read, what was asked, and how long it took."""

    counts: str
    records: int
    requests: dict[str, int]
    milliseconds: float
    with_chart: float


async def measure_pages(folder: Path, *, years: int, rounds: int) -> list[PageOf]:
    async with opened_world(folder) as world:
        await settle(world, range(1))
        world.clock.advance(timedelta(days=365 * years))
        member, name = world.member(0), CharacterName(name_of(0))
        tracked = await world.runescape.goals.of_character(member.account_id, name)
        await _fill_days(world, name, years)
        found = []
        by_type = {each.goal.target_type: each for each in tracked}
        for tracking in (by_type[TargetType.XP], by_type[TargetType.LEVEL]):
            records = await _fill_records(world, tracking, years)
            found.append(await _measure(world, tracking, records, rounds))
        return found


async def _measure(world: World, tracking: Tracking, records: int, rounds: int) -> PageOf:
    member, viewing = world.member(0), world.runescape.viewing
    tables = world.services.tables
    plain = tables.dynamo
    counted = tables.dynamo = Counted(plain)
    await viewing.goal(member, tracking.name, tracking.goal.goal_id)
    requests: dict[str, int] = {}
    for call in counted.calls:
        requests[call.kind] = requests.get(call.kind, 0) + 1
    tables.dynamo = plain
    took, drawn = [], []
    for _ in range(rounds):
        began = perf_counter()
        view = await viewing.goal(member, tracking.name, tracking.goal.goal_id)
        took.append(perf_counter() - began)
        if view.coming is not None:
            svg_of(course_chart(view.tracking, view.coming, view.zone))
        drawn.append(perf_counter() - began)
    kind = "level" if tracking.goal.target_type is TargetType.LEVEL else "experience"
    return PageOf(kind, records, requests, median(took) * 1000, median(drawn) * 1000)


async def _fill_days(world: World, name: CharacterName, years: int) -> None:
    player = world.hiscores.players[name]
    days = []
    for number in range(365 * years):
        player.play()
        at = BEGIN + timedelta(days=number, hours=9)
        kept = packed(reading_of(200, player.body()))
        days.append(put(Day(board=Board.OSRS, name=name, day=at.date(), at=at, reading=kept)))
    await world.services.tables.write_batch(days)


async def _fill_records(world: World, tracking: Tracking, years: int) -> int:
    whose, start = tracking.whose, tracking.last
    value = 0 if start is None else start.value
    moments: list[datetime] = [
        BEGIN + timedelta(hours=24 / _A_DAY * number) for number in range(1, 365 * years * _A_DAY)
    ]
    records = [
        put(
            Progress(
                user_id=whose.user_id,
                character_name=whose.name,
                goal_id=whose.goal_id,
                progress_value=value + number,
                timestamp=at,
                created_at=at,
                updated_at=at,
            )
        )
        for number, at in enumerate(moments, 1)
    ]
    await world.services.tables.write_batch(records)
    now = world.clock.now()
    progressing = Progressing(world.services.tables, kept=None)
    await progressing.record(whose, Point(now, value + len(records) + 1), now=now)
    return len(records) + 2
