"""Polls a second in one process, without the network: beside reading the JSON and one transaction of what has to be kept."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from bench.runescape.settling import name_of, settle
from bench.runescape.world import World, opened_world
from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.tracking_schema import Day, Followed, Snapshot
from cairn.services.clock import SECOND
from cairn.tables import put

AT_ONCE = 8
"""As many looks as the timetable begins at the same time."""


@dataclass(frozen=True)
class Polls:
    """A second: looks alone, looks with all that follows from them, and the bare minimum of one."""

    looks: float
    whole: float
    bare: float
    jobs_a_poll: float


async def measure_polls(folder: Path, characters: int, rounds: int) -> Polls:
    async with opened_world(folder) as world:
        numbers = range(characters)
        await settle(world, numbers)
        looks = whole = bare = 0.0
        jobs = 0
        for _ in range(rounds):
            world.clock.advance(3_600 * SECOND)
            for player in world.hiscores.players.values():
                player.play()
            looked = await _timed(numbers, lambda number: _look(world, number))
            began = perf_counter()
            jobs += await world.drain(at_once=16)
            followed = perf_counter() - began
            looks += looked
            whole += looked + followed
            bare += await _timed(numbers, lambda number: _bare(world, number))
    polls = characters * rounds
    return Polls(polls / looks, polls / whole, polls / bare, jobs / polls)


async def _timed(numbers: Iterable[int], one: Callable[[int], Awaitable[None]]) -> float:
    waiting = iter(numbers)

    async def work() -> None:
        for number in waiting:
            await one(number)

    began = perf_counter()
    await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    return perf_counter() - began


async def _look(world: World, number: int) -> None:
    looking = world.runescape.looking
    entry = await looking.find(f"{Board.OSRS}/{name_of(number)}")
    if entry is not None:
        await looking.run(entry)


async def _bare(world: World, number: int) -> None:
    """The JSON read, and three items written in one transaction: what no poll that changed something could do without."""
    body = world.hiscores.players[name_of(number)].body()
    json.loads(body)
    name, now, kept = CharacterName(f"Bare{number}"), world.clock.now(), body[:1_100]
    followed = Followed(
        board=Board.OSRS, name=name, shard=number % 16, next_look=now, looked_at=now, reading=kept
    )
    await world.services.tables.write(
        put(followed),
        put(Snapshot(board=Board.OSRS, name=name, at=now, reading=kept)),
        put(Day(board=Board.OSRS, name=name, day=now.date(), at=now, reading=kept)),
    )
