"""Assertions as rows of a form: what is looked at, where in it, how it compares, and with what."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cairn.apps.checks.pages.filled import Filled

_EMPTY: Final = 2
WHATS: Final = (
    ("", "Nothing"),
    ("status", "Status"),
    ("responseTime", "Response time, ms"),
    ("text", "Text"),
    ("pattern", "Pattern (RE2)"),
    ("json", "JSON path"),
    ("header", "Header"),
    ("element", "CSS selector"),
    ("number", "Number under a CSS selector"),
    ("finalUrl", "Final address"),
    ("certificate", "Certificate, days left"),
    ("size", "Size, bytes"),
)
HOWS: Final = (
    ("", "as usual"),
    ("with-case", "capitals count"),
    ("any-case", "capitals do not count"),
    ("absent", "is absent"),
    ("absent-with-case", "is absent, capitals count"),
    ("=", "="),
    ("!=", "≠"),
    ("<", "<"),
    ("<=", "≤"),
    (">", ">"),
    (">=", "≥"),
    ("contains", "contains"),
    ("length", "has so many"),
    ("exists", "exists"),
    ("missing", "is missing"),
)
_VALUES: Final = {
    "status": "ranges",
    "responseTime": "milliseconds",
    "text": "text",
    "pattern": "pattern",
    "json": "value",
    "header": "contains",
    "element": "contains",
    "number": "value",
    "finalUrl": "contains",
    "certificate": "days",
    "size": "bytes",
}
_WHERES: Final = {"json": "path", "header": "name", "element": "selector", "number": "selector"}
_CASES: Final = {"text": False, "pattern": True, "element": False}
"""Whether capitals count where nothing is said."""
NAMES: Final = ("rows.what", "rows.where", "rows.how", "rows.value")


@dataclass(frozen=True, slots=True)
class AssertionRow:
    """One assertion in the form."""

    what: str = ""
    where: str = ""
    how: str = ""
    value: str = ""


def written(assertions: Sequence[Mapping[str, Any]]) -> dict[str, tuple[str, ...]]:
    """Assertions as the form has them, column by column."""
    rows = [_row(each) for each in assertions]
    columns = (
        [row.what for row in rows],
        [row.where for row in rows],
        [row.how for row in rows],
        [row.value for row in rows],
    )
    return {name: tuple(column) for name, column in zip(NAMES, columns, strict=True)}


def shown(form: Filled) -> Sequence[AssertionRow]:
    """The rows that are filled in, and some to be."""
    return (*_rows(form), *([AssertionRow()] * _EMPTY))


def read(form: Filled) -> list[dict[str, Any]]:
    """The assertions of the rows, as they are stored. What can't be right is left for the type to refuse."""
    return [_assertion(row) for row in _rows(form)]


def _rows(form: Filled) -> list[AssertionRow]:
    columns = [form.all(name) for name in NAMES]
    rows = [AssertionRow(*each) for each in zip(*columns, strict=False)]
    return [row for row in rows if row.what]


def _row(assertion: Mapping[str, Any]) -> AssertionRow:
    what = str(assertion["kind"])
    value = assertion.get(_VALUES[what], 14 if what == "certificate" else "")
    return AssertionRow(
        what,
        str(assertion.get(_WHERES.get(what, ""), "")),
        _how(what, assertion),
        _as_json(value) if what == "json" else str(value),
    )


def _how(what: str, assertion: Mapping[str, Any]) -> str:
    if what in {"json", "number"}:
        return str(assertion.get("operator", "="))
    usual = _CASES.get(what)
    has_case = assertion.get("matchCase", usual)
    if assertion.get("absent"):
        return "absent-with-case" if has_case else "absent"
    return "" if has_case == usual else "with-case" if has_case else "any-case"


def _assertion(row: AssertionRow) -> dict[str, Any]:
    assertion: dict[str, Any] = {"kind": row.what}
    if row.what not in _VALUES:
        return assertion
    if row.what in _WHERES:
        assertion[_WHERES[row.what]] = row.where.strip()
    if row.what == "json":
        assertion["operator"] = row.how or "="
        if row.how not in {"exists", "missing"}:
            assertion["value"] = _parsed(row.value)
    elif row.what == "number":
        assertion |= {"operator": row.how or "=", "value": row.value.strip()}
    else:
        assertion[_VALUES[row.what]] = row.value if row.what in {"text", "pattern"} else row.value.strip()
        if row.how.startswith("absent"):
            assertion["absent"] = True
        if row.what in _CASES and row.how:
            assertion["matchCase"] = row.how in {"with-case", "absent-with-case"}
    return assertion


def _as_json(value: Any) -> str:
    is_itself = isinstance(value, str) and not _is_json(value)
    return str(value) if is_itself else json.dumps(value, ensure_ascii=False)


def _parsed(text: str) -> Any:
    """A number, true, false or null as what it is in JSON; everything else as text."""
    value = json.loads(text) if _is_json(text) else text
    return value if isinstance(value, str | int | float | bool | None) else text


def _is_json(text: str) -> bool:
    """Whether a text would be read as something else than itself."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
