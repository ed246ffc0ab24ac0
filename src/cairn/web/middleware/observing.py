"""Each request, watched: it has an id, a line in the log, a place in the figures, and a span when there are traces.

What nobody foresaw ends here: it is logged with all that is known, and answered without any of it.
"""

import logging
import re
from collections.abc import Mapping
from contextlib import nullcontext
from secrets import token_hex
from time import perf_counter
from typing import Any, Final

from opentelemetry.trace import SpanKind
from prometheus_client import Histogram
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bind_contextvars, clear_contextvars

from cairn.services.telemetry import FIELDS, Telemetry
from cairn.web.problems import problem_of, problem_response

_log: Final = logging.getLogger("cairn.web")
_GIVEN_ID: Final = re.compile(rb"[A-Za-z0-9._-]{8,64}")
_SECRET_PARTS: Final = frozenset({"secret", "token", "link"})


class Observed:
    """Watches every request."""

    def __init__(self, app: ASGIApp, *, telemetry: Telemetry, believes_ids: bool) -> None:
        self._app = app
        self._telemetry = telemetry
        self._believes_ids = believes_ids
        self._figures: dict[tuple[str, str, int], Histogram] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = perf_counter()
        request_id = self._id_of(scope)
        scope["cairn.request_id"] = request_id
        clear_contextvars()
        bind_contextvars(request_id=request_id)
        status = 0

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message.setdefault("headers", []).append((b"x-request-id", request_id.encode()))
            await send(message)

        with self._span(scope) as span:
            try:
                await self._app(scope, receive, send_with_id)
            except Exception as fault:  # noqa: BLE001 - the edge of a request
                _log.exception("%s %s failed", scope["method"], shown_path(scope))
                if span is not None:
                    span.record_exception(fault)
                if not status:
                    request = Request(scope)
                    response = await problem_response(request, problem_of(fault, request))
                    await response(scope, receive, send_with_id)
            finally:
                seconds = perf_counter() - began
                route = route_of(scope)
                self._figure(_method(scope), route, status).observe(seconds)
                if span is not None:
                    span.update_name(f"{_method(scope)} {route}")
                    span.set_attributes({"http.route": route, "http.response.status_code": status})
                if _log.isEnabledFor(logging.INFO):
                    _log.info("request", extra={FIELDS: _told(scope, request_id, status, seconds)})

    def _figure(self, method: str, route: str, status: int) -> Histogram:
        key = (method, route, status)
        figure = self._figures.get(key)
        if figure is None:
            figure = self._telemetry.metrics.requests.labels(method, route, str(status))
            self._figures[key] = figure
        return figure

    def _id_of(self, scope: Scope) -> str:
        if self._believes_ids:
            for name, value in scope["headers"]:
                if name == b"x-request-id" and _GIVEN_ID.fullmatch(value):
                    given: str = value.decode()
                    return given
        return token_hex(8)

    def _span(self, scope: Scope) -> Any:
        if self._telemetry.tracer is None:
            return nullcontext()
        return self._telemetry.tracer.start_as_current_span(
            _method(scope), kind=SpanKind.SERVER, attributes={"http.request.method": _method(scope)}
        )


def _told(scope: Scope, request_id: str, status: int, seconds: float) -> dict[str, Any]:
    told = {
        "method": scope["method"],
        "path": shown_path(scope),
        "status": status,
        "ms": round(seconds * 1000, 1),
        "request_id": request_id,
    }
    if (account := scope.get("cairn.account")) is not None:
        told["account"] = account
    return told


def route_of(scope: Scope) -> str:
    """The template of the route that was found, of which there are few, unlike paths."""
    path = getattr(scope.get("route"), "path", None)
    return path if isinstance(path, str) and path else "none"


def shown_path(scope: Scope) -> str:
    """The path as it may be logged: what is secret in it is not, and neither is the query."""
    path: str = scope["path"]
    parts: Mapping[str, Any] = scope.get("path_params") or {}
    for name, value in parts.items():
        if name in _SECRET_PARTS:
            path = path.replace(str(value), "…")
    return path if path.isprintable() else ascii(path)  # a line break would forge a line


def _method(scope: Scope) -> str:
    method: str = scope["method"]
    return method if method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"} else "other"
