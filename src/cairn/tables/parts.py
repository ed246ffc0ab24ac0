"""How a value stands in a key: as text that reads back to the same value, and sorts as the values do.

A part's kind follows from the type of the attribute that fills it. Text is bounded by the separators of its
template; times, dates, UUIDs, enum members and padded numbers have a form of their own that no text imitates.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin
from uuid import UUID

from cairn.tables.errors import DeclarationError
from cairn.tables.values import sortable_timestamp


@dataclass(frozen=True, slots=True)
class PartKind:
    """One type's form in a key.

    `text` and `value` are each other's inverse. `lowest` and `highest` bound what an open query looks at: every
    text of this kind lies between them. `before` gives the greatest value that is less than another, if there is one.
    """

    name: str
    text: Callable[[Any], str]
    value: Callable[[str], Any]
    pattern: str
    lowest: str = ""
    highest: str = ""
    before: Callable[[Any], Any] | None = None
    words: frozenset[str] | None = None
    """All texts of this kind, where they can be listed."""
    punctuation: str = ""
    """What its texts hold besides letters and digits. It separates nothing in a template with such a part."""

    @property
    def is_text(self) -> bool:
        return self.name == "text"

    @property
    def has_any_length(self) -> bool:
        """Whether texts of this kind differ in length, so that only a separator says where one ends."""
        return self.is_text or self.words is not None

    def matches(self, text: str) -> bool:
        return re.fullmatch(self.pattern, text) is not None


def kind_of(annotation: Any, width: int | None = None) -> PartKind:
    """The kind of an attribute's type. `width` is that of a number, which is padded with zeros to sort."""
    annotation = without_none(annotation)
    if annotation is int:
        if width is None:
            raise DeclarationError("a number in a key sorts as text: give its width, for instance {rank:6}")
        return _padded_number(width)
    if width is not None:
        raise DeclarationError("only a whole number has a width in a key")
    if get_origin(annotation) is Literal:
        return _words(get_args(annotation), str)
    if isinstance(annotation, type):
        if issubclass(annotation, Enum):
            return _words([member.value for member in annotation], annotation)
        if annotation in _BY_TYPE:
            return _BY_TYPE[annotation]
        if issubclass(annotation, str):
            return TEXT
    raise DeclarationError(f"a value of type {annotation} can't stand in a key")


def without_none(annotation: Any) -> Any:
    """The type that an optional or annotated one is about."""
    while True:
        origin = get_origin(annotation)
        if origin is Annotated:
            annotation = get_args(annotation)[0]
        elif origin in {Union, UnionType}:
            remaining = [each for each in get_args(annotation) if each is not NoneType]
            if len(remaining) != 1:
                return annotation
            [annotation] = remaining
        else:
            return annotation


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _moment(value: Any) -> str:
    if not isinstance(value, datetime):
        raise TypeError(f"{value!r} is no datetime")
    return sortable_timestamp(value)


def _day(value: Any) -> str:
    if not isinstance(value, date) or isinstance(value, datetime):
        raise TypeError(f"{value!r} is no date")
    return value.isoformat()


def _time_of_day(value: Any) -> str:
    if not isinstance(value, time) or value.tzinfo is not None:
        raise TypeError(f"{value!r} is no time of day without a zone")
    return value.isoformat(timespec="microseconds")


def _uuid(value: Any) -> str:
    if not isinstance(value, UUID):
        raise TypeError(f"{value!r} is no UUID")
    return str(value)


def _padded_number(width: int) -> PartKind:
    def text(value: Any) -> str:
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"{value!r} is no whole number")
        digits = f"{value:0{width}}"
        if value < 0 or len(digits) > width:
            raise ValueError(f"{value} is not between 0 and {'9' * width}")
        return digits

    return PartKind(
        f"number of {width} digits",
        text,
        int,
        rf"[0-9]{{{width}}}",
        lowest="0",
        highest=":",
        before=lambda value: value - 1 if value > 0 else None,
    )


def _words(values: Any, read: Callable[[str], Any]) -> PartKind:
    words = frozenset(values)
    if not all(isinstance(word, str) and word for word in words):
        raise DeclarationError("members of an enum in a key are texts that are not empty")

    def text(value: Any) -> str:
        word = value.value if isinstance(value, Enum) else value
        if word not in words:
            raise ValueError(f"{word!r} is none of {', '.join(sorted(words))}")
        return str(word)

    pattern = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return PartKind(
        f"one of {', '.join(sorted(words))}",
        text,
        read,
        f"(?:{pattern})",
        words=words,
        punctuation="".join(sorted({each for word in words for each in word if not each.isalnum()})),
    )


TEXT: Final = PartKind("text", _text, str, ".+")
_DATE_PATTERN: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_TIME_PATTERN: Final = r"[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?"
_MICROSECOND: Final = timedelta(microseconds=1)
# ":" follows "9": a bound that no digit passes.
_BY_TYPE: Final = {
    str: TEXT,
    datetime: PartKind(
        "time",
        _moment,
        datetime.fromisoformat,
        f"{_DATE_PATTERN}T{_TIME_PATTERN}Z",
        lowest="0",
        highest=":",
        before=lambda moment: moment - _MICROSECOND,
        punctuation="-:.",
    ),
    date: PartKind(
        "date",
        _day,
        date.fromisoformat,
        _DATE_PATTERN,
        lowest="0",
        highest=":",
        before=lambda day: day - timedelta(days=1),
        punctuation="-",
    ),
    time: PartKind(
        "time of day",
        _time_of_day,
        time.fromisoformat,
        _TIME_PATTERN,
        lowest="0",
        highest=":",
        punctuation=":.",
    ),
    UUID: PartKind(
        "UUID",
        _uuid,
        UUID,
        "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
        lowest="0",
        highest="g",
        punctuation="-",
    ),
}
