"""Addresses of the web as people give them: read in one way only, or refused. What two parsers could read differently is."""

import re
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Final
from urllib.parse import quote, urljoin, urlsplit

import idna

from cairn.services.outbound.errors import Refused

_MOST_CHARACTERS: Final = 4096
_NEVER: Final = re.compile(r"[\x00-\x20\x7f-\x9f\\]|\s")
_LABELS: Final = re.compile(r"(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_-]{1,63}")
_LOOKS_LIKE_A_NUMBER: Final = re.compile(r"(.*\.)?(\d+|0x[0-9a-f]*)")
_PORTS: Final = {"http": 80, "https": 443}
# Ports of other services, which would take a request for a command in their own language. Browsers refuse them too.
_OTHER_SERVICES: Final = frozenset({
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103,
    104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513,
    514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720,
    1723, 2049, 3659, 4045, 5060, 5061, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 10080, 11211,
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Target:
    """Where a request goes. `host` is in lower case and ASCII, an IPv6 address without its brackets."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> tuple[str, str, int]:
        return self.scheme, self.host, self.port

    @property
    def url(self) -> str:
        return f"{self.scheme}://{self.authority}{self.path}"

    def redirected(self, location: str) -> "Target":
        """Where an answer sends on to."""
        if _NEVER.search(location):
            raise Refused(f"{self.host} redirects to an address with a character that none may have")
        try:
            return target_of(urljoin(self.url, location))
        except ValueError as fault:
            raise Refused(f"{self.host} redirects to {location[:200]}, which is not an address") from fault


def target_of(url: str) -> Target:
    """The target of a URL. Raises `Refused` with what would be right."""
    if len(url) > _MOST_CHARACTERS:
        raise Refused(f"the address has {len(url)} characters; at most {_MOST_CHARACTERS} are taken")
    if _NEVER.search(url):
        raise Refused("the address has a space, a backslash or an invisible character in it")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as fault:
        raise Refused(f"{url} is not an address: {fault}") from fault
    if parts.scheme not in _PORTS:
        raise Refused(
            f"{parts.scheme or 'an address without a scheme'}: only http:// and https:// can be asked"
        )
    if "@" in parts.netloc:
        raise Refused("the address has a name or a password in it; give those in a header")
    host = _host(parts.hostname or "")
    if port == 0 or port in _OTHER_SERVICES:
        raise Refused(f"port {port} is not one of the web")
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=-._~")
    query = quote(parts.query, safe="/%:@!$&'()*+,;=-._~?")
    return Target(parts.scheme, host, port or _PORTS[parts.scheme], f"{path}?{query}" if query else path)


def _host(written: str) -> str:
    if not written:
        raise Refused("the address has no host; write for example https://example.org/")
    if ":" in written:
        try:
            address = IPv6Address(written)
        except AddressValueError as fault:
            raise Refused(f"[{written}] is not an IPv6 address") from fault
        if address.scope_id is not None:
            raise Refused(f"[{written}] names a network of one machine")
        return str(address)
    try:
        host = idna.encode(written, uts46=True).decode() if not written.isascii() else written.lower()
    except idna.IDNAError as fault:
        raise Refused(f"{written} is not a host: {fault}") from fault
    if _LOOKS_LIKE_A_NUMBER.fullmatch(host.rstrip(".")):
        # 0x7f.1, 017700000001 and 2130706433 are 127.0.0.1 to some and nothing to others.
        try:
            return str(IPv4Address(host))
        except AddressValueError as fault:
            raise Refused(f"{written} is not an IPv4 address; write four numbers, as in 192.0.2.7") from fault
    if not _LABELS.fullmatch(host.removesuffix(".")):
        raise Refused(f"{written} is not a host")
    return host
