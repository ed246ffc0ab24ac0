"""Connections that are kept for some seconds, by where they lead: whoever asks there again need not connect again.

The library's own pool looks at all of its connections whenever a request begins or ends. Here that takes no longer the
more hosts are asked.
"""

import asyncio
import ssl
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import Final

import httpcore2

from cairn.services.outbound.urls import Target

_MOST_CONNECTIONS: Final = 512
_SECONDS_KEPT: Final = 15

Origin = tuple[str, str, int]


class Connections:
    """The connections of one client."""

    def __init__(self, backend: httpcore2.AsyncNetworkBackend, trust: ssl.SSLContext | None) -> None:
        self._backend = backend
        self._trust = trust
        self._in_use = asyncio.Semaphore(_MOST_CONNECTIONS)
        self._at_rest: dict[Origin, list[httpcore2.AsyncHTTPConnection]] = {}
        self._put_down: deque[tuple[float, Origin]] = deque()

    @asynccontextmanager
    async def lent(self, target: Target) -> AsyncIterator[httpcore2.AsyncHTTPConnection]:
        """A connection for one request. It is kept when the answer was read to its end."""
        async with self._in_use:
            await self._close_old()
            connection = await self._kept(target.origin) or self._new(target)
            try:
                yield connection
            finally:
                if connection.is_idle() and not connection.is_closed():
                    self._at_rest.setdefault(target.origin, []).append(connection)
                    self._put_down.append((monotonic() + _SECONDS_KEPT, target.origin))
                else:
                    await connection.aclose()

    async def close(self) -> None:
        """Lets go of all that are kept."""
        self._put_down.clear()
        kept = [each for connections in self._at_rest.values() for each in connections]
        self._at_rest.clear()
        for connection in kept:
            await connection.aclose()

    def _new(self, target: Target) -> httpcore2.AsyncHTTPConnection:
        if self._trust is None and target.scheme == "https":
            self._trust = httpcore2.default_ssl_context()  # read once: it takes a while
        return httpcore2.AsyncHTTPConnection(
            httpcore2.Origin(target.scheme.encode(), target.host.encode(), target.port),
            ssl_context=self._trust,
            keepalive_expiry=_SECONDS_KEPT,
            http2=True,
            network_backend=self._backend,
        )

    async def _kept(self, origin: Origin) -> httpcore2.AsyncHTTPConnection | None:
        """The one that was put down last, if its other end is there yet."""
        connections = self._at_rest.get(origin, [])
        while connections:
            connection = connections.pop()
            if not connections:
                del self._at_rest[origin]
            if connection.is_available() and not connection.has_expired():
                return connection
            await connection.aclose()
        return None

    async def _close_old(self) -> None:
        now = monotonic()
        while self._put_down and self._put_down[0][0] <= now:
            _, origin = self._put_down.popleft()
            connections = self._at_rest.get(origin, [])
            if connections and connections[0].has_expired():
                old = connections.pop(0)
                if not connections:
                    del self._at_rest[origin]
                await old.aclose()
