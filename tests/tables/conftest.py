"""Both engines, for the tests of typed tables, and a library to lend from."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from cairn.dynamo.seam import Dynamo
from cairn.tables import Tables
from tests.both_engines import dynamo, run_in_one_event_loop
from tests.documents.examples import made
from tests.tables.library import library

__all__ = ["dynamo"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    run_in_one_event_loop(items, Path(__file__).parent)


@pytest_asyncio.fixture(loop_scope="session")
async def lending(dynamo: Dynamo) -> AsyncIterator[Tables]:
    """The library's table, made anew for a test, with requests that are counted."""
    async with made(dynamo, [library]) as tables:
        yield tables
