"""Live parts: news reaches whom it concerns, through a real server, and streams end when it stops."""

import http.client
import json
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from fastapi import APIRouter, FastAPI

from cairn.apps.base import App, Given, House, SignedIn
from cairn.services.bus import own_topic
from tests.web.cast import ADA, BO, opened_house
from tests.web.serving import Served, served

router = APIRouter()


class Said(Given):
    words: str


@router.post("/say", status_code=204)
async def say(caller: SignedIn, house: House, given: Said) -> None:
    await house.bus.publish(own_topic(caller.account_id, "words"), {"words": given.words})


class Visit:
    """Somebody who is signed in at a server."""

    def __init__(self, server: Served, cookie: str, csrf_token: str) -> None:
        self._server = server
        self._connections: list[http.client.HTTPConnection] = []
        self._headers = {"Cookie": f"cairn-session={cookie}", "X-CSRF-Token": csrf_token}

    def ask(self, method: str, path: str, body: object = None) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection(self._server.host, self._server.port, timeout=20)
        self._connections.append(connection)
        sent = None if body is None else json.dumps(body)
        connection.request(method, path, sent, {**self._headers, "Content-Type": "application/json"})
        return connection.getresponse()

    def leave(self) -> None:
        for connection in self._connections:
            connection.close()


@pytest.fixture
def visits(tmp_path: Path) -> Iterator[tuple[Served, Visit, Visit]]:
    entries: dict[str, tuple[str, str]] = {}

    @asynccontextmanager
    async def opened() -> AsyncIterator[FastAPI]:
        async with opened_house(tmp_path, [App(name="talk", title="Talk", summary="", api=router)]) as house:
            for name in (ADA, BO):
                browser = await house.enter(name)
                entries[name] = (browser.cookies["cairn-session"], browser.always["x-csrf-token"])
            house.clock.advance(timedelta(minutes=1))
            yield house.app

    with served(opened(), stopping=lambda app: app.state.live.close()) as server:
        ada, bo = Visit(server, *entries[ADA]), Visit(server, *entries[BO])
        yield server, ada, bo
        ada.leave()
        bo.leave()


def next_event(stream: http.client.HTTPResponse) -> str:
    lines = []
    while (line := stream.readline()) not in {b"\n", b""}:
        lines.append(line.decode())
    return "".join(lines)


def test_news_reaches_its_own_account_alone(visits: tuple[Served, Visit, Visit]) -> None:
    _, ada, bo = visits
    streams = {name: who.ask("GET", "/api/v1/live?topic=words") for name, who in (("ada", ada), ("bo", bo))}
    for stream in streams.values():
        assert (stream.status, stream.getheader("content-type")) == (200, "text/event-stream; charset=utf-8")
        assert stream.getheader("x-accel-buffering") == "no"
        assert next_event(stream) == ": listening\nretry: 2000\n"
    for who, words in ((bo, "from Bo"), (ada, "from Ada")):
        assert who.ask("POST", "/api/v1/talk/say", {"words": words}).status == 204
    assert {name: next_event(stream) for name, stream in streams.items()} == {
        "ada": 'event: words\ndata: {"words":"from Ada"}\n',
        "bo": 'event: words\ndata: {"words":"from Bo"}\n',
    }


def test_streams_end_when_the_server_stops(visits: tuple[Served, Visit, Visit]) -> None:
    server, ada, _ = visits
    stream = ada.ask("GET", "/api/v1/live?topic=words")
    next_event(stream)
    stopping = threading.Thread(target=server.stop)
    stopping.start()
    assert stream.read() == b""
    stopping.join()
    server.thread.join(timeout=5)
    assert not server.thread.is_alive()
