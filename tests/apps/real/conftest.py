"""REAL's tables, made anew for each test in both engines."""

from collections.abc import AsyncIterator

import pytest_asyncio

from cairn.apps.real.schema import TABLES
from cairn.dynamo.seam import Dynamo
from cairn.tables import Tables
from tests.documents.examples import made


@pytest_asyncio.fixture(loop_scope="session")
async def tables(dynamo: Dynamo) -> AsyncIterator[Tables]:
    async with made(dynamo, TABLES) as tables:
        yield tables
