"""`cairn backup`, `cairn restore`, `cairn doctor`: what keeps a data folder safe."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cairn.cli.options import Data, ExistingData
from cairn.cli.progress import shown_progress

if TYPE_CHECKING:
    from cairn.dynamo.embedded.backup import Companions


def backup(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", dir_okay=False, help="Where the backup is written.")
    ],
    data: ExistingData = Path("cairn-data"),
) -> None:
    """Copy a data folder, as it is at this moment, into one file. Works while Cairn serves.

    Example: cairn backup cairn-monday.zip --data cairn-data
    """
    from cairn.dynamo.embedded.backup import back_up

    with shown_progress() as progress:
        back_up(data, file, progress, companions=_companions())
    print(f"{data} is backed up in {file} ({file.stat().st_size / 1e6:,.1f} MB).")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="The backup.")],
    data: Data = Path("cairn-data"),
    *,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace what the folder holds; it is backed up first.")
    ] = False,
) -> None:
    """Make a data folder hold what a backup holds. Works while Cairn serves.

    Example: cairn restore cairn-monday.zip --data cairn-data --replace
    """
    from cairn.dynamo.embedded.backup import restore as restored

    with shown_progress() as progress:
        saved = restored(file, data, replace=replace, progress=progress, companions=_companions())
    print(f"{data} holds what {file} held.")
    if saved is not None:
        print(f"What was there before is in {saved}.")


def _companions() -> "Companions":
    """What of a data folder is not in its tables. Where settings name another place, that one has backups of its own."""
    from cairn.dynamo.embedded.backup import Companions
    from cairn.services.blobs.places import FOLDER
    from cairn.services.secret_keys import FILE_NAME as SECRET
    from cairn.services.settings.loading import FILE_NAME as SETTINGS
    from cairn.services.sql.opening import FILE_NAME as SQL

    return Companions(databases=(SQL,), files=(SECRET, SETTINGS, FOLDER))


def doctor(
    data: ExistingData = Path("cairn-data"),
    *,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Rebuild indexes that do not agree with their items.")
    ] = False,
) -> None:
    """Examine a data folder and say what to do. Exits with 1 when something is seriously wrong.

    Example: cairn doctor --data cairn-data
    """
    from cairn.dynamo.embedded.doctor import examine

    with shown_progress() as progress:
        findings = examine(data, rebuild=rebuild, progress=progress, databases=_companions().databases)
    for finding in findings:
        print(f"{'!' if finding.serious else '-'} {finding.what}")
        if finding.advice:
            print(f"  What to do: {finding.advice}")
    if not findings:
        print(f"{data} is well.")
    if any(finding.serious for finding in findings):
        raise typer.Exit(1)
