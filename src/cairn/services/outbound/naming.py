"""What name servers say of a name: its records, of a kind that a person asks for."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Final

import dns.asyncresolver
import dns.exception
import dns.nameserver
import dns.resolver

from cairn.services.outbound.addresses import AddressPolicy
from cairn.services.outbound.errors import NameServerFailed, NoRecords, Refused, Unreachable

_PORT: Final = 53


@dataclass(frozen=True, slots=True)
class Records:
    """The records of a name, as zone files write them, in their order there. Texts are without quotes."""

    values: tuple[str, ...]
    seconds: float
    lives_for: int


class NameServers:
    """Asks the name servers of this machine, or those that an operator names."""

    def __init__(self, servers: Sequence[str], policy: AddressPolicy) -> None:
        self._policy = policy
        self._servers = tuple(servers)
        self._resolver: dns.asyncresolver.Resolver | None = None

    async def records(self, name: str, kind: str, *, seconds: float) -> Records:
        """Raises an `OutboundError` that says in words why there are none."""
        began = monotonic()
        try:
            async with asyncio.timeout(seconds):
                answer = await self._asked().resolve(name, kind, search=False, lifetime=seconds)
        except dns.resolver.NXDOMAIN as fault:
            raise NoRecords(f"there is no name {name}") from fault
        except dns.resolver.NoAnswer as fault:
            raise NoRecords(f"{name} has no {kind} records") from fault
        except dns.resolver.NoNameservers as fault:
            if "REFUSED" in str(fault):
                raise NameServerFailed(f"our name servers refuse to look up {name}") from fault
            raise Unreachable(f"the name servers of {name} fail") from fault
        except (dns.exception.Timeout, TimeoutError) as fault:
            raise NameServerFailed(f"our name servers do not answer for {name}") from fault
        except dns.exception.DNSException as fault:
            raise Refused(f"{name} can't be looked up: {fault}") from fault
        values = tuple(_written(each) for each in answer.rrset or ())
        if kind in {"A", "AAAA"}:
            for address in values:
                # What a private network calls its machines is nobody else's business.
                if (refusal := self._policy.refusal(name, address)) is not None:
                    raise Refused(refusal)
        return Records(values, monotonic() - began, int(answer.rrset.ttl if answer.rrset else 0))

    def _asked(self) -> dns.asyncresolver.Resolver:
        if self._resolver is None:
            self._resolver = dns.asyncresolver.Resolver(configure=not self._servers)
            if self._servers:
                self._resolver.nameservers = [_server(each) for each in self._servers]
        return self._resolver


def _server(written: str) -> dns.nameserver.Do53Nameserver:
    """A server such as `9.9.9.9`, `127.0.0.1:5353` or `[::1]:5353`."""
    host, separator, port = written.rpartition(":")
    if separator and port.isdigit() and (host.endswith("]") or ":" not in host):
        return dns.nameserver.Do53Nameserver(host.strip("[]"), int(port))
    return dns.nameserver.Do53Nameserver(written.strip("[]"), _PORT)


def _written(record: object) -> str:
    strings = getattr(record, "strings", None)
    if strings is not None:
        return b"".join(strings).decode("utf-8", "replace")
    return str(record).removesuffix(".")
