"""`ETag` for what the API answers to GET, and 304 for who has it already."""

from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cairn.apps.base.callers import API_PREFIX
from cairn.web.conditional import is_known, tag_of

# It may be kept by whom it was sent to, who asks each time whether it is still so.
_KEPT: Final = (b"cache-control", b"private, no-cache")


class Tagged:
    """Adds tags to JSON that is sent in one piece."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET" or not scope["path"].startswith(API_PREFIX):
            await self._app(scope, receive, send)
            return
        start: Message | None = None

        async def send_tagged(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _is_json(message):
                start = message
                return
            if start is not None:
                held, start = start, None
                if not message.get("more_body"):
                    tag = tag_of(message["body"])
                    held["headers"] += [(b"etag", tag.encode()), _KEPT]
                    if is_known(_header(scope, b"if-none-match"), tag):
                        headers = [each for each in held["headers"] if not each[0].startswith(b"content-")]
                        held = {**held, "status": 304, "headers": headers}
                        message = {**message, "body": b""}
                await send(held)
            await send(message)

        await self._app(scope, receive, send_tagged)


def _is_json(start: Message) -> bool:
    return start["status"] == 200 and (b"content-type", b"application/json") in start["headers"]


def _header(scope: Scope, wanted: bytes) -> str:
    for name, value in scope["headers"]:
        if name == wanted:
            text: str = value.decode("latin-1")
            return text
    return ""
