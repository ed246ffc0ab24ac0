"""`python -m bench.checks.pages`: a server of pages to be checked, as a process of its own. It counts what it is asked."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvloop

_PAGE = b"<!doctype html><title>Kettles</title><p>Kettles, in stock.</p>" + b"<p>More of them.</p>" * 80
_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n" % len(
    _PAGE
)
_ANSWER = _HEAD + _PAGE
_END = b"\r\n\r\n"
_CHECKOUT = Path(__file__).parents[2]


class _Pages(asyncio.Protocol):
    """Answers requests without a body, on connections that are kept."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport: asyncio.WriteTransport = transport  # type: ignore[assignment]
        self._rest = b""

    def data_received(self, data: bytes) -> None:
        *requests, self._rest = (self._rest + data).split(_END)
        self._transport.write(_ANSWER * len(requests))


@contextmanager
def serving() -> Iterator[int]:
    """A server for the length of a block, at every address of this machine; its port."""
    command = [sys.executable, "-m", "bench.checks.pages"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=_CHECKOUT) as process:
        try:
            if process.stdout is None:
                raise RuntimeError("the server says nothing")
            yield int(process.stdout.readline())
        finally:
            process.kill()


async def _serve() -> None:
    server = await asyncio.get_running_loop().create_server(_Pages, "0.0.0.0", 0)  # noqa: S104 - many local hosts
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(_serve())
