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


def configured_place() -> str:
    return _configured().tables or str(_folder())


def _configured_stage() -> str:
    return _configured().stage


def is_folder(place: str) -> bool:
    """Whether a place is a data folder: neither AWS nor an address."""
    return place.partition(":")[0] not in {"aws", "http", "https"}


def place_named(text: str) -> str:
    """A place as a person names it: `embedded` is the data folder, the rest is as the setting `tables` has it.

    Two names of one folder become the same.
    """
    place = str(_folder()) if text == "embedded" else text
    return str(Path(place).resolve()) if place and is_folder(place) else place


Place = Annotated[
    str,
    typer.Option(
        "--at",
        metavar="PLACE",
        default_factory=configured_place,
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
    typer.Option(
        "--app",
        metavar="APP",
        help="Only the tables of this app or service. May be given several times.",
    ),
]


def chosen_tables(apps: list[str] | None) -> "list[Table]":
    """The tables of the apps named, or all. An app that is not there is told with those that are."""
    return [table for tables in chosen_parts(apps).values() for table in tables]


def chosen_parts(apps: list[str] | None) -> "dict[str, tuple[Table, ...]]":
    """The tables of the apps and services named, or of all, by their names."""
    from cairn.apps.declared import TABLES_BY_PART

    for app in apps or ():
        if app not in TABLES_BY_PART:
            raise typer.BadParameter(
                f"'{app}' has no tables. Those that have are {', '.join(TABLES_BY_PART)}", param_hint="--app"
            )
    return {app: TABLES_BY_PART[app] for app in apps or TABLES_BY_PART}
