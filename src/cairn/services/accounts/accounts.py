"""All that can be done with accounts, by subject: `accounts.entrance.sign_in(…)`, `accounts.tokens.create(…)`."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from cairn.services.accounts.callers import Member
from cairn.services.accounts.confirmation import Confirmation
from cairn.services.accounts.departures import Departures
from cairn.services.accounts.entrance import Entrance
from cairn.services.accounts.exports import Exports
from cairn.services.accounts.hashing import Hashing
from cairn.services.accounts.limits import Limits
from cairn.services.accounts.links import Links
from cairn.services.accounts.means import Means
from cairn.services.accounts.newcomers import Newcomers
from cairn.services.accounts.oversight import Oversight
from cairn.services.accounts.passwords import Passwords
from cairn.services.accounts.profile import Profile
from cairn.services.accounts.sessions import Sessions
from cairn.services.accounts.tokens import Tokens
from cairn.services.clock import Clock
from cairn.services.identifiers import Identifiers
from cairn.services.jobs import Jobs
from cairn.services.secret_keys import SecretKeys
from cairn.services.settings import Settings
from cairn.tables import Tables

_EVERYWHERE: Final = frozenset({"0.0.0.0", "[::]"})  # noqa: S104 - nobody listens there, it is told apart


@dataclass(frozen=True, kw_only=True, slots=True)
class Accounts:
    """The accounts of an installation."""

    entrance: Entrance
    sessions: Sessions
    links: Links
    passwords: Passwords
    profile: Profile
    tokens: Tokens
    exports: Exports
    departures: Departures
    operators: Oversight

    async def recognise_bearer(self, secret: str) -> Member | None:
        """Who shows this in an `Authorization: Bearer` header; None when it proves nothing."""
        return await self.tokens.recognise(secret)


def open_accounts(
    tables: Tables,
    jobs: Jobs,
    *,
    clock: Clock,
    keys: SecretKeys,
    settings: Settings,
    apps: tuple[str, ...],
    hashing: Hashing | None = None,
) -> Accounts:
    """The accounts, put together. `apps` are those in which a token can be allowed something."""
    means = Means(
        tables=tables,
        jobs=jobs,
        clock=clock,
        keys=keys,
        hashing=hashing or Hashing(),
        limits=Limits(tables, clock),
        identifiers=Identifiers(clock),
        session_lifetime=timedelta(days=settings.session_days),
        public_url=public_url(settings),
        may_sign_up=settings.sign_up == "open",
        apps=apps,
    )
    sessions = Sessions(means)
    newcomers = Newcomers(means)
    confirmation = Confirmation(means)
    departures = Departures(means, sessions, confirmation)
    return Accounts(
        entrance=Entrance(means, sessions, newcomers),
        sessions=sessions,
        links=Links(means, sessions, confirmation),
        passwords=Passwords(means, sessions, confirmation),
        profile=Profile(means),
        tokens=Tokens(means, confirmation),
        exports=Exports(means),
        departures=departures,
        operators=Oversight(means, sessions, departures),
    )


def public_url(settings: Settings) -> str:
    """Where people reach this Cairn, without a slash at the end; this machine, when nothing is said."""
    if settings.public_url is not None:
        return settings.public_url.rstrip("/")
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{'localhost' if host in _EVERYWHERE else host}:{settings.port}"
