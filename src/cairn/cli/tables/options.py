"""Options that the commands on tables share, and which tables they mean."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from cairn.tables import Table

Place = Annotated[
    str,
    typer.Option(
        "--at",
        metavar="PLACE",
        help="Where the tables are: a data folder, aws, aws:REGION, or the URL of an endpoint.",
    ),
]
Stage = Annotated[
    str, typer.Option("--stage", metavar="NAME", help="Fills the names of tables that have a stage in them.")
]
App = Annotated[
    list[str] | None,
    typer.Option("--app", metavar="APP", help="Only the tables of this app. May be given several times."),
]

DEFAULT_PLACE = "cairn-data"
DEFAULT_STAGE = "prod"


def chosen_tables(apps: list[str] | None) -> "list[Table]":
    """The tables of the apps named, or of all. An app that is not there is told with those that are."""
    from cairn.apps.declared import TABLES_BY_APP

    for app in apps or ():
        if app not in TABLES_BY_APP:
            raise typer.BadParameter(
                f"'{app}' is no app. Apps are {', '.join(TABLES_BY_APP)}", param_hint="--app"
            )
    return [table for app in apps or TABLES_BY_APP for table in TABLES_BY_APP[app]]
