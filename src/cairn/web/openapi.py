"""The description of the API: what FastAPI finds in signatures, and the problems that each route can answer with."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import RouteContext, iter_route_contexts

from cairn.apps.base.callers import KINDS, READING
from cairn.apps.base.routes import problems_of
from cairn.services.problems import InvalidInput, NotAllowed, NotSignedIn, Problem
from cairn.services.repeats import KeyReused, StillRunning
from cairn.web.problem_kinds import ProblemShown, example_of
from cairn.web.problems import MEDIA_TYPE
from cairn.web.refusals import BodyTooLarge, CrossSite, Unreadable

DESCRIPTION: Final = """\
Programs show a token: `Authorization: Bearer cairn_…`, which a person makes for the apps that they choose. Browsers are
known by a cookie, and send the session's `csrf_token` as `X-CSRF-Token` with every change.

A list comes in parts: `next` is the `cursor` of the part that follows. What goes wrong is told as
`application/problem+json`. A POST with an `Idempotency-Key` may be repeated, and is carried out once.
"""
_SCHEMA: Final = "Problem"
_SECURITY: Final[Mapping[str, list[dict[str, list[str]]]]] = {
    "Member": [{"token": []}, {"session": []}],
    "SignedIn": [{"session": []}],
    "Operator": [{"session": []}],
}

_STRICTEST_FIRST: Final = ("Operator", "SignedIn", "Member", "Visitor", "Anyone")
_IDEMPOTENCY_KEY: Final[Mapping[str, Any]] = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "A text of your choice, new for each request. Sent again with it within a day, the request is answered "
    "as it was, and not carried out again.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": r"^[\x21-\x7e]+$"},
}


def describe(app: FastAPI, *, cookie: str) -> dict[str, Any]:
    """The OpenAPI description of the application, made once."""
    if app.openapi_schema is None:
        described = get_openapi(
            title=app.title,
            version=app.version,
            description=DESCRIPTION,
            routes=app.routes,
            tags=app.openapi_tags,
        )
        for context in iter_route_contexts(app.routes):
            path = described["paths"].get(context.path_format, {})
            for method in context.methods or ():
                if method.lower() in path:
                    _complete(path[method.lower()], method, context)
        components = described.setdefault("components", {})
        schemas = components.setdefault("schemas", {})
        schemas.pop("HTTPValidationError", None)
        schemas.pop("ValidationError", None)
        schemas[_SCHEMA] = ProblemShown.model_json_schema()
        components["securitySchemes"] = {
            "token": {"type": "http", "scheme": "bearer", "description": "A token that a person made."},
            "session": {"type": "apiKey", "in": "cookie", "name": cookie},
        }
        app.openapi_schema = described
    return app.openapi_schema


def caller_of(context: RouteContext) -> str | None:
    """Who may call a route: the kind of caller in its signature."""
    dependant = getattr(context, "dependant", None)
    found = {KINDS[each.call] for each in getattr(dependant, "dependencies", ()) if each.call in KINDS}
    return next((kind for kind in _STRICTEST_FIRST if kind in found), None)


def answers_of(context: RouteContext, method: str, *, takes_input: bool) -> Iterator[type[Problem]]:
    """The problems that a route can answer with."""
    caller = caller_of(context)
    if caller is not None and caller in _SECURITY:
        yield NotSignedIn
        yield NotAllowed
    if method == "POST" and caller in _SECURITY:
        yield from (StillRunning, KeyReused)
    if method not in READING:
        yield from (CrossSite, BodyTooLarge)
    if takes_input:
        yield from (InvalidInput, Unreadable)
    yield from problems_of(context.endpoint)


def _complete(operation: dict[str, Any], method: str, context: RouteContext) -> None:
    takes_input = operation["responses"].pop("422", None) is not None
    by_status: dict[int, list[type[Problem]]] = {}
    for kind in answers_of(context, method, takes_input=takes_input):
        of_status = by_status.setdefault(kind.status, [])
        if kind not in of_status:
            of_status.append(kind)
    for status, of_status in sorted(by_status.items()):
        operation["responses"][str(status)] = _answer(of_status)
    caller = caller_of(context)
    if caller is not None and caller in _SECURITY:
        operation["security"] = _SECURITY[caller]
        if method == "POST":
            operation.setdefault("parameters", []).append(_IDEMPOTENCY_KEY)


def _answer(of_status: list[type[Problem]]) -> dict[str, Any]:
    return {
        "description": "; ".join(kind.title for kind in of_status),
        "content": {
            MEDIA_TYPE: {
                "schema": {"$ref": f"#/components/schemas/{_SCHEMA}"},
                "examples": {
                    kind.slug: {"summary": kind.title, "value": example_of(kind)} for kind in of_status
                },
            }
        },
    }


def unique_id(route: Any) -> str:
    """The name of an operation: the function's."""
    name: str = route.name
    return name
