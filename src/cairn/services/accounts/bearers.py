"""Bearer tokens of an issuer that the operator trusts, as a Cognito user pool makes them, instead of tokens of ours.

An account is made at first sight. What a token may do stands in its `scope`: see `granted`.
"""

import logging
from typing import Final

from cairn.services.accounts.callers import Member
from cairn.services.accounts.identities import Identities, Vouched
from cairn.services.accounts.means import Means
from cairn.services.accounts.oidc import Claims, Issuer, OidcError, audience_of, signed_claims
from cairn.services.accounts.refusals import ProviderFailed
from cairn.services.accounts.schema import AccountStatus
from cairn.services.accounts.scopes import EVERY_APP, EVERYTHING, Right, Scope

_WHOLE_PERSON: Final = "aws.cognito.signin.user.admin"
"""What Cognito gives to a client in which people type their password: it may do all that they may."""
_USES: Final = frozenset({"access", "id"})
_log = logging.getLogger(__name__)


class Bearers:
    """Tokens of one issuer, for one audience."""

    def __init__(self, means: Means, identities: Identities, issuer: Issuer, audience: str) -> None:
        self._means = means
        self._identities = identities
        self._issuer = issuer
        self._audience = audience

    async def recognise(self, token: str) -> Member | None:
        """Whose token this is, with what it allows; None for one that proves nothing."""
        try:
            claims = await signed_claims(token, self._issuer, self._means.clock.now())
            _check_audience(claims, self._audience)
        except OidcError as fault:
            _log.info("a bearer token was refused: %s", fault)
            return None
        try:
            account = await self._identities.welcome(
                Vouched.by(claims), may_be_first=False, without_email_if_taken=True
            )
        except ProviderFailed:
            return None  # the account is being deleted
        if account.status is not AccountStatus.ACTIVE:
            return None
        return Member(
            account_id=account.account_id,
            email=account.email,
            is_email_verified=account.email_verified_at is not None,
            preferences=account.preferences,
            is_operator=False,  # an operator works at a browser
            scopes=granted(claims, self._means.apps),
        )


def granted(claims: Claims, apps: tuple[str, ...]) -> frozenset[Scope]:
    """What a token allows.

    A scope `habits:write` is what it says, also with a resource server before it (`cairn/habits:write`), as Cognito
    writes it. What Cognito gives to a client in which people type their password allows everything, and so does its
    ID token, which has no scopes. Anything else allows nothing here.
    """
    named = claims.get("scope", claims.get("scp"))
    if named is None:
        return EVERYTHING if claims.get("token_use") == "id" else frozenset()
    words = named.split() if isinstance(named, str) else list(named) if isinstance(named, list) else []
    if _WHOLE_PERSON in words:
        return EVERYTHING
    scopes = set()
    for word in words:
        app, _, right = str(word).rpartition("/")[2].partition(":")
        if app in {*apps, EVERY_APP} and right in set(Right):
            scopes.add(Scope(app, Right(right)))
    return frozenset(scopes)


def _check_audience(claims: Claims, audience: str) -> None:
    """Raises `OidcError` for a token that was made for somebody else. Cognito's access tokens name only the client."""
    use = claims.get("token_use")
    if use is not None and use not in _USES:
        raise OidcError(f"a token is for {use!r}, not to be shown")
    named = audience_of(claims) if "aud" in claims else (claims.get("client_id"),)
    if audience not in named:
        raise OidcError(f"a token is for {', '.join(map(str, named))}, not for {audience}")
