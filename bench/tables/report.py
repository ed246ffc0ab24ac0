"""The figures as Markdown, with the aims and whether they are met."""

import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from statistics import median

from bench.dynamo.aims import Aim
from bench.dynamo.timing import Rounds
from bench.tables.measuring import Figures, ratio

PLAIN, TYPED, PYNAMODB, RESOURCE = "dynamo.call", "cairn.tables", "PynamoDB", "boto3 resource"
_LOCAL = "DynamoDB Local"
_START = "<!-- figures of python -m bench.tables -->"
_END = "<!-- end of figures of bench.tables -->"


def report(figures: Figures) -> str:
    machine = f"Measured on {os.cpu_count()} cores with Python {platform.python_version()}."
    parts = [f"{machine} Load of the machine before: {figures.load_before:.2f}."]
    found = aims(figures)
    if found:
        parts.append(_table(("", "beside", "ratio", "aim", ""), map(_aim_row, found), texts=2))
    if figures.inside:
        parts += ["### In the process", _rounds(figures.inside)]
    for endpoint, by_operation in figures.endpoints.items():
        parts += [f"### On {endpoint}, over the wire", _rounds(by_operation)]
    return "\n\n".join(parts) + "\n"


def aims(figures: Figures) -> list[Aim]:
    """What is meant to be reached, of those that were measured."""
    found = []
    if figures.inside:
        get = ratio(figures.inside["get"], TYPED, PLAIN)
        found.append(Aim("typed get in the process", f"{PLAIN} in the process", round(get, 2), at_most=2))
    if figures.inside and _LOCAL in figures.endpoints:
        theirs = median(figures.endpoints[_LOCAL]["get"][PYNAMODB])
        ours = median(figures.inside["get"][TYPED])
        found.append(
            Aim(
                "rate of typed gets in the process",
                f"{PYNAMODB} on {_LOCAL}",
                round(theirs / ours, 1),
                at_least=20,
            )
        )
    for endpoint, by_operation in figures.endpoints.items():
        ahead = {operation: ratio(rounds, PYNAMODB, TYPED) for operation, rounds in by_operation.items()}
        closest = min(ahead, key=lambda each: ahead[each])
        found.append(
            Aim(
                f"rate of typed tables over the wire: {closest}",
                f"{PYNAMODB} on {endpoint}",
                round(ahead[closest], 2),
                at_least=1,
            )
        )
    return found


def between_marks(text: str, figures: str) -> str:
    """A page with its figures replaced."""
    before, _, rest = text.partition(_START)
    _, found, after = rest.partition(_END)
    if not found:
        raise ValueError(f"the page has no {_START} … {_END}")
    return f"{before}{_START}\n\n{figures}\n{_END}{after}"


def _rounds(by_operation: Mapping[str, Rounds]) -> str:
    askers = list(next(iter(by_operation.values())))
    return _table(
        ("takes, µs", *askers),
        (
            (operation, *(_cell(rounds, asker) for asker in askers))
            for operation, rounds in by_operation.items()
        ),
    )


def _cell(rounds: Rounds, asker: str) -> str:
    took = f"{median(rounds[asker]) * 1e6:,.1f}"
    return took if asker == PLAIN else f"{took} ({ratio(rounds, asker, PLAIN):.2f}×)"


def _aim_row(aim: Aim) -> Sequence[str]:
    wanted = f"≤ {aim.at_most:g}" if aim.at_most is not None else f"≥ {aim.at_least:g}"
    return aim.what, aim.beside, f"{aim.ratio:g}", wanted, "met" if aim.met else "**missed**"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], *, texts: int = 1) -> str:
    """The first columns are texts, the others numbers."""
    lines: list[Sequence[str]] = [head, ["---"] * texts + ["--:"] * (len(head) - texts), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
