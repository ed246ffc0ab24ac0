"""Finding a route by what its path begins with, in a time that does not grow with the number of routes.

FastAPI tries one route after another, and twice where a router is included. Here each route stands under the fixed parts
of its path. What is found nowhere goes on to FastAPI, which knows what becomes of it.
"""

import inspect
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final

from fastapi import FastAPI
from fastapi.routing import APIRoute, RouteContext, iter_route_contexts
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Receive, Scope, Send

_GIVEN: Final = frozenset(inspect.signature(APIRoute.__init__).parameters) - {"self"}


def put_up_signposts(app: FastAPI) -> None:
    """Has the routes that are there by now found quickly. What is added later is not found."""
    routes = list(_standing_alone(app.routes))
    app.router.routes[:] = routes
    app.router.middleware_stack = Signposts(app.router.middleware_stack, app.router, routes)


def _standing_alone(routes: Sequence[BaseRoute]) -> Iterator[BaseRoute]:
    """The routes, each with what the routers gave it that it was included in."""
    for context in iter_route_contexts(routes):
        if isinstance(context.original_route, APIRoute):
            route = type(context.original_route)
            yield route(**{name: getattr(context, name) for name in _GIVEN if hasattr(context, name)})
        else:
            yield _with_prefix(context)


def _with_prefix(context: RouteContext) -> BaseRoute:
    found = context._effective_route
    return found if isinstance(found, BaseRoute) else context.original_route


class Signposts:
    """Leads a request to its route."""

    def __init__(self, app: ASGIApp, router: Any, routes: Sequence[BaseRoute]) -> None:
        self._app = app
        self._router = router
        self._fixed: dict[str, list[APIRoute]] = defaultdict(list)
        self._open: dict[tuple[str, ...], list[APIRoute]] = defaultdict(list)
        for route in routes:
            if isinstance(route, APIRoute):
                if route.param_convertors:
                    self._open[_fixed_parts(route.path)].append(route)
                else:
                    self._fixed[route.path].append(route)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        methods: set[str] = set()
        for route in self._candidates(scope["path"]):
            match, found = route.matches(scope)
            if match is Match.FULL:
                scope["router"] = self._router
                scope.update(found)
                await route.handle(scope, receive, send)
                return
            if match is Match.PARTIAL:
                scope.update(found)
                methods |= route.methods or set()
        if methods:
            raise HTTPException(405, headers={"Allow": ", ".join(sorted(methods))})
        await self._app(scope, receive, send)

    def _candidates(self, path: str) -> Iterator[APIRoute]:
        yield from self._fixed.get(path, ())
        parts = path.split("/")
        for length in range(len(parts), 0, -1):
            yield from self._open.get(tuple(parts[:length]), ())


def _fixed_parts(path: str) -> tuple[str, ...]:
    parts = path.split("/")
    first = next(number for number, part in enumerate(parts) if "{" in part)
    return tuple(parts[:first])
