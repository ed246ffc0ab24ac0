"""A name server on this machine, which speaks DNS over UDP."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset

Zone = Mapping[tuple[str, str], tuple[str, ...]]
"""Records by name and kind. Of a name that stands in none, nothing is there."""


class _Answering(asyncio.DatagramProtocol):
    def __init__(self, zone: Zone, rcode: dns.rcode.Rcode | None, *, is_silent: bool) -> None:
        self._zone = zone
        self._rcode = rcode
        self._is_silent = is_silent

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def datagram_received(self, data: bytes, address: Any) -> None:
        if self._is_silent:
            return
        asked = dns.message.from_wire(data)
        answer = dns.message.make_response(asked)
        answer.flags |= dns.flags.RA
        question = asked.question[0]
        name, kind = str(question.name).rstrip("."), dns.rdatatype.to_text(question.rdtype)
        records = self._zone.get((name, kind))
        if self._rcode is not None:
            answer.set_rcode(self._rcode)
        elif records:
            answer.answer.append(dns.rrset.from_text(question.name, 300, "IN", kind, *records))
        elif not any(name == known for known, _ in self._zone):
            answer.set_rcode(dns.rcode.NXDOMAIN)
        self._transport.sendto(answer.to_wire(), address)


@asynccontextmanager
async def naming(
    zone: Zone, *, rcode: dns.rcode.Rcode | None = None, is_silent: bool = False
) -> AsyncIterator[str]:
    """A name server for the length of a block; it is where this says."""
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_datagram_endpoint(
        lambda: _Answering(zone, rcode, is_silent=is_silent), local_addr=("127.0.0.1", 0)
    )
    try:
        host, port = transport.get_extra_info("sockname")
        yield f"{host}:{port}"
    finally:
        transport.close()
