"""Reads a document of docs/schemas: its tables, code blocks and list lines, each with the headings above it."""

import ast
import json
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

DOCUMENTS: Final = Path(__file__).parents[2] / "docs" / "schemas"
_HEADING: Final = re.compile(r"(#{1,6})\s+(.*?)\s*#*")
_FENCE: Final = re.compile(r"\s*(```+|~~~+)\s*(\w*)\s*")
_LIST_LINE: Final = re.compile(r"(\s*)(?:[-*+]|\d+\.)\s+(.*)")
_RULE: Final = re.compile(r"\s*\|?(\s*:?-+:?\s*\|)+\s*(:?-+:?)?\s*")
_UNESCAPED_BAR: Final = re.compile(r"(?<!\\)\|")
_NO_MARKS: Final = str.maketrans("", "", "`")


class _Placed(Protocol):
    @property
    def headings(self) -> tuple[str, ...]: ...


P = TypeVar("P", bound=_Placed)


@dataclass(frozen=True)
class MarkdownTable:
    """A table. Each row maps the names of the columns to cells; a cell that a short row leaves out is empty."""

    headings: tuple[str, ...]
    columns: tuple[str, ...]
    rows: list[dict[str, str]]

    def column(self, name: str) -> list[str]:
        return [row[name] for row in self.rows]


@dataclass(frozen=True)
class CodeBlock:
    """A fenced block. `value` is what it denotes where it is JSON or a literal of Python, and None otherwise."""

    headings: tuple[str, ...]
    language: str
    text: str
    value: Any = None


@dataclass(frozen=True)
class ListLine:
    """A line of a list, without its mark. `within` are the lines of the lists around it, outermost first."""

    headings: tuple[str, ...]
    within: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Document:
    """What stands in a document. Emphasis and the backticks around names are taken off."""

    name: str
    text: str
    headings: list[tuple[str, ...]] = field(default_factory=list)
    tables: list[MarkdownTable] = field(default_factory=list)
    blocks: list[CodeBlock] = field(default_factory=list)
    lines: list[ListLine] = field(default_factory=list)

    def tables_under(self, *headings: str) -> list[MarkdownTable]:
        """The tables anywhere below these headings, of which others may stand between."""
        return list(_under(self.tables, headings))

    def table(self, *headings: str) -> MarkdownTable:
        """The one table directly below the last of these headings."""
        return self._only("table", _directly_under(self.tables, headings), headings)

    def blocks_under(self, *headings: str) -> list[CodeBlock]:
        return list(_under(self.blocks, headings))

    def block(self, *headings: str) -> CodeBlock:
        return self._only("code block", _directly_under(self.blocks, headings), headings)

    def lines_under(self, *headings: str) -> list[ListLine]:
        return list(_under(self.lines, headings))

    def _only(self, what: str, found: list[P], headings: tuple[str, ...]) -> P:
        if len(found) != 1:
            raise LookupError(f"{self.name}: {len(found)} of a {what} under {' / '.join(headings)}, not one")
        return found[0]


def document(name: str) -> Document:
    """`document("checks")` reads docs/schemas/checks.md."""
    return read(name, (DOCUMENTS / f"{name}.md").read_text(encoding="utf-8"))


def read(name: str, text: str) -> Document:
    found = Document(name, text)
    headings: list[tuple[int, str]] = []
    lists: list[tuple[int, str]] = []
    lines = iter(text.splitlines())
    previous = ""
    for line in lines:
        under = tuple(title for _, title in headings)
        if fence := _FENCE.fullmatch(line):
            found.blocks.append(_block(under, fence[2], _until(lines, fence[1])))
        elif heading := _HEADING.fullmatch(line):
            level = len(heading[1])
            headings = [each for each in headings if each[0] < level] + [(level, _without_marks(heading[2]))]
            lists = []
            found.headings.append(tuple(title for _, title in headings))
        elif "|" in previous and _RULE.fullmatch(line):
            found.tables.append(_table(under, previous, lines))
        elif item := _LIST_LINE.fullmatch(line):
            indent = len(item[1])
            lists = [each for each in lists if each[0] < indent]
            said = _without_marks(item[2])
            found.lines.append(ListLine(under, tuple(outer for _, outer in lists), said))
            lists.append((indent, said))
        previous = line
    return found


def _until(lines: Iterator[str], fence: str) -> Iterator[str]:
    for line in lines:
        if line.strip() == fence:
            return
        yield line
    raise ValueError(f"a code block that {fence} opens has no end")


def _block(headings: tuple[str, ...], language: str, lines: Iterator[str]) -> CodeBlock:
    text = textwrap.dedent("\n".join(lines))
    return CodeBlock(headings, language, text, _value(language, text))


def _value(language: str, text: str) -> Any:
    if language == "json":
        return json.loads(text, parse_float=Decimal)
    if language == "python":
        code = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
        try:
            return ast.literal_eval(code)
        except (SyntaxError, ValueError):
            return None  # it is a program
    return None


def _table(headings: tuple[str, ...], first: str, lines: Iterator[str]) -> MarkdownTable:
    columns = tuple(_cells(first))
    rows = []
    for line in lines:
        if not line.strip():
            break
        cells = _cells(line)
        if len(cells) > len(columns):
            raise ValueError(f"{len(cells)} cells for {len(columns)} columns: {line}")
        rows.append(dict(zip(columns, cells + [""] * (len(columns) - len(cells)), strict=True)))
    return MarkdownTable(headings, columns, rows)


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return [_without_marks(cell.replace("\\|", "|")) for cell in _UNESCAPED_BAR.split(inner)]


def _without_marks(text: str) -> str:
    return text.replace("**", "").translate(_NO_MARKS).strip()


def _under(placed: list[P], headings: tuple[str, ...]) -> Iterator[P]:
    for each in placed:
        above = iter(each.headings)
        if all(heading in above for heading in headings):
            yield each


def _directly_under(placed: list[P], headings: tuple[str, ...]) -> list[P]:
    return [each for each in _under(placed, headings) if each.headings[-1:] == headings[-1:]]
