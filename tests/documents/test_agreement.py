"""What differs between a document and its declaration is told by name."""

from typing import Self

import pytest

from cairn.tables import Entity, InKey, Query, Table, access_pattern
from tests.documents.agreement import assert_agrees, attributes_of, pattern_named

library = Table("Library", pk="PK", sk="SK", version="schemaVersion")
by_author = library.index("Author", pk="authorPK", sk="SK", projection="KEYS_ONLY")


class Book(Entity, table=library, version=1):
    key = library.key("BOOK#{book}", "BOOK")
    listed = by_author.key("AUTHOR#{author_name}", "BOOK")

    book: InKey[str]
    author_name: str

    @classmethod
    @access_pattern("List an author's books")
    def of_author(cls, author_name: str) -> Query[object]:
        return cls.listed.query(author_name=author_name)

    @classmethod
    @access_pattern("List twice")
    def once(cls, book: str) -> Query[Self]:
        return cls.key.query(book=book)

    @classmethod
    @access_pattern("List twice")
    def again(cls, book: str) -> Query[Self]:
        return cls.key.query(book=book)


def test_an_entity_has_the_attributes_of_its_fields_keys_and_version() -> None:
    assert attributes_of(Book) == {"PK", "SK", "authorPK", "authorName", "schemaVersion"}


def test_what_differs_is_named() -> None:
    assert_agrees("Book", ["PK", "title"], ["PK", "title", "shelf"], besides={"shelf": "where it stands"})
    with pytest.raises(AssertionError) as fault:
        assert_agrees(
            "Book", ["PK", "title", "isbn"], ["PK", "isbn", "shelf"], besides={"isbn": "", "ttl": ""}
        )
    assert str(fault.value) == (
        "Book: in the document, but not declared: title; declared, but not in the document: shelf; "
        "said to be declared on top, but is not: ttl; said to be declared on top, but is in the document: isbn"
    )


def test_a_title_names_one_access_pattern() -> None:
    assert pattern_named(library, "List an author's books").name == "of_author"
    with pytest.raises(AssertionError, match=r"^Library: one access pattern is titled 'Burn', found none$"):
        pattern_named(library, "Burn")
    found = r"Book\.once\(book\), Book\.again\(book\)$"
    with pytest.raises(
        AssertionError, match=f"^Library: one access pattern is titled 'List twice', found {found}"
    ):
        pattern_named(library, "List twice")
