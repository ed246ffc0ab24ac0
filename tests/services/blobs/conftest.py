"""One house with a folder, one with S3: what holds for files holds in both."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from uuid import uuid4

import boto3
import pytest
import pytest_asyncio
from moto.server import ThreadedMotoServer

from tests.services.blobs.cast import House, opened_house


@pytest.fixture(scope="session")
def s3() -> Iterator[str]:
    """An S3 server: moto's. It starts with the first test that asks for it."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def bucket(s3: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A setting that leads to a bucket of its own."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    name = f"cairn-{uuid4()}"
    boto3.client("s3", endpoint_url=s3, region_name="us-east-1").create_bucket(Bucket=name)
    return f"s3://{name}/files?endpoint={s3}&region=us-east-1"


@pytest_asyncio.fixture(params=["folder", "s3"])
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[House]:
    environment = {"CAIRN_BLOBS": request.getfixturevalue("bucket")} if request.param == "s3" else {}
    async with opened_house(tmp_path, **environment) as house:
        yield house
