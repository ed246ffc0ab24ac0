"""A clock that is moved by hand: sleepers wake in their moment, and not before."""

import asyncio
from datetime import UTC, datetime, timedelta

from cairn.services.clock import ManualClock, SystemClock, seconds_of

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


async def test_a_sleeper_wakes_when_its_time_has_come() -> None:
    clock = ManualClock(NOON)
    woken: list[str] = []

    async def sleep(name: str, seconds: float) -> None:
        await clock.sleep(seconds)
        woken.append(name)

    async with asyncio.TaskGroup() as sleepers:
        sleepers.create_task(sleep("short", 10))
        sleepers.create_task(sleep("long", 60))
        sleepers.create_task(sleep("none", 0))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        clock.advance(timedelta(seconds=30))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert sorted(woken) == ["none", "short"]
        clock.advance(timedelta(seconds=30))
    assert clock.now() == NOON + timedelta(minutes=1)
    assert sorted(woken) == ["long", "none", "short"]


async def test_a_sleeper_that_is_cancelled_is_forgotten() -> None:
    clock = ManualClock(NOON)
    sleeper = asyncio.create_task(clock.sleep(10))
    await asyncio.sleep(0)
    sleeper.cancel()
    await asyncio.wait([sleeper])
    clock.advance(timedelta(seconds=10))
    assert sleeper.cancelled()


def test_seconds_are_those_of_the_clock() -> None:
    assert seconds_of(ManualClock(NOON))() == NOON.timestamp()


def test_the_machines_time_is_utc() -> None:
    assert SystemClock().now().tzinfo is UTC
