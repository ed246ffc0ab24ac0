"""Only connecting: whether somebody answers at a port, how quickly, and with which certificate."""

import ssl
from dataclasses import dataclass
from time import monotonic

import httpcore2

from cairn.services.outbound.answers import Certificate, certificate_of


@dataclass(frozen=True, slots=True)
class Knock:
    """A connection that was made, and closed. Seconds until it stood, its security included."""

    seconds: float
    certificate: Certificate | None = None


async def knock(
    backend: httpcore2.AsyncNetworkBackend, host: str, port: int, *, trust: ssl.SSLContext | None
) -> Knock:
    """Connects, with TLS where it is given whom to trust. Raises what the library raises."""
    began = monotonic()
    stream = await backend.connect_tcp(host, port)
    try:
        if trust is None:
            return Knock(monotonic() - began)
        secured = await stream.start_tls(trust, server_hostname=host)
        try:
            shown = secured.get_extra_info("ssl_object").getpeercert()
            return Knock(monotonic() - began, certificate_of(shown))
        finally:
            await secured.aclose()
    finally:
        await stream.aclose()
