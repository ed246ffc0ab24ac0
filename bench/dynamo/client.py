"""The client of every server, as a process of its own: keep-alive connections with one request under way each.

Reads orders from stdin and prints results, a line of JSON each, until stdin ends.
"""

import asyncio
import re
import sys
import time
from collections.abc import Iterator
from typing import cast

import msgspec
import uvloop

from bench.dynamo.items import QUERY_LIMIT, item
from bench.dynamo.orders import Load, Order, Result
from bench.dynamo.timing import percentile
from bench.dynamo.wire_requests import REQUESTS, Place

_PATIENCE = 90.0
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_CLOSING = re.compile(rb"\r\nconnection: *close", re.IGNORECASE)


class _Connection(asyncio.Protocol):
    """Sends the next request when the last is answered, and connects again when the server hangs up."""

    def __init__(self, port: int, requests: Iterator[bytes], deadline: float) -> None:
        self._port = port
        self._requests = requests
        self._deadline = deadline
        self._transport: asyncio.Transport | None = None
        self._received = b""
        self._awaited = 0
        self._sent_at = 0.0
        self._request = b""
        self._reconnecting: asyncio.Task[None] | None = None
        self.latencies: list[float] = []
        self.last_body = b""
        self.last_answer_at = 0.0
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def connect(self) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self._port)

    def start(self) -> None:
        self._request = next(self._requests)
        self._send()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's has the methods, not the base

    def connection_lost(self, exc: Exception | None) -> None:
        # A transport that was replaced on purpose also ends here.
        if self._reconnecting is None and not self.done.done():
            self.done.set_exception(exc or ConnectionError("the server closed a connection on which it owed"))

    def data_received(self, data: bytes) -> None:
        received = self._received = self._received + data if self._received else data
        if len(received) < self._awaited:
            return
        head = received.find(b"\r\n\r\n")
        if head < 0:
            return
        length = _LENGTH.search(received, 0, head + 2)
        if length is None:
            self._fail(b"an answer without Content-Length: " + received)
            return
        self._awaited = head + 4 + int(length[1])
        if len(received) < self._awaited:
            return
        now = time.perf_counter()
        if not received.startswith(b"HTTP/1.1 200"):
            self._fail(received)
            return
        self._received, self._awaited = b"", 0
        self.latencies.append(now - self._sent_at)
        self.last_body = received[head + 4 :]
        self.last_answer_at = now
        if now < self._deadline:
            try:
                self._request = next(self._requests)
            except StopIteration:
                pass
            else:
                if _CLOSING.search(received, 0, head + 2):
                    self._reconnecting = asyncio.ensure_future(self._reconnect())
                else:
                    self._send()
                return
        self.close()

    def close(self) -> None:
        if not self.done.done():
            self.done.set_result(None)
        if self._transport is not None:
            self._transport.close()

    def _send(self) -> None:
        if self._transport is not None:
            self._sent_at = time.perf_counter()
            self._transport.write(self._request)

    async def _reconnect(self) -> None:
        sent_at = time.perf_counter()  # to connect belongs to what the caller waits for
        if self._transport is not None:
            self._transport.close()
        try:
            await self.connect()
        except OSError as fault:
            self.done.set_exception(fault)
            return
        self._send()
        self._sent_at = sent_at

    def _fail(self, answer: bytes) -> None:
        if not self.done.done():
            message = f"answered {answer[:2000].decode(errors='replace')} to {self._request[:1000].decode()}"
            self.done.set_exception(RuntimeError(message))


async def _connections(order: Order, load: Load, deadline: float) -> list[_Connection]:
    connections = []
    for number in range(load.connections):
        place = Place(number, load.connections, order.kept, load.first_fresh)
        connections.append(_Connection(order.port, REQUESTS[load.operation](place), deadline))
    await asyncio.gather(*(connection.connect() for connection in connections))
    return connections


async def _carry_out(order: Order) -> list[Result]:
    """All loads at the same time, for so many seconds or until they end by themselves."""
    await _until_it_listens(order.port)
    deadline = time.perf_counter() + order.seconds
    groups = [await _connections(order, load, deadline) for load in order.loads]
    everyone = [connection for group in groups for connection in group]
    started = time.perf_counter()
    for connection in everyone:
        connection.start()
    await asyncio.wait_for(asyncio.gather(*(connection.done for connection in everyone)), order.seconds + 60)
    results = []
    for load, group in zip(order.loads, groups, strict=True):
        _must_be_right(load.operation, group[0].last_body)
        latencies = [latency for connection in group for latency in connection.latencies]
        results.append(
            Result(
                operation=load.operation,
                answered=len(latencies),
                # Each until its own last answer, so that waiting for the slowest is nobody's idle time.
                per_second=sum(len(each.latencies) / (each.last_answer_at - started) for each in group),
                median_ms=percentile(latencies, 0.5) * 1e3,
                p99_ms=percentile(latencies, 0.99) * 1e3,
            )
        )
    return results


def _must_be_right(operation: str, body: bytes) -> None:
    """A server that answers 200 with nothing in it would win every comparison."""
    answer = msgspec.json.decode(body)
    match operation:
        case "GetItem":
            right = len(answer["Item"]) == len(item("", ""))
        case "Query":
            right = answer["Count"] == len(answer["Items"]) == QUERY_LIMIT
        case "BatchWriteItem" | "Fill":
            right = not answer["UnprocessedItems"]
        case _:
            right = True
    if not right:
        raise RuntimeError(f"{operation} was answered with {body[:1000]!r}")


async def _until_it_listens(port: int) -> None:
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            if time.monotonic() > deadline:
                raise
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return


def main() -> None:
    order_of, text_of = msgspec.json.Decoder(Order).decode, msgspec.json.encode
    for line in sys.stdin:
        print(text_of(uvloop.run(_carry_out(order_of(line)))).decode(), flush=True)


if __name__ == "__main__":
    main()
