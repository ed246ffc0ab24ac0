"""Stalled, endless and idle clients lose their connections; whoever is only slow does not."""

import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, suppress

import pytest

from cairn.dynamo.wire import Application, Receive, Scope, Send
from cairn.web.connections import BoundedConnection
from tests.web.serving import Served, served

LARGE = 64 * 1024 * 1024
REQUEST = b"GET /small HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Impatient(BoundedConnection):
    """Bounds that a test can wait for."""

    seconds_to_arrive = 0.6
    seconds_to_read_on = 0.4


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers with the length of the body; at /large with more than any buffer holds."""
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size += len(message.get("body", b""))
        if not message.get("more_body"):
            break
    body = b"x" * LARGE if scope["path"] == "/large" else b"%d" % size
    headers = [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def opened() -> AsyncIterator[Application]:
    yield application


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(opened(), Impatient) as server:
        yield server


@pytest.fixture
def connection(server: Served) -> Iterator[socket.socket]:
    with closing(socket.create_connection((server.host, server.port), timeout=20)) as connection:
        yield connection


def send_for_ever(connection: socket.socket, part: bytes, pause: float = 0) -> None:
    """Sends the same again and again, until the server has closed or far too much was taken."""
    for _ in range(100_000):
        connection.sendall(part)
        if pause:
            time.sleep(pause)


def is_closed_by_the_server(connection: socket.socket) -> bool:
    with suppress(ConnectionResetError):
        return connection.recv(1) == b""
    return True


@pytest.mark.parametrize(
    "part",
    [
        b"",
        b"\r\n",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: loc",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12345",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n123\r\n",
    ],
)
def test_a_request_that_stalls_is_given_up(connection: socket.socket, part: bytes) -> None:
    connection.sendall(part)
    assert is_closed_by_the_server(connection)


def test_a_request_that_trickles_is_given_up(connection: socket.socket) -> None:
    connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
    with pytest.raises((ConnectionResetError, BrokenPipeError)):
        send_for_ever(connection, b"a: b\r\n", pause=0.05)


def test_blank_lines_between_requests_do_not_keep_a_connection(connection: socket.socket) -> None:
    connection.sendall(REQUEST)
    assert connection.recv(1 << 16).endswith(b"\r\n\r\n0")
    connection.sendall(b"\r\n")
    assert is_closed_by_the_server(connection)


def test_a_connection_goes_on_however_long_its_requests_took_together(connection: socket.socket) -> None:
    for _ in range(5):
        connection.sendall(REQUEST[:10])
        time.sleep(0.2)
        connection.sendall(REQUEST[10:])
        assert connection.recv(1 << 16).endswith(b"\r\n\r\n0")


def test_requests_sent_at_once_are_answered_in_order(connection: socket.socket) -> None:
    posts = b"".join(
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%b" % (size, b"x" * size)
        for size in (1, 22, 333)
    )
    connection.sendall(posts)
    received = b""
    while not received.endswith(b"\r\n\r\n333"):
        received += connection.recv(1 << 16)
    assert [answer.rpartition(b"\r\n\r\n")[2] for answer in received.split(b"HTTP/1.1 200")][1:-1] == [
        b"1",
        b"22",
    ]


@pytest.mark.parametrize(
    "line",
    [b"x: %b\r\n" % (b"y" * 1000), b"%b: z\r\n" % (b"y" * 1000), b"x" * 1000],
    ids=["values", "names", "one name"],
)
def test_an_endless_head_ends(connection: socket.socket, line: bytes) -> None:
    connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
    with pytest.raises((ConnectionResetError, BrokenPipeError)):
        send_for_ever(connection, line)


def test_endless_trailers_end(connection: socket.socket) -> None:
    connection.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n")
    with pytest.raises((ConnectionResetError, BrokenPipeError)):
        send_for_ever(connection, b"x: y\r\n" * 100)


def test_a_client_that_does_not_read_is_given_up(connection: socket.socket) -> None:
    connection.sendall(REQUEST.replace(b"/small", b"/large"))
    time.sleep(2)
    received = 0
    with suppress(ConnectionResetError):
        while chunk := connection.recv(1 << 20):
            received += len(chunk)
    assert received < LARGE


def test_a_client_that_reads_slowly_gets_everything(connection: socket.socket) -> None:
    connection.sendall(REQUEST.replace(b"/small", b"/large"))
    received = connection.recv(1 << 16)
    expected = LARGE + received.index(b"\r\n\r\n") + 4
    count = len(received)
    while count < expected:
        time.sleep(0.005)
        count += len(connection.recv(1 << 19))
    assert count == expected
