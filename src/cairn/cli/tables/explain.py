"""`cairn tables explain`: what each access pattern asks of DynamoDB, and what reads and writes are charged."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cairn.cli.tables.options import App, Stage, chosen_tables

if TYPE_CHECKING:
    from cairn.tables import AccessPattern, Table
    from cairn.tables.explaining import Explanation
    from cairn.tables.write_units import WriteUnits


def explain(
    patterns: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATTERN]...", help="Only the access patterns whose title or name has this in it."
        ),
    ] = None,
    app: App = None,
    items: Annotated[
        int, typer.Option("--items", metavar="N", min=1, help="How many items answer a query.")
    ] = 25,
    item_bytes: Annotated[
        int | None,
        typer.Option(
            "--item-bytes",
            metavar="B",
            min=1,
            max=409_600,
            help="How large an item is. Otherwise as large as an example made up from its types.",
        ),
    ] = None,
    *,
    stage: Stage,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON, with the whole requests.")] = False,
) -> None:
    """Say what access patterns ask of DynamoDB, and what reads and writes are charged.

    Example: cairn tables explain --app checks --items 100
    """
    from cairn.tables import access_patterns
    from cairn.tables.explaining import explain as explained
    from cairn.tables.write_units import units_of

    shown = 0
    everything: list[dict[str, Any]] = []
    for table in chosen_tables(app):
        wanted = [each for each in access_patterns(table) if _is_meant(each, patterns)]
        if patterns and not wanted:
            continue
        shown += len(wanted)
        explanations = [explained(each, stage=stage, items=items, item_bytes=item_bytes) for each in wanted]
        writes = [] if patterns else [units_of(layout, item_bytes) for layout in table.layouts]
        if as_json:
            everything.append(_as_values(table.name_at(stage), explanations, writes))
        else:
            _show(table, stage, explanations, writes)
    if patterns and not shown:
        raise typer.BadParameter(
            f"no access pattern has {' or '.join(map(repr, patterns))} in its title or name"
        )
    if as_json:
        import json

        print(json.dumps(everything, indent=2, ensure_ascii=False))


def _is_meant(pattern: "AccessPattern", words: list[str] | None) -> bool:
    text = f"{pattern.title} {pattern}".casefold()
    return not words or any(word.casefold() in text for word in words)


def _show(
    table: "Table", stage: str, explanations: Iterable["Explanation"], writes: list["WriteUnits"]
) -> None:
    print(f"{table.name_at(stage)}\n")
    for each in explanations:
        print(f"  {each.pattern.title}  ·  {each.pattern}")
        where = "" if each.index is None else f" {each.index.name}:"
        print(f"    {each.operation}{where} {each.question}")
        if each.filter is not None:
            print(f"    filtered after it is read: {each.filter}")
        print(f"    {_reading(each)}\n")
    if writes:
        _show_writes(writes)


def _reading(each: "Explanation") -> str:
    consistent = "" if each.consistent_units is None else f" ({each.consistent_units:g} consistently)"
    return (
        f"{_counted(each.items, 'item')} of {each.item_bytes:,} bytes = {each.bytes:,} bytes"
        f" → {_counted(each.units, 'read unit')}{consistent}, {_counted(each.requests, 'request')}"
    )


def _counted(count: float, what: str) -> str:
    return f"{count:,g} {what}{'' if count == 1 else 's'}"


def _show_writes(writes: list["WriteUnits"]) -> None:
    from rich.console import Console
    from rich.table import Table as Grid

    grid = Grid(
        "  write units", "bytes", "create", "update", "indexes", box=None, header_style="bold", pad_edge=False
    )
    for column in grid.columns[1:4]:
        column.justify = "right"
    for each in writes:
        least, most = each.total("update"), each.total("move")
        grid.add_row(
            f"  {each.layout.entity.__name__}",
            f"{each.item_bytes:,}",
            f"{each.total('create'):g}",
            f"{least:g}" if least == most else f"{least:g}–{most:g}",
            ", ".join(name for name in each.bytes if name),
        )
    Console().print(grid)
    print("  A delete costs as much as a create, and in a transaction everything costs twice as much.\n")


def _as_values(
    name: str, explanations: Iterable["Explanation"], writes: Iterable["WriteUnits"]
) -> dict[str, Any]:
    from cairn.tables.write_units import WRITES

    return {
        "table": name,
        "patterns": [
            {
                "title": each.pattern.title,
                "pattern": str(each.pattern),
                "operation": each.operation,
                "index": each.index.name if each.index else None,
                "request": each.request,
                "question": each.question,
                "filter": each.filter,
                "items": each.items,
                "itemBytes": each.item_bytes,
                "bytes": each.bytes,
                "requests": each.requests,
                "readUnits": each.units,
                "consistentReadUnits": each.consistent_units,
            }
            for each in explanations
        ],
        "writes": [
            {
                "entity": each.layout.entity.__name__,
                "bytes": {key or name: size for key, size in each.bytes.items()},
                **{kind: {key or name: units for key, units in each.of(kind).items()} for kind in WRITES},
            }
            for each in writes
        ],
    }
