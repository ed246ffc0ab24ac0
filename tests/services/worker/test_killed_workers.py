"""A worker that is killed in the middle takes nothing with it, and nothing is done twice for it."""

import asyncio
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from cairn.services.jobs import Counts
from tests.services.worker.cast import opened_house
from tests.services.worker.toil import CLOCKS, PART, TOIL, Ticked, Toil, Toiled

TOIL_PROGRAM = "tests.services.worker.toil"
JOBS = 10_000


@contextmanager
def working_process(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        [sys.executable, "-m", TOIL_PROGRAM, str(folder)], stdout=subprocess.PIPE
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            yield process
        finally:
            process.kill()


async def until_they_say(holds: Callable[[], Awaitable[bool]], *, seconds: float) -> None:
    """Waits until the tables say so."""
    async with asyncio.timeout(seconds):
        while True:
            if await holds():
                return
            await asyncio.sleep(0.2)


async def test_of_ten_thousand_jobs_each_is_done_once_although_one_of_three_workers_is_killed(
    tmp_path: Path,
) -> None:
    async with opened_house(tmp_path, PART) as services:
        await services.tables.write_batch(
            [services.jobs.enqueue(TOIL, Toil(number=number)) for number in range(JOBS)]
        )

        async def a_quarter_is_done() -> bool:
            return await services.tables.count(Toiled.key.query()) >= JOBS // 4

        async def none_is_left() -> bool:
            return not await services.jobs.waiting(1) and not await services.jobs.begun(1)

        with working_process(tmp_path), working_process(tmp_path) as victim, working_process(tmp_path):
            await until_they_say(a_quarter_is_done, seconds=60)
            victim.kill()
            assert (await services.jobs.counts()).waiting > 0
            await until_they_say(none_is_left, seconds=60)
        assert await services.jobs.counts() == Counts(0, 0, 0)
        times = {toiled.number: toiled.times for toiled in await services.tables.all(Toiled.key.query())}
    assert times == dict.fromkeys(range(JOBS), 1)


async def test_what_a_killed_worker_had_in_its_timetable_is_run_by_another_within_seconds(
    tmp_path: Path,
) -> None:
    async with opened_house(tmp_path, PART) as services:

        async def ticked() -> list[Ticked]:
            return await services.tables.all(Ticked.key.query())

        with working_process(tmp_path) as survivor, working_process(tmp_path) as victim:

            async def both_have_their_share() -> bool:
                by_process = Counter(each.process for each in await ticked())
                return by_process.keys() == {survivor.pid, victim.pid} and by_process.total() == len(CLOCKS)

            await until_they_say(both_have_their_share, seconds=60)
            victim.kill()
            before = {each.clock: each.times for each in await ticked()}

            async def all_tick_on() -> bool:
                return all(
                    each.process == survivor.pid and each.times > before[each.clock]
                    for each in await ticked()
                )

            await until_they_say(all_tick_on, seconds=20)
