"""Headers that have browsers protect people: what a page may load, who may frame it, what is told to other sites."""

from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_POLICY: Final = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "media-src": "'self' blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
_ALWAYS: Final = (
    (b"content-security-policy", "; ".join(f"{what} {whence}" for what, whence in _POLICY.items()).encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
)
_OVER_HTTPS: Final = (b"strict-transport-security", b"max-age=31536000")
# What somebody's page or answer says is theirs, so that no proxy keeps it for the next one.
_NOT_KEPT: Final = (b"cache-control", b"no-store")


class SecurityHeaders:
    """Adds what an answer does not say itself."""

    def __init__(self, app: ASGIApp, *, is_https: bool) -> None:
        self._app = app
        self._headers = [*_ALWAYS, _OVER_HTTPS] if is_https else list(_ALWAYS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = message.setdefault("headers", [])
                names = {name.lower() for name, _ in own}
                own.extend(header for header in self._headers if header[0] not in names)
                if b"cache-control" not in names:
                    own.append(_NOT_KEPT)
            await send(message)

        await self._app(scope, receive, send_with_headers)
