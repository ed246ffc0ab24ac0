"""What accounts store. All about one account lies in its partition; what must be unique among all has its own item.

| item | key | |
| --- | --- | --- |
| Account | ACCOUNT#{account_id} / ACCOUNT | the person |
| Session | ACCOUNT#{account_id} / SESSION#{session_id} | a browser that is signed in |
| Token | ACCOUNT#{account_id} / TOKEN#{token_id} | a token for the API |
| Link | ACCOUNT#{account_id} / LINK#{link_id} | a link that was mailed |
| Identity | ACCOUNT#{account_id} / IDENTITY#{identity_id} | who the person is at a provider |
| Departure | ACCOUNT#{account_id} / DEPARTURE | how far the deletion of an account is |
| EmailClaim | EMAIL:{email} / CLAIM | whose an e-mail address is |
| IdentityClaim | IDENTITY#{identity_id} / CLAIM | whose somebody at a provider is |
| Operators | INSTALLATION / OPERATORS | who looks after it |
| Allowance | LIMIT#{subject} / {limit} | how often something was tried |
"""

from datetime import date, datetime
from enum import StrEnum
from typing import Self

from cairn.services.accounts.preferences import Preferences
from cairn.tables import Entity, ExpiresAt, InKey, Query, Ref, Table, access_pattern, together

accounts = Table("Accounts", pk="PK", sk="SK", ttl="expiresAt", version="schemaVersion")
# One partition: it is written when an account is made or goes, and never when one is used.
every_account = accounts.index("EveryAccount", pk="listPK", sk="PK", projection="KEYS_ONLY")


class AccountStatus(StrEnum):
    ACTIVE = "ACTIVE"
    SUSPENDED = "SUSPENDED"
    DELETING = "DELETING"


class LinkPurpose(StrEnum):
    VERIFY_EMAIL = "VERIFY_EMAIL"
    CHANGE_EMAIL = "CHANGE_EMAIL"
    RESET_PASSWORD = "RESET_PASSWORD"  # noqa: S105 - a purpose


class Account(Entity, table=accounts, version=1):
    """A person's account. Sessions of an older `generation` are over: to sign out everywhere is to count on."""

    key = accounts.key("ACCOUNT#{account_id}", "ACCOUNT")
    among_all = every_account.key("ACCOUNTS", "ACCOUNT#{account_id}")

    account_id: InKey[str]
    email: str | None = None
    email_verified_at: datetime | None = None
    password_hash: str | None = None  # nobody signs in by password without one
    status: AccountStatus = AccountStatus.ACTIVE
    is_operator: bool = False
    generation: int = 0
    preferences: Preferences = Preferences()
    created_at: datetime

    @classmethod
    @access_pattern("An account")
    def with_id(cls, account_id: str) -> Ref[Self]:
        return cls.key(account_id=account_id)

    @classmethod
    @access_pattern("All accounts, oldest first")
    def all(cls) -> Query[Ref[Self]]:
        return cls.among_all.query()


class Session(Entity, table=accounts, version=1):
    """A browser that is signed in."""

    key = accounts.key("ACCOUNT#{account_id}", "SESSION#{session_id}")

    account_id: InKey[str]
    session_id: InKey[str]
    generation: int
    signed_in_at: datetime
    last_seen_at: datetime
    address: str | None = None
    user_agent: str | None = None
    expires_at: ExpiresAt

    @classmethod
    @access_pattern("A session")
    def with_id(cls, account_id: str, session_id: str) -> Ref[Self]:
        return cls.key(account_id=account_id, session_id=session_id)

    @classmethod
    @access_pattern("An account's sessions")
    def of_account(cls, account_id: str) -> Query[Self]:
        return cls.key.query(account_id=account_id).consistently()


class Token(Entity, table=accounts, version=1):
    """A token for the API, which a person named."""

    key = accounts.key("ACCOUNT#{account_id}", "TOKEN#{token_id}")

    account_id: InKey[str]
    token_id: InKey[str]
    name: str
    scopes: frozenset[str]
    created_at: datetime
    last_used_on: date | None = None
    expires_at: ExpiresAt = None

    @classmethod
    @access_pattern("A token")
    def with_id(cls, account_id: str, token_id: str) -> Ref[Self]:
        return cls.key(account_id=account_id, token_id=token_id)

    @classmethod
    @access_pattern("An account's tokens")
    def of_account(cls, account_id: str) -> Query[Self]:
        return cls.key.query(account_id=account_id).consistently()


