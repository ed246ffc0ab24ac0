"""What the measuring process tells its clients to do, and what they answer."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Self

import msgspec

_FRESH_AN_ORDER = 500_000  # more new items than anyone writes in one order


class Load(msgspec.Struct, frozen=True):
    """So many connections that send one kind of request."""

    operation: str
    connections: int
    first_fresh: int = 0


class Order(msgspec.Struct, frozen=True):
    port: int
    kept: int
    loads: list[Load]
    seconds: float


class Result(msgspec.Struct, frozen=True):
    operation: str
    answered: int
    per_second: float
    median_ms: float
    p99_ms: float


class Client:
    """A client process that waits for orders."""

    def __init__(self, orders: IO[str], results: IO[str], *, port: int, kept: int) -> None:
        self._orders = orders
        self._results = results
        self._port = port
        self._kept = kept
        self._next_fresh = 0

    @classmethod
    @contextmanager
    def started(cls, entering: Sequence[str], *, port: int, kept: int) -> Iterator[Self]:
        """`entering` is the command that brings it into the server's network, if that has its own."""
        command = [*entering, sys.executable, "-m", "bench.dynamo.client"]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1) as process:
            if process.stdin is None or process.stdout is None:
                raise AssertionError("both were asked to be pipes")
            yield cls(
                process.stdin, process.stdout, port=port, kept=kept
            )  # leaving ends its stdin, and so it

    def run(self, *operations: tuple[str, int], seconds: float) -> list[Result]:
        """Each operation on so many connections, all at once."""
        loads = []
        for operation, connections in operations:
            loads.append(Load(operation, connections, self._next_fresh))
            self._next_fresh += _FRESH_AN_ORDER
        order = Order(port=self._port, kept=self._kept, loads=loads, seconds=seconds)
        self._orders.write(msgspec.json.encode(order).decode() + "\n")
        line = self._results.readline()
        if not line:
            raise RuntimeError(f"the client of port {self._port} ended; what it said is above")
        return msgspec.json.decode(line, type=list[Result])

    def prepare(self) -> None:
        """Makes the table and the items that are there before anything is measured."""
        self.run(("CreateTable", 1), seconds=60)
        self.run(("Fill", 4), seconds=300)
