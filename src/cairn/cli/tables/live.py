"""`cairn tables create`, `list`, `diff`: the declared tables, beside those that are there."""

from typing import TYPE_CHECKING

import typer

from cairn.cli.tables.options import App, Place, Stage, chosen_tables

if TYPE_CHECKING:
    from cairn.tables import Table
    from cairn.tables.comparison import LiveTable


def create(at: Place, stage: Stage, app: App = None) -> None:
    """Make the declared tables that are not there yet, and add the indexes and the expiry that others lack.

    Example: cairn tables create --at aws:eu-west-1
    """
    import asyncio

    from cairn.dynamo.places import opened
    from cairn.tables import create_tables

    wanted = chosen_tables(app)
    added: dict[str, list[str]] = {}

    def note(table: "Table", what: str) -> None:
        added.setdefault(table.name_at(stage), []).append(what)

    async def made() -> list[str]:
        async with opened(at) as dynamo:
            return await create_tables(dynamo, wanted, stage=stage, on_added=note)

    names = asyncio.run(made())
    for table in wanted:
        name = table.name_at(stage)
        lacked = f", and has now {' and '.join(added[name])}" if name in added else ""
        print(f"{name}: {'made' if name in names else 'was there'}{lacked}")


def show_list(at: Place, stage: Stage, app: App = None) -> None:
    """List the declared tables with what they hold.

    Example: cairn tables list --app checks
    """
    from rich.console import Console
    from rich.filesize import decimal
    from rich.table import Table as Grid

    grid = Grid("table", "kinds", "indexes", "items", "size", box=None, header_style="bold", pad_edge=False)
    for column in grid.columns[1:]:
        column.justify = "right"
    for table, live in _live(at, stage, app):
        items, size = ("–", "not there") if live is None else (f"{live.items:,}", decimal(live.size))
        grid.add_row(table.name_at(stage), str(len(table.entities)), str(len(table.indexes)), items, size)
    Console().print(grid)


def diff(at: Place, stage: Stage, app: App = None) -> None:
    """Say where tables are not as they are declared. Exits with 1 when some are not.

    Example: cairn tables diff --at aws:eu-west-1
    """
    from cairn.tables.comparison import differences

    found = 0
    for table, live in _live(at, stage, app):
        sentences = ["it is not there"] if live is None else differences(table, live)
        for sentence in sentences:
            print(f"{table.name_at(stage)}: {sentence}")
        found += len(sentences)
    if found:
        raise typer.Exit(1)
    print("All tables are as they are declared.")


def _live(at: str, stage: str, app: list[str] | None) -> "list[tuple[Table, LiveTable | None]]":
    import asyncio

    from cairn.dynamo.places import opened
    from cairn.tables.comparison import live_table

    wanted = chosen_tables(app)

    async def looked_at() -> "list[tuple[Table, LiveTable | None]]":
        async with opened(at, must_exist=True) as dynamo:
            return [(table, await live_table(dynamo, table, stage)) for table in wanted]

    return asyncio.run(looked_at())
