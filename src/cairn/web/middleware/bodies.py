"""How large a body may be: one bound for all, and a larger one where a route says so."""

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cairn.apps.base.routes import most_body_bytes
from cairn.web.problems import problem_response
from cairn.web.refusals import BodyTooLarge


class BoundedBodies:
    """Answers 413 in place of whatever would have become of a body that is too large."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in {"GET", "HEAD"}:
            await self._app(scope, receive, send)
            return
        received, is_over, is_answered = 0, False, False

        async def receive_bounded() -> Message:
            nonlocal received, is_over
            message = await receive()
            received += len(message.get("body", b""))
            # Which route it is, is known by the time that one reads.
            most = most_body_bytes(scope.get("endpoint"))
            if received > most or _announced(scope) > most:
                is_over = True
                raise BodyTooLarge(f"At most {most:,} bytes are taken here")
            return message

        async def send_unless_over(message: Message) -> None:
            nonlocal is_answered
            if not is_over:
                await send(message)
            elif not is_answered:  # whoever read the body may have taken the fault for another
                is_answered = True
                most = most_body_bytes(scope.get("endpoint"))
                problem = BodyTooLarge(f"At most {most:,} bytes are taken here")
                response = await problem_response(Request(scope), problem)
                await response(scope, receive, send)

        await self._app(scope, receive_bounded, send_unless_over)


def _announced(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0
