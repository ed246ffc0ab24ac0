"""Both engines, for the tests of typed tables."""

from pathlib import Path

import pytest

from tests.both_engines import dynamo, run_in_one_event_loop

__all__ = ["dynamo"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    run_in_one_event_loop(items, Path(__file__).parent)
