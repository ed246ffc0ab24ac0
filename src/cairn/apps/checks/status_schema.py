"""What people show of their checks to everybody: pages at addresses of their choice, and what they write on them.

None of it is in the document: it lies beside the documented tables, in one of its own.
"""

from datetime import datetime
from enum import StrEnum
from typing import Self

from cairn.tables import Embedded, Entity, InKey, Query, Ref, Table, access_pattern

status_pages = Table("check-status-{stage}", pk="PK", sk="SK")


class PageTheme(StrEnum):
    """How a page looks. `SYSTEM` is as whoever looks has it."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class PostKind(StrEnum):
    """OUTAGE      it is broken
    WARNING     it is slow, or may break
    INFORMATION good to know
    OPERATIONAL it is well again, which ends what was told before
    """

    OUTAGE = "outage"
    WARNING = "warning"
    INFORMATION = "information"
    OPERATIONAL = "operational"


class ShownCheck(Embedded):
    """A check as strangers see it: under a chosen name, and without its address unless that was chosen too."""

    checkid: str
    name: str
    shows_url: bool = False


class Group(Embedded):
    """Checks that stand together on a page."""

    title: str
    checks: tuple[ShownCheck, ...]


class StatusPage(Entity, table=status_pages):
    """A page that everybody may see. Its owner stands in its key, so that nobody else's is ever found."""

    key = status_pages.key("USER#{userid}", "PAGE#{pageid}")

    userid: InKey[str]
    pageid: InKey[str]
    address: str
    title: str
    text: str = ""
    theme: PageTheme = PageTheme.SYSTEM
    groups: tuple[Group, ...] = ()
    created_at: datetime
    updated_at: datetime

    @classmethod
    @access_pattern("A status page of a user")
    def with_id(cls, userid: str, pageid: str) -> Ref[Self]:
        return cls.key(userid=userid, pageid=pageid)

    @classmethod
    @access_pattern("The status pages of a user")
    def of_user(cls, userid: str) -> Query[Self]:
        return cls.key.query(userid=userid)

    @property
    def shown(self) -> dict[str, ShownCheck]:
        """What stands on it, by the ids of the checks."""
        return {each.checkid: each for group in self.groups for each in group.checks}


class Address(Entity, table=status_pages):
    """An address that is taken, and by which page. That there is one item an address makes addresses unique."""

    key = status_pages.key("ADDRESS#{address}", "TAKEN")

    address: InKey[str]
    userid: str
    pageid: str

    @classmethod
    @access_pattern("The status page at an address")
    def of(cls, address: str) -> Ref[Self]:
        return cls.key(address=address)


class Entry(Embedded):
    """One thing that was said at a time."""

    at: datetime
    kind: PostKind
    text: str


class Post(Entity, table=status_pages):
    """Something that is told on a page, with what was added as time went on."""

    key = status_pages.key("PAGE#{pageid}", "POST#{postid}")

    pageid: InKey[str]
    postid: InKey[str]  # begins with the time, so that what is newer sorts later
    title: str
    entries: tuple[Entry, ...]

    @classmethod
    @access_pattern("A post of a status page")
    def with_id(cls, pageid: str, postid: str) -> Ref[Self]:
        return cls.key(pageid=pageid, postid=postid)

    @classmethod
    @access_pattern("The last posts of a status page")
    def last_of(cls, pageid: str, count: int) -> Query[Self]:
        return cls.key.query(pageid=pageid).backward().first(count)

    @property
    def kind(self) -> PostKind:
        """What was said last."""
        return self.entries[-1].kind

    @property
    def is_over(self) -> bool:
        return self.kind is PostKind.OPERATIONAL


class OpenBadges(Entity, table=status_pages):
    """That a check's badges are for everybody, whether or not a page shows it."""

    key = status_pages.key("CHECK#{checkid}", "BADGES")

    checkid: InKey[str]
    userid: str
    opened_at: datetime

    @classmethod
    @access_pattern("Whether a check's badges are for everybody")
    def of_check(cls, checkid: str) -> Ref[Self]:
        return cls.key(checkid=checkid)


TABLES: tuple[Table, ...] = (status_pages,)
