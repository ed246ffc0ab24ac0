"""`python -m bench.habits`: completions until all has followed, a dashboard of ten years, a leaderboard of 100,000."""

import argparse
import os
import platform
import tempfile
from pathlib import Path

import uvloop

from bench.habits import completions, leaderboards
from bench.habits.completions import measure_completions
from bench.habits.dashboards import measure_dashboard
from bench.habits.leaderboards import measure_boards
from cairn.services.telemetry import configure_logs

_CHECKOUT = Path(__file__).parents[2]
_PARTS = ("completions", "dashboard", "leaderboard")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.habits", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="a minute, with rougher figures and smaller data"
    )
    parser.add_argument("--only", nargs="+", choices=_PARTS, default=_PARTS, help="just these parts")
    arguments = parser.parse_args()
    quick: bool = arguments.quick
    configure_logs(level="error")
    print(f"{os.cpu_count()} cores, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}")
    place = _CHECKOUT / ".cache" / "bench"  # a temporary folder may be memory
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place) as name:
        folder = Path(name)
        if "completions" in arguments.only:
            print(f"\n{completions.HEAD}", flush=True)
            for clients in (1, 8, 64):
                tapped = measure_completions(
                    folder / f"{clients}", clients=clients, seconds=4 if quick else 20
                )
                print(uvloop.run(tapped).line, flush=True)
        if "dashboard" in arguments.only:
            size = (20, 2, 1.0) if quick else (100, 10, 4.0)
            looked = measure_dashboard(folder / "years", habits=size[0], years=size[1], seconds=size[2])
            print(f"\n{uvloop.run(looked).report}", flush=True)
        if "leaderboard" in arguments.only:
            print(f"\n{leaderboards.HEAD}", flush=True)
            for shards in (1, 8):
                placed = measure_boards(
                    folder / f"board{shards}", people=10_000 if quick else 100_000, shards=shards
                )
                print("\n".join(each.line for each in uvloop.run(placed)), flush=True)


if __name__ == "__main__":
    main()
