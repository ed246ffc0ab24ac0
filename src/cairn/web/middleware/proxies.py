"""Proxies: who asks is whom the nearest trusted proxy saw, and what everybody else claims is not believed."""

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from starlette.types import ASGIApp, Receive, Scope, Send


class Proxies:
    """Sets the client's address and the scheme as a trusted proxy tells them."""

    def __init__(self, app: ASGIApp, *, trusted: Sequence[IPv4Network | IPv6Network]) -> None:
        self._app = app
        self._trusted = trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._trusted and scope["type"] == "http" and scope["client"] is not None:
            self._look_behind(scope)
        await self._app(scope, receive, send)

    def _look_behind(self, scope: Scope) -> None:
        address, port = scope["client"]
        if not self._is_trusted(address):
            return
        headers = scope["headers"]
        forwarded = b",".join(value for name, value in headers if name == b"x-forwarded-for").decode(
            "latin-1"
        )
        # From the near end: each proxy adds whom it saw, and what a client wrote itself stands furthest away.
        for claimed in reversed([each.strip() for each in forwarded.split(",") if each.strip()]):
            if _is_address(claimed):
                address, port = claimed, 0
            if not self._is_trusted(claimed):
                break
        scope["client"] = (address, port)
        schemes = [value for name, value in headers if name == b"x-forwarded-proto"]
        if schemes and schemes[-1].strip() in {b"http", b"https"}:
            scope["scheme"] = schemes[-1].strip().decode()

    def _is_trusted(self, address: str) -> bool:
        if not _is_address(address):
            return False
        parsed = ip_address(address)
        mapped = getattr(parsed, "ipv4_mapped", None) or parsed
        return any(mapped in network for network in self._trusted)


def trusted_networks(settings: Sequence[str]) -> list[IPv4Network | IPv6Network]:
    """The networks of a setting. Raises `ValueError` for what is none."""
    return [ip_network(each, strict=False) for each in settings]


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
