"""When to look at a character again, and when to leave the hiscores alone."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

_PAUSE: Final = timedelta(minutes=15)
_LONGEST_PAUSE: Final = timedelta(hours=6)
_CADENCE: Final = (
    # so long ago something changed, so often it is looked at
    (timedelta(hours=2), timedelta(hours=1)),
    (timedelta(days=1), timedelta(hours=4)),
    (timedelta(days=7), timedelta(hours=12)),
    (timedelta(days=60), timedelta(days=1)),
)
_ASLEEP: Final = timedelta(days=3)
MISSING_FOR_GOOD: Final = 3
"""So often in a row a name has to be missing before people are told: boards lose a name for a day now and then."""


def interval(changed_at: datetime | None, *, since: datetime | None, now: datetime) -> timedelta:
    """How long to wait after a look: less for who plays, more for who does not.

    Who was never seen to play is taken to have done so when they were followed first.
    """
    quiet = now - (changed_at or since or now)
    return next((every for within, every in _CADENCE if quiet <= within), _ASLEEP)


def interval_when_missing(times_missing: int) -> timedelta:
    """How long to wait after a name was not on its board, for the so-manieth time in a row."""
    return timedelta(days=min(2 ** max(0, times_missing - 1), 7))


@dataclass(frozen=True, slots=True)
class Pause:
    """The hiscores refuse or are down: nobody asks before `until`."""

    until: datetime
    times: int


def pause_after_refusal(
    before: Pause | None, *, now: datetime, retry_after: timedelta | None = None
) -> Pause:
    """Leaves the hiscores alone: a quarter of an hour at first, twice as long with each refusal that follows."""
    times = 1 if before is None else before.times + 1
    length = min(_PAUSE * 2 ** (times - 1), _LONGEST_PAUSE)
    return Pause(now + max(length, retry_after or timedelta(0)), times)
