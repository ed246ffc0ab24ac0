"""`cairn tables browse`: looks at a table's items from the terminal, or through a pipe."""

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from cairn.cli.tables.options import Place, Stage, chosen_tables

if TYPE_CHECKING:
    from cairn.tables import Index, Table
    from cairn.tables.browsing import Found, Look

PAGE = 20


def browse(
    at: Place,
    stage: Stage,
    table: Annotated[
        str | None,
        typer.Argument(
            metavar="[TABLE]", help="The table. On a terminal, you are asked when it is left out."
        ),
    ] = None,
    index: Annotated[
        str | None, typer.Option("--index", metavar="NAME", help="Look through this index of the table.")
    ] = None,
    pk: Annotated[
        str | None,
        typer.Option(
            "--pk",
            metavar="KEY",
            help="Only this partition. With * at its end, all that begin so: the whole table is read for them.",
        ),
    ] = None,
    sk: Annotated[
        str | None,
        typer.Option(
            "--sk", metavar="BEGINNING", help="Only items whose sort key begins so; a number is a whole one."
        ),
    ] = None,
    page: Annotated[
        int, typer.Option("--page", metavar="N", min=1, help="How many items a page has.")
    ] = PAGE,
    most: Annotated[
        int | None, typer.Option("--first", metavar="N", min=1, help="Stop after so many items.")
    ] = None,
    *,
    as_json: Annotated[
        bool, typer.Option("--json", help="Write each item on a line, as DynamoDB's own JSON.")
    ] = False,
) -> None:
    """Look at the items of a table. Through a pipe, it writes them all.

    Example: cairn tables browse Goals --pk 'USER#7f3c' --sk 'CHARACTER#Zezima#'
    """
    import asyncio

    from cairn.tables.browsing import Look

    asks = sys.stdin.isatty() and sys.stdout.isatty() and not as_json
    if table is None:
        if not asks:
            raise typer.BadParameter(f"name one of {_names(stage)}", param_hint="TABLE")
        look = _asked_for(stage)
    else:
        chosen = _table(table, stage)
        look = Look(chosen, _index(chosen, index), pk, sk)
    try:
        asyncio.run(_shown(at, stage, look, page=page, most=most, asks=asks, as_json=as_json))
    except BrokenPipeError:
        # Whoever reads has seen enough. What is left in the buffer would fail once more at the end of the program.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


async def _shown(
    at: str, stage: str, look: "Look", *, page: int, most: int | None, asks: bool, as_json: bool
) -> None:
    from contextlib import aclosing

    from cairn.dynamo.places import opened
    from cairn.tables.browsing import pages

    count = 0
    async with (
        opened(at, must_exist=True) as dynamo,
        aclosing(pages(dynamo, look, stage=stage, size=page)) as found,
    ):
        async for items in found:
            if count and asks and not _wants_more(count):
                return
            for each in items[: None if most is None else most - count]:
                count += 1
                _show(each, look, as_json=as_json)
            if count == most:
                return
    if not count and not as_json:
        print("There is nothing.")


def _show(found: "Found", look: "Look", *, as_json: bool) -> None:
    from cairn.tables import item_text

    if as_json:
        print(item_text.as_json(found))
        return
    kind, keys = item_text.heading(found, look)
    typer.echo(f"{typer.style(kind, fg='cyan' if found.layout else 'yellow', bold=True)}  {keys}")
    if found.fault is not None:
        typer.secho(f"  can't be read: {found.fault}", fg="red")
    lines = list(item_text.attribute_lines(found, look))
    width = max((len(name) for name, _ in lines), default=0)
    for name, value in lines:
        typer.echo(f"{typer.style(f'  {name:<{width}}', dim=True)}  {value}")
    typer.echo()


def _wants_more(count: int) -> bool:
    return not input(f"{count:,} items so far. Enter shows more, q stops. ").strip().lower().startswith("q")


def _asked_for(stage: str) -> "Look":
    """What a person at the terminal wants to see."""
    from cairn.tables.browsing import Look

    tables = chosen_tables(None)
    for number, each in enumerate(tables, 1):
        print(f"{number:>3}  {each.name_at(stage)}")
    answer = typer.prompt("Table").strip()
    is_number = answer.isdecimal() and 1 <= int(answer) <= len(tables)
    chosen = tables[int(answer) - 1] if is_number else _table(answer, stage)
    index = None
    if chosen.indexes:
        print(f"Indexes: {', '.join(each.name for each in chosen.indexes)}")
        index = _index(chosen, typer.prompt("Index (Enter for none)", default="", show_default=False) or None)
    holder = index or chosen
    pk = (
        typer.prompt(f"{holder.pk} (Enter for all, * ends a beginning)", default="", show_default=False)
        or None
    )
    sk = typer.prompt(f"{holder.sk} begins with (Enter for all)", default="", show_default=False) or None
    return Look(chosen, index, pk, sk)


def _table(name: str, stage: str) -> "Table":
    from cairn.tables.table import STAGE

    for table in chosen_tables(None):
        names = {table.name, table.name_at(stage), table.name.replace(f"-{STAGE}", "")}
        if name in names:
            return table
    raise typer.BadParameter(f"'{name}' is none of {_names(stage)}", param_hint="TABLE")


def _names(stage: str) -> str:
    return ", ".join(table.name_at(stage) for table in chosen_tables(None))


def _index(table: "Table", name: str | None) -> "Index | None":
    if name is None:
        return None
    for index in table.indexes:
        if index.name == name:
            return index
    names = ", ".join(index.name for index in table.indexes) or "none"
    raise typer.BadParameter(f"'{name}' is no index of {table.name}, which has {names}", param_hint="--index")
