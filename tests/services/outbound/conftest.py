"""A client that may reach one local address besides the public internet, and knows some names."""

from collections.abc import AsyncIterator

import pytest_asyncio

from cairn.services.outbound import AddressPolicy, Outbound
from tests.services.outbound.servers import PUBLIC

NAMES = {
    "public.test": [PUBLIC],
    "inside.test": ["127.0.0.1"],
    "inside6.test": ["::1"],
    "both.test": [PUBLIC, "127.0.0.1"],
    "mapped.test": ["::ffff:127.0.0.1"],
    "metadata.test": ["169.254.169.254"],
    "nat64.test": ["64:ff9b::7f00:1"],
    "lan.test": ["192.168.1.1"],
}


async def known_names(host: str, _port: int) -> list[str]:
    """What a name server says. An address is its own answer, as it is to the system's resolver."""
    if host in NAMES:
        return NAMES[host]
    if host.replace(".", "").isdigit() or ":" in host:
        return [host]
    raise OSError(f"{host} is unknown")


@pytest_asyncio.fixture
async def outbound() -> AsyncIterator[Outbound]:
    client = Outbound(policy=AddressPolicy.allowing([f"{PUBLIC}/32"]), seconds=5, resolve=known_names)
    yield client
    await client.close()
