"""A house for each test: on a folder, or where a test asks for `BOTH_PLACES` also on DynamoDB Local."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cairn.dynamo.aws import AwsDynamo
from tests.services.accounts.cast import House, opened_house
from tests.services.accounts.street import Street, opened_street

BOTH_PLACES = pytest.mark.parametrize("house", ["embedded", "dynamodb-local"], indirect=True)
"""For what rests on transactions and races, which a remote engine must decide alike."""


@pytest.fixture
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[House]:
    if getattr(request, "param", "embedded") == "embedded":
        async with opened_house(tmp_path) as house:
            yield house
        return
    local = request.getfixturevalue("dynamodb_local")
    async with AwsDynamo(
        endpoint_url=local.endpoint_url, region="eu-central-1", access_key="ada", secret_key="secret"
    ) as dynamo:
        for name in (await dynamo.call("ListTables", {}))["TableNames"]:
            await dynamo.call("DeleteTable", {"TableName": name})
        async with opened_house(tmp_path, dynamo=dynamo) as house:
            yield house


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Street]:
    async with opened_street(tmp_path) as street:
        yield street
