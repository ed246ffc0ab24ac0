"""The figures as Markdown, to be read in a terminal and pasted into docs/performance.md."""

import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import apsw

from bench.dynamo.aims import Aim, wire_aims
from bench.dynamo.growth import Step
from bench.dynamo.inside import InsideFigures
from bench.dynamo.wire import CLIENTS, Rate, WireFigures

_DURABILITY = {
    "Cairn": "SQLite, write-ahead log, `synchronous=FULL`; waiting writers share a flush",
    "DynamoDB Local": "SQLite with a rollback journal: journal, file and folder are flushed for each write",
    "dynoxide": "SQLite, write-ahead log, `synchronous=FULL`; a flush for each write",
    "dynalite": "LevelDB, never flushed: survives the end of its process, not of the machine's power",
    "moto": "memory only: nothing survives the end of its process",
}
_AFTERWORD = {
    "moto": "It closes the connection after each answer; a single client asks it for transactions, since it fails at "
    "two at a time.",
    "dynalite": "It has no transactions.",
}


@dataclass(frozen=True, slots=True)
class Figures:
    load_before: float
    """How many programs wanted a core, on average, in the minute before: figures of a busy machine are rough."""
    inside: InsideFigures | None = None
    wire: WireFigures | None = None
    growth: Sequence[Step] = ()


def report(figures: Figures) -> str:
    parts = [_machine(figures.load_before)]
    if figures.inside:
        parts += _inside(figures.inside)
    if figures.wire:
        parts += _wire(figures.wire)
    if figures.growth:
        parts += _growth(figures.growth)
    return "\n\n".join(parts) + "\n"


def all_met(figures: Figures) -> bool:
    found = figures.inside.aims if figures.inside else []
    return all(aim.met for aim in (*found, *(wire_aims(figures.wire.ratios) if figures.wire else ())))


def _machine(load_before: float) -> str:
    return (
        f"Measured on {os.cpu_count()} cores with Python {platform.python_version()} "
        f"and SQLite {apsw.sqlite_lib_version()}. Load of the machine before: {load_before:.2f}."
    )


def _inside(inside: InsideFigures) -> list[str]:
    took = inside.microseconds
    reads = inside.reads
    return [
        "### In the process, beside bare SQLite",
        _table(("", "beside", "ratio", "aim", ""), map(_aim_row, inside.aims), texts=2),
        _table(
            ("what", "takes, µs"),
            ((name, _number(microseconds)) for name, microseconds in took.items()),
        ),
        "Where many share a commit, the time is that of one of them.",
        _table(
            ("GetItem in the process", "median, µs", "p99, µs"),
            (
                (name, _number(latency.median_microseconds), _number(latency.p99_microseconds))
                for name, latency in (
                    ("alone", reads.alone),
                    (f"beside {reads.writes_per_second:,.0f} PutItems a second", reads.while_written),
                )
            ),
        ),
    ]


def _wire(wire: WireFigures) -> list[str]:
    names = list(wire.versions)
    return [
        f"### Over the wire, {CLIENTS} clients",
        _table(
            ("operations a second", *names),
            (
                (operation, *(_rate(operation, name, wire) for name in names))
                for operation, by_name in wire.rates.items()
            ),
        ),
        f"In brackets: how many times that {names[0]}'s rate is.",
        _table(("closest", "beside", "ratio", "aim", ""), map(_aim_row, wire_aims(wire.ratios)), texts=2),
        _table(
            ("GetItem, 2 clients: median / p99, ms", *names),
            [
                ("alone", *(_latency(wire.reads[name].alone) for name in names)),
                (
                    f"while {CLIENTS} others write",
                    *(_latency(wire.reads[name].while_written) for name in names),
                ),
                ("their PutItems a second", *(_number(wire.reads[name].writes_per_second) for name in names)),
            ],
        ),
        _table(
            ("", *names),
            [
                (
                    "boto3, one call after another: GetItem, ms",
                    *(_number(wire.sdk[name].get_ms) for name in names),
                ),
                ("boto3: PutItem, ms", *(_number(wire.sdk[name].put_ms) for name in names)),
                ("memory after all this, MB", *(_number(wire.megabytes[name]) for name in names)),
                ("flushes of the disk a PutItem, one client", *(_flushes(wire, name) for name in names)),
            ],
        ),
        "\n".join(_footnote(name, version) for name, version in wire.versions.items()),
    ]


def _growth(steps: Sequence[Step]) -> list[str]:
    return [
        "### A table that grows",
        _table(
            (
                "items",
                "GetItem, µs",
                "memory, MB",
                "most so far, MB",
                "data folder, MB",
                "items written a second",
            ),
            (
                (
                    f"{step.items:,}",
                    _number(step.get_microseconds),
                    _number(step.resident_megabytes),
                    _number(step.peak_megabytes),
                    _number(step.file_megabytes),
                    _number(step.items_per_second),
                )
                for step in steps
            ),
        ),
    ]


def _aim_row(aim: Aim) -> Sequence[str]:
    if aim.at_most is None and aim.at_least is None:
        return aim.what, aim.beside, f"{aim.ratio:.2f}", "", ""
    wanted = f"≤ {aim.at_most:g}" if aim.at_most is not None else f"≥ {aim.at_least:g}"
    return aim.what, aim.beside, f"{aim.ratio:.2f}", wanted, "met" if aim.met else "**missed**"


def _rate(operation: str, name: str, wire: WireFigures) -> str:
    if name not in wire.rates[operation]:
        return "–"
    rate = _number(wire.rates[operation][name].per_second)
    ratio = wire.ratios[operation].get(name)
    return rate if ratio is None else f"{rate} ({_number(ratio)}×)"


def _latency(rate: Rate) -> str:
    return f"{_number(rate.median_ms)} / {_number(rate.p99_ms)}"


def _flushes(wire: WireFigures, name: str) -> str:
    flushes = wire.flushes_a_put[name]
    return "not counted" if flushes is None else f"{flushes:.2f}"


def _footnote(name: str, version: str) -> str:
    words = [f"{_DURABILITY[name]}.", *filter(None, [_AFTERWORD.get(name)])]
    return f"- {name} {version}: {' '.join(words)}"


def _number(value: float) -> str:
    """Three digits that mean something, and thousands set apart."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], *, texts: int = 1) -> str:
    """The first columns are texts, the others numbers."""
    lines: list[Sequence[str]] = [head, ["---"] * texts + ["--:"] * (len(head) - texts), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def between_marks(text: str, figures: str) -> str:
    """A page with its figures replaced."""
    before, _, rest = text.partition(_START)
    _, found, after = rest.partition(_END)
    if not found:
        raise ValueError(f"the page has no {_START} … {_END}")
    return f"{before}{_START}\n\n{figures}\n{_END}{after}"


_START = "<!-- figures of python -m bench.dynamo -->"
_END = "<!-- end of figures -->"

__all__ = ["Figures", "all_met", "between_marks", "report"]
