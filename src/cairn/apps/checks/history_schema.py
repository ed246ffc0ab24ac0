"""What checks have found before. None of it is in the document: it lies beside the documented tables, in one of its own.

A check's runs, buckets and incidents are one partition, so that each question is one query and no more is read than is shown.
"""

from datetime import datetime
from decimal import Decimal
from typing import Self

from cairn.apps.checks.rules.states import TargetState
from cairn.apps.checks.rules.uptime import Grain
from cairn.apps.checks.standing import Tally
from cairn.tables import AsText, Entity, ExpiresAt, InKey, Query, Ref, Table, access_pattern

history = Table("check-history-{stage}", pk="PK", sk="SK", ttl="expiresAt")


class KeptFinding(AsText):
    """One assertion as it was held against an answer."""

    subject: str
    expected: str
    found: str
    held: bool


class RunRecord(Entity, table=history):
    """One run, and what it found."""

    key = history.key("CHECK#{checkid}", "RUN#{at}")

    checkid: InKey[str]
    at: InKey[datetime]
    state: TargetState
    response_time: int | None = None
    reason: str | None = None
    findings: tuple[KeptFinding, ...] = ()
    amount: Decimal | None = None
    currency: str | None = None
    expires_at: ExpiresAt = None

    @classmethod
    @access_pattern("The last runs of a check")
    def last_of(cls, checkid: str, count: int) -> Query[Self]:
        return cls.key.query(checkid=checkid).backward().first(count)

    @classmethod
    @access_pattern("The runs of a check since a moment")
    def since(cls, checkid: str, moment: datetime) -> Query[Self]:
        return cls.key.query(checkid=checkid).since(moment)


class KeptBucket(Entity, table=history):
    """A minute, an hour or a day of a check that is over. The one that is not stands on the check."""

    key = history.key("CHECK#{checkid}", "BUCKET#{grain}#{start}")

    checkid: InKey[str]
    grain: InKey[Grain]
    start: InKey[datetime]
    tally: Tally
    expires_at: ExpiresAt = None

    @classmethod
    @access_pattern("The buckets of a check since a moment")
    def since(cls, checkid: str, grain: Grain, moment: datetime) -> Query[Self]:
        return cls.key.query(checkid=checkid, grain=grain).since(moment)


class Incident(Entity, table=history):
    """A time in which something was down: from the first failure to the first success that counted."""

    key = history.key("CHECK#{checkid}", "INCIDENT#{began}")

    checkid: InKey[str]
    began: InKey[datetime]
    cause: str
    sample: str | None = None  # the beginning of the answer that broke it
    ended: datetime | None = None
    expires_at: ExpiresAt = None

    @classmethod
    @access_pattern("An incident of a check")
    def of_check(cls, checkid: str, began: datetime) -> Ref[Self]:
        return cls.key(checkid=checkid, began=began)

    @classmethod
    @access_pattern("The last incidents of a check")
    def last_of(cls, checkid: str, count: int) -> Query[Self]:
        return cls.key.query(checkid=checkid).backward().first(count)


class PriceSeen(Entity, table=history):
    """A price, written when it is another one than before."""

    key = history.key("CHECK#{checkid}", "PRICE#{at}")

    checkid: InKey[str]
    at: InKey[datetime]
    amount: Decimal
    currency: str
    expires_at: ExpiresAt = None

    @classmethod
    @access_pattern("The last prices of a check")
    def last_of(cls, checkid: str, count: int) -> Query[Self]:
        return cls.key.query(checkid=checkid).backward().first(count)


class Beat(Entity, table=history):
    """The last call of somebody who calls us."""

    key = history.key("CHECK#{checkid}", "BEAT")

    checkid: InKey[str]
    at: datetime
    is_good: bool
    note: str | None = None

    @classmethod
    @access_pattern("The last call to a check")
    def of(cls, checkid: str) -> Ref[Self]:
        return cls.key(checkid=checkid)


class Place(Entity, table=history):
    """A check that is to be run, in the list of its shard. One that is paused has no place."""

    key = history.key("SHARD#{shard:6}", "{checkid}")

    shard: InKey[int]
    checkid: InKey[str]

    @classmethod
    @access_pattern("All checks to be run in a shard")
    def of_shard(cls, shard: int) -> Query[Self]:
        return cls.key.query(shard=shard)


TABLES: tuple[Table, ...] = (history,)
