"""`cairn tables cost`: what the tables cost a month, on demand and provisioned."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cairn.cli.tables.options import App, chosen_parts

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from cairn.tables.costs import Cost, TableCost
    from cairn.tables.prices import Prices


def cost(
    users: Annotated[
        int, typer.Option("--users", metavar="N", min=1, help="How many people use it, day by day.")
    ],
    app: App = None,
    peak: Annotated[
        float,
        typer.Option(
            "--peak",
            metavar="F",
            min=1,
            help="How many times the average the busiest time asks: capacity is provisioned for that.",
        ),
    ] = 4,
    prices: Annotated[
        Path | None,
        typer.Option(
            "--prices",
            metavar="FILE",
            exists=True,
            dir_okay=False,
            help="Prices to reckon with. Otherwise those that come with Cairn, for us-east-1.",
        ),
    ] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """Reckon what the tables cost a month on AWS, on demand and provisioned, from how much the apps are used.

    How often what happens is declared beside each app's schema, and it is said where that is assumed.

    Example: cairn tables cost --users 1000 --app personal_os
    """
    from cairn.apps.declared import USAGE_BY_PART
    from cairn.tables.costs import cost as reckoned
    from cairn.tables.prices import load_prices

    paid = load_prices(prices)
    chosen = chosen_parts(app)
    usages = [(tables, USAGE_BY_PART[part]) for part, tables in chosen.items() if part in USAGE_BY_PART]
    for part in chosen.keys() - USAGE_BY_PART.keys():
        print(f"cairn: {part} is left out: nothing is declared of how much it is used", file=sys.stderr)
    outcome = reckoned(usages, users=users, prices=paid, peak=peak)
    if as_json:
        import json

        print(json.dumps(_as_values(outcome, paid, users, peak), indent=2, ensure_ascii=False))
        return
    _show(outcome, paid, users, peak)


def _show(outcome: "Cost", prices: "Prices", users: int, peak: float) -> None:
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    for each in outcome.tables:
        print(f"{each.table.name}\n  How much it is used: {each.usage.source}.\n")
        console.print(_grid(each, prices))
        print()
    print(f"All tables, for {users:,} user{'' if users == 1 else 's'} a month:")
    lines = (
        ("on demand", outcome.on_demand),
        ("or with provisioned capacity", outcome.provisioned),
        ("of which storage and backup", outcome.kept),
    )
    for what, amount in lines:
        print(f"  {what:<28} {_money(amount, prices):>16}")
    if outcome.free_storage:
        print(f"  (the first {prices.storage.free_gb:g} GB are free)")
    print(
        f"Prices of {prices.region} as of {prices.as_of}, without taxes. Provisioned is for {peak:g} times the average, "
        "and at least one unit a second for each table and index. Items are as large as examples, each in all its indexes."
    )


def _grid(each: "TableCost", prices: "Prices") -> "Grid":
    from rich.table import Table as Grid

    grid = Grid(
        "  operation",
        "a day, each",
        "read units",
        "write units",
        f"{prices.currency} a month",
        box=None,
        header_style="bold",
        pad_edge=False,
    )
    for column in grid.columns[1:]:
        column.justify = "right"
        column.no_wrap = True
    for operation in each.operations:
        per = "" if operation.operation.per == "user" else " in all"
        grid.add_row(
            f"  {operation.operation.name}",
            f"{_often(operation.operation.a_day)}{per}",
            f"{operation.read_units:,g}",
            f"{operation.write_units:,g}",
            f"{operation.on_demand:,.2f}",
        )
    grid.add_section()
    grid.add_row("  requests on demand", "", "", "", f"{each.on_demand:,.2f}")
    reads = sum(capacity.read for capacity in each.capacity.values())
    writes = sum(capacity.write for capacity in each.capacity.values())
    grid.add_row("  or provisioned capacity", "", f"{reads:,}/s", f"{writes:,}/s", f"{each.provisioned:,.2f}")
    grid.add_row(f"  storage, {each.gigabytes:,.3g} GB", "", "", "", f"{each.storage:,.2f}")
    grid.add_row("  backup (point in time)", "", "", "", f"{each.backup:,.2f}")
    return grid


def _often(a_day: float) -> str:
    return f"{a_day:,.0f}" if a_day >= 10 else f"{a_day:.2g}"


def _money(amount: float, prices: "Prices") -> str:
    return f"{amount:,.2f} {prices.currency}"


def _as_values(outcome: "Cost", prices: "Prices", users: int, peak: float) -> dict[str, Any]:
    return {
        "users": users,
        "peak": peak,
        "prices": prices.model_dump(mode="json"),
        "tables": list(_tables_as_values(outcome)),
        "freeStorage": outcome.free_storage,
        "kept": outcome.kept,
        "onDemand": outcome.on_demand,
        "provisioned": outcome.provisioned,
    }


def _tables_as_values(outcome: "Cost") -> Iterator[dict[str, Any]]:
    for each in outcome.tables:
        yield {
            "table": each.table.name,
            "source": each.usage.source,
            "operations": [
                {
                    "operation": operation.operation.name,
                    "timesADay": operation.operation.a_day,
                    "per": operation.operation.per,
                    "readUnits": {
                        place or each.table.name: units for place, units in operation.reads.items()
                    },
                    "writeUnits": {
                        place or each.table.name: units for place, units in operation.writes.items()
                    },
                    "timesAMonth": operation.times_a_month,
                    "onDemand": operation.on_demand,
                }
                for operation in each.operations
            ],
            "onDemand": each.on_demand,
            "capacity": {
                place or each.table.name: {"read": capacity.read, "write": capacity.write}
                for place, capacity in each.capacity.items()
            },
            "provisioned": each.provisioned,
            "gigabytes": each.gigabytes,
            "storage": each.storage,
            "backup": each.backup,
        }
