"""What is logged while these tests run is kept, and does not reach the terminal."""

import io
import logging
from collections.abc import Iterator

import pytest
import structlog

from cairn.services.telemetry import configure_logs


@pytest.fixture(autouse=True)
def log() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    written = io.StringIO()
    configure_logs(form="json", to=written)
    yield written
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()
