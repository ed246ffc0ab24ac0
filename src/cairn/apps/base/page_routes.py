"""Routes of pages: what they return is a `View`, a `Page` or a `Redirect`, and how it looks is for the web to say."""

import functools
from collections.abc import Awaitable, Callable
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from starlette.types import Receive, Scope, Send

from cairn.apps.base.pages import Answer

Show = Callable[[Request, Answer], Response]
"""What `app.state.show` is."""
_HEEDED: Final = frozenset({"set-cookie", "clear-site-data"})


class Shown(Response):
    """What a view returned, turned into an answer by the application that the view hangs in."""

    def __init__(self, answer: Answer, given: Response | None) -> None:
        super().__init__()
        self.answer = answer
        # FastAPI heeds what a view sets on the `Response` that it was handed only where it makes the answer itself.
        told = [] if given is None else given.headers.items()
        self.given = [(name, value) for name, value in told if name in _HEEDED]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        show: Show = scope["app"].state.show
        response = show(Request(scope, receive), self.answer)
        for name, value in self.given:
            response.headers.append(name, value)
        await response(scope, receive, send)


class PageRouter(APIRouter):
    """A router whose routes are pages. They stand in no description of the API."""

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().add_api_route(
            path, _shown(endpoint), **{**options, "response_model": None, "include_in_schema": False}
        )


def _shown(endpoint: Callable[..., Awaitable[Answer | Response]]) -> Callable[..., Awaitable[Response]]:
    @functools.wraps(endpoint)
    async def answer(*given: Any, **named: Any) -> Response:
        result = await endpoint(*given, **named)
        if isinstance(result, Response):
            return result
        return Shown(result, next((each for each in named.values() if isinstance(each, Response)), None))

    return answer
