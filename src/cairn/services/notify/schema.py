"""What is stored of messages. All about one account lies in its partition; mails to addresses lie by day.

| item | key | |
| --- | --- | --- |
| Channel | ACCOUNT#{account_id} / CHANNEL#{channel_id} | where a person wants messages |
| Delivery | ACCOUNT#{account_id} / DELIVERY#{asked_at}#{delivery_id} | what became of a message in a channel |
| Known | ACCOUNT#{account_id} / MESSAGE#{key} | that a message was sent already |
| DayCount | ACCOUNT#{account_id} / DAY#{day} | how many messages went out on a day |
| Manners | ACCOUNT#{account_id} / MANNERS | what the person wants to be spared |
| MailRecord | MAILS#{day} / {mailed_at}#{mail_id} | what became of a mail to an address |
"""

from datetime import date, datetime
from enum import StrEnum
from typing import Self

from cairn.services.notify.targets import ChannelKind, Target, target_of_json
from cairn.tables import Entity, ExpiresAt, InKey, Query, Ref, Table, access_pattern, together

notifications = Table("Notifications", pk="PK", sk="SK", ttl="expiresAt", version="schemaVersion")


class Outcome(StrEnum):
    SENT = "SENT"
    RETRYING = "RETRYING"
    FAILED = "FAILED"
    NOT_SENT = "NOT_SENT"


class Channel(Entity, table=notifications, version=1):
    """Where a person wants messages."""

    key = notifications.key("ACCOUNT#{account_id}", "CHANNEL#{channel_id}")

    account_id: InKey[str]
    channel_id: InKey[str]
    name: str
    kind: ChannelKind
    target_json: str  # a form of its own for each kind
    created_at: datetime
    confirmed_at: datetime | None = None
    code_hash: str | None = None  # of the code that confirms a telephone number
    code_tries: int = 0
    code_until: datetime | None = None
    paused_at: datetime | None = None
    paused_because: str | None = None  # in words, when it was not the person who paused it
    failures: int = 0  # in a row, that no further attempt could have mended

    @property
    def target(self) -> Target:
        return target_of_json(self.target_json)

    @property
    def is_open(self) -> bool:
        """Whether messages go there."""
        return self.confirmed_at is not None and self.paused_at is None

    @classmethod
    @access_pattern("A channel")
    def with_id(cls, account_id: str, channel_id: str) -> Ref[Self]:
        return cls.key(account_id=account_id, channel_id=channel_id)

    @classmethod
    @access_pattern("An account's channels, oldest first")
    def of_account(cls, account_id: str) -> Query[Self]:
        return cls.key.query(account_id=account_id).consistently()


class Delivery(Entity, table=notifications, version=1):
    """What became of a message in a channel."""

    key = notifications.key("ACCOUNT#{account_id}", "DELIVERY#{asked_at}#{delivery_id}")

    account_id: InKey[str]
    asked_at: InKey[datetime]
    delivery_id: InKey[str]
    channel_id: str | None = None
    channel_name: str
    kind: ChannelKind | None = None
    title: str
    outcome: Outcome
    detail: str  # in words
    attempts: int = 1
    at: datetime
    expires_at: ExpiresAt

    @classmethod
    @access_pattern("An account's deliveries, newest first")
    def of_account(cls, account_id: str) -> Query[Self]:
        return cls.key.query(account_id=account_id).backward()


class Known(Entity, table=notifications, version=1):
    """That a message was sent already: the same one is not sent again while this is remembered."""

    key = notifications.key("ACCOUNT#{account_id}", "MESSAGE#{message_key}")

    account_id: InKey[str]
    message_key: InKey[str]
    expires_at: ExpiresAt


class DayCount(Entity, table=notifications, version=1):
    """How many messages went out on a day of the person's."""

    key = notifications.key("ACCOUNT#{account_id}", "DAY#{day}")

    account_id: InKey[str]
    day: InKey[date]
    sent: int = 0
    asked: int = 0  # how often channels were looked at, or asked whether they want messages
    expires_at: ExpiresAt

    @classmethod
    @access_pattern("How many messages went out on a day")
    def of(cls, account_id: str, day: date) -> Ref[Self]:
        return cls.key(account_id=account_id, day=day)


class Manners(Entity, table=notifications, version=1):
    """What a person wants to be spared."""

    key = notifications.key("ACCOUNT#{account_id}", "MANNERS")

    account_id: InKey[str]
    messages_a_day: int | None = None

    @classmethod
    @access_pattern("What a person wants to be spared")
    def of_account(cls, account_id: str) -> Ref[Self]:
        return cls.key(account_id=account_id)


class MailRecord(Entity, table=notifications, version=1):
    """What became of a mail to an address. A mail that nobody takes is kept whole, for the operator to read."""

    key = notifications.key("MAILS#{day}", "{mailed_at}#{mail_id}")

    day: InKey[date]
    mailed_at: InKey[datetime]
    mail_id: InKey[str]
    to: str
    subject: str
    outcome: Outcome
    detail: str
    text: str | None = None
    expires_at: ExpiresAt

    @classmethod
    @access_pattern("The mails of a day, newest first")
    def of_day(cls, day: date) -> Query[Self]:
        return cls.key.query(day=day).backward()


def everything_of(account_id: str) -> "Query[Channel | Delivery | Known | DayCount | Manners]":
    """All that lies in an account's partition."""
    return (
        together(Channel.key, Delivery.key, Known.key, DayCount.key, Manners.key)
        .query(account_id=account_id)
        .consistently()
    )


TABLES: tuple[Table, ...] = (notifications,)
