"""OpenID Connect, as the one who relies on it: issuers and their keys, signed claims, and the way by a code."""

from cairn.services.accounts.oidc.claims import Claims, audience_of, for_client, signed_claims
from cairn.services.accounts.oidc.codes import (
    Client,
    Secrets,
    authorization_url,
    check_who_answers,
    exchanged,
)
from cairn.services.accounts.oidc.errors import OidcError
from cairn.services.accounts.oidc.issuers import Issuer, client_for

__all__ = [
    "Claims",
    "Client",
    "Issuer",
    "OidcError",
    "Secrets",
    "audience_of",
    "authorization_url",
    "check_who_answers",
    "client_for",
    "exchanged",
    "for_client",
    "signed_claims",
]
