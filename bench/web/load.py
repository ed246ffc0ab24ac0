"""Load: so many connections, each with one request under way, which all ask the same for some seconds."""

import asyncio
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from bench.dynamo.timing import percentile

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Rate:
    """How many were answered a second, and how long they took."""

    per_second: float
    median_ms: float
    p99_ms: float
    answered: int


class _Connection(asyncio.Protocol):
    """Sends the request again whenever it is answered, until the deadline."""

    def __init__(self, request: bytes, deadline: float) -> None:
        self._request = request
        self._deadline = deadline
        self._transport: asyncio.Transport | None = None
        self._received = b""
        self._sent_at = 0.0
        self.latencies: list[float] = []
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._send()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(exc or ConnectionError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        self._received += data
        head = self._received.find(b"\r\n\r\n")
        if head < 0:
            return
        length = _LENGTH.search(self._received, 0, head + 2)
        if length is None or not self._received.startswith(b"HTTP/1.1 200"):
            if not self.done.done():
                self.done.set_exception(RuntimeError(f"was answered {self._received[:1000]!r}"))
            return
        if len(self._received) < head + 4 + int(length[1]):
            return
        now = time.perf_counter()
        self.latencies.append(now - self._sent_at)
        self._received = b""
        if now < self._deadline:
            self._send()
        elif not self.done.done():
            self.done.set_result(None)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def _send(self) -> None:
        if self._transport is not None:
            self._sent_at = time.perf_counter()
            self._transport.write(self._request)


def request_for(port: int, path: str, headers: Sequence[tuple[str, str]] = ()) -> bytes:
    """A GET as it goes over the wire."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        *(f"{name}: {value}" for name, value in headers),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


async def measured(port: int, request: bytes, *, connections: int, seconds: float) -> Rate:
    """What a server makes of that load."""
    started = time.perf_counter()
    deadline = started + seconds
    loop = asyncio.get_running_loop()
    everyone = [
        (await loop.create_connection(lambda: _Connection(request, deadline), "127.0.0.1", port))[1]
        for _ in range(connections)
    ]
    await asyncio.gather(*(each.done for each in everyone))
    took = time.perf_counter() - started
    for each in everyone:
        each.close()
    latencies = [latency for each in everyone for latency in each.latencies]
    return Rate(
        per_second=len(latencies) / took,
        median_ms=percentile(latencies, 0.5) * 1e3,
        p99_ms=percentile(latencies, 0.99) * 1e3,
        answered=len(latencies),
    )
