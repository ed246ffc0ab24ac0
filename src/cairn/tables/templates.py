"""Key templates, as the documents write them: `CHARACTER#{character_name}#GOAL#{goal_id}#{timestamp}`.

A placeholder names an attribute. `{rank:6}` pads a whole number with zeros, `{expires_at or ~}` stands for `~`
while the attribute has no value.
"""

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from cairn.dynamo.seam import AttributeValue
from cairn.tables.errors import DeclarationError, KeyValueError
from cairn.tables.parts import PartKind

_PLACEHOLDER: Final = re.compile(
    r"\{(?P<name>[a-z_][a-z0-9_]*)(?: or (?P<fallback>[^{}]+)|:(?P<width>[1-9][0-9]?))?\}"
)
_HARMLESS: Final = frozenset("-_. ")
MOST_BYTES_OF_PARTITION_KEY: Final = 2048
MOST_BYTES_OF_SORT_KEY: Final = 1024
_MOST_BYTES_OF_A_CHARACTER: Final = 4


@dataclass(frozen=True, slots=True)
class Placeholder:
    name: str
    fallback: str | None = None
    width: int | None = None


Piece = str | Placeholder

KeyReader = Callable[[AttributeValue, dict[str, Any]], bool]
"""Puts parts of a stored key with what is known of an item. It returns False for what is no such key."""


def pieces_of(text: str) -> tuple[Piece, ...]:
    """A template's literal texts and placeholders, in order."""
    pieces: list[Piece] = []
    end = 0
    for found in _PLACEHOLDER.finditer(text):
        if found.start() > end:
            pieces.append(text[end : found.start()])
        width = found["width"]
        pieces.append(Placeholder(found["name"], found["fallback"], int(width) if width else None))
        end = found.end()
    if end < len(text):
        pieces.append(text[end:])
    for piece in pieces:
        if isinstance(piece, str) and ("{" in piece or "}" in piece):
            raise DeclarationError(
                f"{text!r}: a placeholder is written {{name}}, {{name:6}} or {{name or ~}}"
            )
    names = [piece.name for piece in pieces if isinstance(piece, Placeholder)]
    if len(set(names)) < len(names):
        raise DeclarationError(f"{text!r}: a placeholder stands in a template once")
    for one, next_one in itertools.pairwise(pieces):
        if isinstance(one, Placeholder) and isinstance(next_one, Placeholder):
            raise DeclarationError(f"{text!r}: nothing separates {{{one.name}}} from {{{next_one.name}}}")
    return tuple(pieces)