class Link(Entity, table=accounts, version=1):
    """A link that was mailed, until it is used or too old. It proves that somebody reads mail to `email`."""

    key = accounts.key("ACCOUNT#{account_id}", "LINK#{link_id}")

    account_id: InKey[str]
    link_id: InKey[str]
    purpose: LinkPurpose
    email: str
    generation: int
    expires_at: ExpiresAt

    @classmethod
    @access_pattern("A link")
    def with_id(cls, account_id: str, link_id: str) -> Ref[Self]:
        return cls.key(account_id=account_id, link_id=link_id)


class Identity(Entity, table=accounts, version=1):
    """Who a person is at a provider."""

    key = accounts.key("ACCOUNT#{account_id}", "IDENTITY#{identity_id}")

    account_id: InKey[str]
    identity_id: InKey[str]
    issuer: str
    subject: str
    email: str | None = None
    connected_at: datetime

    @classmethod
    @access_pattern("Who a person is at one provider")
    def with_id(cls, account_id: str, identity_id: str) -> Ref[Self]:
        return cls.key(account_id=account_id, identity_id=identity_id)

    @classmethod
    @access_pattern("An account's identities")
    def of_account(cls, account_id: str) -> Query[Self]:
        return cls.key.query(account_id=account_id).consistently()


class Departure(Entity, table=accounts, version=1):
    """How far the deletion of an account is: the parts whose data is gone."""

    key = accounts.key("ACCOUNT#{account_id}", "DEPARTURE")

    account_id: InKey[str]
    done: frozenset[str] = frozenset()

    @classmethod
    @access_pattern("How far a deletion is")
    def of_account(cls, account_id: str) -> Ref[Self]:
        return cls.key(account_id=account_id)


class EmailClaim(Entity, table=accounts, version=1):
    """Whose an e-mail address is. Made and removed with what it tells, so that no two accounts share one."""

    # An address may contain a number sign, but no colon outside of quotes, which are refused.
    key = accounts.key("EMAIL:{email}", "CLAIM")

    email: InKey[str]
    account_id: str

    @classmethod
    @access_pattern("The account with an e-mail address")
    def of(cls, email: str) -> Ref[Self]:
        return cls.key(email=email)


class IdentityClaim(Entity, table=accounts, version=1):
    """Whose somebody at a provider is."""

    key = accounts.key("IDENTITY#{identity_id}", "CLAIM")

    identity_id: InKey[str]
    account_id: str

    @classmethod
    @access_pattern("The account of somebody at a provider")
    def of(cls, identity_id: str) -> Ref[Self]:
        return cls.key(identity_id=identity_id)


class Operators(Entity, table=accounts, version=1):
    """Who looks after this installation. It is made by the first account, which thereby is one of them."""

    key = accounts.key("INSTALLATION", "OPERATORS")

    account_ids: frozenset[str]

    @classmethod
    @access_pattern("The operators")
    def all(cls) -> Ref[Self]:
        return cls.key()


class Allowance(Entity, table=accounts, version=1):
    """How much of a limit is used up: it is whole again at `whole_at`, and forgotten then."""

    key = accounts.key("LIMIT#{subject}", "{limit}")

    subject: InKey[str]
    limit: InKey[str]
    whole_at: datetime
    expires_at: ExpiresAt

    @classmethod
    @access_pattern("How much of a limit is left")
    def of(cls, subject: str, limit: str) -> Ref[Self]:
        return cls.key(subject=subject, limit=limit)


Anything = Account | Session | Token | Link | Identity | Departure


def everything_of(account_id: str) -> "Query[Account | Session | Token | Link | Identity | Departure]":
    """All that lies in an account's partition."""
    return (
        together(Account.key, Session.key, Token.key, Link.key, Identity.key, Departure.key)
        .query(account_id=account_id)
        .consistently()
    )


TABLES: tuple[Table, ...] = (accounts,)
