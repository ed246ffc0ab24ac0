"""A day of many characters: samples of those who play daily, weekly and no more are followed for some time, and scaled."""

import asyncio
import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from bench.runescape.settling import name_of, settle
from bench.runescape.world import BEGIN, Metered, World, opened_world
from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.schema import Progress, goals
from cairn.apps.runescape.tracking_schema import Day, Followed, Snapshot, tracking
from cairn.dynamo.embedded.values import item_size

DAY = timedelta(days=1)


@dataclass(frozen=True)
class Kind:
    """A kind of players: on which days of a week they play three hours, and how long to wait before they are measured."""

    name: str
    share: float
    days: tuple[int, ...]
    before: timedelta
    measured: timedelta


KINDS = (
    Kind("daily", 0.15, tuple(range(7)), DAY, 7 * DAY),
    Kind("weekly", 0.25, (5,), 14 * DAY, 28 * DAY),
    Kind("no more", 0.60, (), 70 * DAY, 60 * DAY),
)


@dataclass(frozen=True)
class OfKind:
    """What a character of a kind costs a day, and what is kept of it in a year."""

    kind: Kind
    calls: float
    reads: float
    read_units: float
    writes: float
    write_units: float
    days_bytes: float
    progress_bytes: float
    snapshot_bytes: float  # at any time, of the last thirty days


async def measure_days(folder: Path, characters: int, *, kinds: Sequence[Kind] = KINDS) -> list[OfKind]:
    found = []
    for kind in kinds:
        async with opened_world(folder / kind.name.replace(" ", "-")) as world:
            await settle(world, range(characters))
            await _live(world, kind, characters, BEGIN + kind.before)
            metered = Metered(world.services.tables.dynamo)
            world.services.tables.dynamo = metered
            calls = world.hiscores.calls
            await _live(world, kind, characters, BEGIN + kind.before + kind.measured)
            per_day = characters * (kind.measured / DAY)
            whole = kind.before + kind.measured
            sizes = await _sizes(world, whole)
            yearly = 365 / (whole / DAY) / characters
            found.append(
                OfKind(
                    kind,
                    calls=(world.hiscores.calls - calls) / per_day,
                    reads=metered.requests["read"] / per_day,
                    read_units=metered.units["read"] / per_day,
                    writes=metered.requests["write"] / per_day,
                    write_units=metered.units["write"] / per_day,
                    days_bytes=sizes[Day] * yearly,
                    progress_bytes=sizes[Progress] * yearly,
                    snapshot_bytes=sizes[Snapshot] / characters,
                )
            )
    return found


async def _live(world: World, kind: Kind, characters: int, until: datetime) -> None:
    """Has each character looked at when it is due, and played meanwhile, until a moment."""
    tables = world.services.tables
    due: list[tuple[datetime, int]] = []
    for number in range(characters):
        followed = await tables.expect(Followed.named(Board.OSRS, CharacterName(name_of(number))))
        due.append((followed.next_look, number))
    heapq.heapify(due)
    last = dict.fromkeys(range(characters), world.clock.now())
    while due[0][0] < until:
        moment = due[0][0]
        numbers = []
        while due and due[0][0] <= moment:
            numbers.append(heapq.heappop(due)[1])
        if moment > world.clock.now():
            world.clock.advance(moment - world.clock.now())
        for number in numbers:
            for _ in range(_hours_of_play(kind, last[number], moment)):
                world.hiscores.players[name_of(number)].play()
            last[number] = moment
        again = await asyncio.gather(*(_look(world, number) for number in numbers))
        await world.drain(at_once=16)
        for number, when in zip(numbers, again, strict=True):
            heapq.heappush(due, (when, number))


def _hours_of_play(kind: Kind, since: datetime, until: datetime) -> int:
    """How many hours were played between two looks: on each day of play, three in the evening."""
    hours = 0
    moment = since.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    while moment <= until:
        hours += moment.weekday() in kind.days and 18 <= moment.hour < 21
        moment += timedelta(hours=1)
    return hours


async def _look(world: World, number: int) -> datetime:
    looking = world.runescape.looking
    entry = await looking.find(f"{Board.OSRS}/{name_of(number)}")
    if entry is None:
        raise LookupError(name_of(number))
    after = await looking.run(entry)
    if after is None:
        raise LookupError(name_of(number))
    return after.due


async def _sizes(world: World, whole: timedelta) -> dict[type[Any], int]:
    """Bytes of what was stored in all, by kind. Of snapshots, those count that are thirty days old at most."""
    found: dict[type[Any], int] = dict.fromkeys((Day, Progress, Snapshot), 0)
    now = BEGIN + whole
    for table in (tracking, goals):
        request: dict[str, Any] = {"TableName": table.name_at(world.services.tables.stage)}
        while True:
            answer = await world.services.dynamo.call("Scan", request)
            for item in answer["Items"]:
                sort_key = item["SK"]["S"]
                if sort_key.startswith("DAY#"):
                    found[Day] += item_size(item)
                elif sort_key.startswith("AT#"):
                    at = datetime.fromisoformat(sort_key.removeprefix("AT#"))
                    found[Snapshot] += item_size(item) if at > now - 30 * DAY else 0
                elif "#GOAL#" in sort_key and sort_key.endswith("Z"):
                    found[Progress] += item_size(item)
            if "LastEvaluatedKey" not in answer:
                break
            request["ExclusiveStartKey"] = answer["LastEvaluatedKey"]
    return found
