"""`python -m bench.checks.many CHECKS SECONDS PORT`: so many checks at a minute each, run by this process alone."""

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import uvloop

from bench.checks.house import furnish, opened_house
from bench.dynamo.timing import percentile
from cairn.apps.checks.app import CHECKS
from cairn.services.services import Services
from cairn.services.shards import SHARDS
from cairn.services.telemetry import Metrics, Telemetry, configure_logs
from cairn.services.timetables import Entry, KeptTimetable

DELAY = timedelta(minutes=1)
_UNTIL_LOADED = timedelta(seconds=15)
_CHECKOUT = Path(__file__).parents[2]
_CACHE = _CHECKOUT / ".cache"
_SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Load:
    """What it took to run them. Lateness in milliseconds, memory in megabytes, CPU as a share of one core."""

    checks: int
    runs: int
    late_median: float
    late_p99: float
    cpu: float
    cpu_a_run_ms: float
    memory: float
    kilobytes_a_check: float


def measured(checks: int, port: int, *, seconds: float) -> Load:
    """In a process of its own, whose memory is that of these checks."""
    command = [sys.executable, "-m", "bench.checks.many", str(checks), str(seconds), str(port)]
    told = subprocess.run(command, stdout=subprocess.PIPE, cwd=_CHECKOUT, check=True)
    return Load(**json.loads(told.stdout))


async def _measure(checks: int, seconds: float, port: int) -> Load:
    with tempfile.TemporaryDirectory(dir=_CACHE) as folder:
        async with opened_house(Path(folder)) as services:
            await furnish(
                services, port, checks=checks, delay=DELAY, due=services.clock.now() + DELAY + _UNTIL_LOADED
            )
        async with opened_house(Path(folder)) as services:
            before = _megabytes()
            late: list[float] = []
            timetable = _noting(services, late)
            for shard in range(SHARDS):
                timetable.take(shard)
            running = asyncio.create_task(timetable.run())
            await _until_the_first(late)
            late.clear()
            spent, began = process_time(), perf_counter()
            await asyncio.sleep(seconds)
            spent, took = process_time() - spent, perf_counter() - began
            found = sorted(late)
            running.cancel()
            await timetable.drop(range(SHARDS), seconds=10)
            memory = _megabytes()
    return Load(
        checks,
        len(found),
        percentile(found, 0.5) * 1000,
        percentile(found, 0.99) * 1000,
        spent / took,
        spent / max(len(found), 1) * 1000,
        memory,
        (memory - before) * 1024 / checks,
    )


def _noting(services: Services, late: list[float]) -> KeptTimetable[Any]:
    """The timetable of checks, which notes how late each run begins."""
    [timetable] = CHECKS.timetables(services)
    run: Callable[[Entry[Any]], Awaitable[Entry[Any] | None]] = timetable.run

    async def noted(entry: Entry[Any]) -> Entry[Any] | None:
        late.append((services.clock.now() - entry.due) / _SECOND)
        return await run(entry)

    return KeptTimetable(replace(timetable, run=noted), services.clock, Telemetry(Metrics()))


async def _until_the_first(late: list[float]) -> None:
    while not late:  # noqa: ASYNC110 - a run notes itself, and tells nobody
        await asyncio.sleep(0.1)


def _megabytes() -> float:
    """What this process has in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1_000_000


if __name__ == "__main__":
    configure_logs(level="critical")
    found = uvloop.run(_measure(int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])))
    print(json.dumps(asdict(found)))
