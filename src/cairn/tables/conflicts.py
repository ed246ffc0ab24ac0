"""Trying again what DynamoDB refused only because another request held the same item at that moment."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from cairn.dynamo.errors import (
    TransactionCanceledException,
    TransactionConflictException,
    TransactionInProgressException,
)
from cairn.dynamo.seam import Dynamo, Operation, Response

# Reasons that say nothing about the items, only about the moment.
_OF_THE_MOMENT: Final = frozenset({"TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"})
_NO_REASON: Final = "None"


@dataclass(frozen=True, slots=True)
class Persistence:
    """How often to try, and how long to wait in between: a random time below a bound that doubles."""

    attempts: int = 6
    first_bound: float = 0.02
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    chance: Callable[[], float] = random.random


async def call_persistently(
    dynamo: Dynamo, operation: Operation, request: dict[str, Any], persistence: Persistence
) -> Response:
    """The answer. A write that collides with a transaction is tried again; the last collision is raised."""
    bound = persistence.first_bound
    for _ in range(persistence.attempts - 1):
        try:
            return await dynamo.call(operation, request)
        except (TransactionConflictException, TransactionInProgressException):
            pass
        except TransactionCanceledException as refusal:
            if not _is_of_the_moment(refusal):
                raise
        await persistence.sleep(bound * persistence.chance())
        bound *= 2
    return await dynamo.call(operation, request)


def _is_of_the_moment(refusal: TransactionCanceledException) -> bool:
    codes = {reason.get("Code", _NO_REASON) for reason in refusal.fields.get("CancellationReasons", ())}
    codes.discard(_NO_REASON)
    return bool(codes) and codes <= _OF_THE_MOMENT
