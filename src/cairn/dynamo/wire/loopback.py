"""Who may ask without a signature: programs of this machine, but not web pages that a browser of it shows.

A page from elsewhere can make a browser send requests to a loopback address, by its own name (DNS rebinding) or
openly. The browser then names that page's host in `Host` or in `Origin`.
"""

import ipaddress
from collections.abc import Mapping
from functools import lru_cache

from cairn.dynamo.errors import AccessDeniedException


def check(headers: Mapping[bytes, bytes]) -> None:
    """Refuses what does not name this machine by a loopback name."""
    host = headers.get(b"host", b"")
    if not _is_loopback_authority(host):
        raise AccessDeniedException(
            f"Without an access key, only requests to a loopback address are answered, not to "
            f"'{host.decode('latin-1')}'. Connect to 127.0.0.1 or localhost."
        )
    origin = headers.get(b"origin")
    if origin is not None and not _is_loopback_origin(origin):
        raise AccessDeniedException(
            f"Without an access key, web pages from '{origin.decode('latin-1')}' are not answered."
        )


def is_loopback(host: str) -> bool:
    """Whether a name or address means this machine wherever it is resolved."""
    name = host.lower().removesuffix(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return address.is_loopback


@lru_cache(maxsize=64)
def _is_loopback_authority(authority: bytes) -> bool:
    text = authority.decode("latin-1")
    host, colon, port = text.rpartition(":")
    return is_loopback(host if colon and port.isascii() and port.isdecimal() else text)


@lru_cache(maxsize=64)
def _is_loopback_origin(origin: bytes) -> bool:
    scheme, separator, authority = origin.partition(b"://")
    return scheme in {b"http", b"https"} and bool(separator) and _is_loopback_authority(authority)
