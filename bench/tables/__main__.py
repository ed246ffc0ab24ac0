"""`python -m bench.tables`: measures typed tables beside plain calls, PynamoDB and boto3's resources."""

import argparse
import os
import sys
import tempfile
from pathlib import Path

import msgspec
import uvloop

from bench.tables.measuring import Figures, Plan, measure_endpoints, measure_inside
from bench.tables.report import aims, between_marks, report

_PARTS = ("inside", "wire")
_CHECKOUT = Path(__file__).parents[2]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.tables",
        description="Measures typed tables beside plain calls, PynamoDB and boto3's resources.",
    )
    parser.add_argument("--quick", action="store_true", help="half a minute, with rougher figures")
    parser.add_argument("--only", nargs="+", choices=_PARTS, default=_PARTS, help="just these parts")
    parser.add_argument("--json", type=Path, help="write all figures to this file")
    parser.add_argument("--into", type=Path, help="put the tables between the marks in this Markdown page")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when an aim is missed")
    return parser.parse_args()


def main() -> int:
    arguments = _arguments()
    quick: bool = arguments.quick
    inside_plan = Plan(kept=2_000, rounds=20 if quick else 100, reads=100, writes=20)
    wire_plan = Plan(kept=1_000, rounds=4 if quick else 20, reads=20, writes=10)
    place = _CHECKOUT / ".cache" / "bench"  # a temporary folder may be memory
    place.mkdir(parents=True, exist_ok=True)
    load_before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(dir=place) as folder:
        inside = (
            uvloop.run(measure_inside(Path(folder) / "inside", inside_plan))
            if "inside" in arguments.only
            else {}
        )
        endpoints = measure_endpoints(Path(folder), wire_plan) if "wire" in arguments.only else {}
    figures = Figures(load_before, inside, endpoints)
    tables = report(figures)
    print(tables)
    if arguments.json:
        arguments.json.write_bytes(msgspec.json.format(msgspec.json.encode(figures)))
    if arguments.into:
        page: Path = arguments.into
        page.write_text(between_marks(page.read_text(), tables))
    return 0 if all(aim.met for aim in aims(figures)) or not arguments.strict else 1


if __name__ == "__main__":
    sys.exit(main())
