"""Where a request was meant for, and where it came from.

A name that is not ours is refused, as a page elsewhere could point its own name at this machine and read what it
gets. And no other site has a browser change something here.
"""

from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from cairn.services.problems import Problem
from cairn.web.problems import problem_response
from cairn.web.refusals import CrossSite, WrongHost

_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_FOR_MONITORS = frozenset({"/healthz", "/readyz"})


class Hosts:
    """Passes on what is meant for this installation, and comes from it or from no page at all."""

    def __init__(self, app: ASGIApp, *, public_url: str | None) -> None:
        self._app = app
        self._public = None if public_url is None else urlsplit(public_url)
        self._known: set[bytes] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            problem = self._refusal(scope)
            if problem is not None:
                response = await problem_response(Request(scope), problem)
                await response(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _refusal(self, scope: Scope) -> Problem | None:
        host, origin, fetched_from, is_bearer = b"", None, None, False
        name: bytes
        value: bytes
        for name, value in scope["headers"]:
            match name:
                case b"host":
                    host = value
                case b"origin":
                    origin = value
                case b"sec-fetch-site":
                    fetched_from = value
                case b"authorization":
                    is_bearer = True
                case _:
                    pass
        path = scope["path"]
        # Monitors ask a machine by the name that it has among machines, and learn from it nothing about anybody.
        is_monitor = path in _FOR_MONITORS or (path == "/metrics" and is_bearer)
        if host not in self._known and not is_monitor:
            if not self._is_ours(host.decode("latin-1")):
                return WrongHost(
                    "This Cairn does not go by that name. Where it should, its operator says so: CAIRN_PUBLIC_URL"
                )
            if len(self._known) < 100:
                self._known.add(host)
        # No page can have a browser add a token that it does not know.
        if scope["method"] in _READING or is_bearer:
            return None
        if fetched_from is not None:
            if fetched_from in {b"same-origin", b"none"}:
                return None
            return CrossSite("A page of another site asked for this; open Cairn itself to do it")
        if origin is not None and not self._is_own_origin(origin.decode("latin-1"), host.decode("latin-1")):
            return CrossSite("A page of another site asked for this; open Cairn itself to do it")
        return None

    def _is_ours(self, host: str) -> bool:
        name = _name_of(host)
        if name == "localhost" or name.endswith(".localhost"):
            return True
        if self._public is not None and name == self._public.hostname:
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True  # nobody else's page can have an address for its name

    def _is_own_origin(self, origin: str, host: str) -> bool:
        parts = urlsplit(origin)
        if parts.netloc.lower() == host.lower():
            return True
        return self._public is not None and (parts.scheme, parts.netloc.lower()) == (
            self._public.scheme,
            self._public.netloc.lower(),
        )


def _name_of(host: str) -> str:
    """The name in a `Host` header, without port and brackets."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
