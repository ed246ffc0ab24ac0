"""What an account has beside its checks: planned maintenance, and what it is to be told. None of it is in the document.

It lies in a partition for each account, in a table of its own.
"""

from datetime import datetime, timedelta
from typing import Self

from cairn.apps.checks.rules.cron import Cron, cron_of
from cairn.apps.checks.rules.maintenance import Plan, Recurrence, expression_of
from cairn.apps.checks.rules.telling import Happened, Subject
from cairn.apps.checks.schema import Check
from cairn.services.notify import Urgency
from cairn.tables import Entity, ExpiresAt, InKey, Query, Ref, Table, access_pattern

accounts = Table("check-accounts-{stage}", pk="PK", sk="SK", ttl="expiresAt")


class Window(Entity, table=accounts):
    """A time in which checks are not looked at, once or again and again."""

    key = accounts.key("USER#{userid}", "WINDOW#{windowid}")

    userid: InKey[str]
    windowid: InKey[str]
    title: str
    note: str | None = None
    recurrence: Recurrence
    minutes: int
    time_zone: str
    start: datetime | None = None  # of one that is once
    time_of_day: str | None = None  # such as 03:30, of weekly and monthly ones
    weekdays: tuple[int, ...] = ()  # 1 is Monday
    days: tuple[int, ...] = ()  # of the month; 0 is its last
    cron: str | None = None
    checks: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    is_for_all: bool = False
    ended_at: datetime | None = None
    created_at: datetime
    updated_at: datetime

    @classmethod
    @access_pattern("A window of planned maintenance")
    def with_id(cls, userid: str, windowid: str) -> Ref[Self]:
        return cls.key(userid=userid, windowid=windowid)

    @classmethod
    @access_pattern("The planned maintenance of a person")
    def of_user(cls, userid: str) -> Query[Self]:
        return cls.key.query(userid=userid)

    def holds_for(self, check: Check) -> bool:
        return self.is_for_all or check.checkid in self.checks or not self.tags.isdisjoint(check.tags)

    @property
    def plan(self) -> Plan:
        """As the rules take it."""
        return Plan(
            self.title,
            timedelta(minutes=self.minutes),
            self.time_zone,
            start=self.start,
            cron=self._cron,
            ended_at=self.ended_at,
        )

    @property
    def _cron(self) -> Cron | None:
        if self.recurrence is Recurrence.ONCE:
            return None
        if self.recurrence is Recurrence.CRON:
            return cron_of(self.cron or "")
        hour, _, minute = (self.time_of_day or "00:00").partition(":")
        return cron_of(
            expression_of(
                self.recurrence, hour=int(hour), minute=int(minute), weekdays=self.weekdays, days=self.days
            )
        )


class Waiting(Entity, table=accounts):
    """Something that happened to a check, and waits to be told."""

    key = accounts.key("USER#{userid}", "WAITING#{at}#{checkid}#{subject}")

    userid: InKey[str]
    at: InKey[datetime]
    checkid: InKey[str]
    subject: InKey[Subject]
    since: datetime
    title: str
    text: str
    link: str | None = None
    urgency: Urgency
    expires_at: ExpiresAt = None

    @classmethod
    @access_pattern("What a person is to be told, in the order in which it happened")
    def of_user(cls, userid: str) -> Query[Self]:
        return cls.key.query(userid=userid)

    @property
    def name(self) -> str:
        return f"{self.at.timestamp()} {self.checkid} {self.subject}"

    @property
    def happened(self) -> Happened:
        """As the rules take it."""
        return Happened(self.name, self.at, self.checkid, self.subject, self.since)


class Bulletin(Entity, table=accounts):
    """The last message to a person, and what was in it, so that none of it is told twice."""

    key = accounts.key("USER#{userid}", "BULLETIN")

    userid: InKey[str]
    told_at: datetime
    told: frozenset[str] = frozenset()

    @classmethod
    @access_pattern("What a person was told last")
    def of(cls, userid: str) -> Ref[Self]:
        return cls.key(userid=userid)


TABLES: tuple[Table, ...] = (accounts,)
