"""A real server on a free port for the length of a `with` block, in a thread and on an event loop of its own."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass
from typing import TypeVar

from cairn.dynamo.wire import Application
from cairn.web.connections import BoundedConnection
from cairn.web.server import Server, listen, run

A = TypeVar("A", bound=Application)


@dataclass(frozen=True)
class Served:
    """Where the server listens, and how it is told to stop."""

    host: str
    port: int
    stop: Callable[[], None]
    thread: threading.Thread

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"


@contextmanager
def served(
    opened: AbstractAsyncContextManager[A] | Callable[[str], AbstractAsyncContextManager[A]],
    connection: type[BoundedConnection] = BoundedConnection,
    stopping: Callable[[A], None] = lambda _: None,
) -> Iterator[Served]:
    """Serves an application, which is opened and closed on the server's event loop.

    `opened` may be a function of the address under which it will be found.
    """
    started: Future[Server] = Future()

    with listen("127.0.0.1", 0, beyond_this_machine=False) as listening:
        host, port = listening.getsockname()

        async def serve() -> None:
            # What `asynccontextmanager` makes can be called as well, as a decorator.
            opening = (
                opened if isinstance(opened, AbstractAsyncContextManager) else opened(f"http://{host}:{port}")
            )
            async with opening as application:
                server = Server(
                    application,
                    ready=lambda: started.set_result(server),
                    stopping=lambda: stopping(application),
                    connection=connection,
                )
                await server.serve(sockets=[listening])

        def work() -> None:
            try:
                run(serve())
            except BaseException as fault:
                if started.done():
                    raise
                started.set_exception(fault)

        thread = threading.Thread(target=work, name="server")
        thread.start()

        def stop() -> None:
            started.result().should_exit = True

        try:
            started.result()
            yield Served(host, port, stop, thread)
        finally:
            if started.exception() is None:
                stop()
            thread.join()
