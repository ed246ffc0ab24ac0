"""`cairn tables migrate`: brings stored items to the versions that are declared."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from cairn.cli.progress import Progress, shown_progress
from cairn.cli.tables.options import App, Place, Stage, chosen_tables

if TYPE_CHECKING:
    from cairn.dynamo.seam import Dynamo
    from cairn.tables import Table
    from cairn.tables.migrating import Migration


def migrate(
    at: Place,
    stage: Stage,
    app: App = None,
    *,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Try it on every item, say what would change, and write nothing."),
    ] = False,
) -> None:
    """Bring stored items to the versions that are declared. Works while Cairn serves.

    When it is stopped, it goes on from there the next time. Exits with 1 when items were left that can't be upgraded.

    Example: cairn tables migrate --dry-run
    """
    import asyncio

    from cairn.dynamo.places import opened
    from cairn.tables.migrating import has_upgrades

    wanted = [table for table in chosen_tables(app) if has_upgrades(table)]
    if not wanted:
        print("There is nothing to migrate: no upgrade is declared.")
        return

    async def migrated(progress: Progress) -> "dict[str, Migration | None]":
        async with opened(at, must_exist=True) as dynamo:
            return {
                table.name_at(stage): await _migrated(dynamo, table, stage, progress, dry_run=dry_run)
                for table in wanted
            }

    with shown_progress() as progress:
        outcomes = asyncio.run(migrated(progress))
    for name, outcome in outcomes.items():
        print(f"{name}: {'it is not there' if outcome is None else _told(outcome, dry_run=dry_run)}")
    if any(outcome is not None and outcome.left for outcome in outcomes.values()):
        raise typer.Exit(1)


async def _migrated(
    dynamo: "Dynamo", table: "Table", stage: str, progress: Progress, *, dry_run: bool
) -> "Migration | None":
    from cairn.dynamo.errors import ResourceNotFoundException
    from cairn.services.clock import SystemClock
    from cairn.tables.migrating import migrate as migrate_table

    name = table.name_at(stage)
    try:
        return await migrate_table(
            dynamo,
            table,
            stage=stage,
            clock=SystemClock().now,
            on_left=lambda fault: print(f"cairn: left as it is: {fault}", file=sys.stderr),
            on_progress=lambda share: progress(name, share),
            dry_run=dry_run,
        )
    except ResourceNotFoundException:
        return None


def _told(outcome: "Migration", *, dry_run: bool) -> str:
    upgraded = ", ".join(f"{what}: {count:,}" for what, count in outcome.upgraded.items())
    total = sum(outcome.upgraded.values())
    parts = [
        f"{outcome.read:,} items read",
        f"{total:,} {'to be upgraded' if dry_run else 'upgraded'}" + (f" ({upgraded})" if upgraded else ""),
    ]
    if outcome.left:
        parts.append(f"{outcome.left:,} left as they are")
    if outcome.goes_on:
        parts.append("with what an earlier run had done")
    return ", ".join(parts)
