"""What all checks of eBay share: its token, its answers, and how often it was asked. Not in the document."""

from datetime import date, datetime
from typing import Self

from cairn.tables import Entity, ExpiresAt, InKey, Ref, Table, access_pattern

ebay = Table("check-ebay-{stage}", pk="PK", sk="SK", ttl="expiresAt")


class EbayToken(Entity, table=ebay):
    """What opens eBay's API, for everybody."""

    key = ebay.key("TOKEN#{client_id}", "TOKEN")

    client_id: InKey[str]
    secret: str
    good_until: datetime
    expires_at: ExpiresAt = None

    @classmethod
    @access_pattern("The token of an eBay application")
    def of(cls, client_id: str) -> Ref[Self]:
        return cls.key(client_id=client_id)


class EbayDay(Entity, table=ebay):
    """How often eBay was asked on one of its days, by all workers together."""

    key = ebay.key("DAY#{day}", "DAY")

    day: InKey[date]
    calls: int = 0
    mints: int = 0
    refused_at: datetime | None = None  # since when eBay says that the day's calls are used up
    expires_at: ExpiresAt = None

    @classmethod
    @access_pattern("How often eBay was asked on a day")
    def of(cls, day: date) -> Ref[Self]:
        return cls.key(day=day)


class EbayAnswer(Entity, table=ebay):
    """An answer of eBay's, for all who watch the same. Of sellers it has no more than their feedback."""

    key = ebay.key("ASKED#{question}", "ANSWER")

    question: InKey[str]
    asked_at: datetime
    status: int
    body: str
    expires_at: ExpiresAt = None

    @classmethod
    @access_pattern("The last answer to a question")
    def to(cls, question: str) -> Ref[Self]:
        return cls.key(question=question)


TABLES: tuple[Table, ...] = (ebay,)
