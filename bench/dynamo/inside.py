"""The engine in this process, beside bare SQLite on the same disk."""

import asyncio
import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from bench.dynamo.aims import Aim, aims
from bench.dynamo.bare import Apsw, Stdlib, bytes_key
from bench.dynamo.items import BATCH, PARTITION, QUERY_LIMIT, SORT, KeyNumbers, fresh, item, kept
from bench.dynamo.requests import (
    CREATE_TABLE,
    Key,
    batch_write_item,
    get_item,
    put_item,
    query,
    transact_write_items,
    update_item,
)
from bench.dynamo.timing import Measured, Rounds, in_turn
from bench.dynamo.while_written import ReadLatencies, read_latencies
from cairn.dynamo import Dynamo
from cairn.dynamo.embedded import open_folder
from cairn.dynamo.seam import Operation

CONCURRENT = 64

Requests = Sequence[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class InsidePlan:
    kept: int
    rounds: int
    seconds: float


@dataclass(frozen=True, slots=True)
class InsideFigures:
    microseconds: dict[str, float]
    """What each measured thing took, one at a time or, where many share a commit, for one of them."""
    aims: list[Aim]
    reads: ReadLatencies


def _text_key(numbers: KeyNumbers) -> Key:
    return PARTITION % numbers[0], SORT % numbers[1]


async def measure_inside(folder: Path, plan: InsidePlan) -> InsideFigures:
    kept_numbers = [kept(number) for number in range(plan.kept)]
    bare_keys = [bytes_key(numbers) for numbers in kept_numbers]
    apsw, stdlib = Apsw(folder, bare_keys), Stdlib(folder, bare_keys)
    dynamo = open_folder(folder / "cairn")
    try:
        await _fill(dynamo, kept_numbers)
        rounds: Rounds = {
            **await in_turn(_reads(dynamo, apsw, stdlib, kept_numbers), rounds=plan.rounds),
            **await in_turn(_writes(dynamo, apsw, kept_numbers), rounds=plan.rounds),
        }
        return InsideFigures(
            microseconds={name: median(seconds) * 1e6 for name, seconds in rounds.items()},
            aims=aims(rounds),
            reads=await read_latencies(dynamo, kept_numbers, seconds=plan.seconds),
        )
    finally:
        await dynamo.close()
        apsw.close()
        stdlib.close()


async def _fill(dynamo: Dynamo, of: Sequence[KeyNumbers]) -> None:
    await dynamo.call("CreateTable", CREATE_TABLE)
    for start in range(0, len(of), BATCH):
        await dynamo.call("BatchWriteItem", batch_write_item(list(map(_text_key, of[start : start + BATCH]))))
    first = _text_key(of[0])
    one = await dynamo.call("GetItem", get_item(first))
    many = await dynamo.call("Query", query(first))
    if one["Item"] != item(*first) or len(many["Items"]) != QUERY_LIMIT:
        raise RuntimeError(f"what is measured answers wrongly: {one}, {many}")


def _reads(dynamo: Dynamo, apsw: Apsw, stdlib: Stdlib, there: Sequence[KeyNumbers]) -> list[Measured[Any]]:
    choose = random.Random(1)

    def some(count: int) -> list[KeyNumbers]:
        return choose.choices(there, k=count)

    def partitions(count: int) -> list[bytes]:
        return [bytes_key(numbers)[0] for numbers in some(count)]

    measured: list[Measured[Any]] = [
        _asked(dynamo, "GetItem", 200, lambda count: [get_item(_text_key(each)) for each in some(count)]),
        _asked(dynamo, "Query", 20, lambda count: [query(_text_key(each)) for each in some(count)]),
    ]
    for bare in (apsw, stdlib):
        measured += [
            _done(f"one row, {bare.name}", 200, lambda count: list(map(bytes_key, some(count))), bare.get),
            _done(f"fifty rows, {bare.name}", 20, partitions, bare.query),
        ]
    return measured


def _writes(dynamo: Dynamo, apsw: Apsw, there: Sequence[KeyNumbers]) -> list[Measured[Any]]:
    choose = random.Random(2)
    numbers = map(fresh, itertools.count())

    def new(count: int) -> list[KeyNumbers]:
        return list(itertools.islice(numbers, count))

    def puts(count: int) -> Requests:
        return [put_item(_text_key(each)) for each in new(count)]

    def updates(count: int) -> Requests:
        return [update_item(_text_key(each)) for each in choose.choices(there, k=count)]

    def batches(count: int) -> Requests:
        return [batch_write_item(list(map(_text_key, new(BATCH)))) for _ in range(count)]

    def transactions(count: int) -> Requests:
        return [
            transact_write_items(*map(_text_key, (*new(2), *choose.sample(there, k=2)))) for _ in range(count)
        ]

    async def together(requests: Requests) -> None:
        for group in _groups(requests):
            await asyncio.gather(*(dynamo.call("PutItem", request) for request in group))

    def commit_together(keys: Sequence[tuple[bytes, bytes]]) -> None:
        for group in _groups(keys):
            apsw.commit_all(group)

    def bare_keys(count: int) -> list[tuple[bytes, bytes]]:
        return list(map(bytes_key, new(count)))

    return [
        _done("one row, committed", 20, bare_keys, apsw.commit_each),
        _asked(dynamo, "PutItem", 20, puts),
        _asked(dynamo, "UpdateItem", 20, updates),
        _done("64 rows, committed together", 4 * CONCURRENT, bare_keys, commit_together),
        Measured("64 PutItems at once", 4 * CONCURRENT, puts, together),
        _asked(dynamo, "TransactWriteItems", 10, transactions),
        _asked(dynamo, "BatchWriteItem", 4, batches),
    ]


def _groups(of: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (of[start : start + CONCURRENT] for start in range(0, len(of), CONCURRENT))


def _asked(
    dynamo: Dynamo, operation: Operation, count: int, prepare: Callable[[int], Requests]
) -> Measured[Requests]:
    """One call after another."""

    async def run(requests: Requests) -> None:
        call = dynamo.call
        for request in requests:
            await call(operation, request)

    return Measured(operation, count, prepare, run)


def _done(name: str, count: int, prepare: Callable[[int], Any], run: Callable[[Any], None]) -> Measured[Any]:
    async def run_it(work: Any) -> None:
        run(work)

    return Measured(name, count, prepare, run_it)
