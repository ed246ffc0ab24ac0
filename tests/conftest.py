"""What every room's tests share."""

import os
from collections.abc import Iterator
from uuid import uuid4

import pytest
from hypothesis import settings
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.dynamodb_local import DynamoDBLocal
from tests.postgresql_server import postgresql_server

# A busy machine makes an example slow, not wrong. In CI, Hypothesis takes the same examples every time.
settings.register_profile(
    "cairn", settings.get_profile("ci" if os.environ.get("CI") else "default"), deadline=None
)
settings.register_profile("thorough", settings.get_profile("default"), deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "cairn"))


@pytest.fixture(scope="session")
def dynamodb_local(pytestconfig: pytest.Config) -> Iterator[DynamoDBLocal]:
    """The official DynamoDB Local, in memory. It starts with the first test that asks for it."""
    with DynamoDBLocal() as local:
        if not local.private:
            capture = pytestconfig.pluginmanager.getplugin("capturemanager")
            with capture.global_and_fixture_disabled():
                print("\nDynamoDB Local listens on all interfaces: no network namespace can be made here.")
        yield local


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
