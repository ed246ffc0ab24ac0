"""Doing something with the accounts of an installation, and showing what came of it."""

import json
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

if TYPE_CHECKING:
    from cairn.services.services import Services

R = TypeVar("R")


def with_services(data: Path, work: "Callable[[Services], Awaitable[R]]", *, may_be_fresh: bool = False) -> R:
    """What `work` gives, on the services of an installation, which may serve at the same time."""
    import asyncio
    import os

    from cairn.apps.declared import SECTIONS
    from cairn.apps.registry import chosen_apps, parts
    from cairn.services.opening import open_services
    from cairn.services.services import AllSettings
    from cairn.services.settings import Settings, load_settings

    settings = AllSettings(load_settings(SECTIONS, environment=os.environ, folder=data))
    own = settings[Settings]
    if not may_be_fresh and own.tables is None and not data.is_dir():
        raise typer.BadParameter(f"there is no folder {data}", param_hint="--data")

    async def done() -> R:
        async with open_services(settings, data, parts(chosen_apps(own.apps))) as services:
            return await work(services)

    return asyncio.run(done())


def read_password(question: str) -> str:
    """A password: typed twice at a terminal, or the first line of what is piped in."""
    if sys.stdin.isatty():
        answer: str = typer.prompt(question, hide_input=True, confirmation_prompt="Once more", err=True)
        return answer
    line = sys.stdin.readline().rstrip("\r\n")
    if not line:
        raise typer.BadParameter("no password came in: pipe it, or run this at a terminal")
    return line


def show(rows: Sequence[Mapping[str, Any]], *, as_json: bool) -> None:
    """A table for people, or a JSON object a line for programs."""
    if as_json:
        for row in rows:
            print(json.dumps(row))
        return
    if not rows:
        return
    lines = [list(rows[0]), *([_shown(value) for value in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        print("  ".join(cells).rstrip())


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "" if value is None else str(value)
