"""Options that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[
    Path,
    typer.Option("--data", metavar="DIR", file_okay=False, help="The data folder; made when there is none."),
]
