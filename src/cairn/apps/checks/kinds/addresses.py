"""The addresses that people give to checks, in one form. What is wrong with one is said in words."""

from urllib.parse import urlsplit

from cairn.services.outbound import Refused, target_of

_MOST_PORTS = 65_535


def web_address(url: str) -> str:
    """An address of the web. Without a scheme, https is meant; a fragment is for browsers alone."""
    written = url.strip()
    if "://" not in written:
        written = f"https://{written}"
    try:
        return target_of(written.partition("#")[0]).url
    except Refused as fault:
        raise ValueError(str(fault)) from fault


def host_and_port(url: str, scheme: str, *, port: int | None = None) -> tuple[str, int]:
    """The host and the port of an address such as `tcp://db.example.org:5432`."""
    written = url.strip()
    parts = urlsplit(written if "://" in written else f"{scheme}://{written}")
    example = f"{scheme}://example.org:{port or 5432}"
    try:
        given = parts.port or port
        host = parts.hostname or ""
        named = f"[{host}]" if ":" in host else host
        host = target_of(f"http://{named}/").host
    except (ValueError, Refused) as fault:
        raise ValueError(f"{fault}; write for example {example}") from fault
    if given is None or parts.username is not None or not 0 < given <= _MOST_PORTS:
        raise ValueError(f"names a host and a port, for example {example}")
    return host, given


def written(scheme: str, host: str, port: int) -> str:
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


def named(url: str, scheme: str) -> str:
    """The name of an address such as `dns://example.org`."""
    written = url.strip().removeprefix(f"{scheme}://").rstrip("/")
    try:
        host = target_of(f"http://{written}/").host
    except (ValueError, Refused) as fault:
        raise ValueError(f"{fault}; write for example {scheme}://example.org") from fault
    if host.replace(".", "").isdigit() or ":" in host or "/" in written:
        raise ValueError(f"is a name, for example {scheme}://example.org")
    return host
