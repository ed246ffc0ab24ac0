"""How often somebody may try something: so many times at once, and one more each so often.

What is used up is kept in the table, so that a restart forgives nothing and all servers count together.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from cairn.services.accounts.refusals import TooManyAttempts
from cairn.services.accounts.schema import Allowance
from cairn.services.clock import Clock
from cairn.tables import ConditionFailedError, Tables, attribute, put

_NETWORK_BITS: Final = 64


@dataclass(frozen=True, slots=True)
class Limit:
    """`most` at once, and another one each time `every` has passed."""

    name: str
    most: int
    every: timedelta

    @property
    def whole(self) -> timedelta:
        """How long it takes until all of it is there again."""
        return self.most * self.every


SIGN_IN_BY_ADDRESS: Final = Limit("sign-in-by-address", 30, timedelta(seconds=20))
SIGN_IN_BY_ACCOUNT: Final = Limit("sign-in-by-account", 10, timedelta(minutes=2))
SIGN_UP_BY_ADDRESS: Final = Limit("sign-up-by-address", 20, timedelta(minutes=5))
SIGN_UP_BY_ACCOUNT: Final = Limit("sign-up-by-account", 5, timedelta(minutes=10))
MAIL_BY_ADDRESS: Final = Limit("mail-by-address", 20, timedelta(minutes=5))
MAIL_BY_ACCOUNT: Final = Limit("mail-by-account", 3, timedelta(minutes=10))
EXPORT_BY_ACCOUNT: Final = Limit("export-by-account", 5, timedelta(minutes=10))


@dataclass(frozen=True, slots=True)
class Refused:
    retry_after: timedelta


def use(limit: Limit, whole_at: datetime | None, now: datetime) -> datetime | Refused:
    """When a limit is whole again after one more use of it, or when to come back.

    `whole_at` is when it would be whole again as it is; None when it was not used.
    """
    used = timedelta() if whole_at is None else max(whole_at - now, timedelta())
    if used > limit.whole:
        used = (
            timedelta()
        )  # more than can be used up: the clock was wrong when that was written, or is set back
    left = limit.whole - used
    if left < limit.every:
        return Refused(limit.every - left)
    return now + used + limit.every


class Limits:
    """The limits of an installation."""

    def __init__(self, tables: Tables, clock: Clock) -> None:
        self._tables = tables
        self._clock = clock

    async def of_address(self, limit: Limit, address: str | None) -> None:
        """Uses up one attempt from an address, or raises `TooManyAttempts`."""
        await self._use(limit, neighbourhood(address))

    async def of_account(self, limit: Limit, email: str) -> None:
        """Uses up one attempt on an account, whether there is one or not, or raises `TooManyAttempts`."""
        await self._use(limit, email)

    async def _use(self, limit: Limit, subject: str) -> None:
        # Addresses of people stay out of keys, where whoever lists a table would see them.
        name = hashlib.sha256(subject.encode()).hexdigest()
        seen: datetime | None = None
        while True:
            now = self._clock.now()
            after = use(limit, seen, now)
            if isinstance(after, Refused):
                raise TooManyAttempts(
                    f"Too many attempts; try again in {_in_words(after.retry_after)}",
                    retry_after=after.retry_after,
                )
            kept = attribute(Allowance.whole_at)
            as_seen = (
                kept.missing() | (Allowance.whole_at <= now) if seen is None else Allowance.whole_at == seen
            )
            used = Allowance(
                subject=name, limit=limit.name, whole_at=after, expires_at=after + timedelta(seconds=1)
            )
            try:
                # First as if nothing was used up, which is nearly always so: then it is one write.
                return await self._tables.write(put(used, when=as_seen))
            except ConditionFailedError as refusal:
                seen = refusal.before.whole_at if isinstance(refusal.before, Allowance) else None


def neighbourhood(address: str | None) -> str:
    """What counts as one address: an IPv4 address, or the /64 that one household or server has of IPv6."""
    if address is None:
        return "unknown"
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ip_network((parsed, _NETWORK_BITS), strict=False))
    return str(parsed)


def _in_words(duration: timedelta) -> str:
    seconds = int(duration.total_seconds()) + 1
    if seconds < 60:
        return "a minute" if seconds > 45 else f"{seconds} seconds"
    minutes = -(-seconds // 60)
    return "a minute" if minutes == 1 else f"{minutes} minutes"
