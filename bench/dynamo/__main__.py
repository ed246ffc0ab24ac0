"""`scripts/bench`, or `python -m bench.dynamo`: measures, and prints tables of ratios."""

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec
import uvloop

from bench.dynamo.growth import measure_growth
from bench.dynamo.inside import InsidePlan, measure_inside
from bench.dynamo.report import Figures, all_met, between_marks, report
from bench.dynamo.servers import CAIRN, SERVERS, Server
from bench.dynamo.wire import WirePlan, measure_wire

_PARTS = ("inside", "wire", "growth")
_CHECKOUT = Path(__file__).parents[2]


def _measure(arguments: argparse.Namespace, servers: Sequence[Server], folder: Path) -> Figures:
    quick: bool = arguments.quick
    load_before = os.getloadavg()[0]
    inside, wire, growth = None, None, []
    if "inside" in arguments.only:
        print("… the engine in this process, beside bare SQLite", file=sys.stderr, flush=True)
        plan = InsidePlan(kept=10_000, rounds=40 if quick else 200, seconds=2 if quick else 5)
        (folder / "inside").mkdir()
        inside = uvloop.run(measure_inside(folder / "inside", plan))
    if "wire" in arguments.only:
        wire_plan = (
            WirePlan(kept=1_000, rounds=2, seconds=0.4, warm_up_seconds=0.3)
            if quick
            else WirePlan(kept=10_000, rounds=3, seconds=1.5, warm_up_seconds=2)
        )
        wire = measure_wire(servers, folder / "wire", wire_plan)
    if "growth" in arguments.only:
        sizes = [1_000, 10_000, 100_000] if quick else [1_000, 10_000, 100_000, 1_000_000]
        print(f"… filling a table to {sizes[-1]:,} items", file=sys.stderr, flush=True)
        growth = measure_growth(folder / "growth", sizes)
    return Figures(load_before, inside, wire, growth)


def _arguments() -> argparse.Namespace:
    rivals = [server.name for server in SERVERS if server.name != CAIRN]
    parser = argparse.ArgumentParser(
        prog="scripts/bench", description="Measures Cairn beside bare SQLite and beside other emulators."
    )
    parser.add_argument("--quick", action="store_true", help="under two minutes, with rougher figures")
    parser.add_argument("--only", nargs="+", choices=_PARTS, default=_PARTS, help="just these parts")
    parser.add_argument("--without", nargs="+", choices=rivals, default=[], help="leave rivals out")
    parser.add_argument(
        "--data", type=Path, help="measure on the disk of this folder (default: .cache/bench)"
    )
    parser.add_argument("--json", type=Path, help="write all figures to this file")
    parser.add_argument("--into", type=Path, help="put the tables between the marks in this Markdown page")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when an aim is missed")
    return parser.parse_args()


def main() -> int:
    arguments = _arguments()
    servers = [server for server in SERVERS if server.name not in arguments.without]
    place: Path = arguments.data or _CHECKOUT / ".cache" / "bench"  # a temporary folder may be memory
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place) as folder:
        figures = _measure(arguments, servers, Path(folder))
    tables = report(figures)
    print(tables)
    if arguments.json:
        arguments.json.write_bytes(msgspec.json.format(msgspec.json.encode(figures)))
    if arguments.into:
        page: Path = arguments.into
        page.write_text(between_marks(page.read_text(), tables))
    return 0 if all_met(figures) or not arguments.strict else 1


if __name__ == "__main__":
    sys.exit(main())
