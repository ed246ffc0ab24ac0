"""Runs a second from one process, beside a bare aiohttp client that fetches the same pages and does nothing with them."""

import asyncio
import tempfile
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter

import aiohttp

from bench.checks.house import furnish, opened_house, timetable_of, url_of
from cairn.services.shards import SHARDS
from cairn.services.telemetry import Metrics
from cairn.services.timetables import KeptTimetable

_CHECKS = 4_000
_AT_ONCE = 256
_A_HOST = 6


@dataclass(frozen=True, slots=True)
class Rates:
    """Fetches a second, round by round."""

    bare: list[float]
    cairn: list[float]

    @property
    def ratio(self) -> float:
        return median(ours / bare for ours, bare in zip(self.cairn, self.bare, strict=True))


async def rates(cache: Path, port: int, *, seconds: float, rounds: int) -> Rates:
    """Both in turn, so that a machine that drifts slows both alike."""
    bare, ours = [], []
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        async with opened_house(Path(folder)) as services:
            soon = services.clock.now() + timedelta(seconds=4)
            await furnish(services, port, checks=_CHECKS, delay=timedelta(seconds=1), due=soon)
            timetable, metrics = timetable_of(services)
            for shard in range(SHARDS):
                timetable.take(shard)
            await _ran(
                timetable, metrics, seconds=6
            )  # until all are loaded and due, and connections are there
            for _ in range(rounds):
                bare.append(await _fetched(port, seconds=seconds))
                ours.append(await _ran(timetable, metrics, seconds=seconds))
            await timetable.drop(range(SHARDS), seconds=5)
    return Rates(bare, ours)


async def _ran(timetable: KeptTimetable[object], metrics: Metrics, *, seconds: float) -> float:
    before = runs(metrics)
    began = perf_counter()
    running = asyncio.create_task(timetable.run())
    await asyncio.sleep(seconds)
    rate = (runs(metrics) - before) / (perf_counter() - began)
    running.cancel()
    await asyncio.sleep(1)  # what was under way
    return rate


def runs(metrics: Metrics) -> float:
    """How many runs are over."""
    value = metrics.registry.get_sample_value(
        "cairn_job_seconds_count", {"kind": "checks.run", "outcome": "done"}
    )
    return value or 0.0


async def _fetched(port: int, *, seconds: float) -> float:
    numbers = count()
    fetched = 0
    connector = aiohttp.TCPConnector(limit=512, limit_per_host=_A_HOST)
    async with aiohttp.ClientSession(connector=connector) as session:
        deadline = perf_counter() + seconds

        async def fetch() -> None:
            nonlocal fetched
            while perf_counter() < deadline:
                async with session.get(url_of(next(numbers) % _CHECKS, port)) as answer:
                    await answer.read()
                fetched += 1

        await asyncio.gather(*(fetch() for _ in range(_AT_ONCE)))
    return fetched / seconds
