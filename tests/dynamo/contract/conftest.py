"""The engines of the contract: in the process, over HTTP by boto3, DynamoDB Local, and an endpoint if one is named."""

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, get_args

import boto3
import pytest
import pytest_asyncio
from botocore.config import Config

from cairn.dynamo.aws import AwsDynamo
from cairn.dynamo.embedded import open_folder
from cairn.dynamo.wire import Application, Credentials, application
from tests.dynamo.contract.engines import Boto3Dynamo, Engine, EngineName, Tables
from tests.dynamo.contract.items import KEYS
from tests.dynamodb_local import DynamoDBLocal
from tests.web.serving import served

HERE = Path(__file__).parent
ENDPOINT = os.environ.get("CONTRACT_ENDPOINT")
ENGINES = [name for name in get_args(EngineName) if name != "endpoint" or ENDPOINT]
ADA = Credentials("AKIDADA", "secret")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # One event loop for all, since the engines stay open from test to test.
    for item in items:
        if item.path.is_relative_to(HERE) and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@asynccontextmanager
async def _opened(folder: Path) -> AsyncIterator[Application]:
    async with open_folder(folder) as dynamo:
        yield application(dynamo, ADA)


@pytest.fixture(scope="session")
def over_http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Boto3Dynamo]:
    """The engine behind a real server, asked by boto3."""
    # What botocore would refuse on its own has to reach the engine, whose words are compared.
    once = Config(retries={"total_max_attempts": 1}, parameter_validation=False)
    session = boto3.Session(ADA.access_key, ADA.secret_key, region_name="eu-west-1")
    with served(_opened(tmp_path_factory.mktemp("contract"))) as server:
        tables: Any = session.client("dynamodb", endpoint_url=server.url, config=once)
        streams: Any = session.client("dynamodbstreams", endpoint_url=server.url, config=once)
        yield Boto3Dynamo(tables, streams)
        tables.close()
        streams.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session", params=ENGINES)
async def dynamo(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Engine]:
    """The engine that the contract is asked of, each in its turn, and opened once."""
    name: EngineName = request.param
    if name == "embedded":
        async with open_folder(tmp_path_factory.mktemp("contract")) as embedded:
            yield Engine(name, embedded)
    elif name == "wire":
        yield Engine(name, request.getfixturevalue("over_http"))
    elif name == "dynamodb-local":
        local: DynamoDBLocal = request.getfixturevalue("dynamodb_local")
        keys: dict[str, Any] = {
            "region": "eu-west-1",
            "access_key": ADA.access_key,
            "secret_key": ADA.secret_key,
        }
        async with AwsDynamo(endpoint_url=local.endpoint_url, **keys) as aws:
            yield Engine(name, aws)
    else:
        async with AwsDynamo(endpoint_url=ENDPOINT) as aws:
            yield Engine(name, aws)


@pytest_asyncio.fixture(loop_scope="session")
async def table(dynamo: Engine) -> AsyncIterator[Tables]:
    """Tables of one's own: `name = await table(keys="owner:S number:N", StreamSpecification=…)`."""
    tables = Tables(dynamo)
    yield tables
    await tables.remove()


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def name(dynamo: Engine) -> AsyncIterator[str]:
    """A table that the tests of a module share, for items as in `items.py`."""
    tables = Tables(dynamo)
    yield await tables(keys=KEYS)
    await tables.remove()
