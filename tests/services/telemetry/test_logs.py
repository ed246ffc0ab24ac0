"""The log says what happened and for whom, and hides what is secret."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from cairn.services.telemetry import configure_logs


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers, root.level = handlers, level
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


def lines(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_each_event_is_a_line_with_the_request_it_belongs_to() -> None:
    stream = io.StringIO()
    configure_logs(form="json", to=stream)
    structlog.contextvars.bind_contextvars(request_id="r-1")
    structlog.get_logger("cairn.web").info("signed in", account="ada")
    logging.getLogger("cairn.tables").error("%s can't be read", "an item")
    ours, librarys = lines(stream)
    assert {name: ours[name] for name in ("event", "account", "request_id", "level", "logger")} == {
        "event": "signed in",
        "account": "ada",
        "request_id": "r-1",
        "level": "info",
        "logger": "cairn.web",
    }
    assert (librarys["event"], librarys["request_id"]) == ("an item can't be read", "r-1")


def test_what_is_secret_is_hidden() -> None:
    stream = io.StringIO()
    configure_logs(form="json", to=stream)
    names = (
        "password",
        "new_password",
        "api_token",
        "Authorization",
        "reset_link",
        "set-cookie",
        "jwt_secret",
    )
    structlog.get_logger().warning("asked", **dict.fromkeys(names, "hunter2"), path="/sign-in")
    assert "hunter2" not in stream.getvalue()
    assert lines(stream)[0]["path"] == "/sign-in"


def test_a_failure_is_told_with_where_it_happened() -> None:
    stream = io.StringIO()
    configure_logs(form="json", to=stream)
    try:
        int("no day")
    except ValueError:
        structlog.get_logger().exception("a job failed")
    assert "test_logs.py" in str(lines(stream)[0]["exception"])
    assert "ValueError: invalid literal" in str(lines(stream)[0]["exception"])


def test_less_than_the_level_is_not_written() -> None:
    stream = io.StringIO()
    configure_logs(level="warning", to=stream)
    structlog.get_logger().info("a detail")
    structlog.get_logger().warning("a matter")
    assert "a matter" in stream.getvalue()
    assert "a detail" not in stream.getvalue()
