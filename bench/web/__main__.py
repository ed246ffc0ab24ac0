"""`python -m bench.web`: authenticated GETs beside a bare FastAPI route that answers the same, and pages under load."""

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

import uvloop

from bench.web.load import Rate, measured, request_for
from bench.web.served import answers, free_port, get, person, started

AIM = 0.5


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m bench.web", description=__doc__)
    options.add_argument("--connections", type=int, default=8, metavar="N", help="clients at once (8)")
    options.add_argument("--seconds", type=float, default=2.0, metavar="S", help="each, each round (2)")
    options.add_argument("--rounds", type=int, default=4, metavar="N", help="(4)")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="cairn-bench-") as folder:
        met = uvloop.run(_compare(Path(folder), chosen.connections, chosen.seconds, chosen.rounds))
    sys.exit(0 if met else 1)


async def _compare(folder: Path, connections: int, seconds: float, rounds: int) -> bool:
    cairn, bare = free_port(), free_port()
    print(
        f"{os.cpu_count()} cores, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}, {connections} clients"
    )
    with started(
        [Path(sys.executable).with_name("cairn"), "serve", "--data", folder / "data", "--port", str(cairn)],
        cairn,
    ) as cairn_id:
        ada = person(cairn)
        answered = {"item": get(cairn, "/api/v1/me", ada), "list": get(cairn, "/api/v1/tokens", ada)}
        file = folder / "answers.json"
        file.write_text(json.dumps(answered))
        with started([sys.executable, "-m", "bench.web.bare", str(bare), file], bare) as bare_id:
            by_session = [("Cookie", ada.cookie)]
            by_token = [("Authorization", f"Bearer {ada.secret}")]
            things = {
                "one item, bare": (bare, request_for(bare, "/item")),
                "one item, by a session": (cairn, request_for(cairn, "/api/v1/me", by_session)),
                "one item, by a token": (cairn, request_for(cairn, "/api/v1/me", by_token)),
                "a list of 50, bare": (bare, request_for(bare, "/list")),
                "a list of 50, by a session": (cairn, request_for(cairn, "/api/v1/tokens", by_session)),
                "health": (cairn, request_for(cairn, "/healthz")),
            }
            if answers(cairn, "/", ada):
                things["home page, signed in"] = (
                    cairn,
                    request_for(cairn, "/", [*by_session, ("Accept", "text/html")]),
                )
            processes = {cairn: cairn_id, bare: bare_id}
            rates: dict[str, list[Rate]] = {name: [] for name in things}
            spent: dict[str, list[float]] = {name: [] for name in things}
            for number in range(rounds):
                for name, (port, request) in things.items() if number % 2 == 0 else reversed(things.items()):
                    before = _cpu_seconds(processes[port])
                    rate = await measured(port, request, connections=connections, seconds=seconds)
                    rates[name].append(rate)
                    spent[name].append((_cpu_seconds(processes[port]) - before) / rate.answered)
    return _report(rates, spent)


def _report(rates: Mapping[str, Sequence[Rate]], spent: Mapping[str, Sequence[float]]) -> bool:
    print("\n| | a second | median, ms | p99, ms | CPU, µs | beside bare | |")
    print("| --- | --: | --: | --: | --: | --: | --- |")
    met = True
    for name, of_rounds in rates.items():
        kind, _, how = name.partition(", ")
        beside = rates.get(f"{kind}, bare")
        ratio = verdict = ""
        if beside is not None and how != "bare":
            share = median(
                mine.per_second / theirs.per_second for mine, theirs in zip(of_rounds, beside, strict=True)
            )
            ratio, verdict = f"{share:.2f}", "met" if share >= AIM else "**missed**"
            met = met and share >= AIM
        figures = [
            median(getattr(each, what) for each in of_rounds)
            for what in ("per_second", "median_ms", "p99_ms")
        ]
        cpu = median(spent[name]) * 1e6
        print(
            f"| {name} | {figures[0]:,.0f} | {figures[1]:.2f} | {figures[2]:.2f} | {cpu:.0f} | {ratio} | {verdict} |"
        )
    return met


def _cpu_seconds(process: int) -> float:
    """What a server has spent so far. On a busy machine it says more than a rate."""
    stat = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
