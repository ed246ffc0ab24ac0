"""The words of an expression, and DynamoDB's way to point at the one where it ceases to make sense."""

import re
from typing import Final, NamedTuple, NoReturn

from cairn.dynamo.embedded.expressions.faults import ExpressionFault

MAXIMUM_EXPRESSION_SIZE: Final = 4_096

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

    def __init__(self, text: str, *, tells_size: bool) -> None:
        if len(text) > MAXIMUM_EXPRESSION_SIZE:
            # DynamoDB tells the size for conditions, and leaves the sentence open for the others.
            counted = f" expression size: {len(text)}" if tells_size else ""
            raise ExpressionFault(f"Expression size has exceeded the maximum allowed size;{counted}")
        if not text:
            raise ExpressionFault("The expression can not be empty;")
        self._text = text
        # Read as far as needed: what begins with nonsense costs little, however long it is.
        self._tokens = map(_token, _WORDS.finditer(text))
        self._end = Token("end", "<EOF>", len(text), len(text))
        self._before: Token | None = None
        self.current = next(self._tokens, self._end)
        self._after = next(self._tokens, self._end)

    def take(self) -> Token:
        taken = self.current
        self._before = taken
        self.current = self._after
        self._after = next(self._tokens, self._end)
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
        return self._after.kind

    def refuse(self) -> NoReturn:
        """Points at the current token, with the one before and the one after it as they are written."""
        start = 0 if self._before is None else self._before.start
        near = self._text[start : self._after.end]
        raise ExpressionFault(f'Syntax error; token: "{self.current.text}", near: "{near}"')


def _token(match: re.Match[str]) -> Token:
    text = match[0]
    kind = _KINDS[match.lastindex or 0]
    if kind == "symbol":
        kind = text
    elif kind == "name" and text.upper() in _KEYWORDS:
        kind = text.upper()
    return Token(kind, text, match.start(), match.end())
