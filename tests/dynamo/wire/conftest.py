"""What the wire's tests speak to: a Dynamo that notes what reaches it, behind a real server."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from cairn.dynamo.errors import DynamoError
from cairn.dynamo.seam import Operation, Request, Response
from cairn.dynamo.wire import Application, application
from tests.dynamo.wire.raw_http import Client
from tests.web.serving import served


@dataclass
class Scripted:
    """The seam's other side, told what to answer; notes what it is asked."""

    answer: Response | DynamoError | Exception = field(default_factory=dict)
    asked: list[tuple[Operation, Request]] = field(default_factory=list)

    async def call(self, operation: Operation, request: Request) -> Response:
        self.asked.append((operation, request))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    async def close(self) -> None:
        """Nothing is open."""


@asynccontextmanager
async def opened(inner: Application) -> AsyncIterator[Application]:
    """An application that needs no opening."""
    yield inner


@pytest.fixture(scope="session")
def server() -> Iterator[tuple[Client, Scripted]]:
    """One server without credentials for all tests."""
    dynamo = Scripted()
    with served(opened(application(dynamo))) as server:
        yield Client(server.host, server.port), dynamo


@pytest.fixture
def client(server: tuple[Client, Scripted]) -> Client:
    """A client of a server without credentials."""
    return server[0]


@pytest.fixture
def dynamo(server: tuple[Client, Scripted]) -> Scripted:
    """What stands behind the server, fresh for each test."""
    server[1].answer = {}
    server[1].asked.clear()
    return server[1]
