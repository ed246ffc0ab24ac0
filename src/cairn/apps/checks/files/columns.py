"""Checks as CSV: a line for each, a heading that says what stands where. Ours comes back as it went.

Of other people's files, `url` alone is needed. `interval` is in seconds, as most programs count it; what is in no column
keeps its default.
"""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from cairn.apps.checks.files.addresses import type_of
from cairn.apps.checks.files.found import FoundCheck, UnreadableFile, Untaken
from cairn.apps.checks.schema import CheckType

COLUMNS: Final = (
    "url",
    "checkType",
    "name",
    "tags",
    "delayMs",
    "paused",
    "attributes",
    "id",
    "dependsOn",
)
_YES: Final = frozenset({"1", "true", "yes", "paused", "x"})
_PLAIN: Final = ("keyword", "below", "above", "days", "selector", "currency")
_TICKED: Final = ("opposite", "lowest", "backInStock")
# A spreadsheet would run what begins so.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def is_csv(text: str) -> bool:
    """Whether the first line is a heading with a column of addresses."""
    first = text.lstrip("\ufeff").splitlines()[:1]
    try:
        heading = next(csv.reader(first), [])
    except csv.Error:  # a column of more characters than any name has
        return False
    return "url" in {each.strip().lower() for each in heading}


def read(text: str) -> Iterator[FoundCheck | Untaken]:
    reader = csv.reader(io.StringIO(text, newline=""))
    try:
        heading = [each.strip().lower() for each in next(reader)]
        for row in reader:
            if any(each.strip() for each in row):
                yield _entry({**dict.fromkeys(heading, ""), **dict(zip(heading, row, strict=False))})
    except csv.Error as fault:
        raise UnreadableFile(f"line {reader.line_num}: {fault}") from fault


def written(checks: Sequence[FoundCheck]) -> str:
    """The lines of checks, below a heading."""
    lines = io.StringIO()
    writer = csv.writer(lines)
    writer.writerow(COLUMNS)
    for each in checks:
        cells = (
            each.url,
            each.check_type.value,
            each.name,
            ", ".join(sorted(each.tags)),
            each.delay_ms,
            "yes" if each.is_paused else "",
            json.dumps(dict(each.attributes), ensure_ascii=False) if each.attributes else "",
            each.source_id,
            each.depends_on,
        )
        writer.writerow([_harmless(cell) for cell in cells])
    return lines.getvalue()


def _entry(row: Mapping[str, str]) -> FoundCheck | Untaken:
    url = row["url"].strip()
    name = _plain(row.get("name") or row.get("title") or "")
    try:
        check_type = _type(row.get("checktype") or row.get("type") or "", url)
        attributes = _attributes(row)
        delay = _delay(row)
    except ValueError as fault:
        return Untaken(name or url, str(fault))
    return FoundCheck(
        url,
        check_type,
        name=name,
        tags=frozenset(tag for each in _plain(row.get("tags", "")).split(",") if (tag := each.strip())),
        delay_ms=delay,
        attributes=attributes,
        is_paused=row.get("paused", "").strip().lower() in _YES,
        source_id=row.get("id", "").strip(),
        depends_on=row.get("dependson", "").strip(),
    )


def _type(written: str, url: str) -> CheckType:
    if not written.strip():
        return type_of(url)
    try:
        return CheckType(written.strip().upper())
    except ValueError as fault:
        raise ValueError(
            f"{written.strip()!r} is no type of check; there are {', '.join(CheckType)}"
        ) from fault


def _delay(row: Mapping[str, str]) -> int | None:
    for column, milliseconds in (("delayms", 1), ("interval", 1000)):
        text = row.get(column, "").strip()
        if text:
            try:
                return int(float(text) * milliseconds)
            except (ValueError, OverflowError) as fault:
                raise ValueError(
                    f"{text!r} is no number of {'milli' * (milliseconds == 1)}seconds"
                ) from fault
    return None


def _attributes(row: Mapping[str, str]) -> dict[str, Any]:
    attributes: dict[str, Any] = {}
    text = row.get("attributes", "").strip()
    if text:
        try:
            attributes = json.loads(text)
        except (ValueError, RecursionError) as fault:
            raise ValueError("its attributes are no JSON") from fault
        if not isinstance(attributes, dict):
            raise ValueError("its attributes are no JSON object")
    attributes |= {name: value for name in _PLAIN if (value := row.get(name.lower(), "").strip())}
    attributes |= {name: True for name in _TICKED if row.get(name.lower(), "").strip().lower() in _YES}
    return attributes


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def _plain(cell: str) -> str:
    """Takes back what `_harmless` did."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell
