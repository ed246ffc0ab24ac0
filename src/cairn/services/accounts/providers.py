"""Signing in with a provider: OpenID Connect, with any number of providers that the operator names.

A browser is sent away with a cookie that says what for. When it comes back, the cookie, not the address, decides
what is done.
"""

import hmac
import logging
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from pydantic import BaseModel, ConfigDict, ValidationError

from cairn.services.accounts import letters
from cairn.services.accounts.callers import Anyone, SignedIn
from cairn.services.accounts.confirmation import Confirmation
from cairn.services.accounts.entrance import Entrance
from cairn.services.accounts.identities import Identities, Vouched
from cairn.services.accounts.limits import SIGN_IN_BY_ADDRESS
from cairn.services.accounts.mailed_links import MailedLinks
from cairn.services.accounts.means import Means
from cairn.services.accounts.oidc import (
    Client,
    Issuer,
    OidcError,
    Secrets,
    authorization_url,
    check_who_answers,
    exchanged,
)
from cairn.services.accounts.refusals import ProviderFailed
from cairn.services.accounts.sessions import Entry
from cairn.services.outbound import Outbound
from cairn.services.problems import NotFound, NotSignedIn
from cairn.services.settings import OidcProvider, SettingsError

TRIP_LIFETIME: Final = timedelta(minutes=10)
"""For how long somebody may take at a provider, and the cookie is kept."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ProviderListed:
    """A provider with which people can sign in. `slug` names it in addresses."""

    slug: str
    name: str


@dataclass(frozen=True, slots=True)
class SentAway:
    """Where a browser is to go, and what it keeps in an HttpOnly cookie (SameSite=Lax) until it is back."""

    url: str
    cookie: str


@dataclass(frozen=True, slots=True)
class Arrival:
    """A browser is back. Who connected a provider to the account they were in has no new `entry`."""

    entry: Entry | None
    return_to: str | None


@dataclass(frozen=True, slots=True)
class IdentityListed:
    """A provider that opens an account, as its owner sees it."""

    identity_id: str
    provider: str
    email: str | None
    connected_at: datetime


class _Trip(BaseModel):
    """What somebody was sent away for."""

    model_config = ConfigDict(frozen=True)

    provider: str
    state: str
    nonce: str
    verifier: str
    until: datetime
    return_to: str | None = None
    account_id: str | None = None
    session_id: str | None = None


class Providers:
    """The providers of an installation."""

    def __init__(
        self,
        means: Means,
        entrance: Entrance,
        identities: Identities,
        confirmation: Confirmation,
        *,
        configured: Sequence[OidcProvider],
        web: Outbound,
    ) -> None:
        self._means = means
        self._entrance = entrance
        self._identities = identities
        self._confirmation = confirmation
        self._links = MailedLinks(means)
        self._key = means.keys.key("providers")
        self._configured: dict[str, OidcProvider] = {}
        for each in configured:
            slug = re.sub(r"[^a-z0-9]+", "-", each.name.lower()).strip("-")
            if not slug or slug in self._configured:
                raise SettingsError(f"oidc: {each.name!r} needs a name that no other provider has")
            self._configured[slug] = each
        self._issuers = {
            slug: Issuer(each.issuer, web, means.clock) for slug, each in self._configured.items()
        }

    @property
    def listed(self) -> tuple[ProviderListed, ...]:
        """Those with which people can sign in."""
        return tuple(ProviderListed(slug, each.name) for slug, each in self._configured.items())

    async def begin(self, anyone: Anyone, *, provider: str, return_to: str | None = None) -> SentAway:
        """Sends somebody to a provider to sign in with it."""
        await self._means.limits.of_address(SIGN_IN_BY_ADDRESS, anyone.address)
        return await self._send(provider, return_to=return_to)

    async def begin_connecting(
        self, member: SignedIn, *, provider: str, return_to: str | None = None
    ) -> SentAway:
        """Sends a member to a provider that is to open their account from then on."""
        return await self._send(provider, return_to=return_to, member=member)

    async def complete(
        self,
        anyone: Anyone,
        *,
        provider: str,
        cookie: str | None,
        parameters: Mapping[str, str],
        visitor: SignedIn | None = None,
    ) -> Arrival:
        """Does what a browser was sent away for. `parameters` are those of the address that it comes back to.

        `visitor` is who is signed in there, as whom alone a provider is connected.
        """
        trip = self._read(cookie)
        if trip is None or trip.provider != provider or trip.until <= self._means.clock.now():
            raise ProviderFailed("Signing in took too long, or began in another browser; try again")
        # Who sends somebody an address with a code of their own would have them sign in to a stranger's account.
        if not hmac.compare_digest(trip.state.encode(), parameters.get("state", "").encode()):
            raise ProviderFailed("This belongs to another attempt to sign in; try again")
        somebody = await self._vouched_for(trip, parameters)
        if trip.account_id is None:
            account = await self._identities.welcome(somebody, may_be_first=True)
            return Arrival(await self._entrance.enter(account, anyone), trip.return_to)
        if visitor is None or (visitor.account_id, visitor.session_id) != (trip.account_id, trip.session_id):
            raise NotSignedIn("The session in which this began has ended; sign in and try again")
        await self._connect(visitor, somebody, self._configured[provider].name)
        return Arrival(None, trip.return_to)

    async def of_member(self, member: SignedIn) -> list[IdentityListed]:
        """The providers that open the account, the one connected first at the head."""
        names = {each.issuer: each.name for each in self._configured.values()}
        identities = await self._identities.of_account(member.account_id)
        return [
            IdentityListed(
                each.identity_id, names.get(each.issuer, each.issuer), each.email, each.connected_at
            )
            for each in sorted(identities, key=lambda each: each.connected_at)
        ]

    async def disconnect(self, member: SignedIn, identity_id: str) -> None:
        """Lets a provider open the account no more, as long as another way in is left."""
        account = await self._confirmation.owned(member)
        ways_in = [each.issuer for each in self._configured.values()]
        await self._identities.disconnect(account, identity_id, ways_in)

    async def _connect(self, member: SignedIn, somebody: Vouched, name: str) -> None:
        account = await self._confirmation.owned(member)
        told = (
            []
            if account.email is None
            else [self._links.post(letters.provider_was_connected(name), account.email)]
        )
        await self._identities.connect(account, somebody, *told)
        self._means.jobs.nudge()

    async def _send(
        self, provider: str, *, return_to: str | None, member: SignedIn | None = None
    ) -> SentAway:
        issuer, client = self._issuer(provider)
        secrets = Secrets.new(self._means.entropy)
        try:
            url = await authorization_url(issuer, client, secrets, self.callback(provider))
        except OidcError as fault:
            raise self._failed(provider, fault) from fault
        trip = _Trip(
            provider=provider,
            state=secrets.state,
            nonce=secrets.nonce,
            verifier=secrets.verifier,
            until=self._means.clock.now() + TRIP_LIFETIME,
            return_to=return_to,
            account_id=None if member is None else member.account_id,
            session_id=None if member is None else member.session_id,
        )
        return SentAway(url, self._sealed(trip))

    async def _vouched_for(self, trip: _Trip, parameters: Mapping[str, str]) -> Vouched:
        issuer, client = self._issuer(trip.provider)
        name = self._configured[trip.provider].name
        if "error" in parameters:
            _log.info("%s answered a sign-in with %r", name, parameters["error"][:200])
            raise ProviderFailed(f"{name} did not let you in, or you changed your mind")
        try:
            await check_who_answers(issuer, parameters.get("iss"))
            claims = await exchanged(
                issuer,
                client,
                Secrets(trip.state, trip.nonce, trip.verifier),
                code=parameters.get("code", ""),
                redirect_uri=self.callback(trip.provider),
                now=self._means.clock.now(),
            )
        except OidcError as fault:
            raise self._failed(trip.provider, fault) from fault
        return Vouched.by(claims)

    def callback(self, provider: str) -> str:
        """The address to which a provider sends people back, which it has to be told of."""
        return f"{self._means.public_url}/sign-in/{provider}/callback"

    def _issuer(self, provider: str) -> tuple[Issuer, Client]:
        configured = self._configured.get(provider)
        if configured is None:
            raise NotFound("There is no such provider")
        secret = configured.client_secret
        return self._issuers[provider], Client(
            configured.client_id, None if secret is None else secret.get_secret_value()
        )

    def _failed(self, provider: str, fault: OidcError) -> ProviderFailed:
        # Why, the operator reads in the log; a stranger learns nothing about machines of the house.
        _log.warning("signing in with %s failed: %s", provider, fault)
        name = self._configured[provider].name
        return ProviderFailed(f"{name} can't vouch for you at the moment; try again, or sign in another way")

    def _sealed(self, trip: _Trip) -> str:
        content = trip.model_dump_json().encode()
        return urlsafe_b64encode(hmac.digest(self._key, content, "sha256") + content).decode()

    def _read(self, cookie: str | None) -> _Trip | None:
        try:
            sealed = urlsafe_b64decode((cookie or "").encode("ascii"))
        except (UnicodeEncodeError, NotBase64):
            return None
        seal, content = sealed[:32], sealed[32:]
        if not hmac.compare_digest(seal, hmac.digest(self._key, content, "sha256")):
            return None
        try:
            return _Trip.model_validate_json(content)
        except ValidationError:
            return None  # of another version of Cairn
