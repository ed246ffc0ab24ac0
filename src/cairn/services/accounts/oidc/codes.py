"""The way by a code: a browser is sent to the provider, comes back with a code, and we ask what it stands for.

Who could read the code on its way can't use it (PKCE); who brings a code of their own to somebody else's browser is
found out (state); and a token of another sign-in is not taken for this one's (nonce).
"""

import hashlib
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Self
from urllib.parse import parse_qsl, quote_plus, urlencode, urlsplit, urlunsplit

from cairn.services.accounts.oidc.claims import Claims, for_client, signed_claims
from cairn.services.accounts.oidc.errors import OidcError
from cairn.services.accounts.oidc.issuers import Configuration, Issuer

_SCOPE: Final = "openid email profile"
_SECRET_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Client:
    """Who we are at an issuer. Without a secret, the code's own proof has to do."""

    client_id: str
    client_secret: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Secrets:
    """The secrets of one sign-in, which the browser brings back or which are proven with the code."""

    state: str
    nonce: str
    verifier: str

    @classmethod
    def new(cls, entropy: Callable[[int], bytes]) -> Self:
        return cls(*(_text(entropy(_SECRET_BYTES)) for _ in range(3)))

    @property
    def challenge(self) -> str:
        return _text(hashlib.sha256(self.verifier.encode()).digest())


async def authorization_url(issuer: Issuer, client: Client, secrets: Secrets, redirect_uri: str) -> str:
    """Where the browser is sent."""
    endpoint = (await issuer.configuration()).authorization_endpoint
    if endpoint is None:
        raise OidcError(f"{issuer.address} lets nobody sign in by a browser")
    parts = urlsplit(endpoint)
    if parts.scheme not in {"https", urlsplit(issuer.address).scheme}:
        raise OidcError(f"{issuer.address} points to {endpoint}, which is not https")
    query = [
        *parse_qsl(parts.query),
        ("response_type", "code"),
        ("client_id", client.client_id),
        ("redirect_uri", redirect_uri),
        ("scope", _SCOPE),
        ("state", secrets.state),
        ("nonce", secrets.nonce),
        ("code_challenge", secrets.challenge),
        ("code_challenge_method", "S256"),
    ]
    return urlunsplit((parts.scheme, parts.netloc, parts.path, urlencode(query), ""))


async def check_who_answers(issuer: Issuer, named: str | None) -> None:
    """Raises `OidcError` when an answer says that it is another issuer's, or does not say so and should (RFC 9207)."""
    has_to_say = (await issuer.configuration()).authorization_response_iss_parameter_supported
    if named != issuer.address and (has_to_say or named is not None):
        raise OidcError(f"{named or 'nobody'} answered instead of {issuer.address}")


async def exchanged(
    issuer: Issuer, client: Client, secrets: Secrets, *, code: str, redirect_uri: str, now: datetime
) -> Claims:
    """What a code stands for: who has signed in, with what the provider tells of them."""
    configuration = await issuer.configuration()
    if configuration.token_endpoint is None:
        raise OidcError(f"{issuer.address} takes no codes")
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": redirect_uri,
        "code_verifier": secrets.verifier,
    }
    headers = {"content-type": "application/x-www-form-urlencoded", "accept": "application/json"}
    _add_proof(client, configuration, form, headers)
    answer = await issuer.fetched(
        configuration.token_endpoint, method="POST", headers=headers, body=urlencode(form).encode()
    )
    token = answer.get("id_token")
    if not isinstance(token, str):
        raise OidcError(f"{issuer.address} answered a code without saying who has signed in")
    claims = await signed_claims(token, issuer, now)
    for_client(claims, client.client_id, nonce=secrets.nonce)
    if "email" in claims or configuration.userinfo_endpoint is None:
        return claims
    return {**await _told(issuer, configuration.userinfo_endpoint, answer, claims), **claims}


async def _told(issuer: Issuer, endpoint: str, answer: Claims, claims: Claims) -> Claims:
    """What a provider tells of somebody where it is asked for it, and does not stand in the token."""
    access_token = answer.get("access_token")
    if not isinstance(access_token, str):
        return {}
    told = await issuer.fetched(endpoint, headers={"authorization": f"Bearer {access_token}"})
    # Without this, the token of one person could be shown together with what is known of another.
    if told.get("sub") != claims["sub"]:
        raise OidcError(f"{issuer.address} tells of somebody other than who has signed in")
    return told


def _add_proof(
    client: Client, configuration: Configuration, form: dict[str, Any], headers: dict[str, str]
) -> None:
    methods = configuration.token_endpoint_auth_methods_supported
    if client.client_secret is None:
        form["client_id"] = client.client_id
    elif "client_secret_basic" in methods or "client_secret_post" not in methods:
        pair = f"{quote_plus(client.client_id)}:{quote_plus(client.client_secret)}"
        headers["authorization"] = f"Basic {b64encode(pair.encode()).decode()}"
    else:
        form |= {"client_id": client.client_id, "client_secret": client.client_secret}


def _text(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")
