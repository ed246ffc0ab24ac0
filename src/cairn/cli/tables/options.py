"""Options that the commands on tables share, and which tables they mean."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from cairn.cli.options import DEFAULT_FOLDER, data_folder

if TYPE_CHECKING:
    from cairn.services.settings import Settings
    from cairn.tables import Table


def _configured() -> "Settings":
    import os

    from cairn.apps.declared import SECTIONS
    from cairn.services.settings import Settings, load_settings

    loaded = load_settings(SECTIONS, environment=os.environ, folder=_folder())
    return cast("Settings", loaded[Settings])


def _folder() -> Path:
    import os

    return data_folder(os.environ.get("CAIRN_DATA", DEFAULT_FOLDER))


def _configured_place() -> str:
    return _configured().tables or str(_folder())


def _configured_stage() -> str:
    return _configured().stage


Place = Annotated[
    str,
    typer.Option(
        "--at",
        metavar="PLACE",
        default_factory=_configured_place,
        show_default="where the settings say",
        help="Where the tables are: a data folder, aws, aws:REGION, or the URL of an endpoint.",
    ),
]
Stage = Annotated[
    str,
    typer.Option(
        "--stage",
        metavar="NAME",
        default_factory=_configured_stage,
        show_default="what the settings say",
        help="Fills the names of tables that have a stage in them.",
    ),
]
App = Annotated[
    list[str] | None,
    typer.Option("--app", metavar="APP", help="Only the tables of this app. May be given several times."),
]


def chosen_tables(apps: list[str] | None) -> "list[Table]":
    """The tables of the apps named, or of all. An app that is not there is told with those that are."""
    from cairn.apps.declared import TABLES_BY_APP

    for app in apps or ():
        if app not in TABLES_BY_APP:
            raise typer.BadParameter(
                f"'{app}' is no app. Apps are {', '.join(TABLES_BY_APP)}", param_hint="--app"
            )
    return [table for app in apps or TABLES_BY_APP for table in TABLES_BY_APP[app]]
