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
_FILES: Final = frozenset({"img-src", "media-src"})
_ALWAYS: Final = (
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
    """Adds what an answer does not say itself. `files_from` is where people's pictures are, if not here."""

    def __init__(self, app: ASGIApp, *, is_https: bool, files_from: str | None = None) -> None:
        self._app = app
        policy = (b"content-security-policy", _policy(files_from).encode())
        self._headers = [policy, *_ALWAYS, _OVER_HTTPS] if is_https else [policy, *_ALWAYS]

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


def _policy(files_from: str | None) -> str:
    more = "" if files_from is None else f" {files_from}"
    return "; ".join(f"{what} {whence}{more if what in _FILES else ''}" for what, whence in _POLICY.items())
