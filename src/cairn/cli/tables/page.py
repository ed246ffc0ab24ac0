"""`cairn tables page`: writes the page of the documentation, with a picture of each table."""

from pathlib import Path
from typing import Annotated

import typer


def page(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", file_okay=False, help="The folder of the documentation.")
    ] = Path("docs"),
) -> None:
    """Write tables.md and its pictures from the declarations, as they are in the documentation of this release.

    Example: cairn tables page docs
    """
    from cairn.apps.declared import TABLES_BY_PART
    from cairn.tables.collections_picture import collections_picture
    from cairn.tables.tables_page import PICTURES, picture_name, tables_page

    pictures = folder / PICTURES
    pictures.mkdir(parents=True, exist_ok=True)
    drawn = {picture_name(table): table for tables in TABLES_BY_PART.values() for table in tables}
    for left in set(pictures.glob("*.svg")) - {pictures / name for name in drawn}:
        left.unlink()
    for name, table in drawn.items():
        (pictures / name).write_text(collections_picture(table))
    (folder / "tables.md").write_text(tables_page(TABLES_BY_PART))
    print(f"{folder / 'tables.md'} and {len(drawn)} pictures are written.")
