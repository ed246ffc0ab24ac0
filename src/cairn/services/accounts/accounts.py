"""All that can be done with accounts, by subject: `accounts.entrance.sign_in(…)`, `accounts.tokens.create(…)`."""

from dataclasses import dataclass
from datetime import timedelta

from cairn.services.accounts.bearers import Bearers
from cairn.services.accounts.callers import Member
from cairn.services.accounts.confirmation import Confirmation
from cairn.services.accounts.departures import Departures
from cairn.services.accounts.entrance import Entrance
from cairn.services.accounts.exports import Exports
from cairn.services.accounts.hashing import Hashing
from cairn.services.accounts.identities import Identities
from cairn.services.accounts.keeping import Keeping
from cairn.services.accounts.limits import Limits
from cairn.services.accounts.links import Links
from cairn.services.accounts.means import Means
from cairn.services.accounts.newcomers import Newcomers
from cairn.services.accounts.oidc import Issuer, client_for
from cairn.services.accounts.oversight import Oversight
from cairn.services.accounts.passwords import Passwords
from cairn.services.accounts.profile import Profile
from cairn.services.accounts.providers import Providers
from cairn.services.accounts.sessions import Sessions
from cairn.services.accounts.tokens import PREFIX, Tokens
from cairn.services.clock import Clock
from cairn.services.identifiers import Identifiers
from cairn.services.jobs import Jobs
from cairn.services.outbound import Outbound
from cairn.services.secret_keys import SecretKeys
from cairn.services.settings import Settings, SettingsError
from cairn.tables import Tables


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
    providers: Providers
    bearers: Bearers | None
    keeping: Keeping

    async def recognise_bearer(self, secret: str) -> Member | None:
        """Who shows this in an `Authorization: Bearer` header; None when it proves nothing."""
        if self.bearers is None or secret.startswith(PREFIX):
            return await self.tokens.recognise(secret)
        return await self.bearers.recognise(secret)


def open_accounts(
    tables: Tables,
    jobs: Jobs,
    *,
    clock: Clock,
    keys: SecretKeys,
    settings: Settings,
    apps: tuple[str, ...],
    web: Outbound,
    hashing: Hashing | None = None,
) -> Accounts:
    """The accounts, put together.

    `apps` are those in which a token can be allowed something, `web` is the client with which issuers are asked.
    """
    means = Means(
        tables=tables,
        jobs=jobs,
        clock=clock,
        keys=keys,
        hashing=hashing or Hashing(),
        limits=Limits(tables, clock),
        identifiers=Identifiers(clock),
        session_lifetime=timedelta(days=settings.session_days),
        public_url=settings.address,
        may_sign_up=settings.sign_up == "open",
        apps=apps,
    )
    sessions = Sessions(means)
    newcomers = Newcomers(means)
    confirmation = Confirmation(means)
    departures = Departures(means, sessions, confirmation)
    entrance = Entrance(means, sessions, newcomers)
    identities = Identities(means, newcomers)
    passwords = Passwords(means, sessions, confirmation)
    operators = Oversight(means, sessions, departures)
    return Accounts(
        entrance=entrance,
        sessions=sessions,
        links=Links(means, sessions, confirmation),
        passwords=passwords,
        profile=Profile(means),
        tokens=Tokens(means, confirmation),
        exports=Exports(means),
        departures=departures,
        operators=operators,
        providers=Providers(means, entrance, identities, confirmation, configured=settings.oidc, web=web),
        bearers=_bearers(means, identities, settings, web),
        keeping=Keeping(means, newcomers, passwords, operators),
    )


def issuer_client(settings: Settings) -> Outbound:
    """The client with which issuers are asked, which reaches those that the operator names wherever they are."""
    issuers = [each.issuer for each in settings.oidc]
    if settings.jwt_issuer is not None:
        issuers.append(settings.jwt_issuer)
    return client_for(issuers, allowed=settings.outbound_allow)


def _bearers(means: Means, identities: Identities, settings: Settings, web: Outbound) -> Bearers | None:
    if settings.jwt_issuer is None:
        return None
    if settings.jwt_audience is None:
        # Without it, a token that the issuer made for any other service would open accounts here.
        variables = map(Settings.variable, ("jwt_issuer", "jwt_audience"))
        raise SettingsError(
            f"{' needs '.join(variables)}: for whom the tokens are made, in Cognito the client's id"
        )
    return Bearers(means, identities, Issuer(settings.jwt_issuer, web, means.clock), settings.jwt_audience)
