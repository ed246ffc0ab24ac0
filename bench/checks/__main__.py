"""`python -m bench.checks`: runs a second, how late they are with many checks, and what it costs to look at them."""

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import uvloop

from bench.checks.faults import FaultRun, fault_run
from bench.checks.many import Load, measured
from bench.checks.pages import serving
from bench.checks.rates import Rates, rates
from bench.checks.reading import Looked, looked
from bench.dynamo.timing import percentile
from cairn.services.telemetry import configure_logs

AIM = 0.5
_CACHE = Path(__file__).parents[2] / ".cache"


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m bench.checks", description=__doc__)
    options.add_argument("--quick", action="store_true", help="rougher, in a minute or two")
    options.add_argument(
        "--faults", action="store_true", help="only: three workers, one killed again and again"
    )
    chosen = options.parse_args()
    configure_logs(level="critical")
    _CACHE.mkdir(exist_ok=True)
    print(f"{os.cpu_count()} cores, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}")
    with serving() as port:
        if chosen.faults:
            sys.exit(0 if _faults(port, quick=chosen.quick) else 1)
        seconds, rounds = (2.0, 2) if chosen.quick else (4.0, 5)
        _tell_rates(uvloop.run(rates(_CACHE, port, seconds=seconds, rounds=rounds)))
        sizes, seconds = ((1_000, 5_000), 15.0) if chosen.quick else ((1_000, 10_000, 20_000), 60.0)
        _tell_loads([measured(checks, port, seconds=seconds) for checks in sizes])
    _tell_looks(uvloop.run(looked(_CACHE)))


def _tell_rates(found: Rates) -> None:
    print("\n| | fetches a second | beside bare | CPU a fetch, ms |")
    print("| --- | --: | --: | --: |")
    bare, ours = median(found.bare), median(found.cairn)
    verdict = "met" if found.ratio >= AIM else "**missed**"
    print(f"| aiohttp, which does nothing with the pages | {bare:,.0f} | | {median(found.bare_cpu):.2f} |")
    print(f"| runs of checks | {ours:,.0f} | {found.ratio:.2f} {verdict} | {median(found.cairn_cpu):.2f} |")


def _tell_loads(found: Sequence[Load]) -> None:
    print(
        "\n| checks, each a minute | runs | late, median ms | p99 ms | CPU of a core | CPU a run, ms | memory, MB | KB a check |"
    )
    print("| --: | --: | --: | --: | --: | --: | --: | --: |")
    for each in found:
        print(
            f"| {each.checks:,} | {each.runs:,} | {each.late_median:.1f} | {each.late_p99:.1f} | {each.cpu:.0%} "
            f"| {each.cpu_a_run_ms:.2f} | {each.memory:.0f} | {each.kilobytes_a_check:.1f} |"
        )


def _tell_looks(found: Sequence[Looked]) -> None:
    print("\n| a page | asked of the tables | ms | KB |")
    print("| --- | --- | --: | --: |")
    for each in found:
        print(f"| {each.what} | {each.calls} | {each.milliseconds:.0f} | {each.kilobytes:.0f} |")


def _faults(port: int, *, quick: bool) -> bool:
    checks, seconds, kill_every = (100, 15.0, 4.0) if quick else (500, 60.0, 6.0)
    with tempfile.TemporaryDirectory(dir=_CACHE) as folder:
        found = uvloop.run(
            fault_run(Path(folder), port, checks=checks, seconds=seconds, kill_every=kill_every)
        )
    _tell_faults(found)
    return found.is_right


def _tell_faults(found: FaultRun) -> None:
    late = sorted(gap - 1 for gap in found.gaps)
    print(
        f"\n{found.checks} checks each second for {found.seconds:.0f} s, {found.kills} workers killed: {found.runs:,} runs"
    )
    print(
        f"late, median {percentile(late, 0.5):.2f} s, p99 {percentile(late, 0.99):.2f} s, longest {late[-1]:.2f} s"
    )
    print(
        f"begun before they were due: {found.too_soon}; not run again after the last kill: {found.not_run_again}"
    )
    print(f"checks whose records and tally differ, which are one write a run: {found.written_otherwise}")


if __name__ == "__main__":
    main()
