"""A house for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.services.accounts.cast import House, opened_house


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with opened_house(tmp_path) as house:
        yield house
