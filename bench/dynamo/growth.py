"""Filling a table to a million items: the memory of a process that does nothing else, and what a GetItem costs.

A program of its own, so that nothing else is in the memory that it reports.
"""

import asyncio
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import msgspec
import uvloop

from bench.dynamo.items import BATCH, PARTITION, SORT, kept
from bench.dynamo.memory import peak_megabytes, resident_megabytes
from bench.dynamo.requests import CREATE_TABLE, Key, batch_write_item, get_item
from cairn.dynamo import Dynamo
from cairn.dynamo.embedded import open_folder

_BATCHES_AT_ONCE = 16
_STRIDE = 17_389  # coprime to 10, so that it visits every batch of a power of ten once
_READ_ROUNDS = 20
_READS_A_ROUND = 250


class Step(msgspec.Struct, frozen=True):
    """What was found when the table had so many items."""

    items: int
    resident_megabytes: float
    peak_megabytes: float
    file_megabytes: float
    get_microseconds: float
    items_per_second: float
    """How quickly the items since the step before were written."""


def measure_growth(folder: Path, sizes: Sequence[int]) -> list[Step]:
    command = [sys.executable, "-m", "bench.dynamo.growth", str(folder), *map(str, sizes)]
    return msgspec.json.decode(subprocess.check_output(command), type=list[Step])


class _Scattered:
    """The items of a table, written in batches that lie here and there, as they do when many people write."""

    def __init__(self, total: int) -> None:
        self._batches = total // BATCH

    def key(self, number: int) -> Key:
        batch, within = divmod(number, BATCH)
        partition, sort = kept(batch * _STRIDE % self._batches * BATCH + within)
        return PARTITION % partition, SORT % sort


async def _grow(folder: Path, sizes: Sequence[int]) -> list[Step]:
    dynamo = open_folder(folder)
    try:
        await dynamo.call("CreateTable", CREATE_TABLE)
        items = _Scattered(max(sizes))
        steps = []
        there = 0
        for size in sizes:
            started = time.perf_counter()
            await _write(dynamo, items, range(there, size, BATCH))
            rate = (size - there) / (time.perf_counter() - started)
            there = size
            steps.append(
                Step(
                    items=size,
                    get_microseconds=await _cost_of_get(dynamo, items, size),
                    resident_megabytes=resident_megabytes(),
                    peak_megabytes=peak_megabytes(),
                    file_megabytes=_size(folder),
                    items_per_second=rate,
                )
            )
        return steps
    finally:
        await dynamo.close()


def _size(folder: Path) -> float:
    return sum(file.stat().st_size for file in folder.iterdir()) / 2**20


async def _write(dynamo: Dynamo, items: _Scattered, starts: Sequence[int]) -> None:
    waiting = iter(starts)

    async def write() -> None:
        for start in waiting:
            keys = [items.key(start + number) for number in range(BATCH)]
            await dynamo.call("BatchWriteItem", batch_write_item(keys))

    await asyncio.gather(*(write() for _ in range(_BATCHES_AT_ONCE)))


async def _cost_of_get(dynamo: Dynamo, items: _Scattered, there: int) -> float:
    choose = random.Random(there)
    rounds = []
    for _ in range(_READ_ROUNDS):
        requests = [get_item(items.key(choose.randrange(there))) for _ in range(_READS_A_ROUND)]
        started = time.perf_counter()
        for request in requests:
            await dynamo.call("GetItem", request)
        rounds.append((time.perf_counter() - started) / _READS_A_ROUND)
    return median(rounds) * 1e6


if __name__ == "__main__":
    found = uvloop.run(_grow(Path(sys.argv[1]), [int(size) for size in sys.argv[2:]]))
    print(msgspec.json.encode(found).decode())
