"""Measuring askers side by side: in this process on the engine, or on an endpoint, by a program that can get there."""

import asyncio
import itertools
import random
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import msgspec
import uvloop

from bench.dynamo.items import BATCH, ITEMS_A_PARTITION, KeyNumbers, fresh, kept
from bench.dynamo.requests import CREATE_TABLE, batch_write_item
from bench.dynamo.servers import CAIRN, SERVERS, Server
from bench.dynamo.timing import Measured, Rounds, in_turn
from bench.tables.asking import OPERATIONS, READS, Asker, PlainCalls, TypedTables, asked, texts
from bench.tables.rivals import REGION, SECRET, Boto3Resource, PynamoDB
from cairn.dynamo import Dynamo
from cairn.dynamo.aws import AwsDynamo
from cairn.dynamo.embedded import open_folder
from cairn.tables import Cursors, Tables

ENDPOINTS = tuple(server for server in SERVERS if server.name in {CAIRN, "DynamoDB Local"})
_TRIES = 600


class Plan(msgspec.Struct, frozen=True):
    """How much is measured: items that are there, rounds, and how many of a read or a write in each."""

    kept: int
    rounds: int
    reads: int
    writes: int

    def count(self, operation: str) -> int:
        return self.reads if operation in READS else self.writes


class Figures(msgspec.Struct, frozen=True):
    """By operation and asker, the seconds that one took in each round: in the process, and by endpoint."""

    load_before: float
    inside: dict[str, Rounds]
    endpoints: dict[str, dict[str, Rounds]]


async def measure_inside(folder: Path, plan: Plan) -> dict[str, Rounds]:
    dynamo = open_folder(folder)
    try:
        await fill(dynamo, plan.kept)
        return await measure([PlainCalls(dynamo), TypedTables(tables_of(dynamo))], plan)
    finally:
        await dynamo.close()


def measure_endpoints(
    folder: Path, plan: Plan, servers: Sequence[Server] = ENDPOINTS
) -> dict[str, dict[str, Rounds]]:
    found: dict[str, dict[str, Rounds]] = {}
    for server in servers:
        print(f"… {server.name}, over the wire", file=sys.stderr, flush=True)
        with ExitStack() as stack:
            running = stack.enter_context(server.started(folder / server.name.replace(" ", "-")))
            order = [str(running.port), msgspec.json.encode(plan).decode()]
            answer = subprocess.check_output(
                [*running.entering, sys.executable, "-m", "bench.tables.measuring", *order]
            )
        found[server.name] = msgspec.json.decode(answer, type=dict[str, Rounds])
    return found


async def measure(askers: Sequence[Asker], plan: Plan) -> dict[str, Rounds]:
    """Each operation by all askers in turns, ABBA."""
    found: dict[str, Rounds] = {}
    numbers = _Numbers(plan.kept)
    for operation in OPERATIONS:
        measured = [_measured(asker, operation, numbers, plan.count(operation)) for asker in askers]
        found[operation] = await in_turn(measured, rounds=plan.rounds)
    return found


def ratio(rounds: Rounds, one: str, other: str) -> float:
    """How many times as long `one` takes as `other`: the median of the rounds' ratios."""
    return median(mine / theirs for mine, theirs in zip(rounds[one], rounds[other], strict=True))


async def fill(dynamo: Dynamo, count: int) -> None:
    await dynamo.call("CreateTable", CREATE_TABLE)
    there = [texts(kept(number)) for number in range(count)]
    for start in range(0, count, BATCH):
        await dynamo.call("BatchWriteItem", batch_write_item(there[start : start + BATCH]))


def tables_of(dynamo: Dynamo) -> Tables:
    return Tables(dynamo, cursors=Cursors(b"of no use to anybody"))


class _Numbers:
    """Keys to ask for, which nobody can foresee, and new ones."""

    def __init__(self, count: int) -> None:
        if count < 2 * ITEMS_A_PARTITION:
            raise ValueError(f"{count} items: a query has to find fifty, whichever partition it asks")
        self._there = [kept(number) for number in range(count - count % ITEMS_A_PARTITION)]
        self._new = map(fresh, itertools.count())
        self._choose = random.Random(1)

    def of(self, operation: str) -> Sequence[KeyNumbers]:
        if operation == "transaction of 4":
            return (*itertools.islice(self._new, 2), *self._choose.sample(self._there, k=2))
        return [self._choose.choice(self._there)]


def _measured(asker: Asker, operation: str, numbers: _Numbers, count: int) -> Measured[Sequence[object]]:
    return Measured(
        asker.name,
        count,
        lambda count: asker.prepare(operation, [numbers.of(operation) for _ in range(count)]),
        asked(asker, operation),
    )


async def _on_endpoint(port: int, plan: Plan) -> dict[str, Rounds]:
    await _until_it_listens(port)
    url = f"http://127.0.0.1:{port}"
    async with AwsDynamo(endpoint_url=url, region=REGION, access_key=SECRET, secret_key=SECRET) as dynamo:
        await fill(dynamo, plan.kept)
        askers: list[Asker] = [
            PlainCalls(dynamo), TypedTables(tables_of(dynamo)), PynamoDB(url), Boto3Resource(url),
        ]  # fmt: skip
        return await measure(askers, plan)


async def _until_it_listens(port: int) -> None:
    for _ in range(_TRIES):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return
    raise TimeoutError(f"nothing listens on port {port}")


def main() -> None:
    plan = msgspec.json.decode(sys.argv[2], type=Plan)
    print(msgspec.json.encode(uvloop.run(_on_endpoint(int(sys.argv[1]), plan))).decode())


if __name__ == "__main__":
    main()
