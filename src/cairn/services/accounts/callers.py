"""Who calls: what a use-case may rely on is the type of its first argument.

Anyone     whoever it is, from an address
Member     somebody with an account, by a browser or with a token; `require` says what the token allows
SignedIn   a member at a browser, who may do with the account what they like, which no token allows
Operator   a member at a browser who looks after this installation
"""

from dataclasses import dataclass
from datetime import datetime

from cairn.services.accounts.preferences import Preferences
from cairn.services.accounts.scopes import EVERYTHING, Right, Scope
from cairn.services.problems import NotAllowed


@dataclass(frozen=True, kw_only=True, slots=True)
class Anyone:
    """Whoever asks. `address` is where from, as the nearest trusted proxy saw it."""

    address: str | None = None
    user_agent: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Member:
    """Somebody with an account. Who came by a provider that tells no address has no e-mail."""

    account_id: str
    email: str | None
    is_email_verified: bool
    preferences: Preferences
    is_operator: bool
    scopes: frozenset[Scope] = EVERYTHING

    def may(self, app: str, right: Right) -> bool:
        return any(scope.allows(app, right) for scope in self.scopes)

    def require(self, app: str, right: Right) -> None:
        """Raises `NotAllowed` unless this caller may read, or write, in an app."""
        if not self.may(app, right):
            raise NotAllowed(f"This token may not {right} in {app}; one with the scope {app}:{right} may")


@dataclass(frozen=True, kw_only=True, slots=True)
class SignedIn(Member):
    """A member at a browser. What the browser posts carries `csrf_token`."""

    session_id: str
    signed_in_at: datetime
    csrf_token: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Operator(SignedIn):
    """Who looks after this installation, at a browser."""
