"""`python -m bench.runescape`: polls a second, a day of a hundred thousand characters, a goal's page after ten years."""

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

import uvloop

from bench.runescape.days import OfKind, measure_days
from bench.runescape.pages import measure_pages
from bench.runescape.polls import measure_polls
from cairn.services.telemetry import configure_logs

_CHECKOUT = Path(__file__).parents[2]
_CHARACTERS = 100_000
_CALLS_A_DAY = 86_400
"""At one call a second, which is what the hiscores are known to bear from one address."""


def report_days(found: Sequence[OfKind]) -> list[str]:
    """A table of what a character of each kind costs, and what all of them cost together."""
    columns = (
        "who plays",
        "share",
        "calls a day",
        "reads",
        "read units",
        "writes",
        "write units",
        "bytes of days a year",
        "bytes of 4 goals' records a year",
        "bytes of snapshots at any time",
    )
    lines = [f"| {' | '.join(columns)} |", "|" + " --- |" * len(columns)]
    lines += [
        f"| {each.kind.name} | {each.kind.share:.0%} | {each.calls:.1f} | {each.reads:.0f} | {each.read_units:.0f} | "
        f"{each.writes:.0f} | {each.write_units:.0f} | {each.days_bytes:,.0f} | {each.progress_bytes:,.0f} | "
        f"{each.snapshot_bytes:,.0f} |"
        for each in found
    ]
    share = sum(each.kind.share for each in found)

    def mean(field: str) -> float:
        return float(sum(each.kind.share * getattr(each, field) for each in found)) / share

    lines.append(
        f"| all {_CHARACTERS:,} a day | | {_CHARACTERS * mean('calls'):,.0f} | {_CHARACTERS * mean('reads'):,.0f} | "
        f"{_CHARACTERS * mean('read_units'):,.0f} | {_CHARACTERS * mean('writes'):,.0f} | "
        f"{_CHARACTERS * mean('write_units'):,.0f} | {_CHARACTERS * mean('days_bytes') / 1e9:,.1f} GB | "
        f"{_CHARACTERS * mean('progress_bytes') / 1e9:,.1f} GB | {_CHARACTERS * mean('snapshot_bytes') / 1e9:,.1f} GB |"
    )
    needed = _CHARACTERS * mean("calls") / _CALLS_A_DAY
    lines += ["", f"One call a second is {_CALLS_A_DAY:,} a day: {needed:.1f} times as many are wanted."]
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.runescape", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="half a minute, with rougher figures")
    quick: bool = parser.parse_args().quick
    configure_logs(level="error")
    place = _CHECKOUT / ".cache" / "bench"  # a temporary folder may be memory
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place) as folder:
        polls = uvloop.run(
            measure_polls(Path(folder) / "polls", 50 if quick else 400, rounds=2 if quick else 5)
        )
        print(f"looks alone:                        {polls.looks:8,.0f} a second")
        print(
            f"with all that follows ({polls.jobs_a_poll:.1f} jobs):   {polls.whole:8,.0f} a second, each with four goals"
        )
        print(f"the JSON read and one transaction:  {polls.bare:8,.0f} a second", flush=True)
        for page in uvloop.run(
            measure_pages(Path(folder) / "pages", years=1 if quick else 10, rounds=10 if quick else 100)
        ):
            asked = ", ".join(f"{count} {name}" for name, count in page.requests.items())
            print(
                f"a goal for {page.counts} with {page.records:,} records: {page.milliseconds:.1f} ms, "
                f"with its chart {page.with_chart:.1f} ms ({asked})",
                flush=True,
            )
    print()
    # What is counted does not depend on the disk, and memory has it counted sooner.
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:  # noqa: S108
        days = uvloop.run(measure_days(Path(folder), 4 if quick else 20))
    print("\n".join(report_days(days)))


if __name__ == "__main__":
    main()
