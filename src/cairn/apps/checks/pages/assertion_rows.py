"""Assertions as rows of a form: what is looked at, where in it, how it compares, and with what."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, get_args

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from cairn.apps.checks.looking.assertions import Assertion
from cairn.apps.checks.pages.filled import Filled

_EMPTY: Final = 2
_TITLES: Final = {
    "status": "Status",
    "responseTime": "Response time, ms",
    "text": "Text",
    "pattern": "Pattern (RE2)",
    "json": "JSON path",
    "header": "Header",
    "element": "CSS selector, its text",
    "number": "CSS selector, its number",
    "finalUrl": "Final address",
    "certificate": "Certificate, days left",
    "size": "Size, bytes",
}
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
    ("length", "has the length"),
    ("exists", "exists"),
    ("missing", "is missing"),
)
_WHERES: Final = ("path", "name", "selector")
_HOWS_OF: Final = frozenset({"kind", "absent", "match_case", "operator"})


@dataclass(frozen=True, slots=True)
class _Form:
    """How the rows say an assertion: by which names it has what stands in a row."""

    where: str | None
    value: str
    usual: str
    has_operator: bool
    usual_case: bool | None


def _form_of(assertion: type[BaseModel]) -> _Form:
    fields = assertion.model_fields
    where = next((name for name in _WHERES if name in fields), None)
    value = next(name for name in fields if name not in _HOWS_OF and name != where)
    usual = fields[value].default
    return _Form(
        where,
        value,
        "" if usual is PydanticUndefined or usual is None else str(usual),
        "operator" in fields,
        fields["match_case"].default if "match_case" in fields else None,
    )


_FORMS: Final[Mapping[str, _Form]] = {
    each.model_fields["kind"].default: _form_of(each) for each in get_args(get_args(Assertion)[0])
}
WHATS: Final = (("", "Nothing"), *((kind, _TITLES.get(kind, kind)) for kind in _FORMS))
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
    form = _FORMS[what]
    value = assertion.get(form.value, form.usual)
    return AssertionRow(
        what,
        str(assertion.get(form.where, "")) if form.where else "",
        str(assertion.get("operator", "=")) if form.has_operator else _how(form, assertion),
        _as_json(value) if what == "json" else str(value),
    )


def _how(form: _Form, assertion: Mapping[str, Any]) -> str:
    has_case = assertion.get("matchCase", form.usual_case)
    if assertion.get("absent"):
        return "absent-with-case" if has_case else "absent"
    return "" if has_case == form.usual_case else "with-case" if has_case else "any-case"


def _assertion(row: AssertionRow) -> dict[str, Any]:
    assertion: dict[str, Any] = {"kind": row.what}
    form = _FORMS.get(row.what)
    if form is None:
        return assertion
    if form.where:
        assertion[form.where] = row.where.strip()
    if form.has_operator:
        assertion["operator"] = row.how or "="
        if row.how not in {"exists", "missing"}:
            assertion[form.value] = _parsed(row.value) if row.what == "json" else row.value.strip()
        return assertion
    # What is looked for may begin or end with a space.
    assertion[form.value] = row.value if row.what in {"text", "pattern"} else row.value.strip()
    if row.how.startswith("absent"):
        assertion["absent"] = True
    if form.usual_case is not None and row.how:
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
