"""Time, handed in: nothing in Cairn asks the machine for it, so that tests live through a year in a moment."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

SECOND: Final = timedelta(seconds=1)


class Clock(Protocol):
    """What tells the time, and waits for it to pass."""

    def now(self) -> datetime:
        """The moment, in UTC."""
        ...

    async def sleep(self, seconds: float) -> None: ...


class SystemClock:
    """The machine's time."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class ManualClock:
    """A time that moves when it is told to. Whoever sleeps wakes when their moment has come."""

    def __init__(self, now: datetime) -> None:
        self._now = now
        self._sleepers: list[tuple[datetime, asyncio.Event]] = []

    def now(self) -> datetime:
        return self._now

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        woken = asyncio.Event()
        sleeper = (self._now + timedelta(seconds=seconds), woken)
        self._sleepers.append(sleeper)
        try:
            await woken.wait()
        finally:
            self._sleepers.remove(sleeper)

    def advance(self, by: timedelta) -> None:
        self._now += by
        for until, woken in self._sleepers:
            if until <= self._now:
                woken.set()


def seconds_of(clock: Clock) -> Callable[[], float]:
    """The clock as the engine and others take it: seconds since 1970."""
    return lambda: clock.now().timestamp()


async def sleep_unless(event: asyncio.Event, clock: Clock, seconds: float) -> None:
    """Sleeps so long, or until an event happens, which is then taken for seen."""
    waits = [asyncio.create_task(event.wait()), asyncio.create_task(clock.sleep(max(seconds, 0)))]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
        await asyncio.gather(*waits, return_exceptions=True)
    event.clear()
