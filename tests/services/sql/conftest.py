"""A fresh database for each test, on each of the two engines."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.postgresql_server import postgresql_server


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    with postgresql_server() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
async def database(request: pytest.FixtureRequest) -> str | None:
    """What the setting says: nothing, which is a file in the data folder, or a PostgreSQL database."""
    if request.param == "sqlite":
        return None
    server = request.getfixturevalue("postgresql")
    name = f"test_{uuid4().hex}"
    address = make_url(server).set(drivername="postgresql+asyncpg")
    engine = create_async_engine(address, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(f"CREATE DATABASE {name}"))
    await engine.dispose()
    return make_url(server).set(database=name).render_as_string(hide_password=False)
