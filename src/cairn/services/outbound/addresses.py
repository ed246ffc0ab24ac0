"""Which addresses may be reached on behalf of a person: those of the public internet, and what an operator allows."""

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

# The registries of special addresses, and not `is_global`, whose answer changes from one Python to the next.
_NOT_PUBLIC: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("this machine", ("127.0.0.0/8", "0.0.0.0/8")),
    ("a private network", ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10")),
    ("a link-local address, where clouds keep secrets", ("169.254.0.0/16",)),
    ("where a cloud answers its own machines", ("168.63.129.16/32", "192.0.0.0/24")),
    ("an address for documentation or measurements", ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24")),
    ("an address for documentation or measurements", ("198.18.0.0/15", "192.88.99.0/24")),
    ("an address of many machines, or of none", ("224.0.0.0/4", "240.0.0.0/4")),
)
_NOT_PUBLIC_IPV4: Final = tuple(
    (IPv4Network(network), what) for what, networks in _NOT_PUBLIC for network in networks
)
_PUBLIC_IPV6: Final = IPv6Network("2000::/3")
# Within it: addresses that carry an IPv4 address (6to4, Teredo), and those for documentation.
_NOT_PUBLIC_IPV6: Final = tuple(
    map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "2620:4f:8000::/48"))
)


def why_not_public(address: Address) -> str | None:
    """What an address is, if it is not one of the public internet."""
    if isinstance(address, IPv4Address):
        return next((what for network, what in _NOT_PUBLIC_IPV4 if address in network), None)
    if address.is_loopback or address.is_unspecified:
        return "this machine"
    if address not in _PUBLIC_IPV6 or any(address in network for network in _NOT_PUBLIC_IPV6):
        return "no address of the public internet"
    return None


@dataclass(frozen=True, slots=True)
class AddressPolicy:
    """What may be reached. `networks` and `hosts` are what an operator allows although it is not public."""

    networks: tuple[Network, ...] = ()
    hosts: frozenset[str] = frozenset()

    @classmethod
    def allowing(cls, entries: Sequence[str]) -> "AddressPolicy":
        """The policy with an operator's exceptions: networks such as `10.0.5.0/24`, and names such as `nas.local`."""
        networks: list[Network] = []
        hosts: set[str] = set()
        for entry in entries:
            try:
                networks.append(ip_network(entry))
            except ValueError as fault:
                if "/" in entry or entry.replace(".", "").isdigit():
                    raise ValueError(f"{entry} is neither a network nor a name: {fault}") from fault
                hosts.add(entry.lower().rstrip("."))
        return cls(tuple(networks), frozenset(hosts))

    def refusal(self, host: str, address: str) -> str | None:
        """Why a host may not be reached at this address; None when it may."""
        found = ip_address(address.partition("%")[0])
        if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
            found = found.ipv4_mapped  # the kernel connects to the IPv4 address within
        what = why_not_public(found)
        if what is None or host.rstrip(".") in self.hosts:
            return None
        if any(found.version == network.version and found in network for network in self.networks):
            return None
        where = str(found) if host == str(found) else f"{host} is at {found}, which"
        return f"{where} is {what}; only public addresses can be reached from here"
