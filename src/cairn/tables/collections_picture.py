"""A picture of a table: which kinds of items lie together under one partition key, in the table and in each index.

An SVG that brings its own background, and follows the reader's choice of light or dark.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from cairn.tables.key_plans import KeyPlan
from cairn.tables.layout import Layout
from cairn.tables.table import Index, Table
from cairn.tables.templates import Template

_CHARACTER: Final = 7.3  # the width of one at 12 pixels, in the widest of usual monospaced fonts
_ROW: Final = 26
_HEADING: Final = 44
_GAP: Final = 10
_MARGIN: Final = 16
_LONGEST_ATTRIBUTES: Final = 64
_HUES: Final = 12
_STYLE: Final = """\
text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328; }
.heading { font-family: system-ui, sans-serif; font-size: 15px; font-weight: 600; }
.note { font-family: system-ui, sans-serif; fill: #59636e; }
.kind { font-weight: 600; }
.attributes { fill: #59636e; }
.paper { fill: #ffffff; stroke: #d1d9e0; }
.partition { fill: #f1f4f8; stroke: #d1d9e0; }
.item { fill: #ffffff; stroke: #d1d9e0; }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc; }
  .note, .attributes { fill: #9198a1; }
  .paper { fill: #0d1117; stroke: #3d444d; }
  .partition { fill: #1c2430; stroke: #3d444d; }
  .item { fill: #0d1117; stroke: #3d444d; }
}"""


@dataclass(frozen=True, slots=True)
class _Row:
    """A kind of items in a collection: its sort key, its name, and the attributes that lie there."""

    sort: str
    layout: Layout
    attributes: str


@dataclass(frozen=True, slots=True)
class _Collection:
    """What lies under one partition key."""

    partition: str
    rows: tuple[_Row, ...]


@dataclass(frozen=True, slots=True)
class _Part:
    """The table, or one of its indexes."""

    heading: str
    note: str
    collections: tuple[_Collection, ...]


def collections_picture(table: Table) -> str:
    """The picture, as SVG."""
    parts = [
        _Part(
            table.name,
            f"partition key {table.pk}, sort key {table.sk}",
            tuple(_collections([(layout, layout.key) for layout in table.layouts], None)),
        ),
        *(_of_index(table, index) for index in table.indexes),
    ]
    return "\n".join(_drawn(table, parts)) + "\n"


def _of_index(table: Table, index: Index) -> _Part:
    plans = [(layout, plan) for layout in table.layouts for plan in layout.index_keys if plan.index is index]
    return _Part(
        f"Index {index.name}",
        f"partition key {index.pk}, sort key {index.sk}; carries {carried(index)}",
        tuple(_collections(plans, index)),
    )


def carried(index: Index) -> str:
    """What an index carries of an item, in words."""
    if index.projection == "INCLUDE":
        return f"keys and {', '.join(index.include)}"
    return "all attributes" if index.projection == "ALL" else "keys alone"


def _collections(plans: Sequence[tuple[Layout, KeyPlan]], index: Index | None) -> Iterator[_Collection]:
    together: dict[tuple[str, ...], list[tuple[Layout, KeyPlan]]] = {}
    for layout, plan in plans:
        together.setdefault(_shape(plan.pk.template), []).append((layout, plan))
    for members in together.values():
        rows = sorted((_row(layout, plan, index) for layout, plan in members), key=lambda row: row.sort)
        usual, _ = Counter(plan.pk.template.text for _, plan in members).most_common(1)[0]
        yield _Collection(usual, tuple(rows))


def _shape(template: Template) -> tuple[str, ...]:
    """What two templates share that make the same keys, whatever their parts are called."""
    return tuple(
        f"={piece}" if isinstance(piece, str) else template.kinds[piece.name].name
        for piece in template.pieces
    )


def _row(layout: Layout, plan: KeyPlan, index: Index | None) -> _Row:
    names = [
        each.attribute
        for each in layout.fields.values()
        if index is None or index.projection == "ALL" or each.attribute in index.include
    ]
    # What most kinds have says little about one of them.
    kinds = layout.table.layouts
    usual = {name for name in names if sum(name in each.by_attribute for each in kinds) > len(kinds) / 2}
    text = ""
    for name in sorted(names, key=usual.__contains__):
        longer = f"{text}, {name}" if text else name
        if len(longer) > _LONGEST_ATTRIBUTES:
            text += ", …"
            break
        text = longer
    return _Row(plan.sk.template.text, layout, text)


def _drawn(table: Table, parts: Sequence[_Part]) -> Iterator[str]:
    rows = [row for part in parts for each in part.collections for row in each.rows]
    columns = (
        _width(each.partition for part in parts for each in part.collections),
        _width(row.sort for row in rows),
        _width(row.layout.entity.__name__ for row in rows) + 14,
        _width(row.attributes for row in rows),
    )
    width = max(sum(columns), *(_heading_width(part) for part in parts)) + 2 * _MARGIN
    height = _MARGIN + sum(map(_height, parts))
    title = f"The item collections of {table.name}"
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label={quoteattr(title)}>'
    )
    yield f"<title>{escape(title)}</title>"
    yield f"<style>\n{_STYLE}\n</style>"
    yield f'<rect class="paper" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"/>'
    hues = {id(layout): round(place * 360 / _HUES * 5) % 360 for place, layout in enumerate(table.layouts)}
    y = 0
    for part in parts:
        yield f'<text class="heading" x="{_MARGIN}" y="{y + 28}">{escape(part.heading)}</text>'
        at = _MARGIN + _note_begins(part)
        yield f'<text class="note" x="{at}" y="{y + 28}">{escape(part.note)}</text>'
        top = y + _HEADING
        for collection in part.collections:
            yield from _collection(collection, columns, top, hues)
            top += len(collection.rows) * _ROW + _GAP
        y += _height(part)
    yield "</svg>"


def _collection(
    collection: _Collection, columns: tuple[int, int, int, int], top: int, hues: dict[int, int]
) -> Iterator[str]:
    partition, *_ = columns
    height = len(collection.rows) * _ROW
    yield f'<rect class="partition" x="{_MARGIN}" y="{top}" width="{partition}" height="{height}"/>'
    yield _text(_MARGIN + 10, top + height // 2 - _ROW // 2, collection.partition)
    for place, row in enumerate(collection.rows):
        y = top + place * _ROW
        x = _MARGIN + partition
        yield f'<rect class="item" x="{x}" y="{y}" width="{sum(columns[1:])}" height="{_ROW}"/>'
        yield _text(x + 10, y, row.sort)
        x += columns[1]
        hue = hues[id(row.layout)]
        yield f'<circle cx="{x + 10}" cy="{y + _ROW // 2}" r="4.5" fill="hsl({hue} 60% 50%)"/>'
        yield _text(x + 20, y, row.layout.entity.__name__, "kind")
        yield _text(x + columns[2] + 10, y, row.attributes, "attributes")


def _text(x: int, y: int, text: str, kind: str = "") -> str:
    marked = f' class="{kind}"' if kind else ""
    return f'<text{marked} x="{x}" y="{y + 17}">{escape(text)}</text>'


def _width(texts: Iterable[str]) -> int:
    return round(max(map(len, texts), default=0) * _CHARACTER) + 20


def _note_begins(part: _Part) -> int:
    return round(len(part.heading) * 9.5) + 16


def _heading_width(part: _Part) -> int:
    return _note_begins(part) + _width([part.note])


def _height(part: _Part) -> int:
    return _HEADING + sum(len(each.rows) * _ROW + _GAP for each in part.collections) + 6
