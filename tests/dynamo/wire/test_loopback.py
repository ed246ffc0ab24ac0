"""Without credentials, programs of this machine are answered; web pages from elsewhere are not."""

import pytest

from cairn.dynamo.wire.loopback import is_loopback
from tests.dynamo.wire.conftest import Scripted
from tests.dynamo.wire.raw_http import Client


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.0.0.1:8000",
        "127.1.2.3:1",
        "localhost:8000",
        "LOCALHOST",
        "[::1]:8000",
        "db.localhost",
    ],
)
def test_a_loopback_name_is_answered(client: Client, dynamo: Scripted, host: str) -> None:
    assert client.call("ListTables", {}, {"Host": host}).status == 200
    assert dynamo.asked == [("ListTables", {})]


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "10.0.0.1:8000",
        "0.0.0.0:8000",
        "[::]:8000",
        "",
    ],
)
def test_another_name_is_refused(client: Client, dynamo: Scripted, host: str) -> None:
    answer = client.call("ListTables", {}, {"Host": host})
    assert (answer.status, answer.document) == (
        400,
        {
            "__type": "com.amazon.coral.service#AccessDeniedException",
            "message": "Without an access key, only requests to a loopback address are answered, not to "
            f"'{host}'. Connect to 127.0.0.1 or localhost.",
        },
    )
    assert dynamo.asked == []


@pytest.mark.parametrize("origin", ["http://localhost:3000", "https://127.0.0.1", "http://[::1]:1"])
def test_a_page_of_this_machine_is_answered(client: Client, origin: str) -> None:
    assert client.call("ListTables", {}, {"Origin": origin}).status == 200


@pytest.mark.parametrize("method", ["POST", "OPTIONS"])
@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "http://localhost.evil.example",
        "null",
        "file://",
        "localhost",
        "chrome-extension://x",
    ],
)
def test_a_page_from_elsewhere_is_refused_and_can_not_see_why(
    client: Client, dynamo: Scripted, origin: str, method: str
) -> None:
    headers = {
        "Origin": origin,
        "X-Amz-Target": "DynamoDB_20120810.ListTables",
        "Content-Type": "application/json",
    }
    answer = client.send(method, b"{}", headers)
    assert (answer.status, answer.document) == (
        400,
        {
            "__type": "com.amazon.coral.service#AccessDeniedException",
            "message": f"Without an access key, web pages from '{origin}' are not answered.",
        },
    )
    assert [name for name in answer.headers if name.startswith("access-control-")] == []
    assert dynamo.asked == []


@pytest.mark.parametrize(
    ("host", "verdict"),
    [
        ("localhost", True),
        ("::1", True),
        ("127.0.0.1", True),
        ("localhost.", True),
        ("::", False),
        ("x", False),
    ],
)
def test_names_and_addresses_of_this_machine(host: str, verdict: bool) -> None:
    assert is_loopback(host) is verdict
