"""Houses on both kinds of tables: in the folder, and on DynamoDB Local."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

import pytest

from cairn.dynamo.aws import AwsDynamo
from cairn.services.services import Services
from tests.services.worker.cast import opened_house

House = Callable[..., AbstractAsyncContextManager[Services]]


@pytest.fixture(params=["embedded", "dynamodb-local"])
async def house(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """Opens the services of a Cairn, as often as a test likes, with tables that were fresh when it began."""
    if request.param == "embedded":
        return partial(opened_house, tmp_path)
    local = request.getfixturevalue("dynamodb_local")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "ada")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    async with AwsDynamo(endpoint_url=local.endpoint_url) as dynamo:
        for name in (await dynamo.call("ListTables", {}))["TableNames"]:
            await dynamo.call("DeleteTable", {"TableName": name})
    return partial(opened_house, tmp_path, tables=local.endpoint_url)
