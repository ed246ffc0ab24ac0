"""`python -m bench.jobs`: jobs a second with one worker and with two, and how soon a single job is done."""

import argparse
import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

import uvloop

from bench.jobs.house import ERRAND, Errand, opened_house
from cairn.services.jobs import Job
from cairn.services.services import Services
from cairn.services.telemetry import configure_logs
from cairn.services.worker import working

_WRITERS = 64
_CHECKOUT = Path(__file__).parents[2]


@contextmanager
def _worker(folder: Path) -> Iterator[None]:
    command = [sys.executable, "-m", "bench.jobs.worker", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=_CHECKOUT) as process:
        try:
            if process.stdout is not None:
                process.stdout.readline()
            yield
        finally:
            process.kill()


async def _until_done(services: Services) -> None:
    # Asking for one costs little; counting thousands would slow down what is measured.
    while True:
        if not await services.jobs.waiting(1) and not await services.jobs.begun(1):
            return
        await asyncio.sleep(0.05)


async def _enqueue(services: Services, jobs: int) -> None:
    """As many servers would: each job in a transaction of its own, many at the same time."""
    numbers = iter(range(jobs))

    async def write() -> None:
        for number in numbers:
            await services.tables.write(services.jobs.enqueue(ERRAND, Errand(number=number)))
            services.jobs.nudge()

    await asyncio.gather(*(write() for _ in range(_WRITERS)))


async def _rate(folder: Path, *, workers: int, jobs: int) -> float:
    """Jobs a second through workers that are processes of their own, from the first enqueued to the last done."""
    async with opened_house(folder) as services:
        with ExitStack() as stack:
            for _ in range(workers):
                stack.enter_context(_worker(folder))
            await asyncio.sleep(5)  # until they have shared the work
            began = perf_counter()
            await _enqueue(services, jobs)
            await _until_done(services)
            return jobs / (perf_counter() - began)


async def _soon(folder: Path, *, jobs: int) -> float:
    """Milliseconds from writing a single job to its being gone, in a server that works too."""
    took = []
    async with opened_house(folder) as services, working(services):
        await asyncio.sleep(1)
        for number in range(jobs):
            began = perf_counter()
            await services.tables.write(services.jobs.enqueue(ERRAND, Errand(number=number), key="errand"))
            services.jobs.nudge()
            while await services.tables.get(Job.of(ERRAND.name, "errand"), consistent=True) is not None:  # noqa: ASYNC110 - it is to be gone for others
                await asyncio.sleep(0.0005)
            took.append((perf_counter() - began) * 1000)
    return median(took)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.jobs", description=__doc__)
    parser.add_argument("--jobs", type=int, default=10_000, help="how many jobs go through (default: 10000)")
    arguments = parser.parse_args()
    configure_logs(level="error")
    for workers in (1, 2):
        with tempfile.TemporaryDirectory(dir=_CHECKOUT / ".cache") as folder:
            rate = uvloop.run(_rate(Path(folder), workers=workers, jobs=arguments.jobs))
            print(f"{workers} worker{'s' if workers > 1 else ' '}: {rate:8,.0f} jobs a second", flush=True)
    with tempfile.TemporaryDirectory(dir=_CHECKOUT / ".cache") as folder:
        print(f"a single job: {uvloop.run(_soon(Path(folder), jobs=50)):8.1f} ms")


if __name__ == "__main__":
    main()
