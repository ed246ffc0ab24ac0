"""Where the server listens, and how it stops."""

import asyncio
import http.client
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from cairn.dynamo.wire import Application, Receive, Scope, Send
from cairn.web.server import ListenError, listen, url_of
from tests.web.serving import served


async def teapot(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers what is not for the health check."""
    await send({"type": "http.response.start", "status": 418, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


@asynccontextmanager
async def opened(application: Application) -> AsyncIterator[Application]:
    yield application


def test_a_request_under_way_is_answered_before_the_server_stops() -> None:
    asked = threading.Event()
    closed = []

    @asynccontextmanager
    async def slow() -> AsyncIterator[Application]:
        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            asked.set()
            await asyncio.sleep(0.5)
            await teapot(scope, receive, send)

        yield answer
        closed.append(True)

    with served(slow()) as server:
        idle = socket.create_connection((server.host, server.port))
        connection = http.client.HTTPConnection(server.host, server.port)
        connection.request("GET", "/")
        asked.wait()
        server.stop()
        assert connection.getresponse().status == 418
        assert idle.recv(1) == b""
        server.thread.join()
        idle.close()
        connection.close()
        assert closed == [True]
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((server.host, server.port))


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "8.8.8.8"])  # noqa: S104  # these are to be refused
def test_an_address_that_other_machines_reach_is_refused(host: str) -> None:
    with pytest.raises(ListenError) as refusal:
        listen(host, 0, beyond_this_machine=False)
    assert str(refusal.value) == (
        f"{host} can be reached from other machines, and without an access key everyone there could read and "
        "change everything. Listen on 127.0.0.1, or configure an access key and a secret key."
    )


def test_who_may_be_reached_listens_everywhere() -> None:
    with listen("0.0.0.0", 0, beyond_this_machine=True) as listening:  # noqa: S104  # closed at once
        assert listening.getsockname()[0] == "0.0.0.0"  # noqa: S104


@pytest.mark.parametrize(
    ("host", "url"),
    [("127.0.0.1", "http://127.0.0.1"), ("localhost", "http://127.0.0.1"), ("::1", "http://[::1]")],
)
def test_an_address_of_this_machine_alone_is_listened_on(host: str, url: str) -> None:
    with listen(host, 0, beyond_this_machine=False) as listening:
        assert url_of(listening) == f"{url}:{listening.getsockname()[1]}"


def test_a_port_that_is_taken_is_told() -> None:
    with listen("127.0.0.1", 0, beyond_this_machine=False) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ListenError) as refusal:
            listen("127.0.0.1", port, beyond_this_machine=False)
    assert str(refusal.value) == f"can't listen on 127.0.0.1:{port}: Address already in use"


@pytest.mark.parametrize("host", ["no-such-host.invalid", "", "a" * 64 + ".example"])
def test_a_name_that_means_nothing_is_told(host: str) -> None:
    with pytest.raises(ListenError) as refusal:
        listen(host, 0, beyond_this_machine=False)
    assert str(refusal.value).startswith(f"'{host}' is not an address: ")
