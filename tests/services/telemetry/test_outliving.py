"""A loop goes on after a step that failed, and ends when it is told to."""

import asyncio

import pytest
import structlog

from cairn.services.telemetry import Outliving


def test_what_fails_is_logged_and_outlived() -> None:
    with (
        structlog.testing.capture_logs() as logs,
        Outliving(structlog.get_logger(), "no luck", shard=3) as step,
    ):
        raise ConnectionError("the line is dead")
    assert step.failed
    [line] = logs
    fault = line.pop("exc_info")
    assert (line, str(fault)) == ({"event": "no luck", "log_level": "error", "shard": 3}, "the line is dead")


def test_being_told_to_stop_is_no_failure() -> None:
    with (
        structlog.testing.capture_logs() as logs,
        pytest.raises(asyncio.CancelledError),
        Outliving(structlog.get_logger(), "no luck"),
    ):
        raise asyncio.CancelledError
    assert logs == []
