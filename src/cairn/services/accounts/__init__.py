"""Accounts: who somebody is, how they prove it, and what they may do."""

from cairn.services.accounts.accounts import Accounts, open_accounts
from cairn.services.accounts.callers import Anyone, Member, Operator, SignedIn
from cairn.services.accounts.hashing import Hashing
from cairn.services.accounts.oversight import AccountListed
from cairn.services.accounts.part import PART
from cairn.services.accounts.preferences import Preferences, Theme, Units, time_zones
from cairn.services.accounts.profile import AccountShown
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
    "AccountListed",
    "AccountShown",
    "AccountStatus",
    "AccountSuspended",
    "Accounts",
    "Anyone",
    "EmailTaken",
    "Entry",
    "Hashing",
    "LastOperator",
    "LinkUsed",
    "Member",
    "NewToken",
    "OpenSession",
    "Operator",
    "Preferences",
    "ProviderFailed",
    "Right",
    "Scope",
    "SignInAgain",
    "SignUpClosed",
    "SignedIn",
    "Theme",
    "TokenListed",
    "TooManyAttempts",
    "Units",
    "WrongCredentials",
    "open_accounts",
    "time_zones",
]
