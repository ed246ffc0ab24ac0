"""`cairn tables …`: the declared tables, and what is live of them."""

import typer

from cairn.cli.tables.browse import browse
from cairn.cli.tables.copy import copy
from cairn.cli.tables.cost import cost
from cairn.cli.tables.explain import explain
from cairn.cli.tables.export import export
from cairn.cli.tables.live import create, diff, show_list
from cairn.cli.tables.migrate import migrate
from cairn.cli.tables.page import page

tables = typer.Typer(
    help="The tables of the apps: what is declared, and what is there.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
tables.command()(create)
tables.command("list")(show_list)
tables.command()(diff)
tables.command()(browse)
tables.command()(export)
tables.command()(explain)
tables.command()(migrate)
tables.command()(cost)
tables.command()(copy)
tables.command()(page)
