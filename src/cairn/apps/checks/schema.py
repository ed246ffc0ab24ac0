"""What checks store. Document: docs/schemas/checks.md.

The tables are named as the document calls them, USER and CHECK. It has no stage in their names, so that stages
live in accounts or data folders of their own. What is not the document's stands under a comment that says so; what
a check has found before lies in `history_schema`.
"""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Self

from pydantic import StringConstraints

from cairn.apps.checks.standing import Standing
from cairn.tables import Embedded, Entity, InKey, Query, Ref, Table, access_pattern

users = Table("USER", pk="PK", sk="SK")
emails = users.index("Email", pk="email", sk="PK")

checks = Table("CHECK", pk="PK", sk="SK")
checks_of_users = checks.index("User-Check", pk="userid", sk="PK")
types_and_statuses = checks.index(
    "Type-Status",
    pk="checkType",
    sk="status",
    projection="INCLUDE",
    include=("userid", "createdAt"),  # and PK, which every index carries: it is the table's key
)


class Tier(StrEnum):
    """The tiers that the document names."""

    FREE = "FREE"
    PRO = "PRO"


TierName = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9_]*$")]
"""A tier. An operator's settings may offer others than `Tier` has, which is what the document's "etc." is for."""


class UserStatus(StrEnum):
    ACTIVE = "ACTIVE"
    SUSPENDED = "SUSPENDED"


class CheckType(StrEnum):
    """The document names the first two; "etc." are the others."""

    AVAILABILITY = "AVAILABILITY"
    EBAY = "EBAY"
    PRICE = "PRICE"
    TCP = "TCP"
    CERTIFICATE = "CERTIFICATE"
    DNS = "DNS"
    HEARTBEAT = "HEARTBEAT"


class CheckStatus(StrEnum):
    """How it stands with the check itself; how it stands with what is checked, `LastResult` says."""

    ACTIVE = "ACTIVE"
    PAUSED = "PAUSED"
    FAILED = "FAILED"


class ResultStatus(StrEnum):
    """What a run found. The document shows UP alone."""

    UP = "UP"
    DOWN = "DOWN"
    PENDING = "PENDING"  # it failed, and is looked at again before that counts
    UNKNOWN = "UNKNOWN"  # we could not look, which is not the target's fault
    MAINTENANCE = "MAINTENANCE"


class CheckAttributes(Embedded):
    """What only some types of check have. The document names the keyword; what else there is stays as it is."""

    keyword: str | None = None


class LastResult(Embedded):
    """What the last run found. What the document does not name stays as it is."""

    status: ResultStatus
    response_time: int | None = None  # in milliseconds
    keyword_found: bool | None = None  # there when a keyword was asked for
    # Not the document's:
    reason: str | None = None  # why it is not up, or why nobody could look


class User(Entity, table=users):
    """Who has checks. Document: USER Table."""

    key = users.key("{userid}", "USER")
    in_emails = emails.key("{email}", "{userid}")

    userid: InKey[str]
    email: str | None = None  # who came by a provider may have none
    tier: TierName
    check_limit: int
    status: UserStatus
    created_at: datetime
    updated_at: datetime
    # Not the document's:
    checks: int | None = None  # how many there are, so that the limit holds however many are made at once
    windows: int | None = None  # how much maintenance is planned, which without any is not asked for

    @classmethod
    @access_pattern("Get a specific user")
    def with_id(cls, userid: str) -> Ref[Self]:
        return cls.key(userid=userid)

    @classmethod
    @access_pattern("Find user by email")
    def with_email(cls, email: str) -> Query[Self]:
        """Who has this address. An index allows several; whoever makes users sees to it that there is one."""
        return cls.in_emails.query(email=email)


class Check(Entity, table=checks):
    """A URL and how it is watched. Document: CHECK Table."""

    key = checks.key("{checkid}", "CHECK")
    in_checks_of_users = checks_of_users.key("{userid}", "{checkid}")
    in_types_and_statuses = types_and_statuses.key("{check_type}", "{status}")

    checkid: InKey[str]
    userid: str
    url: str
    check_type: CheckType
    delay_ms: int
    status: CheckStatus
    attributes: CheckAttributes
    created_at: datetime
    updated_at: datetime
    last_executed_at: datetime | None = None  # neither is there before the first run
    last_result: LastResult | None = None
    # Not the document's. They stand here so that a list of checks is one query, and a run one write.
    name: str | None = None
    tags: frozenset[str] = frozenset()
    due_at: datetime | None = None
    standing: Standing | None = None
    depends_on: str | None = None  # the check that keeps this one quiet while it is not up itself

    @classmethod
    @access_pattern("Get a specific check")
    def with_id(cls, checkid: str) -> Ref[Self]:
        return cls.key(checkid=checkid)

    @classmethod
    @access_pattern("Get all checks for a user")
    def of_user(cls, userid: str) -> Query[Self]:
        return cls.in_checks_of_users.query(userid=userid)

    @classmethod
    @access_pattern("Get checks by type and status")
    def of_type_and_status(cls, check_type: CheckType, status: CheckStatus) -> Query[Ref[Self]]:
        """All users' checks of a type that stand so: for whoever runs them, never for an answer to a user."""
        return cls.in_types_and_statuses.query(check_type=check_type, status=status)

    @property
    def title(self) -> str:
        return self.name or self.url


TABLES: tuple[Table, ...] = (users, checks)
