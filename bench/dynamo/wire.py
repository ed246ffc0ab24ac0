"""Everyone over HTTP: the same requests from the same client, the servers taking turns."""

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.dynamo.durability import flushes_a_put
from bench.dynamo.memory import resident_megabytes
from bench.dynamo.orders import Client, Result
from bench.dynamo.sdk import SdkResult, by_sdk
from bench.dynamo.servers import Running, Server
from bench.dynamo.timing import typical_ratio

OPERATIONS = ("GetItem", "Query", "PutItem", "UpdateItem", "TransactWriteItems", "BatchWriteItem")
CLIENTS = 8
_READERS = 2


@dataclass(frozen=True, slots=True)
class WirePlan:
    kept: int
    rounds: int
    seconds: float
    warm_up_seconds: float


@dataclass(frozen=True, slots=True)
class Rate:
    per_second: float
    median_ms: float
    p99_ms: float


@dataclass(frozen=True, slots=True)
class Reads:
    """GetItem from two clients, alone and while eight others write."""

    alone: Rate
    while_written: Rate
    writes_per_second: float


@dataclass(frozen=True, slots=True)
class WireFigures:
    versions: dict[str, str]
    rates: dict[str, dict[str, Rate]]
    """By operation, then by server."""
    ratios: dict[str, dict[str, float]]
    """By operation, then by server: how many times its rate the first server's is."""
    reads: dict[str, Reads]
    sdk: dict[str, SdkResult]
    flushes_a_put: dict[str, float | None]
    megabytes: dict[str, float]
    """What each held in memory when all was done."""


@dataclass(frozen=True, slots=True)
class _Contestant:
    server: Server
    running: Running
    client: Client

    def has(self, operation: str) -> bool:
        return operation not in self.server.lacks

    def answer(self, operation: str, seconds: float) -> list[Result]:
        clients = 1 if operation in self.server.one_at_a_time else CLIENTS
        return self.client.run((operation, clients), seconds=seconds)


def measure_wire(servers: Sequence[Server], folder: Path, plan: WirePlan) -> WireFigures:
    """The first of the servers is the one that the others are compared with."""
    with ExitStack() as stack:
        contestants = []
        for server in servers:
            _say(f"starting {server.name}")
            running = stack.enter_context(server.started(folder / server.name.replace(" ", "-")))
            client = stack.enter_context(Client.started(running.entering, port=running.port, kept=plan.kept))
            client.prepare()
            contestants.append(_Contestant(server, running, client))
        by_round = _rates_by_round(contestants, plan)
        return WireFigures(
            versions={server.name: server.version() for server in servers},
            rates={
                operation: {name: _typical(results) for name, results in by_name.items()}
                for operation, by_name in by_round.items()
            },
            ratios={operation: _ratios(by_name, servers[0].name) for operation, by_name in by_round.items()},
            reads={each.server.name: _reads(each, plan) for each in contestants},
            sdk={each.server.name: _sdk(each, plan) for each in contestants},
            megabytes={each.server.name: resident_megabytes(each.running.pid) for each in contestants},
            flushes_a_put={
                each.server.name: flushes_a_put(each.running.pid, each.client, seconds=plan.seconds)
                for each in contestants
            },
        )


def _rates_by_round(contestants: Sequence[_Contestant], plan: WirePlan) -> dict[str, dict[str, list[Result]]]:
    results: dict[str, dict[str, list[Result]]] = {}
    for operation in OPERATIONS:
        able = [each for each in contestants if each.has(operation)]
        _say(f"{operation} from {CLIENTS} clients: {', '.join(each.server.name for each in able)}")
        for each in able:  # Java compiles what it has run for a while; nobody is measured cold
            each.answer(operation, plan.warm_up_seconds)
        results[operation] = {each.server.name: [] for each in able}
        for number in range(plan.rounds):
            for each in able if number % 2 == 0 else reversed(able):
                results[operation][each.server.name] += each.answer(operation, plan.seconds)
    return results


def _typical(results: Sequence[Result]) -> Rate:
    return Rate(
        per_second=median(result.per_second for result in results),
        median_ms=median(result.median_ms for result in results),
        p99_ms=median(result.p99_ms for result in results),
    )


def _ratios(by_name: dict[str, list[Result]], first: str) -> dict[str, float]:
    rates = {name: [result.per_second for result in results] for name, results in by_name.items()}
    return {name: typical_ratio(rates[first], theirs) for name, theirs in rates.items() if name != first}


def _reads(contestant: _Contestant, plan: WirePlan) -> Reads:
    _say(f"reads of {contestant.server.name} while it is written to")
    run = contestant.client.run
    alone = run(("GetItem", _READERS), seconds=plan.seconds)
    reads, writes = run(("GetItem", _READERS), ("PutItem", CLIENTS), seconds=2 * plan.seconds)
    return Reads(_typical(alone), _typical([reads]), writes.per_second)


def _sdk(contestant: _Contestant, plan: WirePlan) -> SdkResult:
    running = contestant.running
    return by_sdk(running.entering, port=running.port, kept=plan.kept, seconds=plan.seconds / 2)


def _say(what: str) -> None:
    print(f"… {what}", file=sys.stderr, flush=True)
