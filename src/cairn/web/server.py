"""Where Cairn listens, and how it serves an ASGI application until it is told to stop."""

import asyncio
import contextlib
import gc
import ipaddress
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Coroutine, Generator
from typing import Any

import uvicorn

if sys.platform != "win32":
    import uvloop

from cairn.dynamo.wire import Application
from cairn.web.connections import BoundedConnection

SECONDS_TO_IDLE = 75  # longer than clients keep a connection, so that they are the ones who close it
SECONDS_TO_FINISH = 8  # whoever stops a service kills it after ten
_OBJECTS_TO_COLLECT = 5_000  # a batch of 25 items alone makes some thousand


class ListenError(Exception):
    """The address can't be listened on. The message is for the person who chose it."""


def listen(host: str, port: int, *, beyond_this_machine: bool) -> socket.socket:
    """A listening socket on the address that `host` means; other machines reach it only if they may."""
    where = f"{host}:{port}"
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise ListenError(f"'{host}' is not an address: {error}") from error
    # Where a name means both, IPv4 is what clients come to when IPv6 does not answer.
    family, kind, protocol, _, address = min(addresses, key=lambda found: found[0] != socket.AF_INET)
    if not beyond_this_machine and not ipaddress.ip_address(address[0]).is_loopback:
        raise ListenError(
            f"{host} can be reached from other machines, and without an access key everyone there could read and "
            f"change everything. Listen on 127.0.0.1, or configure an access key and a secret key."
        )
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere it lets two programs share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise ListenError(f"can't listen on {where}: {error.strerror}") from error
    listening.setblocking(False)
    return listening


def url_of(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Server(uvicorn.Server):
    """Serves an application on a socket until SIGINT, SIGTERM or `should_exit`; then answers what is under way."""

    def __init__(
        self,
        application: Application,
        *,
        ready: Callable[[], None],
        stopping: Callable[[], None] = lambda: None,
        connection: type[BoundedConnection] = BoundedConnection,
    ) -> None:
        super().__init__(
            uvicorn.Config(
                application,
                http=connection,
                ws="none",
                lifespan="off",
                interface="asgi3",
                log_config=None,
                log_level="error",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=SECONDS_TO_IDLE,
                timeout_graceful_shutdown=SECONDS_TO_FINISH,
            )
        )
        self._ready = ready
        self._stopping = stopping

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Whoever streams for ever would be waited for, and then be cut off.
        self._stopping()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        # uvicorn raises the signal again in the end, and so would interrupt whoever then closes their files.
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {
            number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def collect_seldom() -> None:
    """Has Python look for circles of garbage as often as is worth its while in a process that lives long."""
    # What is loaded by now stays: the collector need not go through it again and again while callers wait. And most
    # of what a request makes is in no cycle, so that the collector finds little, however often it looks.
    gc.freeze()
    gc.set_threshold(_OBJECTS_TO_COLLECT, *gc.get_threshold()[1:])


def run(main: Coroutine[Any, Any, None]) -> None:
    """Runs a program that serves on the fastest event loop there is here."""
    collect_seldom()
    if sys.platform == "win32":
        asyncio.run(main)
    else:
        uvloop.run(main)
