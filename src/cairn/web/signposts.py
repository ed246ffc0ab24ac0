"""Finding a route by what its path begins with, in a time that does not grow with the number of routes.

FastAPI tries one route after another, and twice where a router is included: with 150 routes that takes longer than all
the rest of an answer. Here each route stands under the fixed parts of its path. What is found nowhere goes on to FastAPI,
which knows what becomes of it.
"""

import inspect
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts
from starlette.datastructures import URLPath
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match, NoMatchFound
from starlette.types import Receive, Scope, Send

_GIVEN: Final = frozenset(inspect.signature(APIRoute.__init__).parameters) - {"self"}
_ALLOWED: Final = "cairn.allowed_methods"


def put_up_signposts(app: FastAPI) -> None:
    """Has the routes that are there by now found quickly. What is added later is found as FastAPI finds it."""
    routes = list(_standing_alone(app.routes))
    signposts = Signposts([route for route in routes if isinstance(route, APIRoute)])
    app.router.routes[:] = [signposts, *routes]


def _standing_alone(routes: Sequence[BaseRoute]) -> Iterator[BaseRoute]:
    """The routes, each with what the routers gave it that it was included in."""
    for context in iter_route_contexts(routes):
        route = context.original_route
        if isinstance(route, APIRoute):
            yield type(route)(**{name: getattr(context, name) for name in _GIVEN})
        elif route in routes:
            yield route
        else:
            raise TypeError(f"{context.path}: only routes of FastAPI can be included from a router")


class Signposts(BaseRoute):
    """Stands before all routes, and leads a request to its own."""

    def __init__(self, routes: Sequence[APIRoute]) -> None:
        self._fixed: dict[str, list[APIRoute]] = defaultdict(list)
        self._open: dict[tuple[str, ...], list[APIRoute]] = defaultdict(list)
        for route in routes:
            if route.param_convertors:
                self._open[_fixed_parts(route.path)].append(route)
            else:
                self._fixed[route.path].append(route)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http":
            return Match.NONE, {}
        partly: Scope = {}
        allowed: set[str] = set()
        for route in self._candidates(scope["path"]):
            match, found = route.matches(scope)  # with the route itself in it
            if match is Match.FULL:
                return match, found
            if match is Match.PARTIAL:
                partly = found
                allowed |= route.methods or set()
        return (Match.PARTIAL, {**partly, _ALLOWED: allowed}) if allowed else (Match.NONE, {})

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if _ALLOWED in scope:
            raise HTTPException(405, headers={"Allow": ", ".join(sorted(scope[_ALLOWED]))})
        await scope["route"].handle(scope, receive, send)

    def url_path_for(self, name: str, /, **path_params: object) -> URLPath:
        raise NoMatchFound(name, path_params)  # the routes themselves know

    def _candidates(self, path: str) -> Iterator[APIRoute]:
        yield from self._fixed.get(path, ())
        parts = path.split("/")
        for length in range(len(parts), 0, -1):
            yield from self._open.get(tuple(parts[:length]), ())


def _fixed_parts(path: str) -> tuple[str, ...]:
    parts = path.split("/")
    first = next(number for number, part in enumerate(parts) if "{" in part)
    return tuple(parts[:first])
