"""`cairn tables copy`: moves tables from a data folder to DynamoDB, or back, and compares what arrived."""

from typing import TYPE_CHECKING, Annotated

import typer

from cairn.cli.progress import Progress, shown_progress
from cairn.cli.tables.options import (
    App,
    Stage,
    chosen_tables,
    configured_place,
    is_folder,
    place_named,
)

if TYPE_CHECKING:
    from cairn.tables.copying import Copy

Source = Annotated[
    str,
    typer.Option(
        "--from",
        metavar="PLACE",
        default_factory=configured_place,
        show_default="where the settings say",
        help="Where the tables are: embedded (the data folder), another folder, aws, aws:REGION, or a URL.",
    ),
]
Target = Annotated[
    str,
    typer.Option(
        "--to",
        metavar="PLACE",
        help="Where they go, named in the same way. What is missing there is made.",
    ),
]


def copy(to: Target, source: Source, stage: Stage, app: App = None) -> None:
    """Copy all tables to another place, and compare both by count and checksum. Stop Cairn before.

    When it is stopped, it goes on from there the next time. It refuses tables that hold items already.
    Exits with 1 when it refused, or when both places differ at the end.

    Example: cairn tables copy --from embedded --to aws:eu-west-1
    """
    import asyncio

    place, target = place_named(source), place_named(to)
    if place == target:
        raise typer.BadParameter(f"{to} is where the tables are; name another place", param_hint="--to")
    tables = chosen_tables(app)

    async def copied(progress: Progress) -> "Copy":
        from cairn.dynamo.places import opened
        from cairn.services.clock import SystemClock
        from cairn.tables.copying import Copying

        async with opened(place, must_exist=True) as here, opened(target) as there:
            return await Copying(
                source=here,
                target=there,
                # In a folder, so that AWS gets our tables and nothing else.
                keeper=here if is_folder(place) and not is_folder(target) else there,
                target_name=target,
                stage=stage,
                clock=SystemClock().now,
                on_progress=lambda name, step, share: progress(f"{name} {step}", share),
            ).run(tables)

    with shown_progress() as progress:
        outcome = asyncio.run(copied(progress))
    _tell(outcome)
    if not outcome.is_equal:
        print("Both places differ: something wrote while it was copied. Stop Cairn, and copy once more.")
        raise typer.Exit(1)


def _tell(outcome: "Copy") -> None:
    if outcome.goes_on:
        print("An earlier copy was gone on with.")
    for name in outcome.missing:
        print(f"{name}: it is not there")
    for table in outcome.tables:
        if table.is_equal:
            print(f"{table.name}: {table.copied:,} items copied, equal on both sides ({table.source})")
        else:
            print(f"{table.name}: differs: {table.source} here, {table.target} there")
