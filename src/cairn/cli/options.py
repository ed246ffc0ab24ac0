"""Options that several commands have."""

from pathlib import Path
from typing import Annotated, Final

import typer


def data_folder(text: str) -> Path:
    """The folder that an option or a variable names."""
    # An unset variable in a script gives "", which to a path is the current folder.
    if not text:
        raise typer.BadParameter("it is empty; name a folder")
    if Path(text).is_file():
        raise typer.BadParameter(f"{text} is a file; name a folder")
    return Path(text)


DEFAULT_FOLDER: Final = "cairn-data"

Data = Annotated[
    Path,
    typer.Option(
        "--data",
        metavar="DIR",
        envvar="CAIRN_DATA",
        parser=data_folder,
        help="The data folder; made when there is none.",
    ),
]
ExistingData = Annotated[
    Path,
    typer.Option("--data", metavar="DIR", envvar="CAIRN_DATA", parser=data_folder, help="The data folder."),
]
