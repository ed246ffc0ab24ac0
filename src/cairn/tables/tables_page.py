"""The page of the documentation that says what lies in which table, written from the declarations themselves."""

import inspect
import os.path
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from cairn.tables.access_patterns import AccessPattern, access_patterns
from cairn.tables.collections_picture import carried
from cairn.tables.explaining import explain
from cairn.tables.layout import Layout
from cairn.tables.markers import Marker
from cairn.tables.table import Table
from cairn.tables.type_words import words_for

PICTURES: Final = "images/tables"
_OPENING: Final = """\
# Tables

What lies in which table: keys, indexes, kinds of items, attributes, and the questions that a table answers with one
request. This page and its pictures are written from the declarations by `cairn tables page docs`.

In a key, `{name}` stands for a value, `{name:6}` for a number of six digits, and `{name or ~}` for `~` where there is no
value. An item stands in an index when each part of its key there has a value. `{stage}` in a table's name is the setting
`stage`.

"""


def tables_page(tables_by_part: Mapping[str, Sequence[Table]]) -> str:
    """The page, as Markdown."""
    return _OPENING + "\n".join(_lines(tables_by_part))


def picture_name(table: Table) -> str:
    """`personal-os.svg` for `personal-os-{stage}`."""
    return "-".join(re.findall(r"[a-z0-9]+", table.name_at("").lower())) + ".svg"


def _lines(tables_by_part: Mapping[str, Sequence[Table]]) -> Iterator[str]:
    yield "| table | of | kinds of items | indexes |"
    yield "| --- | --- | --- | --- |"
    for part, tables in tables_by_part.items():
        for table in tables:
            indexes = ", ".join(index.name for index in table.indexes)
            yield f"| [{table.name}](#{_anchor(_heading(table))}) | {part} | {len(table.entities)} | {indexes} |"
    for part, tables in tables_by_part.items():
        for table in tables:
            yield ""
            yield from _table(part, table)
    yield ""


def _table(part: str, table: Table) -> Iterator[str]:
    yield f"## {_heading(table)}"
    yield ""
    yield f"Of {part}, declared in `{_declared_in(table)}`. {_table_in_words(table)}"
    yield ""
    yield f"![The item collections of {table.name}]({PICTURES}/{picture_name(table)})"
    if table.indexes:
        yield ""
        yield "| index | partition key | sort key | carries |"
        yield "| --- | --- | --- | --- |"
        for index in table.indexes:
            kind = ", a number" if index.sk_type == "N" else ""
            yield f"| {index.name} | `{index.pk}` | `{index.sk}`{kind} | {carried(index)} |"
    patterns = access_patterns(table)
    if patterns:
        yield ""
        yield "### Questions"
        yield ""
        yield "| question | asked with | request |"
        yield "| --- | --- | --- |"
        yield from map(_question, patterns)
    for layout in table.layouts:
        yield ""
        yield from _entity(layout)


def _heading(table: Table) -> str:
    # Not the name alone: CHECK and Check, the kind of items in it, would have one anchor.
    return f"Table {table.name}"


def _table_in_words(table: Table) -> str:
    sentences = [f"Its key is `{table.pk}` and `{table.sk}`."]
    if table.ttl is not None:
        sentences.append(f"Items expire at `{table.ttl}`.")
    if table.version is not None:
        sentences.append(f"The version of an item is in `{table.version}`.")
    return " ".join(sentences)


def _declared_in(table: Table) -> str:
    files = [f"src/{entity.__module__.replace('.', '/')}.py" for entity in table.entities]
    return files[0] if len(set(files)) == 1 else os.path.commonpath(files)


def _question(pattern: AccessPattern) -> str:
    told = explain(pattern, stage="prod")
    where = "" if told.index is None else f" {told.index.name}"
    wanted = "" if told.filter is None else f", then only those where `{told.filter}`"
    what = _cell(f"{pattern.title}: {' '.join(pattern.description.split())}".removesuffix(": "))
    return f"| {what} | `{pattern}` | {told.operation}{where} `{_cell(told.question)}`{_cell(wanted)} |"


def _entity(layout: Layout) -> Iterator[str]:
    version = "" if layout.version is None else f", version {layout.version}"
    yield f"### {layout.entity.__name__}{version}"
    yield ""
    yield inspect.cleandoc(layout.entity.__doc__ or "")
    yield ""
    yield "| key | partition | sort |"
    yield "| --- | --- | --- |"
    for plan in (layout.key, *layout.index_keys):
        where = "table" if plan.index is None else plan.index.name
        yield f"| {where} | `{plan.pk.template.text}` | `{plan.sk.template.text}` |"
    yield ""
    yield "| attribute | type | |"
    yield "| --- | --- | --- |"
    for name, info in layout.entity.model_fields.items():
        words = _cell(words_for(info.annotation))
        said = _cell(info.description or "")
        if Marker.IN_KEY in info.metadata:
            yield f"| in the key: `{name}` | {words} | {said} |"
        else:
            field = layout.fields[name]
            told = f"{words}, as seconds since 1970" if field.is_expiry else words
            yield f"| `{field.attribute}` | {told} | {said} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _anchor(heading: str) -> str:
    """As GitHub makes it from a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
