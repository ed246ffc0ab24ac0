"""Types are told in words that people read."""

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any, Literal, NewType
from uuid import UUID

import pytest
from pydantic import Field

from cairn.tables import DeclarationError, ExpiresAt
from cairn.tables.type_words import words_for
from tests.tables.library import Address, Status


class Shelf(str):
    """A text of a class of its own."""

    __slots__ = ()


class Size(StrEnum):
    SMALL = "S"


@pytest.mark.parametrize(
    ("annotation", "words"),
    [
        (str, "text"),
        (Shelf, "text"),
        (bool, "yes or no"),
        (int | None, "whole number, or nothing"),
        (Annotated[Decimal, Field(ge=0)], "number"),
        (int | Decimal, "whole number or number"),
        (UUID, "UUID"),
        (date | None, "day, or nothing"),
        (ExpiresAt, "time, or nothing"),
        (Status, "`OPEN` or `RETURNED`"),
        (Literal["A", "B"] | None, "`A` or `B`, or nothing"),
        (list[datetime], "list of time"),
        (frozenset[str], "set of text"),
        (tuple[int, ...], "list of whole number"),
        (dict[str, int], "map from text to whole number"),
        (dict[str, Any], "map from text to anything"),
        (list[Address], "list of map of `street` text; `house` whole number, or nothing"),
        (Size, "`S`"),
    ],
)
def test_a_type_in_words(annotation: Any, words: str) -> None:
    assert words_for(annotation) == words


@pytest.mark.parametrize("annotation", [complex, NewType("Odd", str)])
def test_a_type_that_nothing_is_known_of_is_told(annotation: Any) -> None:
    with pytest.raises(DeclarationError, match="no words are known for values of type"):
        words_for(annotation)
