"""Values of every kind that can stand in a key, templates made of them, and what they promise about order."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from enum import StrEnum
from typing import Any
from uuid import UUID

from hypothesis import reject
from hypothesis import strategies as st

from cairn.tables import DeclarationError
from cairn.tables.parts import PartKind, kind_of
from cairn.tables.templates import Template


class Word(StrEnum):
    """Words of which some begin with others, and which texts may imitate."""

    A = "A"
    AB = "AB"
    B = "B"
    LATEST = "LATEST"


@dataclass(frozen=True)
class KindOfValue:
    """A type, how it stands in a template, and values of it. Values in one place are ordered as their texts are."""

    annotation: Any
    values: st.SearchStrategy[Any]
    width: int | None = None
    is_ordered: bool = True

    @property
    def part(self) -> PartKind:
        return kind_of(self.annotation, self.width)


_moments = st.datetimes(timezones=st.just(UTC))
# Few characters, so that values imitate one another and the words and literals around them.
_imitations = st.text("AB9-: ", min_size=1, max_size=4)
TEXT = KindOfValue(
    str,
    st.one_of(
        _imitations,
        st.sampled_from([*Word]).map(str),
        st.text(st.characters(codec="utf-8", exclude_characters="#/"), min_size=1),
    ),
    is_ordered=False,  # where something follows: "b!#" sorts before "b#"
)
KINDS = {
    "text": TEXT,
    "moment": KindOfValue(datetime, _moments),
    "day": KindOfValue(date, st.dates()),
    "time": KindOfValue(time, st.times()),
    "id": KindOfValue(UUID, st.uuids()),
    "word": KindOfValue(Word, st.sampled_from(Word)),
    "number": KindOfValue(int, st.integers(0, 9999), width=4),
}


@dataclass(frozen=True)
class Form:
    """A template and values for it."""

    template: Template
    kinds: tuple[KindOfValue, ...]

    @property
    def values(self) -> st.SearchStrategy[dict[str, Any]]:
        separators = self.template.separators
        strategies = [
            kind.values.filter(lambda text: not separators & set(text)) if kind is TEXT else kind.values
            for kind in self.kinds
        ]
        return st.tuples(*strategies).map(lambda values: dict(zip(self.template.names, values, strict=True)))


_literals = st.sampled_from(["#", "/", ":", "#A#", "#AB#", "#LATEST#", "/B/"])
_beginnings = st.sampled_from(["", "A#", "B#", "AB/", "LATEST#", "#"])


@st.composite
def forms(draw: st.DrawFn, *, fewest: int = 1) -> Form:
    """A template of up to four parts, between literals that values may imitate."""
    kinds = draw(st.lists(st.sampled_from(list(KINDS.values())), min_size=fewest, max_size=4))
    text = draw(_beginnings)
    for number, kind in enumerate(kinds):
        width = "" if kind.width is None else f":{kind.width}"
        text += (draw(_literals) if number else "") + f"{{part{number}{width}}}"
    text += draw(st.sampled_from(["", "", "#A", "/B"])) if kinds else draw(st.sampled_from(["A", "LATEST"]))
    parts = {f"part{number}": kind.part for number, kind in enumerate(kinds)}
    try:
        return Form(Template(text, parts), tuple(kinds))
    except DeclarationError:  # a moment holds ":"
        reject()
