"""A schema that contradicts itself fails when it is imported, and says where."""

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal
from uuid import UUID

import pytest

from cairn.tables import DeclarationError, Entity, ExpiresAt, InKey, Table, key_part


def fresh() -> Table:
    """A table of its own for each declaration, so that none is in another's way."""
    return Table("Shelf", pk="PK", sk="SK")


def ambiguous_entities() -> None:
    shelf = fresh()

    class Reading(Entity, table=shelf):
        key = shelf.key("GOAL#{goal_id}", "{name}")
        goal_id: InKey[str]
        name: InKey[str]

    class Latest(Entity, table=shelf):
        key = shelf.key("GOAL#{goal_id}", "LATEST")
        goal_id: InKey[str]


def entities_that_words_could_confuse() -> None:
    shelf = fresh()

    class Kind(StrEnum):
        LATEST = "LATEST"
        OLDEST = "OLDEST"

    class Reading(Entity, table=shelf):
        key = shelf.key("GOAL#{goal_id}", "{kind}")
        goal_id: InKey[UUID]
        kind: InKey[Kind]

    class Latest(Entity, table=shelf):
        key = shelf.key("GOAL#{goal_id}", "LATEST")
        goal_id: InKey[UUID]


def unknown_placeholder() -> None:
    shelf = fresh()

    class Book(Entity, table=shelf):
        key = shelf.key("BOOK#{isbn}", "BOOK")


def lost_field() -> None:
    shelf = fresh()

    class Book(Entity, table=shelf):
        key = shelf.key("BOOK#{isbn}", "BOOK")
        isbn: InKey[str]
        title: InKey[str]


def no_key() -> None:
    shelf = fresh()

    class Book(Entity, table=shelf):
        title: str


def key_of_another_table() -> None:
    shelf, other = fresh(), fresh()

    class Book(Entity, table=shelf):
        key = other.key("BOOK#{isbn}", "BOOK")
        isbn: InKey[str]


def number_without_width() -> None:
    shelf = fresh()

    class Book(Entity, table=shelf):
        key = shelf.key("BOOK#{number}", "BOOK")
        number: InKey[int]


def width_of_a_text() -> None:
    shelf = fresh()

    class Book(Entity, table=shelf):
        key = shelf.key("BOOK#{name:6}", "BOOK")
        name: InKey[str]


def nothing_between() -> None:
    fresh().key("BOOK#{one}{other}", "BOOK")

    shelf = fresh()

    class Book(Entity, table=shelf):
        key = shelf.key("BOOK#{one}{other}", "BOOK")
        one: InKey[str]
        other: InKey[str]


def harmless_between() -> None:
    shelf = fresh()

    class Book(Entity, table=shelf):
        key = shelf.key("BOOK#{one}-{other}", "BOOK")
        one: InKey[str]
        other: InKey[str]


def same_twice() -> None:
    shelf = fresh()

    class Book(Entity, table=shelf):
        key = shelf.key("BOOK#{one}#{one}", "BOOK")
        one: InKey[str]


def separator_in_a_time() -> None:
    shelf = fresh()

    class Book(Entity, table=shelf):
        key = shelf.key("BOOK:{at}", "BOOK")
        at: InKey[datetime]


def separator_in_a_word() -> None:
    shelf = fresh()

    class Book(Entity, table=shelf):
        key = shelf.key("BOOK#{kind}", "BOOK")
        kind: InKey[Literal["A#B", "C"]]


def braces() -> None:
    shelf = fresh()

    class Book(Entity, table=shelf):
        key = shelf.key("BOOK#{isbn", "BOOK")
        isbn: InKey[str]


def type_without_a_form() -> None:
    shelf = fresh()

    class Book(Entity, table=shelf):
        key = shelf.key("BOOK#{pages}", "BOOK")
        pages: InKey[float]


def number_key_with_text() -> None:
    shelf = fresh()
    ranks = shelf.index("Ranks", pk="rankPK", sk="rankSK", sk_type="N")

    class Book(Entity, table=shelf):
        key = shelf.key("BOOK#{isbn}", "BOOK")
        ranked = ranks.key("ALL", "RANK#{rank}")
        isbn: InKey[str]
        rank: InKey[int]


def template_for_a_field() -> None:
    shelf = fresh()
    titles = shelf.index("Titles", pk="title", sk="PK")

    class Book(Entity, table=shelf):
        key = shelf.key("{isbn}", "BOOK")
        titled = titles.key("TITLE#{title}", "{isbn}")
        isbn: InKey[str]
        title: str


