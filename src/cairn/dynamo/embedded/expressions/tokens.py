"""The words of an expression, and DynamoDB's way to point at the one where it ceases to make sense."""

import re
from typing import Final, NamedTuple, NoReturn

from cairn.dynamo.embedded.expressions.faults import ExpressionFault

MAXIMUM_EXPRESSION_BYTES: Final = 4_096

_KEYWORDS: Final = frozenset(("ADD", "AND", "BETWEEN", "DELETE", "IN", "NOT", "OR", "REMOVE", "SET"))
_KINDS: Final = ("", "name", "#", ":", "index", "symbol", "unknown")
_WORDS: Final = re.compile(
    r"([A-Za-z][A-Za-z0-9_]*)|(#[A-Za-z0-9_]+)|(:[A-Za-z0-9_]+)|(0|[1-9][0-9]*)"
    r"|(<=|>=|<>|[=<>()\[\],.+-])|([^ \t\r\n])"
)


class Token(NamedTuple):
    kind: str  # "name", "#", ":", "index", "unknown", "end"; a keyword in capitals; a symbol as it is written
    text: str
    start: int
    end: int


class Reader:
    """Reads an expression token by token."""

    def __init__(self, text: str, *, counts_bytes_in_message: bool) -> None:
        size = len(text) if text.isascii() else len(text.encode(errors="surrogatepass"))
        if size > MAXIMUM_EXPRESSION_BYTES:
            # DynamoDB tells the size for conditions, and leaves the sentence open for the others.
            counted = f" expression size: {size}" if counts_bytes_in_message else ""
            raise ExpressionFault(f"Expression size has exceeded the maximum allowed size;{counted}")
        if not text:
            raise ExpressionFault("The expression can not be empty;")
        self._text = text
        self._tokens = [*map(_token, _WORDS.finditer(text)), Token("end", "<EOF>", len(text), len(text))]
        self._position = 0
        self.current = self._tokens[0]

    def take(self) -> Token:
        taken = self.current
        self._position += 1
        self.current = self._tokens[self._position]
        return taken

    def expect(self, kind: str) -> Token:
        if self.current.kind != kind:
            self.refuse()
        return self.take()

    def expect_end(self) -> None:
        if self.current.kind != "end":
            self.refuse()

    @property
    def following(self) -> str:
        """The kind of the token after the current one."""
        return "end" if self.current.kind == "end" else self._tokens[self._position + 1].kind

    def refuse(self) -> NoReturn:
        """Points at the current token, with the one before and the one after it as they are written."""
        start = self._tokens[self._position - 1].start if self._position else 0
        is_last = self.current.kind == "end" or self.following == "end"
        end = len(self._text) if is_last else self._tokens[self._position + 1].end
        near = self._text[start:end]
        raise ExpressionFault(f'Syntax error; token: "{self.current.text}", near: "{near}"')


def _token(match: re.Match[str]) -> Token:
    text = match[0]
    kind = _KINDS[match.lastindex or 0]
    if kind == "symbol":
        kind = text
    elif kind == "name" and text.upper() in _KEYWORDS:
        kind = text.upper()
    return Token(kind, text, match.start(), match.end())
