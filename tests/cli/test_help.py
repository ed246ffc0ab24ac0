"""Every command says what it does with an example that its own options allow, and stands in the documentation."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from cairn.cli import app

ROOT = Path(__file__).parents[2]
PAGES = "\n".join(path.read_text() for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])


def commands(group: Any, *names: str) -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, *names, name)
        else:
            yield " ".join(("cairn", *names, name)), command


COMMANDS = dict(commands(typer.main.get_command(app)))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_shows_an_example_of_itself(name: str) -> None:
    command = COMMANDS[name]
    found = re.search(r"Example: (.+)", command.help)
    assert found, f"{name} has no example"
    _, own, after = found[1].partition(name)
    assert own == name, f"the example of {name} is of something else: {found[1]}"
    given = [word for word in shlex.split(after.partition(" > ")[0]) if word.startswith("--")]
    options = {option for parameter in command.params for option in parameter.opts}
    assert set(given) <= options


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_stands_in_the_documentation(name: str) -> None:
    assert re.search(rf"{re.escape(name)}\b", PAGES), f"no page mentions {name}"
