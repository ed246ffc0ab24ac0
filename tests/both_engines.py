"""The engines that declarations are held to: the one in the process, and DynamoDB Local. A `conftest` takes them in."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from cairn.dynamo.aws import AwsDynamo
from cairn.dynamo.embedded import open_folder
from cairn.dynamo.seam import Dynamo


def run_in_one_event_loop(items: list[pytest.Item], folder: Path) -> None:
    """Gives the tests of a folder one event loop, since the engines stay open from test to test."""
    for item in items:
        if item.path.is_relative_to(folder) and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session", params=["embedded", "dynamodb-local"])
async def dynamo(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Dynamo]:
    """An engine, opened once for all tests; each test takes keys of its own. Each test runs once an engine."""
    if request.param == "embedded":
        async with open_folder(tmp_path_factory.mktemp("data")) as embedded:
            yield embedded
    else:
        local = request.getfixturevalue("dynamodb_local")
        async with AwsDynamo(
            endpoint_url=local.endpoint_url, region="eu-central-1", access_key="ada", secret_key="secret"
        ) as aws:
            yield aws
