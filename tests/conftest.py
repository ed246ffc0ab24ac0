"""What every room's tests share."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.dynamodb_local import DynamoDBLocal

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
