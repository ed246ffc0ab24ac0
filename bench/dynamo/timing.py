"""Measuring several things in turn, again and again, so that a machine that drifts slows all of them alike."""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Generic, TypeVar

_WARM_UP_ROUNDS = 2

Work = TypeVar("Work")


@dataclass(frozen=True, slots=True)
class Measured(Generic[Work]):
    """Something that takes time: `prepare` makes ready what is to be done, untimed, and `run` does it."""

    name: str
    count: int
    prepare: Callable[[int], Work]
    run: Callable[[Work], Awaitable[None]]


Rounds = Mapping[str, Sequence[float]]
"""By name, the seconds that one took in each round."""


async def in_turn(things: Sequence[Measured[Any]], *, rounds: int) -> Rounds:
    """ABBA ABBA …: every other round runs backwards, so that nobody always follows the same neighbour."""
    seconds: dict[str, list[float]] = {thing.name: [] for thing in things}
    for number in range(rounds + _WARM_UP_ROUNDS):
        for thing in things if number % 2 == 0 else reversed(things):
            work = thing.prepare(thing.count)
            started = time.perf_counter()
            await thing.run(work)
            took = (time.perf_counter() - started) / thing.count
            if number >= _WARM_UP_ROUNDS:
                seconds[thing.name].append(took)
    return seconds


def typical_ratio(one: Sequence[float], other: Sequence[float]) -> float:
    """How many times `other` is in `one`: the median of the rounds' ratios, not the ratio of medians."""
    return median(mine / theirs for mine, theirs in zip(one, other, strict=True))


def percentile(of: Sequence[float], share: float) -> float:
    ordered = sorted(of)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
