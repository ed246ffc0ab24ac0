"""Workers share the shards evenly, hold each alone, and take over what a dead one held."""

import asyncio

import pytest

from cairn.services.services import Services
from cairn.services.shards import SHARDS, DeclaredDeadError, Leases, Pace, share_of
from tests.services.worker.conftest import House

PACE = Pace(patience=3)


async def joined(services: Services) -> Leases:
    leases = Leases(services.tables, services.clock, pace=PACE)
    await leases.join()
    return leases


async def settled(*workers: Leases) -> None:
    """Has them look until nobody has anything to take or to give back."""
    while True:
        looks = [await worker.look() for worker in workers]
        for worker, look in zip(workers, looks, strict=True):
            for shard in look.surplus:
                await worker.release(shard)
        if not any(look.taken or look.surplus for look in looks):
            return


def assert_shared_evenly(*workers: Leases) -> None:
    held = [shard for worker in workers for shard in worker.held]
    assert sorted(held) == list(range(SHARDS))
    sizes = [len(worker.held) for worker in workers]
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("count", [1, 2, 3, 5, 16, 20])
def test_shares_add_up_and_differ_by_one_at_most(count: int) -> None:
    workers = [f"worker {number}" for number in range(count)]
    shares = [share_of(worker, workers) for worker in workers]
    assert sum(shares) == SHARDS
    assert max(shares) - min(shares) <= 1


async def test_any_number_of_workers_share_the_shards(house: House) -> None:
    async with house() as services:
        workers = [await joined(services)]
        await settled(*workers)
        assert_shared_evenly(*workers)
        for _ in range(4):
            workers.append(await joined(services))
            await settled(*workers)
            assert_shared_evenly(*workers)
        await workers.pop(1).leave()
        await settled(*workers)
        assert_shared_evenly(*workers)


async def test_workers_that_start_together_hold_no_shard_twice(house: House) -> None:
    async with house() as services:
        workers = [await joined(services) for _ in range(3)]
        await asyncio.gather(*(worker.look() for worker in workers))
        held = [shard for worker in workers for shard in worker.held]
        assert len(held) == len(set(held))
        await settled(*workers)
        assert_shared_evenly(*workers)


async def test_what_a_silent_worker_held_is_taken_as_orphaned_and_it_learns_of_it(house: House) -> None:
    async with house() as services:
        silent, watchful = await joined(services), await joined(services)
        await settled(silent, watchful)
        held = silent.held
        for _ in range(PACE.patience - 1):
            assert (await watchful.look()).taken == ()
        taken = (await watchful.look()).taken
        assert {each.shard for each in taken} == held
        assert all(each.orphaned for each in taken)

        with pytest.raises(DeclaredDeadError):
            await silent.look()
        await silent.join()
        await settled(silent, watchful)
        assert_shared_evenly(silent, watchful)


async def test_what_was_given_back_is_not_orphaned(house: House) -> None:
    async with house() as services:
        first, second = await joined(services), await joined(services)
        await settled(first)
        await first.leave()
        taken = (await second.look()).taken
        assert [(each.shard, each.orphaned) for each in sorted(taken, key=lambda each: each.shard)] == [
            (shard, False) for shard in range(SHARDS)
        ]


async def test_a_worker_that_leaves_takes_nothing_more(house: House) -> None:
    async with house() as services:
        worker = await joined(services)
        assert (await worker.look(leaving=True)).taken == ()
        assert worker.held == frozenset()
