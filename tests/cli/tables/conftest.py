"""The places that commands on tables are tried at."""

from pathlib import Path

import pytest

from tests.cli.tables.places import SIGNED_BY_ADA, PlaceOfTables


@pytest.fixture(params=["folder", "dynamodb-local"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> PlaceOfTables:
    """Each test that asks for a place runs once at each."""
    if request.param == "folder":
        return PlaceOfTables(str(tmp_path / "data"))
    return PlaceOfTables(request.getfixturevalue("dynamodb_local").endpoint_url, SIGNED_BY_ADA)


@pytest.fixture
def stage(tmp_path: Path) -> str:
    """A stage of the test's own, as DynamoDB Local keeps the tables of all."""
    return tmp_path.name
