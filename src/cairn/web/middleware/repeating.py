"""`Idempotency-Key`: a POST that is sent again is answered as it was, once it is known who asks.

Who calls is found out by the route. There (`cairn.apps.base.callers`) it is asked whether the request ran before; if it
did, what it was answered takes the place of the route's answer.
"""

import hashlib

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cairn.apps.base.callers import REPEATABLE, Repeated
from cairn.services.repeats import MOST_BYTES, Asked, Outcome, Repeats

_OF_ONE_ANSWER = frozenset({b"x-request-id", b"date"})


class Repeating:
    """Keeps what is answered to requests that have a key."""

    def __init__(self, app: ASGIApp, *, repeats: Repeats) -> None:
        self._app = app
        self._repeats = repeats

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = _key(scope) if scope["type"] == "http" and scope["method"] == "POST" else None
        if key is None:
            await self._app(scope, receive, send)
            return
        asked: Asked | None = None
        start: Message | None = None
        said = bytearray()
        fingerprint = _fingerprint(scope)
        is_whole = False

        async def receive_and_hash() -> Message:
            nonlocal is_whole
            message = await receive()
            fingerprint.update(message.get("body", b""))
            is_whole = is_whole or not message.get("more_body")
            return message

        async def begin(request: Request, account_id: str) -> None:
            nonlocal asked
            if not is_whole:  # the route itself reads nothing
                await request.body()
            wanted = Asked(account_id, key, fingerprint.hexdigest())
            outcome = await self._repeats.begin(wanted)
            if outcome is not None:
                raise Repeated(outcome)
            asked = wanted

        async def send_and_keep(message: Message) -> None:
            nonlocal start
            if asked is not None:
                if message["type"] == "http.response.start":
                    start = message
                elif message["type"] == "http.response.body":
                    if len(said) <= MOST_BYTES:  # more is not kept, and need not be in memory
                        said.extend(message.get("body", b""))
                    if start is not None and not message.get("more_body"):
                        # Kept before it is sent: who asks again because nothing arrived, finds it.
                        await self._keep(asked, start, bytes(said))
            await send(message)

        scope[REPEATABLE] = begin
        try:
            await self._app(scope, receive_and_hash, send_and_keep)
        except Exception:
            if asked is not None:
                await self._repeats.forget(asked)
            raise

    async def _keep(self, asked: Asked, start: Message, body: bytes) -> None:
        headers = [
            (bytes(name), bytes(value))
            for name, value in start.get("headers", ())
            if name.lower() not in _OF_ONE_ANSWER
        ]
        # What failed, or is to be asked later, is carried out when it is asked again. And a session is handed out once.
        passing = start["status"] >= 500 or start["status"] == 429
        if passing or any(name.lower() == b"set-cookie" for name, _ in headers):
            await self._repeats.forget(asked)
        else:
            await self._repeats.end(asked, Outcome(start["status"], headers, body))


def _key(scope: Scope) -> str | None:
    for name, value in scope["headers"]:
        if name == b"idempotency-key":
            text: str = value.decode("latin-1").strip()
            return text
    return None


def _fingerprint(scope: Scope) -> "hashlib._Hash":
    """A hash of what is asked, to which the body is added as it comes."""
    hashed = hashlib.sha256()
    for part in (scope["method"].encode(), scope["path"].encode(), scope["query_string"]):
        hashed.update(len(part).to_bytes(8))
        hashed.update(part)
    return hashed
