"""Any number of reads or writes through BatchGetItem and BatchWriteItem, which take 100 and 25 and may do only some.

What DynamoDB leaves undone is asked for again after a random time below a bound that doubles.
"""

import asyncio
import random
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cairn.dynamo.errors import (
    ProvisionedThroughputExceededException,
    RequestLimitExceeded,
    ThrottlingException,
)
from cairn.dynamo.seam import Dynamo, Item, Operation, Response

MOST_KEYS = 100
MOST_WRITES = 25

_THROTTLED = (ProvisionedThroughputExceededException, RequestLimitExceeded, ThrottlingException)


@dataclass(frozen=True, slots=True)
class Patience:
    """How to wait when DynamoDB leaves something undone, and for how long when it does nothing at all."""

    shortest_bound: float = 0.05
    longest_bound: float = 5.0
    seconds_without_progress: float = 60.0
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    chance: Callable[[], float] = random.random


async def batch_get(
    dynamo: Dynamo, requests: Mapping[str, Mapping[str, Any]], *, patience: Patience | None = None
) -> dict[str, list[Item]]:
    """The items of any number of keys, by table and in no order; what does not exist is left out.

    `requests` is what BatchGetItem takes as RequestItems. A key that stands there twice is read once.
    """
    found: dict[str, list[Item]] = {table: [] for table in requests}
    waiting = deque(
        (table, key)
        for table, request in requests.items()
        for key in {repr(sorted(key.items())): key for key in request["Keys"]}.values()
    )

    def request_items(batch: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        return {table: {**requests[table], "Keys": keys} for table, keys in _by_table(batch).items()}

    async def read(batch: Sequence[tuple[str, Any]]) -> list[tuple[str, Any]]:
        answer = await _ask(dynamo, "BatchGetItem", {"RequestItems": request_items(batch)})
        if answer is None:
            return list(batch)
        for table, items in answer.get("Responses", {}).items():
            found.setdefault(table, []).extend(items)
        undone = answer.get("UnprocessedKeys", {})
        return [(table, key) for table, rest in undone.items() for key in rest["Keys"]]

    await _do_all(waiting, MOST_KEYS, read, patience or Patience())
    return found


async def batch_write(
    dynamo: Dynamo,
    requests: Mapping[str, Sequence[Mapping[str, Any]]],
    *,
    patience: Patience | None = None,
) -> None:
    """Puts and deletes any number of items. `requests` is what BatchWriteItem takes as RequestItems.

    Not a transaction: when it raises, some are written. No item may be named twice, as the order is not kept.
    """
    waiting = deque((table, write) for table, writes in requests.items() for write in writes)

    async def write(batch: Sequence[tuple[str, Any]]) -> list[tuple[str, Any]]:
        answer = await _ask(dynamo, "BatchWriteItem", {"RequestItems": _by_table(batch)})
        if answer is None:
            return list(batch)
        undone = answer.get("UnprocessedItems", {})
        return [(table, write) for table, rest in undone.items() for write in rest]

    await _do_all(waiting, MOST_WRITES, write, patience or Patience())


async def _ask(dynamo: Dynamo, operation: Operation, request: Mapping[str, Any]) -> Response | None:
    """The answer, or None where DynamoDB did nothing because it is asked for too much."""
    try:
        return await dynamo.call(operation, request)
    except _THROTTLED:
        return None


async def _do_all(
    waiting: deque[tuple[str, Any]],
    most: int,
    do: Callable[[Sequence[tuple[str, Any]]], Awaitable[list[tuple[str, Any]]]],
    patience: Patience,
) -> None:
    bound = patience.shortest_bound
    progress = patience.clock()
    while waiting:
        batch = [waiting.popleft() for _ in range(min(most, len(waiting)))]
        undone = await do(batch)
        now = patience.clock()
        if len(undone) < len(batch):
            progress = now
        if not undone:
            bound = patience.shortest_bound
            continue
        waiting.extendleft(reversed(undone))
        if now - progress > patience.seconds_without_progress:
            raise ProvisionedThroughputExceededException(
                f"DynamoDB did nothing for {patience.seconds_without_progress:g} seconds; "
                f"{len(waiting)} requests of a batch are not done."
            )
        await patience.sleep(bound * patience.chance())
        bound = min(2 * bound, patience.longest_bound)


def _by_table(batch: Sequence[tuple[str, Any]]) -> dict[str, list[Any]]:
    tables: dict[str, list[Any]] = {}
    for table, request in batch:
        tables.setdefault(table, []).append(request)
    return tables
