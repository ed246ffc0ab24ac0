"""Uptime by time: how long something was up, of the time in which anybody knows. And the buckets that keep it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from cairn.apps.checks.rules.states import TargetState


class Grain(StrEnum):
    """How fine a bucket is."""

    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"


LENGTHS: Final = {
    Grain.MINUTE: timedelta(minutes=1),
    Grain.HOUR: timedelta(hours=1),
    Grain.DAY: timedelta(days=1),
}
KEPT_FOR: Final = {
    Grain.MINUTE: timedelta(hours=25),
    Grain.HOUR: timedelta(days=32),
    Grain.DAY: timedelta(days=400),
}
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Span:
    """A time in which something stood so."""

    state: TargetState
    first: datetime
    last: datetime

    @property
    def seconds(self) -> float:
        return (self.last - self.first).total_seconds()


@dataclass(frozen=True, slots=True)
class Bucket:
    """What happened in one minute, hour or day: seconds by state, and how quick the answers were, in milliseconds."""

    seconds: dict[TargetState, float] = field(default_factory=dict)
    answers: int = 0
    slowest: int | None = None
    quickest: int | None = None
    milliseconds: int = 0

    @property
    def mean(self) -> float | None:
        return self.milliseconds / self.answers if self.answers else None

    def __add__(self, other: "Bucket") -> "Bucket":
        states = {*self.seconds, *other.seconds}
        slowest = [each for each in (self.slowest, other.slowest) if each is not None]
        quickest = [each for each in (self.quickest, other.quickest) if each is not None]
        return Bucket(
            {state: self.seconds.get(state, 0) + other.seconds.get(state, 0) for state in states},
            self.answers + other.answers,
            max(slowest, default=None),
            min(quickest, default=None),
            self.milliseconds + other.milliseconds,
        )


def bucket_of_answer(milliseconds: int) -> Bucket:
    """One answer, in no time of its own."""
    return Bucket({}, 1, milliseconds, milliseconds, milliseconds)


def start_of(moment: datetime, grain: Grain) -> datetime:
    """The bucket in which a moment lies. Buckets are those of UTC, so that days have 24 hours."""
    return moment - (moment - _EPOCH) % LENGTHS[grain]


def in_buckets(span: Span, grain: Grain) -> Iterator[tuple[datetime, Bucket]]:
    """A span, shared out to the buckets it lies in."""
    start = start_of(span.first, grain)
    while start < span.last:
        end = start + LENGTHS[grain]
        seconds = (min(end, span.last) - max(start, span.first)).total_seconds()
        if seconds > 0:
            yield start, Bucket({span.state: seconds})
        start = end


def span_since(
    before: TargetState, looked_at: datetime, now: datetime, *, holds_for: timedelta
) -> tuple[Span, ...]:
    """The time since the last look: as it was then for as long as a look holds, and unknown after that."""
    until = min(now, looked_at + holds_for)
    known = Span(before, looked_at, until)
    return (known,) if until == now else (known, Span(TargetState.UNKNOWN, until, now))


def uptime(buckets: Iterable[Bucket]) -> float | None:
    """The share of time that it was up. Maintenance and what nobody knows are left out; of no data nothing is said.

    What is pending was not confirmed to be down, and counts for neither.
    """
    whole = sum(buckets, Bucket())
    up, down = whole.seconds.get(TargetState.UP, 0.0), whole.seconds.get(TargetState.DOWN, 0.0)
    return up / (up + down) if up + down else None
