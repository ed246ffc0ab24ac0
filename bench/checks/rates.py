"""Runs a second from one process, beside a bare aiohttp client that fetches the same pages and does nothing with them."""

import asyncio
import tempfile
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import aiohttp

from bench.checks.house import furnish, opened_house, url_of
from cairn.apps.checks.app import CHECKS
from cairn.services.services import Services
from cairn.services.shards import SHARDS
from cairn.services.telemetry import Metrics, Telemetry
from cairn.services.timetables import Entry, KeptTimetable

_CHECKS = 4_000
_AT_ONCE = 256
_A_HOST = 6


@dataclass(frozen=True, slots=True)
class Rates:
    """Fetches a second, round by round, and what each took of a core, which says more on a busy machine."""

    bare: list[float]
    cairn: list[float]
    bare_cpu: list[float]
    cairn_cpu: list[float]

    @property
    def ratio(self) -> float:
        return median(ours / bare for ours, bare in zip(self.cairn, self.bare, strict=True))


async def rates(cache: Path, port: int, *, seconds: float, rounds: int) -> Rates:
    """Both in turn, so that a machine that drifts slows both alike."""
    bare: list[tuple[float, float]] = []
    ours: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        async with opened_house(Path(folder)) as services:
            soon = services.clock.now() + timedelta(seconds=4)
            await furnish(services, port, checks=_CHECKS, delay=timedelta(minutes=1), due=soon)
            timetable, metrics = _without_rest(services)
            for shard in range(SHARDS):
                timetable.take(shard)
            await _ran(
                timetable, metrics, seconds=6
            )  # until all are loaded and due, and connections are there
            for _ in range(rounds):
                bare.append(await _fetched(port, seconds=seconds))
                ours.append(await _ran(timetable, metrics, seconds=seconds))
            await timetable.drop(range(SHARDS), seconds=5)
    return Rates(
        [rate for rate, _ in bare],
        [rate for rate, _ in ours],
        [spent for _, spent in bare],
        [spent for _, spent in ours],
    )


def _without_rest(services: Services) -> tuple[KeptTimetable[Any], Metrics]:
    """The timetable of checks, but that each is due again as soon as it has run."""
    [timetable] = CHECKS.timetables(services)

    async def run(entry: Entry[Any]) -> Entry[Any] | None:
        following = await timetable.run(entry)
        return None if following is None else following.again(services.clock.now())

    metrics = Metrics()
    return KeptTimetable(replace(timetable, run=run), services.clock, Telemetry(metrics)), metrics


async def _ran(timetable: KeptTimetable[Any], metrics: Metrics, *, seconds: float) -> tuple[float, float]:
    """Runs a second, and milliseconds of CPU a run."""
    before = runs(metrics)
    began, spent = perf_counter(), process_time()
    running = asyncio.create_task(timetable.run())
    await asyncio.sleep(seconds)
    done = runs(metrics) - before
    figures = done / (perf_counter() - began), (process_time() - spent) / max(done, 1) * 1000
    running.cancel()
    await asyncio.sleep(1)  # what was under way
    return figures


def runs(metrics: Metrics) -> float:
    """How many runs are over."""
    value = metrics.registry.get_sample_value(
        "cairn_job_seconds_count", {"kind": "checks.run", "outcome": "done"}
    )
    return value or 0.0


async def _fetched(port: int, *, seconds: float) -> tuple[float, float]:
    numbers = count()
    fetched = 0
    connector = aiohttp.TCPConnector(limit=512, limit_per_host=_A_HOST)
    async with aiohttp.ClientSession(connector=connector) as session:
        deadline, spent = perf_counter() + seconds, process_time()

        async def fetch() -> None:
            nonlocal fetched
            while perf_counter() < deadline:
                async with session.get(url_of(next(numbers) % _CHECKS, port)) as answer:
                    await answer.read()
                fetched += 1

        await asyncio.gather(*(fetch() for _ in range(_AT_ONCE)))
        spent = process_time() - spent
    return fetched / seconds, spent / max(fetched, 1) * 1000
