"""All that can be done with accounts, by subject: `accounts.entrance.sign_in(…)`, `accounts.tokens.create(…)`."""

from dataclasses import dataclass
from datetime import timedelta

from cairn.services.accounts.callers import Member
from cairn.services.accounts.entrance import Entrance
from cairn.services.accounts.hashing import Hashing
from cairn.services.accounts.limits import Limits
from cairn.services.accounts.means import Means
from cairn.services.accounts.newcomers import Newcomers
from cairn.services.accounts.sessions import Sessions
from cairn.services.accounts.tokens import Tokens
from cairn.services.clock import Clock
from cairn.services.identifiers import Identifiers
from cairn.services.jobs import Jobs
from cairn.services.secret_keys import SecretKeys
from cairn.services.settings import Settings
from cairn.tables import Tables


@dataclass(frozen=True, kw_only=True, slots=True)
class Accounts:
    """The accounts of an installation."""

    entrance: Entrance
    sessions: Sessions
    tokens: Tokens

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
        may_sign_up=settings.sign_up == "open",
        apps=apps,
    )
    sessions = Sessions(means)
    newcomers = Newcomers(means)
    return Accounts(entrance=Entrance(means, sessions, newcomers), sessions=sessions, tokens=Tokens(means))
