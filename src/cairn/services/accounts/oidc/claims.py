"""Signed claims: what an issuer says of somebody, once its signature is checked and it is said to us, now."""

import json
from base64 import urlsafe_b64decode
from binascii import Error as NotBase64
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jws import JWSRegistry

from cairn.services.accounts.oidc.errors import OidcError
from cairn.services.accounts.oidc.issuers import Issuer

Claims = Mapping[str, Any]

# Signatures that only the issuer can make. With `none` or a shared secret, anybody could who knows a public key.
_KEY_TYPES: Final = {
    **dict.fromkeys(("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"), "RSA"),
    **dict.fromkeys(("ES256", "ES384", "ES512"), "EC"),
    "Ed25519": "OKP",
}
_LONGEST: Final = 16_000
_LONGEST_SUBJECT: Final = 255
_SKEW: Final = timedelta(seconds=60)
"""By how much clocks may differ."""


class _Registry(JWSRegistry):
    max_header_length = 4_000  # some issuers send their certificates along


_REGISTRY: Final = _Registry(algorithms=sorted(_KEY_TYPES), strict_check_header=False)


async def signed_claims(token: str, issuer: Issuer, now: datetime) -> Claims:
    """What a token says, if the issuer signed it, for this time. For whom it is, the caller has to check."""
    header = _header(token)
    key_type = _KEY_TYPES.get(str(header.get("alg")))
    if key_type is None:
        raise OidcError(f"a token is signed by {header.get('alg')!r}, which proves nothing")
    key_id = header.get("kid")
    if key_id is not None and not isinstance(key_id, str):
        raise OidcError("a token names its key by something that is no text")
    key = await issuer.key(key_id, key_type)
    try:
        claims = jwt.decode(token, key, registry=_REGISTRY).claims
    except (JoseError, ValueError) as fault:
        raise OidcError(f"the signature of a token is not that of {issuer.address}") from fault
    _check(claims, issuer.address, now)
    return claims


def for_client(claims: Claims, client_id: str, *, nonce: str) -> None:
    """Raises `OidcError` unless the claims of an ID token were made for this client and this sign-in."""
    audience = audience_of(claims)
    if client_id not in audience:
        raise OidcError(f"a token is for {', '.join(audience) or 'nobody'}, not for {client_id}")
    if claims.get("azp", None if len(audience) > 1 else client_id) != client_id:
        raise OidcError(f"a token was given to {claims.get('azp')}, not to {client_id}")
    if claims.get("nonce") != nonce:
        raise OidcError("a token belongs to another sign-in")


def audience_of(claims: Claims) -> tuple[str, ...]:
    """For whom claims are."""
    audience = claims.get("aud", ())
    return (audience,) if isinstance(audience, str) else tuple(str(each) for each in audience)


def _check(claims: Claims, issuer: str, now: datetime) -> None:
    if claims.get("iss") != issuer:
        raise OidcError(f"a token is from {claims.get('iss')}, not from {issuer}")
    subject = claims.get("sub")
    if not isinstance(subject, str) or not 0 < len(subject) <= _LONGEST_SUBJECT:
        raise OidcError("a token names nobody")
    expires, made, begins = (_moment(claims, name) for name in ("exp", "iat", "nbf"))
    seconds, skew = now.timestamp(), _SKEW.total_seconds()
    if expires is None or expires <= seconds - skew:
        raise OidcError("a token is too old")
    if any(each is not None and each > seconds + skew for each in (made, begins)):
        raise OidcError("a token is from a time to come; is a clock wrong?")
    if not isinstance(claims.get("aud", ""), str | list):
        raise OidcError("a token is for something that is no name")


def _moment(claims: Claims, name: str) -> float | None:
    value = claims.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise OidcError(f"{name} of a token is no moment")
    return value


def _header(token: str) -> Mapping[str, Any]:
    encoded, *rest = token.split(".")
    if len(rest) != 2 or len(token) > _LONGEST:
        raise OidcError("this is no signed token")
    try:
        header = json.loads(urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4)))
    except (NotBase64, ValueError) as fault:
        raise OidcError("this is no signed token") from fault
    if not isinstance(header, dict):
        raise OidcError("this is no signed token")
    return header
