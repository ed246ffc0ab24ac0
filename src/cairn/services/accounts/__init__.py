"""Accounts: who somebody is, how they prove it, and what they may do."""

from cairn.services.accounts.accounts import Accounts, issuer_client, open_accounts
from cairn.services.accounts.callers import Anyone, Member, Operator, SignedIn
from cairn.services.accounts.hashing import Hashing
from cairn.services.accounts.oversight import AccountListed
from cairn.services.accounts.part import PART
from cairn.services.accounts.preferences import Preferences, Theme, Units, time_zones
from cairn.services.accounts.profile import AccountShown
from cairn.services.accounts.providers import (
    TRIP_LIFETIME,
    Arrival,
    IdentityListed,
    ProviderListed,
    SentAway,
)
from cairn.services.accounts.refusals import (
    AccountSuspended,
    EmailTaken,
    LastOperator,
    LinkUsed,
    ProviderFailed,
    SignInAgain,
    SignUpClosed,
    TooManyAttempts,
    WrongCredentials,
)
from cairn.services.accounts.schema import AccountStatus
from cairn.services.accounts.scopes import Right, Scope
from cairn.services.accounts.sessions import Entry, OpenSession
from cairn.services.accounts.tokens import NewToken, TokenListed

__all__ = [
    "PART",
    "TRIP_LIFETIME",
    "AccountListed",
    "AccountShown",
    "AccountStatus",
    "AccountSuspended",
    "Accounts",
    "Anyone",
    "Arrival",
    "EmailTaken",
    "Entry",
    "Hashing",
    "IdentityListed",
    "LastOperator",
    "LinkUsed",
    "Member",
    "NewToken",
    "OpenSession",
    "Operator",
    "Preferences",
    "ProviderFailed",
    "ProviderListed",
    "Right",
    "Scope",
    "SentAway",
    "SignInAgain",
    "SignUpClosed",
    "SignedIn",
    "Theme",
    "TokenListed",
    "TooManyAttempts",
    "Units",
    "WrongCredentials",
    "issuer_client",
    "open_accounts",
    "time_zones",
]
