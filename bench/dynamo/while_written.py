"""How long a GetItem in the process takes while as many as can be are writing."""

import asyncio
import itertools
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

from bench.dynamo.items import PARTITION, SORT, KeyNumbers, fresh
from bench.dynamo.requests import get_item, put_item
from bench.dynamo.timing import percentile
from cairn.dynamo import Dynamo

_WRITERS = 64
_PAUSE = 0.001
_FIRST_FRESH = 50_000_000  # past what was written before


@dataclass(frozen=True, slots=True)
class Latency:
    median_microseconds: float
    p99_microseconds: float


@dataclass(frozen=True, slots=True)
class ReadLatencies:
    """GetItem as a caller sees it who asks while the event loop has other things to do."""

    alone: Latency
    while_written: Latency
    writes_per_second: float


async def read_latencies(dynamo: Dynamo, there: Sequence[KeyNumbers], *, seconds: float) -> ReadLatencies:
    alone = await _read(dynamo, there, seconds)
    numbers = itertools.count(_FIRST_FRESH)
    written = 0
    writing = True
    first_written = asyncio.Event()

    async def write() -> None:
        nonlocal written
        while writing:
            partition, sort = fresh(next(numbers))
            await dynamo.call("PutItem", put_item((PARTITION % partition, SORT % sort)))
            written += 1
            first_written.set()

    started = time.perf_counter()
    writers = [asyncio.create_task(write()) for _ in range(_WRITERS)]
    await first_written.wait()  # on a slow disk a short reading would be over before
    while_written = await _read(dynamo, there, seconds)
    rate = written / (time.perf_counter() - started)
    writing = False
    await asyncio.gather(*writers)
    return ReadLatencies(alone, while_written, rate)


async def _read(dynamo: Dynamo, there: Sequence[KeyNumbers], seconds: float) -> Latency:
    choose = random.Random(3)
    took: list[float] = []
    deadline = time.perf_counter() + seconds
    while (started := time.perf_counter()) < deadline:
        partition, sort = choose.choice(there)
        # As a task it waits behind whatever the loop has to do already, like a request that comes in.
        request = get_item((PARTITION % partition, SORT % sort))
        await asyncio.create_task(_called(dynamo, request))
        took.append(time.perf_counter() - started)
        await asyncio.sleep(_PAUSE)
    return Latency(percentile(took, 0.5) * 1e6, percentile(took, 0.99) * 1e6)


async def _called(dynamo: Dynamo, request: dict[str, object]) -> None:
    await dynamo.call("GetItem", request)
