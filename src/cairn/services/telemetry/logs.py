"""The log: a line an event, with the request or job it belongs to, and never with what is secret."""

import logging
import sys
from collections.abc import Mapping, MutableMapping
from datetime import UTC, datetime
from typing import Any, Final, Literal, TextIO

import msgspec
import structlog
from structlog.types import Processor

_SECRET_WORDS: Final = ("password", "secret", "token", "authorization", "cookie", "link", "credential")
_HIDDEN: Final = "…"
FIELDS: Final = "cairn_fields"
"""Of a record's `extra`: what is told besides the event. Its names are known, and none of them is secret."""
_NOISY: Final = (
    "aiobotocore",
    "botocore",
    "apprise",
    "httpcore2",
    "asyncio",
    "hpack",
    "aiosqlite",
    "alembic",
)


def configure_logs(
    *, form: Literal["text", "json"] = "text", level: str = "info", to: TextIO | None = None
) -> None:
    """Has everything that is logged in this process written in one form."""
    stream = to or sys.stderr
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        hide_secrets,
    ]
    last: Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if form == "json"
        else structlog.dev.ConsoleRenderer(
            colors=stream.isatty(),
            sort_keys=False,
            # The default shows the variables of every frame, and what is secret among them.
            exception_formatter=structlog.dev.plain_traceback,
        )
    )
    rendered: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if form == "json":
        rendered.append(structlog.processors.format_exc_info)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Formatter(form, foreign_pre_chain=shared, processors=[*rendered, last]))
    # Nothing is written of what these find out, anew for each line. That of the last one is the line of code that logs.
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    logging._srcfile = None
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in _NOISY:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))


class _Formatter(structlog.stdlib.ProcessorFormatter):
    """Writes what is logged often, and holds nothing unforeseen, without the processors, which take ten times as long."""

    def __init__(self, form: str, *, foreign_pre_chain: list[Processor], processors: list[Processor]) -> None:
        super().__init__(foreign_pre_chain=foreign_pre_chain, processors=processors)
        self._is_json = form == "json"

    def format(self, record: logging.LogRecord) -> str:
        fields: Mapping[str, Any] | None = getattr(record, FIELDS, None)
        if fields is None:
            return super().format(record)
        moment = datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z")
        level = record.levelname.lower()
        if self._is_json:
            line = {**fields, "event": record.msg, "level": level, "logger": record.name, "timestamp": moment}
            return msgspec.json.encode(line).decode()
        told = " ".join(f"{name}={value}" for name, value in fields.items())
        return f"{moment} [{level:<9}] {record.msg:<30} {told} [{record.name}]"


def hide_secrets(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Hides the value of everything whose name says that it is secret."""
    for name in event:
        if any(word in name.lower() for word in _SECRET_WORDS):
            event[name] = _HIDDEN
    return event
