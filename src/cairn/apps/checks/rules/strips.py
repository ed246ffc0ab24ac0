"""What everybody is shown of a check: a bar for each of the last days, how it stands now, and how all of them stand."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final

from cairn.apps.checks.rules.states import TargetState
from cairn.apps.checks.rules.uptime import Bucket, uptime

DAYS: Final = 90
_MOSTLY: Final = 0.99
_LATE: Final = timedelta(minutes=5)


class DayState(StrEnum):
    """UP      it was never down
    PARTLY  it was down for a hundredth of the day at most
    DOWN    it was down for longer
    PLANNED there was nothing but maintenance
    UNKNOWN nobody knows
    """

    UP = "up"
    PARTLY = "partly"
    DOWN = "down"
    PLANNED = "maintenance"
    UNKNOWN = "unknown"


class Overall(StrEnum):
    """How everything on a page stands together."""

    WELL = "well"
    PARTLY = "partly"
    DOWN = "down"
    PLANNED = "maintenance"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Day:
    """A day of UTC: how it was, and for which share of the known time it was up."""

    day: date
    state: DayState
    share: float | None
    down: timedelta


def days_of(buckets: Mapping[date, Bucket], today: date, count: int = DAYS) -> list[Day]:
    """The last days, the first one first. One of which nothing is known is there too."""
    days = [today - timedelta(days=ago) for ago in reversed(range(count))]
    return [_day(day, buckets.get(day, Bucket())) for day in days]


def _day(day: date, bucket: Bucket) -> Day:
    share = uptime([bucket])
    down = timedelta(seconds=bucket.seconds.get(TargetState.DOWN, 0.0))
    if share is None:
        is_planned = bucket.seconds.get(TargetState.MAINTENANCE, 0.0) > 0
        return Day(day, DayState.PLANNED if is_planned else DayState.UNKNOWN, None, down)
    state = DayState.UP if share == 1 else DayState.PARTLY if share >= _MOSTLY else DayState.DOWN
    return Day(day, state, share, down)


def standing_now(
    shown: TargetState, due_at: datetime | None, delay: timedelta, *, is_running: bool, now: datetime
) -> TargetState:
    """How it stands now. Nobody knows where a look is long overdue, and what is not confirmed is not told yet."""
    if not is_running or due_at is None or now - due_at > delay + _LATE:
        return TargetState.UNKNOWN
    return TargetState.UP if shown is TargetState.PENDING else shown


def overall(states: Iterable[TargetState]) -> Overall:
    """How all of it stands, in one word: what is down counts before all else."""
    known: Sequence[TargetState] = [each for each in states if each is not TargetState.UNKNOWN]
    if not known:
        return Overall.UNKNOWN
    down = sum(each is TargetState.DOWN for each in known)
    if down:
        return Overall.DOWN if down == len(known) else Overall.PARTLY
    return Overall.PLANNED if TargetState.MAINTENANCE in known else Overall.WELL
