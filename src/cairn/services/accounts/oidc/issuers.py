"""Issuers: what one publishes of itself, and the keys with which it signs, fetched once and again when it must be.

The operator names an issuer, nobody else; so it may be a machine of the home or the company. That counts for its own
host alone: where its configuration points elsewhere, the guard for requests to the web holds as for everything.
"""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import urlsplit

from joserfc.errors import JoseError
from joserfc.jwk import JWKRegistry, Key
from pydantic import BaseModel, ConfigDict, ValidationError

from cairn.services.accounts.oidc.errors import OidcError
from cairn.services.clock import Clock
from cairn.services.outbound import AddressPolicy, Outbound, OutboundError

_FRESH: Final = timedelta(hours=1)
_BETWEEN_SEARCHES: Final = timedelta(seconds=30)
"""How often keys are fetched for names that nobody knows, so that made-up names do not become requests."""
_KEPT_WITHOUT_ANSWER: Final = timedelta(hours=24)
_MOST_BYTES: Final = 500_000


class Configuration(BaseModel):
    """What an issuer publishes at `/.well-known/openid-configuration`, as far as we use it."""

    model_config = ConfigDict(frozen=True)

    issuer: str
    authorization_endpoint: str | None = None
    token_endpoint: str | None = None
    userinfo_endpoint: str | None = None
    jwks_uri: str
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)
    authorization_response_iss_parameter_supported: bool = False


class Issuer:
    """One issuer, by its address."""

    def __init__(self, address: str, web: Outbound, clock: Clock) -> None:
        self.address = address
        self.web = web
        self._clock = clock
        self._configuration: Configuration | None = None
        self._configured_at: datetime | None = None
        self._keys: Sequence[Key] = ()
        self._keys_at: datetime | None = None
        self._asked_for_keys_at: datetime | None = None
        self._turn = asyncio.Lock()

    async def configuration(self) -> Configuration:
        """What the issuer publishes of itself."""
        async with self._turn:
            return await self._configured()

    async def key(self, key_id: str | None, key_type: str) -> Key:
        """The key with this id, or the only one of its type where none is named."""
        now = self._clock.now()
        if self._are_fresh(now):  # nearly always; then nobody waits for what others make us ask
            found = _chosen(self._keys, key_id, key_type)
            if found is not None:
                return found
        async with self._turn:
            if not self._are_fresh(now):
                await self._refresh_keys(now)
            found = _chosen(self._keys, key_id, key_type)
            if found is None:
                await self._refresh_keys(now)
                found = _chosen(self._keys, key_id, key_type)
        if found is None:
            raise OidcError(f"{self.address} has no key {key_id!r} of type {key_type}")
        return found

    async def fetched(self, url: str, **request: Any) -> Mapping[str, Any]:
        """A JSON object from one of the issuer's addresses."""
        if urlsplit(self.address).scheme == "https" and urlsplit(url).scheme != "https":
            raise OidcError(f"{self.address} points to {url}, which is not https")
        try:
            answer = await self.web.fetch(url, most_bytes=_MOST_BYTES, most_redirects=0, **request)
            content = answer.json()
        except OutboundError as fault:
            raise OidcError(f"{url}: {fault}") from fault
        if not isinstance(content, dict):
            raise OidcError(f"{url} answered {answer.status} with something that is no object")
        if not answer.is_good:
            reason = content.get("error_description") or content.get("error") or "no reason"
            raise OidcError(f"{url} answered {answer.status}: {reason}")
        return content

    def _are_fresh(self, now: datetime) -> bool:
        return self._keys_at is not None and now - self._keys_at < _FRESH

    def _may_search(self, now: datetime) -> bool:
        return self._asked_for_keys_at is None or now - self._asked_for_keys_at >= _BETWEEN_SEARCHES

    async def _configured(self) -> Configuration:
        now = self._clock.now()
        if self._configuration is None or self._configured_at is None or now - self._configured_at >= _FRESH:
            published = await self.fetched(f"{self.address.rstrip('/')}/.well-known/openid-configuration")
            try:
                configuration = Configuration.model_validate(published)
            except ValidationError as fault:
                raise OidcError(f"{self.address} publishes no configuration of an issuer") from fault
            # Whoever answers for an address must not speak for another one.
            if configuration.issuer != self.address:
                raise OidcError(
                    f"{self.address} says that it is {configuration.issuer}; where that is right, write it so in "
                    "the settings, to the letter"
                )
            self._configuration, self._configured_at = configuration, now
        return self._configuration

    async def _refresh_keys(self, now: datetime) -> None:
        may_ask = self._may_search(now)
        is_kept = self._keys_at is not None and now - self._keys_at < _KEPT_WITHOUT_ANSWER
        if not may_ask:
            if is_kept:
                return
            raise OidcError(f"{self.address} did not give its keys just now; it is asked again soon")
        self._asked_for_keys_at = now
        try:
            published = await self.fetched((await self._configured()).jwks_uri)
            self._keys = _keys(published)
        except OidcError:
            # An issuer that is down for a while does not sign everybody out.
            if not is_kept:
                raise
        else:
            self._keys_at = now


def client_for(issuers: Sequence[str], *, allowed: Sequence[str], seconds: float = 10) -> Outbound:
    """The client with which issuers are asked. `allowed` is what the operator allows to be reached besides."""
    hosts = [host for host in (urlsplit(each).hostname for each in issuers) if host]
    return Outbound(policy=AddressPolicy.allowing([*allowed, *hosts]), seconds=seconds)


def _keys(published: Mapping[str, Any]) -> Sequence[Key]:
    keys = []
    for each in published.get("keys") or ():
        if isinstance(each, dict) and each.get("use", "sig") == "sig":
            try:
                keys.append(JWKRegistry.import_key(each))
            except (JoseError, ValueError):
                continue  # of a kind that we do not know; others may be of use
    return keys


def _chosen(keys: Sequence[Key], key_id: str | None, key_type: str) -> Key | None:
    fitting = [each for each in keys if each.key_type == key_type]
    if key_id is not None:
        return next((each for each in fitting if each.kid == key_id), None)
    return fitting[0] if len(fitting) == 1 else None
