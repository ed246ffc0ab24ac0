"""A write that collides with a transaction is tried again, for a while; what is the caller's fault is not."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from cairn.dynamo.errors import (
    DynamoError,
    ThrottlingException,
    TransactionCanceledException,
    TransactionConflictException,
    TransactionInProgressException,
    ValidationException,
)
from cairn.dynamo.seam import Operation, Request, Response
from cairn.tables.conflicts import Persistence, call_persistently


@dataclass
class Busy:
    """Raises these errors one after another, then answers."""

    errors: Iterator[DynamoError]
    asked: int = 0

    async def call(self, operation: Operation, request: Request) -> Response:
        self.asked += 1
        for error in self.errors:
            raise error
        return {"done": True}

    async def close(self) -> None:
        """Nothing is open."""


@dataclass
class Sleeper:
    """A persistence that does not sleep, and knows how long it would have."""

    slept: list[float] = field(default_factory=list)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    def persistence(self) -> Persistence:
        return Persistence(first_bound=1, sleep=self.sleep, chance=lambda: 0.5)


async def asked(errors: Iterable[DynamoError]) -> tuple[Response | DynamoError, int, list[float]]:
    busy, sleeper = Busy(iter(errors)), Sleeper()
    try:
        answer: Response | DynamoError = await call_persistently(
            busy, "TransactWriteItems", {"TransactItems": []}, sleeper.persistence()
        )
    except DynamoError as error:
        answer = error
    return answer, busy.asked, sleeper.slept


def cancelled(*codes: str) -> TransactionCanceledException:
    return TransactionCanceledException("cancelled", CancellationReasons=[{"Code": code} for code in codes])


async def test_collisions_are_tried_again_after_a_random_time_below_a_bound_that_doubles() -> None:
    collisions = [
        TransactionConflictException("held"),
        TransactionInProgressException("under way"),
        cancelled("None", "TransactionConflict"),
        cancelled("ThrottlingError", "None", "ProvisionedThroughputExceeded"),
    ]
    assert await asked(collisions) == ({"done": True}, 5, [0.5, 1, 2, 4])


async def test_the_sixth_collision_is_the_callers() -> None:
    collisions = [cancelled("TransactionConflict") for _ in range(9)]
    assert await asked(collisions) == (collisions[5], 6, [0.5, 1, 2, 4, 8])


@pytest.mark.parametrize(
    "error",
    [
        cancelled("ConditionalCheckFailed"),
        cancelled("TransactionConflict", "ConditionalCheckFailed"),
        cancelled("ValidationError"),
        cancelled("None"),
        TransactionCanceledException("cancelled"),
        ThrottlingException("slow down"),
        ValidationException("no such thing"),
    ],
)
async def test_nothing_else_is_tried_again(error: DynamoError) -> None:
    answer: tuple[Any, int, list[float]] = await asked([error])
    assert answer == (error, 1, [])
