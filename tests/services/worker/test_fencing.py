"""A worker that others took for dead, and that was only slow, changes nothing any more."""

import asyncio

from cairn.services.jobs import Counts, JobHandler, Overtaken, Run
from cairn.services.services import Services
from cairn.services.shards import Pace
from cairn.services.shards.schema import BOARD, WorkerSign
from cairn.services.worker import working
from cairn.tables import attribute, delete, upsert
from tests.services.worker.cast import QUICK, has_counts, part, until
from tests.services.worker.conftest import House
from tests.services.worker.toil import TOIL, Toil, Toiled, toils

ASLEEP = Pace(beat=3600)
"""A worker that never notices what becomes of it."""


class Toiler:
    """Toils when it may, and says how that went."""

    def __init__(self) -> None:
        self.may = asyncio.Event()
        self.attempts: list[int] = []
        self.refused = 0

    async def toil(self, toil: Toil, run: Run) -> None:
        self.attempts.append(run.attempt)
        await self.may.wait()
        done = upsert(Toiled.of(toil.number), attribute(Toiled.times).add(1))
        for step in (run.save("nearly there"), run.complete(done)):
            try:
                await step
            except Overtaken:
                self.refused += 1


async def signs(services: Services) -> list[WorkerSign]:
    board = await services.tables.all(BOARD.query().consistently())
    return [each for each in board if isinstance(each, WorkerSign)]


async def bury_workers(services: Services) -> None:
    """Does what others do to a worker of which they have not heard."""
    for sign in await signs(services):
        await services.tables.write(delete(sign))


async def test_what_a_worker_does_that_was_taken_for_dead_is_refused(house: House) -> None:
    slow, quick = Toiler(), Toiler()
    async with (
        house(part(JobHandler(TOIL, slow.toil), tables=(toils,))) as services,
        working(services, pace=ASLEEP),
    ):
        await services.tables.write(services.jobs.enqueue(TOIL, Toil(number=1)))
        services.jobs.nudge()
        await until(lambda: slow.attempts == [1])
        await bury_workers(services)
        async with (
            house(part(JobHandler(TOIL, quick.toil), tables=(toils,))) as others,
            working(others, pace=QUICK),
        ):
            await until(lambda: quick.attempts == [2])
            slow.may.set()
            await until(lambda: slow.refused == 2)
            quick.may.set()
            await has_counts(services, Counts(0, 0, 0))
        assert quick.refused == 0
        toiled = await services.tables.expect(Toiled.of(1), consistent=True)
        assert toiled.times == 1


async def test_a_worker_that_learns_that_it_was_taken_for_dead_begins_anew(house: House) -> None:
    toiler = Toiler()
    toiler.may.set()
    async with (
        house(part(JobHandler(TOIL, toiler.toil), tables=(toils,))) as services,
        working(services, pace=QUICK) as worker,
    ):
        await until(lambda: len(worker.shards) == 16)
        await bury_workers(services)
        async with asyncio.timeout(20):
            while not await signs(services):
                await services.clock.sleep(0.01)
        await until(lambda: len(worker.shards) == 16)
        await services.tables.write(services.jobs.enqueue(TOIL, Toil(number=1)))
        await has_counts(services, Counts(0, 0, 0))
    assert (toiler.attempts, toiler.refused) == ([1], 0)
