"""Servers that a benchmark starts, and somebody who signs up at one of them."""

import contextlib
import http.client
import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_PATIENCE = 30.0
_TOKENS = 50


@dataclass(frozen=True)
class Person:
    """Somebody who is signed in, and a token of theirs."""

    cookie: str
    csrf_token: str
    secret: str


def person(port: int) -> Person:
    credentials = {"email": "ada@example.org", "password": "no engine can originate"}
    status, headers, session = ask(port, "POST", "/api/v1/accounts", credentials, {})
    if status != 201:
        raise RuntimeError(f"signing up was answered {status}: {session}")
    cookie = headers["set-cookie"].partition(";")[0]
    sent = {"Cookie": cookie, "X-CSRF-Token": session["csrf_token"]}
    secret = ""
    for number in range(_TOKENS):
        wanted = {"name": f"program {number}", "scopes": ["*:read"]}
        status, _, made = ask(port, "POST", "/api/v1/tokens", wanted, sent)
        if status != 201:
            raise RuntimeError(f"a token was answered {status}: {made}")
        secret = made["secret"]
    return Person(cookie, session["csrf_token"], secret)


def get(port: int, path: str, person: Person) -> Any:
    return ask(port, "GET", path, None, {"Cookie": person.cookie})[2]


def answers(port: int, path: str, person: Person) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
    with contextlib.closing(connection):
        connection.request("GET", path, headers={"Cookie": person.cookie, "Accept": "text/html"})
        return connection.getresponse().status == 200


def ask(
    port: int, method: str, path: str, body: Any, headers: Mapping[str, str]
) -> tuple[int, Mapping[str, str], Any]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
    with contextlib.closing(connection):
        content = None if body is None else json.dumps(body)
        connection.request(method, path, content, {"Content-Type": "application/json", **headers})
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, json.load(answer)


@contextlib.contextmanager
def started(command: Sequence[str | Path], port: int) -> Iterator[int]:
    """A server, from when it listens to the end of the block: the id of its process."""
    environment = {**os.environ, "CAIRN_LOG_LEVEL": "info"}
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        try:
            _wait_for(port, process)
            yield process.pid
        finally:
            process.terminate()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.05)
    raise RuntimeError(f"nothing listens on port {port}")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port
