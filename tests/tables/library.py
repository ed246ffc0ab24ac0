"""A lending library: one table that has something of everything, for what is told of tables."""

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Self
from uuid import UUID

from pydantic import Field

from cairn.tables import (
    Embedded,
    Entity,
    ExpiresAt,
    InKey,
    Query,
    Ref,
    Table,
    access_pattern,
    key_part,
    together,
)


class Status(StrEnum):
    OPEN = "OPEN"
    RETURNED = "RETURNED"


library = Table("library-{stage}", pk="PK", sk="SK", ttl="expiresAt", version="schemaVersion")
by_title = library.index("Titles", pk="title", sk="PK")
open_loans = library.index("OpenLoans", pk="dayPK", sk="daySK", projection="KEYS_ONLY")
by_rank = library.index(
    "Ranks", pk="rankPK", sk="rankSK", sk_type="N", projection="INCLUDE", include=("title", "author")
)


class Address(Embedded):
    """Where a reader lives."""

    street: str
    house: int | None = None


class Reader(Entity, table=library, version=2, upgrades={1: lambda values: {**values, "books": 0}}):
    """Someone who borrows."""

    key = library.key("READER#{reader_id}", "PROFILE")

    reader_id: InKey[UUID]
    name: Annotated[str, Field(description="As on the card")]
    address: Address | None = None
    books: int = 0
    interests: frozenset[str] = frozenset()

    @classmethod
    @access_pattern("Get a reader")
    def with_id(cls, reader_id: UUID) -> Ref[Self]:
        """One reader's profile."""
        return cls.key(reader_id=reader_id)


class Loan(Entity, table=library):
    """A book at somebody's home."""

    key = library.key("READER#{reader_id}", "LOAN#{since}#{book_id}")
    open_until = open_loans.key("LOANS#{open_in}", "{due}")

    reader_id: InKey[UUID]
    since: InKey[datetime]
    book_id: InKey[str]
    branch: str
    due: date
    status: Status = Status.OPEN
    fine: Decimal | None = None
    expires_at: ExpiresAt = None

    @key_part("status", "branch")
    def open_in(self) -> str | None:
        """The branch, while the loan is open."""
        return self.branch if self.status is Status.OPEN else None

    @classmethod
    @access_pattern("List a reader's loans")
    def of_reader(cls, reader_id: UUID) -> Query[Self]:
        """What a reader has or had at home, oldest first."""
        return cls.key.query(reader_id=reader_id)

    @classmethod
    @access_pattern("Latest loans of a reader")
    def latest(cls, reader_id: UUID, since: datetime, most: int = 5) -> Query[Self]:
        return cls.of_reader(reader_id).since(since).backward().first(most)

    @classmethod
    @access_pattern("Loans due in a branch")
    def due_in(cls, branch: str) -> Query[Ref[Self]]:
        return cls.open_until.query(open_in=branch)

    @classmethod
    @access_pattern("Loans of a status")
    def in_status(cls, reader_id: UUID, status: Status) -> Query[Self]:
        return cls.of_reader(reader_id).only(Loan.status == status)


class Book(Entity, table=library):
    """A book on a shelf."""

    key = library.key("{book_id}", "BOOK")
    titled = by_title.key("{title}", "{book_id}")
    ranked = by_rank.key("SHELF#{shelf}", "{rank}")

    book_id: str
    title: str
    author: str
    shelf: str
    rank: InKey[int]

    @classmethod
    @access_pattern("Find a book by its title")
    def with_title(cls, title: str) -> Query[Self]:
        return cls.titled.query(title=title)

    @classmethod
    @access_pattern("List a shelf by rank")
    def on_shelf(cls, shelf: str) -> Query[Ref[Self]]:
        return cls.ranked.query(shelf=shelf)


def everything_of_reader(reader_id: UUID) -> Query[Reader | Loan]:
    """A reader and the loans, with one request."""
    return together(Reader.key, Loan.key).query(reader_id=reader_id)
