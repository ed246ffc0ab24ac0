"""Requests that are too large, too deep or never end get AWS's error, and cost others nothing."""

import resource
import socket
import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from cairn.dynamo.wire.application import MAXIMUM_BODY
from tests.dynamo.wire.conftest import Scripted
from tests.dynamo.wire.raw_http import Client

TOO_LARGE = (
    b'{"__type":"com.amazon.coral.service#RequestEntityTooLargeException",'
    b'"message":"The request\'s body is larger than 16777216 bytes"}'
)
HEAD = (
    b"POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: DynamoDB_20120810.ListTables\r\n"
    b"Content-Type: application/x-amz-json-1.0\r\n"
)


def nested(levels: int) -> str:
    value = '{"M":{"a":' * levels + '{"S":"x"}' + "}}" * levels
    return f'{{"TableName":"Goals","Item":{{"x":{value}}}}}'


@pytest.fixture
def connection(client: Client) -> Iterator[socket.socket]:
    with closing(socket.create_connection((client.host, client.port), timeout=30)) as connection:
        yield connection


def everything(connection: socket.socket) -> bytes:
    """What comes until the server closes."""
    received = bytearray()
    while chunk := connection.recv(1 << 16):
        received += chunk
    return bytes(received)


def test_a_body_of_16_megabytes_is_read(client: Client, dynamo: Scripted) -> None:
    body = b'{"x":"%b"}' % (b"y" * (MAXIMUM_BODY - 8))
    assert len(body) == MAXIMUM_BODY
    assert client.call("PutItem", body).status == 200
    assert [operation for operation, _ in dynamo.asked] == ["PutItem"]


def test_a_byte_more_is_refused(client: Client, dynamo: Scripted) -> None:
    answer = client.call("PutItem", b'{"x":"%b"}' % (b"y" * (MAXIMUM_BODY - 7)))
    assert (answer.status, answer.body) == (413, TOO_LARGE)
    assert answer.headers["connection"] == "close"
    assert dynamo.asked == []


def test_a_body_announced_as_too_large_is_refused_before_it_comes(
    connection: socket.socket, dynamo: Scripted
) -> None:
    connection.sendall(HEAD + b"Content-Length: 50000000\r\n\r\n")
    assert connection.recv(1 << 16).startswith(b"HTTP/1.1 413 ")
    assert dynamo.asked == []


def test_50_megabytes_are_refused_without_being_held(client: Client, connection: socket.socket) -> None:
    client.call("ListTables", {})
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    connection.sendall(HEAD + b"Content-Length: 50000000\r\n\r\n")
    for _ in range(50):
        connection.sendall(b"x" * 1_000_000)
    answer = everything(connection)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert answer.endswith(TOO_LARGE)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # kilobytes


def test_a_body_of_unknown_length_is_cut_off(connection: socket.socket) -> None:
    connection.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
    chunk = b"100000\r\n%b\r\n" % (b"x" * 0x100000)
    for _ in range(20):
        connection.sendall(chunk)
    connection.sendall(b"0\r\n\r\n")
    answer = everything(connection)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert answer.endswith(TOO_LARGE)


def test_an_endless_body_ends(connection: socket.socket) -> None:
    connection.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
    chunks = b"100000\r\n%b\r\n" % (b"x" * 0x100000) * 300
    with pytest.raises((ConnectionResetError, BrokenPipeError)):
        connection.sendall(chunks)


@pytest.mark.parametrize("levels", [33, 100])
def test_moderate_nesting_is_the_engines_to_judge(client: Client, dynamo: Scripted, levels: int) -> None:
    assert client.call("PutItem", nested(levels)).status == 200


@pytest.mark.parametrize("levels", [10_000, 1_000_000])
def test_a_document_nested_too_deep_to_be_read_gets_the_error_of_deep_nesting(
    client: Client, dynamo: Scripted, levels: int
) -> None:
    answer = client.call("PutItem", nested(levels))
    assert (answer.status, answer.document) == (
        400,
        {
            "__type": "com.amazon.coral.validate#ValidationException",
            "message": "Nesting Levels have exceeded supported limits: "
            "Attributes in the item have nested levels beyond supported limit",
        },
    )
    assert dynamo.asked == []


def test_a_million_brackets_are_no_document(client: Client) -> None:
    answer = client.call("PutItem", "[" * 1_000_000)
    assert (answer.status, answer.document) == (
        400,
        {"__type": "com.amazon.coral.service#SerializationException"},
    )


def test_others_are_answered_while_the_largest_documents_are_read(client: Client) -> None:
    hostile = [
        b'{"x":[%b[]]}' % (b"[]," * 5_500_000),
        b'{"x":[%b{}]}' % (b"{}," * 5_500_000),
        b'{"Item":{"x":{"L":[%b{"B":""}]}}}' % (b'{"B":""},' * 1_800_000),
    ]
    senders = [threading.Thread(target=client.call, args=("PutItem", body)) for body in hostile]
    answered = 0
    for sender in senders:
        sender.start()
        while sender.is_alive():
            assert client.call("ListTables", {}).status == 200
            answered += 1
    assert answered > len(senders)


def test_what_is_not_http_is_told_so(connection: socket.socket) -> None:
    connection.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
    assert everything(connection).startswith(b"HTTP/1.1 400 ")


def test_a_websocket_is_not_opened(client: Client, dynamo: Scripted) -> None:
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    answer = client.send("GET", b"", {**upgrade, "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="})
    assert (answer.status, answer.body) == (200, b"healthy: dynamodb.us-east-1.amazonaws.com ")
