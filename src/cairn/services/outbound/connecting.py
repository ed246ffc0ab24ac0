"""The connection itself, where the guard stands: whatever a URL, a redirect or a name server says, it passes here."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

import httpcore2

from cairn.services.outbound.addresses import AddressPolicy
from cairn.services.outbound.errors import Refused, Unreachable
from cairn.services.outbound.streams import connect

Resolve = Callable[[str, int], Awaitable[list[str]]]
"""The addresses of a host, in the order in which they are tried."""

_MOST_ADDRESSES: Final = 4
_SocketOption = tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]


async def resolve(host: str, port: int) -> list[str]:
    """As this machine resolves names."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


class GuardedBackend(httpcore2.AsyncNetworkBackend):
    """Connects to the addresses of a name, none of which may be one that the policy refuses."""

    def __init__(self, policy: AddressPolicy, resolve: Resolve) -> None:
        self._policy = policy
        self._resolve = resolve

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the signature is the library's
        local_address: str | None = None,
        socket_options: Iterable[_SocketOption] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        try:
            async with asyncio.timeout(timeout):
                addresses = await self._resolve(host, port)
        except TimeoutError as fault:
            raise httpcore2.ConnectTimeout(f"{host} was not found in time") from fault
        except (OSError, UnicodeError) as fault:
            raise Unreachable(f"there is no address for {host}") from fault
        for address in addresses:
            refusal = self._policy.refusal(host, address)
            if refusal is not None:
                raise Refused(refusal)
        last: Exception = Unreachable(f"there is no address for {host}")
        for address in addresses[:_MOST_ADDRESSES]:
            try:
                # An address is not looked up again, so that what is connected to is what was checked.
                return await connect(address, port, timeout, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as failed:
                last = failed
        raise last

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
