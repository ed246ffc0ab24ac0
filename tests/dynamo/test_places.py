"""One setting says where the tables are."""

from pathlib import Path

import pytest

from cairn.dynamo.aws import AwsDynamo
from cairn.dynamo.embedded import Embedded
from cairn.dynamo.places import PlaceError, connect
from tests.dynamodb_local import DynamoDBLocal


async def test_a_path_is_a_data_folder(tmp_path: Path) -> None:
    dynamo = connect(str(tmp_path / "data"))
    assert isinstance(dynamo, Embedded)
    assert await dynamo.call("ListTables", {}) == {"TableNames": []}
    await dynamo.close()


async def test_a_url_is_an_endpoint(dynamodb_local: DynamoDBLocal, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION", "AWS_DEFAULT_REGION"):
        monkeypatch.setenv(name, "anything")
    dynamo = connect(dynamodb_local.endpoint_url)
    assert "TableNames" in await dynamo.call("ListTables", {})
    await dynamo.close()


@pytest.mark.parametrize("place", ["aws", "aws:eu-west-1"])
async def test_aws_is_aws(place: str) -> None:
    dynamo = connect(place)
    assert isinstance(dynamo, AwsDynamo)
    await dynamo.close()


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("", "The place is empty: name a data folder, aws, aws:REGION, or the URL of an endpoint"),
        ("http://", "'http://' has no host. An address is for example http://127.0.0.1:8000"),
    ],
)
def test_what_is_no_place_is_refused(place: str, message: str) -> None:
    with pytest.raises(PlaceError) as refusal:
        connect(place)
    assert str(refusal.value) == message