class Template:
    """A template whose placeholders have their kinds: it builds keys and reads them back."""

    def __init__(
        self, text: str, kinds: Mapping[str, PartKind], *, most_bytes: int = MOST_BYTES_OF_SORT_KEY
    ) -> None:
        self.text = text
        self._most_bytes = most_bytes
        self._surely_fits = most_bytes // _MOST_BYTES_OF_A_CHARACTER
        self.pieces = pieces_of(text)
        self.placeholders = tuple(piece for piece in self.pieces if isinstance(piece, Placeholder))
        self.names = tuple(piece.name for piece in self.placeholders)
        self.kinds = {name: kinds[name] for name in self.names}
        self._fallbacks = {
            piece.name: piece.fallback for piece in self.placeholders if piece.fallback is not None
        }
        literals = "".join(piece for piece in self.pieces if isinstance(piece, str))
        self.separators = frozenset(each for each in literals if not each.isalnum() and each not in _HARMLESS)
        self._refuse_ambiguity()
        self._forbidden = (
            re.compile(f"[{re.escape(''.join(sorted(self.separators)))}]") if self.separators else None
        )
        self._pattern = re.compile("".join(map(self._pattern_of, self.pieces)), re.DOTALL)
        self._form = "".join(
            piece.replace("%", "%%") if isinstance(piece, str) else "%s" for piece in self.pieces
        )
        self._writers = [(piece.name, self._writer(piece), piece.fallback) for piece in self.placeholders]
        self._lone_text = self._read_lone_text()

    def build(self, values: Mapping[str, Any]) -> str | None:
        """The key; None when a part has no value."""
        if self._lone_text is not None:
            before, name, after, separator = self._lone_text
            value = values.get(name)
            if type(value) is str and value and separator not in value:
                key = before + value + after
                if len(key) <= self._surely_fits:
                    return key
        texts = []
        for name, write, fallback in self._writers:
            value = values.get(name)
            if value is not None:
                texts.append(write(value))
            elif fallback is not None:
                texts.append(fallback)
            else:
                return None
        return self._fitting(self._form % tuple(texts), values)

    def parse(self, key: str) -> dict[str, Any] | None:
        """The values that the key was built from; None when it is no key of this template."""
        found = self._pattern.fullmatch(key)
        if found is None:
            return None
        values = {}
        for piece in self.pieces:
            if isinstance(piece, Placeholder):
                text = found[piece.name]
                try:
                    values[piece.name] = (
                        None if text == piece.fallback else self.kinds[piece.name].value(text)
                    )
                except ValueError:
                    return None
        return values

    def reader(self, names: Sequence[str]) -> KeyReader:
        """A reader of some of a stored key's parts, as they stand in it. It runs for each item that is read."""
        if self._lone_text is not None:
            before, name, after, separator = self._lone_text
            if not after:
                return _text_reader(before, separator, name if name in names else None)
        match, fallbacks = self._pattern.fullmatch, self._fallbacks

        def read(key: AttributeValue, values: dict[str, Any]) -> bool:
            found = match(key["S"]) if "S" in key else None
            if found is None:
                return False
            for name in names:
                text = found[name]
                values[name] = None if text == fallbacks.get(name) else text
            return True

        return read

    def matches(self, key: str) -> bool:
        return self._pattern.fullmatch(key) is not None

    def beginning(self, values: Mapping[str, Any]) -> tuple[str, Placeholder | None]:
        """The text up to the first part without a value, and that part."""
        texts: list[str] = []
        for piece in self.pieces:
            if isinstance(piece, str):
                texts.append(piece)
            elif piece.name in values:
                texts.append(self.text_of(piece, values[piece.name]))
            else:
                return self._fitting("".join(texts), values), piece
        return self._fitting("".join(texts), values), None

    def after(self, placeholder: Placeholder) -> str:
        """The literal text that follows a part."""
        following = self.pieces[self.pieces.index(placeholder) + 1 :]
        return following[0] if following and isinstance(following[0], str) else ""

    def is_last(self, placeholder: Placeholder) -> bool:
        return self.pieces[-1] is placeholder

    def text_of(self, piece: Placeholder, value: Any) -> str:
        """One part, as it stands in the key."""
        if value is None:
            if piece.fallback is None:
                raise KeyValueError(piece.name, "has no value, and the key needs one")
            return piece.fallback
        kind = self.kinds[piece.name]
        try:
            text = kind.text(value)
        except (TypeError, ValueError) as fault:
            raise KeyValueError(piece.name, str(fault)) from fault
        if kind.is_text:
            self._refuse_forgery(piece, text)
        return text

    def _fitting(self, key: str, values: Mapping[str, Any]) -> str:
        """The key, if DynamoDB takes one that is so long."""
        if len(key) > self._surely_fits and (size := len(key.encode())) > self._most_bytes:
            longest = max(self.names, key=lambda name: len(str(values.get(name, ""))))
            raise KeyValueError(
                longest, f"is too long: the key would have {size:,} bytes, and may have {self._most_bytes:,}"
            )
        return key

    def _writer(self, piece: Placeholder) -> Callable[[Any], str]:
        """`text_of` for one part, quick where there is nothing to refuse."""
        kind = self.kinds[piece.name]
        if not kind.is_text:
            return partial(self.text_of, piece)
        fallback = piece.fallback
        if len(self.separators) == 1:
            [separator] = self.separators

            def write(value: Any) -> str:
                if type(value) is str and value and separator not in value and value != fallback:
                    return value
                return self.text_of(piece, value)

            return write
        return partial(self.text_of, piece)

    def _read_lone_text(self) -> tuple[str, str, str, str] | None:
        """What stands before the template's only part, its name, what stands after it, and the separator.

        Most keys are of such a form, `USER#{user_id}`, and need no pattern and no list. None for another one.
        """
        if len(self.placeholders) != 1 or len(self.separators) != 1:
            return None
        [piece] = self.placeholders
        if not self.kinds[piece.name].is_text or piece.fallback is not None:
            return None
        [separator] = self.separators
        return self.text.partition("{")[0], piece.name, self.text.rpartition("}")[2], separator

    def _refuse_ambiguity(self) -> None:
        """A key is read back in one way only when each part ends where its separator stands."""
        for piece in self.placeholders:
            shared = self.separators & set(self.kinds[piece.name].punctuation)
            if shared:
                raise DeclarationError(
                    f"{self.text!r}: {{{piece.name}}} may hold {min(shared)!r}, which separates parts here"
                )
        for one, between, other in zip(self.pieces, self.pieces[1:], self.pieces[2:], strict=False):
            if isinstance(one, Placeholder) and isinstance(between, str) and isinstance(other, Placeholder):
                kinds = (self.kinds[one.name], self.kinds[other.name])
                if not self.separators & set(between) and any(kind.has_any_length for kind in kinds):
                    raise DeclarationError(
                        f"{self.text!r}: a part may hold {between!r} too; separate {{{one.name}}} from "
                        f"{{{other.name}}} by # or /"
                    )

    def _refuse_forgery(self, piece: Placeholder, text: str) -> None:
        if not text:
            raise KeyValueError(piece.name, "is empty, and an empty part would make another key")
        if self._forbidden is not None and (found := self._forbidden.search(text)):
            raise KeyValueError(
                piece.name,
                f"{text!r} contains {found[0]!r}, which separates the parts of a key; leave it out",
            )
        if text == piece.fallback:
            raise KeyValueError(
                piece.name, f"{text!r} stands for a missing value in this key; choose another"
            )

    def _pattern_of(self, piece: Piece) -> str:
        if isinstance(piece, str):
            return re.escape(piece)
        kind = self.kinds[piece.name]
        pattern = kind.pattern
        if kind.is_text and self.separators:
            pattern = f"[^{re.escape(''.join(sorted(self.separators)))}]+"
        fallback = "" if piece.fallback is None else f"|{re.escape(piece.fallback)}"
        return f"(?P<{piece.name}>{pattern}{fallback})"


def _text_reader(before: str, separator: str, name: str | None) -> KeyReader:
    """A reader of a key that ends in its only part, a text; `name` is None where nobody wants the text."""
    length = len(before)

    def read(key: AttributeValue, values: dict[str, Any]) -> bool:
        whole = key.get("S")
        if whole is None or not whole.startswith(before):
            return False
        text = whole[length:]
        if not text or separator in text:
            return False
        if name is not None:
            values[name] = text
        return True

    return read
