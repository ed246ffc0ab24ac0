"""Three workers, one of which is killed every few seconds: each run that was due happened, late at most, and once.

What is counted is what is stored. A run writes once: its record, and beside it the day's tally on the check. So a check
has as many records as its tally has answers and failures together, and no two of them begin sooner than its delay allows.
"""

import asyncio
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

from bench.checks.house import furnish, opened_house
from cairn.apps.checks.history_schema import KeptBucket, RunRecord
from cairn.apps.checks.rules.uptime import Grain
from cairn.apps.checks.schema import Check
from cairn.services.services import Services
from cairn.tables import Ref

DELAY = timedelta(seconds=1)
_SOONEST = 0.94
"""Of a delay: a run is moved by a twentieth at most, and never begins before it is due."""
_WORKERS = 3
_CHECKOUT = Path(__file__).parents[2]
_PATIENCE = 60.0


@dataclass
class FaultRun:
    """What is stored after it. `gaps` are the seconds from the start of each run to that of the next."""

    checks: int
    kills: int
    seconds: float
    runs: int = 0
    gaps: list[float] = field(default_factory=list)
    too_soon: int = 0
    written_otherwise: int = 0
    not_run_again: int = 0

    @property
    def is_right(self) -> bool:
        return not (self.too_soon or self.written_otherwise or self.not_run_again)


class _Worker:
    def __init__(self, folder: Path, stack: ExitStack) -> None:
        command = [sys.executable, "-m", "bench.checks.worker", str(folder)]
        self.process = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, cwd=_CHECKOUT))
        stack.callback(self.process.kill)

    def wait_until_ready(self) -> None:
        if self.process.stdout is None or self.process.stdout.readline() != b"ready\n":
            raise RuntimeError("the worker did not start")


async def fault_run(folder: Path, port: int, *, checks: int, seconds: float, kill_every: float) -> FaultRun:
    """Lets them run so long, kills one of them again and again, and looks at what is stored."""
    async with opened_house(folder) as services:
        now = services.clock.now()
        await furnish(services, port, checks=checks, delay=DELAY, due=now)
        with ExitStack() as stack:
            workers = [_Worker(folder, stack) for _ in range(_WORKERS)]
            for each in workers:
                await asyncio.to_thread(each.wait_until_ready)
            await _until_all_ran(services, checks, after=now)
            began = services.clock.now()
            kills = 0
            while (services.clock.now() - began).total_seconds() < seconds:
                await asyncio.sleep(kill_every)
                victim = workers.pop(0)
                victim.process.kill()
                kills += 1
                workers.append(_Worker(folder, stack))
            last_kill = services.clock.now()
            left = await _until_all_ran(services, checks, after=last_kill)
            for each in workers:
                each.process.kill()
                each.process.wait()
        found = FaultRun(checks, kills, (services.clock.now() - began).total_seconds(), not_run_again=left)
        await _look_at(services, found, since=began)
        return found


async def _until_all_ran(services: Services, checks: int, *, after: datetime) -> int:
    """Waits until each has run after a moment; how many have not, when that takes too long."""
    left = checks
    for _ in range(round(_PATIENCE)):
        found = await services.tables.get_all(_all(checks))
        left = sum(each is None or (each.last_executed_at or after) <= after for each in found)
        if left == 0:
            return 0
        await asyncio.sleep(1)
    return left


async def _look_at(services: Services, found: FaultRun, *, since: datetime) -> None:
    checks = [each for each in await services.tables.get_all(_all(found.checks)) if each is not None]
    for check in checks:
        runs: Sequence[RunRecord] = await services.tables.all(RunRecord.last_of(check.checkid, 10_000))
        days = await services.tables.all(
            KeptBucket.since(check.checkid, Grain.DAY, since - timedelta(days=1))
        )
        if _tallied(check) + sum(each.tally.answers for each in days) != sum(
            each.response_time is not None for each in runs
        ):
            found.written_otherwise += 1
        starts = sorted(each.at for each in runs if each.at >= since)
        found.runs += len(starts)
        gaps = [(later - earlier).total_seconds() for earlier, later in pairwise(starts)]
        found.gaps += gaps
        found.too_soon += sum(each < DELAY.total_seconds() * _SOONEST for each in gaps)


def _tallied(check: Check) -> int:
    standing = check.standing
    return 0 if standing is None or standing.day is None else standing.day.answers


def _all(checks: int) -> list[Ref[Check]]:
    return [Check.with_id(f"check-{number:06}") for number in range(checks)]
