"""`cairn settings`: what an operator can say, and what is in force."""

import re
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from cairn.cli.options import ExistingData


def settings(
    data: ExistingData = Path("cairn-data"),
    *,
    page: Annotated[
        bool, typer.Option("--page", help="Write the page of the documentation instead.")
    ] = False,
) -> None:
    """Show every setting with its value and what it says.

    Example: cairn settings --data cairn-data
    """
    import os

    from rich.console import Console
    from rich.table import Table as Grid

    from cairn.apps.declared import SECTIONS
    from cairn.services.settings import load_settings, settings_page

    if page:
        print(settings_page(SECTIONS), end="")
        return
    loaded = load_settings(SECTIONS, environment=os.environ, folder=data)
    grid = Grid("variable", "value", "what it says", box=None, header_style="bold", pad_edge=False)
    for section, values in loaded.items():
        for name, info in section.model_fields.items():
            value = getattr(values, name)
            grid.add_row(section.variable(name), _shown(value), info.description)
    Console().print(grid)


_PASSWORD: Final = re.compile(r"(://[^:@/\s]*):\S*@")


def _shown(value: Any) -> str:
    """A value without the password that an address may carry; what is a secret as a whole hides itself."""
    return "" if value in (None, ()) else _PASSWORD.sub(r"\1:…@", str(value))
