"""When a check runs: start to start, spread so that they do not run all at once, never sooner than its tier allows."""

from datetime import datetime, timedelta
from typing import Final

_JITTER: Final = 0.05
_LONGEST_TIMEOUT: Final = timedelta(seconds=45)
_CLOSEST_LOOK: Final = timedelta(seconds=30)


def next_run(started_at: datetime, delay: timedelta, *, now: datetime, chance: float) -> datetime:
    """When to run after a run that began at `started_at`. `chance`, from 0 to 1, moves it by a few per cent.

    Who is late runs once, not once for each run that was missed.
    """
    due = started_at + delay * (1 + _JITTER * (2 * chance - 1))
    return max(due, now)


def timeout(delay: timedelta) -> timedelta:
    """How long a run may take: it is over before the next one begins."""
    return min(delay * 0.8, _LONGEST_TIMEOUT)


def retry_delay(delay: timedelta) -> timedelta:
    """How soon to look again at what has just failed, before it is called down."""
    return min(delay, max(timedelta(seconds=10), delay / 5))


def delay_near_end(delay: timedelta, ends_at: datetime, *, now: datetime) -> timedelta:
    """How long to wait while an auction goes on: the nearer its end, the less."""
    left = ends_at - now
    if left <= timedelta(0):
        return delay
    return min(delay, max(_CLOSEST_LOOK, left / 4))
