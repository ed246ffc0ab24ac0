"""Servers on this machine: one at an address that stands for the public internet, others that nobody may reach."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

PUBLIC: Final = "127.0.0.2"
"""Allowed to the client under test, as an operator allows an address. Every other address of this machine is not."""
FORBIDDEN: Final = "127.0.0.1"


@dataclass(frozen=True)
class Asked:
    """A request as it came."""

    line: str
    headers: dict[str, str]
    body: bytes


Answering = Callable[[Asked, asyncio.StreamWriter], Awaitable[None]]


@dataclass
class Listening:
    """A server, and what it was asked. `connections` counts those that never asked anything as well."""

    host: str
    port: int
    scheme: str = "http"
    connections: int = 0
    asked: list[Asked] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"{self.scheme}://{self.host}:{self.port}"


def answer(status: str, *headers: str, body: bytes = b"") -> Answering:
    """The same answer to every request."""
    head = "\r\n".join((f"HTTP/1.1 {status}", *headers, f"Content-Length: {len(body)}", "Connection: close"))
    return raw(head.encode() + b"\r\n\r\n" + body)


def raw(data: bytes) -> Answering:
    """The same bytes to every request, whatever they are."""

    async def write(_asked: Asked, writer: asyncio.StreamWriter) -> None:
        writer.write(data)

    return write


def redirect(location: str, status: str = "302 Found") -> Answering:
    return answer(status, f"Location: {location}")


def by_path(answers: dict[str, Answering]) -> Answering:
    """An answer for each path."""

    async def choose(asked: Asked, writer: asyncio.StreamWriter) -> None:
        await answers[asked.line.split()[1]](asked, writer)

    return choose


@asynccontextmanager
async def listening(
    answering: Answering, *, host: str = PUBLIC, secure: ssl.SSLContext | None = None
) -> AsyncIterator[Listening]:
    """A server for the length of a block, on a free port. It answers one request a connection."""
    writers: set[asyncio.StreamWriter] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.add(writer)
        server.connections += 1
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            asked = await _read(reader)
            server.asked.append(asked)
            await answering(asked, writer)
            await writer.drain()
        writer.close()

    listener = await asyncio.start_server(serve, host, 0, ssl=secure)
    port = listener.sockets[0].getsockname()[1]
    server = Listening(host, port, "https" if secure else "http")
    try:
        yield server
    finally:
        listener.close()
        for writer in writers:
            writer.transport.abort()


async def _read(reader: asyncio.StreamReader) -> Asked:
    line, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").strip().split("\r\n")
    headers = {name.lower(): value for name, _, value in (each.partition(": ") for each in rest)}
    return Asked(line, headers, await reader.readexactly(int(headers.get("content-length", "0"))))