def part_that_reads_nothing() -> None:
    shelf = fresh()

    class Book(Entity, table=shelf):
        key = shelf.key("BOOK#{initial}", "BOOK")
        title: str

        @key_part("name")
        def initial(self) -> str:
            return self.title[0]


def expiry_elsewhere() -> None:
    shelf = Table("Shelf", pk="PK", sk="SK", ttl="ttl")

    class Book(Entity, table=shelf):
        key = shelf.key("BOOK#{isbn}", "BOOK")
        isbn: InKey[str]
        expires_at: ExpiresAt = None


def version_without_an_attribute() -> None:
    shelf = fresh()

    class Book(Entity, table=shelf, version=2):
        key = shelf.key("BOOK#{isbn}", "BOOK")
        isbn: InKey[str]


def gap_in_upgrades() -> None:
    shelf = Table("Shelf", pk="PK", sk="SK", version="v")

    class Book(Entity, table=shelf, version=4, upgrades={1: dict, 3: dict}):
        key = shelf.key("BOOK#{isbn}", "BOOK")
        isbn: InKey[str]


def included_in_a_whole_index() -> None:
    include: Any = {"include": ("title",)}
    fresh().index("Titles", pk="title", sk="PK", **include)


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (ambiguous_entities, "Shelf: one key could be both a Latest and a Reading"),
        (entities_that_words_could_confuse, "Shelf: one key could be both a Latest and a Reading"),
        (unknown_placeholder, "Book.key: {isbn} is neither a field nor a key part"),
        (lost_field, "Book.title stands in no key, so that it would be lost"),
        (no_key, "Book: declare one key with Table('Shelf').key(…), not 0"),
        (key_of_another_table, "Book.key is a key of Table('Shelf'), not of Table('Shelf')"),
        (
            number_without_width,
            "Book.key: a number in a key sorts as text: give its width, for instance {rank:6}",
        ),
        (width_of_a_text, "Book.key: only a whole number has a width in a key"),
        (nothing_between, "Book.key: 'BOOK#{one}{other}': nothing separates {one} from {other}"),
        (
            harmless_between,
            "Book.key: 'BOOK#{one}-{other}': a part may hold '-' too; separate {one} from {other} by # or /",
        ),
        (same_twice, "Book.key: 'BOOK#{one}#{one}': a placeholder stands in a template once"),
        (separator_in_a_time, "Book.key: 'BOOK:{at}': {at} may hold ':', which separates parts here"),
        (separator_in_a_word, "Book.key: 'BOOK#{kind}': {kind} may hold '#', which separates parts here"),
        (braces, "Book.key: 'BOOK#{isbn': a placeholder is written {name}, {name:6} or {name or ~}"),
        (type_without_a_form, "Book.key: a value of type <class 'float'> can't stand in a key"),
        (
            number_key_with_text,
            "Book.ranked: 'RANK#{rank}': a number key is one placeholder and nothing else",
        ),
        (template_for_a_field, "Book.titled: title holds title, so that its template is {title}"),
        (part_that_reads_nothing, "Book.initial reads name: no such field"),
        (expiry_elsewhere, "Book.expires_at: Table('Shelf') expires by ttl"),
        (version_without_an_attribute, "Book: Table('Shelf') names no attribute for a version"),
        (gap_in_upgrades, "Book: there is an upgrade for each version below 4, without a gap"),
        (
            included_in_a_whole_index,
            "Titles: `include` names attributes for the projection INCLUDE, and only for it",
        ),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_a_contradiction_is_refused(declare: Callable[[], None], message: str) -> None:
    with pytest.raises(DeclarationError) as fault:
        declare()
    assert str(fault.value) == message


def test_entities_whose_keys_differ_by_a_word_or_a_type_lie_side_by_side() -> None:
    shelf = fresh()

    class Reading(Entity, table=shelf):
        key = shelf.key("GOAL#{goal_id}", "{at}")
        goal_id: InKey[str]
        at: InKey[datetime]

    class Latest(Entity, table=shelf):
        key = shelf.key("GOAL#{goal_id}", "LATEST")
        goal_id: InKey[str]

    class Note(Entity, table=shelf):
        key = shelf.key("GOAL#{goal_id}", "NOTE#{note}")
        goal_id: InKey[str]
        note: InKey[str]

    assert shelf.entities == [Reading, Latest, Note]
    kinds = {
        sort: getattr(shelf.layout_of({"PK": {"S": "GOAL#1"}, "SK": {"S": sort}}), "entity", None)
        for sort in ("2026-01-01T00:00:00.000000Z", "LATEST", "NOTE#LATEST", "LATEST#", "2026")
    }
    assert list(kinds.values()) == [Reading, Latest, Note, None, None]
