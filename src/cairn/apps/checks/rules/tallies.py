"""The minute, the hour and the day that are not over yet: how a run adds to them, and which of them it ends."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from cairn.apps.checks.rules.uptime import Bucket, Grain, Span, bucket_of_answer, in_buckets, start_of


@dataclass(frozen=True, slots=True)
class Running:
    """A bucket that is not over, and when it began."""

    start: datetime
    bucket: Bucket


@dataclass(frozen=True, slots=True)
class Tallied:
    """What is over, in its order, and what goes on."""

    over: tuple[Running, ...]
    running: Running


def tally(
    running: Running | None,
    spans: Iterable[Span],
    grain: Grain,
    *,
    at: datetime,
    milliseconds: int | None,
) -> Tallied:
    """Adds the time since the last run, and this run's answer. Every bucket before that of `at` is over."""
    parts: dict[datetime, Bucket] = {} if running is None else {running.start: running.bucket}
    for span in spans:
        for start, bucket in in_buckets(span, grain):
            parts[start] = parts.get(start, Bucket()) + bucket
    current = start_of(at, grain)
    answer = Bucket() if milliseconds is None else bucket_of_answer(milliseconds)
    parts[current] = parts.get(current, Bucket()) + answer
    over = tuple(Running(start, parts[start]) for start in sorted(parts) if start != current)
    return Tallied(over, Running(current, parts[current]))
