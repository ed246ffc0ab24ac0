"""One connection as bytes: what is read and written on it, plainly or secured. As little as HTTP needs."""

import asyncio
import ssl
from collections import deque
from collections.abc import Iterable
from time import monotonic
from typing import Any, Final, cast

import httpcore2

_MOST_AHEAD: Final = 256 * 1024
"""So many bytes are taken in before somebody asks for them."""


class _Wire(asyncio.Protocol):
    """What comes in is kept until it is read."""

    def __init__(self) -> None:
        self._received: deque[bytes] = deque()
        self._ahead = 0
        self._is_over = False
        self._fault: Exception | None = None
        self._waiting: asyncio.Future[None] | None = None
        self._full: asyncio.Future[None] | None = None
        self.transport: asyncio.Transport  # from when it is connected

    @property
    def has_news(self) -> bool:
        """Whether something came that nobody has asked for: on a connection at rest, its end."""
        return self._is_over or bool(self._received)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self._received.append(data)
        self._ahead += len(data)
        if self._ahead > _MOST_AHEAD:
            self.transport.pause_reading()
        self._wake()

    def eof_received(self) -> None:
        self._is_over = True
        self._wake()

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_over = True
        self._fault = exc
        self._wake()
        if self._full is not None and not self._full.done():
            self._full.set_result(None)

    def pause_writing(self) -> None:
        self._full = asyncio.get_running_loop().create_future()

    def resume_writing(self) -> None:
        if self._full is not None and not self._full.done():
            self._full.set_result(None)
        self._full = None

    async def read(self, most: int) -> bytes:
        while not self._received:
            if self._fault is not None:
                raise httpcore2.ReadError(str(self._fault)) from self._fault
            if self._is_over:
                return b""
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        data = self._received.popleft()
        if len(data) > most:
            self._received.appendleft(data[most:])
            data = data[:most]
        was_full = self._ahead > _MOST_AHEAD
        self._ahead -= len(data)
        if was_full and self._ahead <= _MOST_AHEAD:
            self.transport.resume_reading()
        return data

    async def write(self, data: bytes) -> None:
        if self.transport.is_closing():
            raise httpcore2.WriteError("the connection is closed") from self._fault
        self.transport.write(data)
        if self._full is not None:
            await self._full

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)


class Stream(httpcore2.AsyncNetworkStream):
    """A connection, as the HTTP library takes it."""

    def __init__(self, wire: _Wire) -> None:
        self._wire = wire
        self.connected_at = monotonic()
        self.secured_at = 0.0

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109 - the library's
        try:
            async with asyncio.timeout(timeout):
                return await self._wire.read(max_bytes)
        except TimeoutError as fault:
            raise httpcore2.ReadTimeout(str(fault)) from fault

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109 - the library's
        if not buffer:
            return
        try:
            async with asyncio.timeout(timeout):
                await self._wire.write(buffer)
        except TimeoutError as fault:
            raise httpcore2.WriteTimeout(str(fault)) from fault

    async def aclose(self) -> None:
        transport = self._wire.transport
        if transport.get_extra_info("ssl_object") is None:
            transport.close()
        else:
            transport.abort()  # the other end may take its time to say good-bye

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - the library's
    ) -> httpcore2.AsyncNetworkStream:
        plain = self._wire.transport
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(timeout):
                secured = await loop.start_tls(
                    plain, self._wire, ssl_context, server_hostname=server_hostname
                )
        except TimeoutError as fault:
            plain.abort()
            raise httpcore2.ConnectTimeout(str(fault)) from fault
        except BaseException:
            plain.abort()
            raise
        if secured is None:
            raise httpcore2.ConnectError("the connection broke off while it was being secured")
        self._wire.transport = secured
        self.secured_at = monotonic()
        return self

    def get_extra_info(self, info: str) -> Any:
        transport = self._wire.transport
        match info:
            case "is_readable":
                return self._wire.has_news
            case "ssl_object":
                return transport.get_extra_info("ssl_object")
            case _:
                return None


async def connect(
    address: str,
    port: int,
    timeout: float | None,  # noqa: ASYNC109 - as the library has it
    socket_options: Iterable[Any] | None = None,
) -> Stream:
    """Connects to an address, which is looked up nowhere."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(timeout):
            transport, wire = await loop.create_connection(_Wire, address, port)
    except TimeoutError as fault:
        raise httpcore2.ConnectTimeout(f"{address} did not answer in time") from fault
    except OSError as fault:
        raise httpcore2.ConnectError(str(fault)) from fault
    for option in socket_options or ():
        transport.get_extra_info("socket").setsockopt(*option)
    return Stream(wire)
