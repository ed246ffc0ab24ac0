"""Access patterns are listed by the names their document gives them, with what they are asked with."""

from datetime import date
from typing import Self

from cairn.tables import Entity, InKey, Query, Table, access_pattern, access_patterns

library = Table("Library", pk="PK", sk="SK")


class Loan(Entity, table=library):
    key = library.key("READER#{reader}", "LOAN#{due}#{book}")

    reader: InKey[str]
    due: InKey[date]
    book: InKey[str]

    @classmethod
    @access_pattern("List a reader's loans")
    def of_reader(cls, reader: str) -> Query[Self]:
        """What a reader has at home, due first."""
        return cls.key.query(reader=reader)

    @classmethod
    def due_until(cls, reader: str, day: date) -> Query[Self]:
        return cls.of_reader(reader).until(day)


def test_the_marked_class_methods_are_listed_with_their_title_and_parameters() -> None:
    [pattern] = access_patterns(library)
    assert (pattern.title, pattern.entity, pattern.name) == ("List a reader's loans", Loan, "of_reader")
    assert pattern.parameters == {"reader": str}
    assert pattern.description == "What a reader has at home, due first."
    assert pattern.ask("ada") == Loan.of_reader("ada")
    assert str(pattern) == "Loan.of_reader(reader)"
