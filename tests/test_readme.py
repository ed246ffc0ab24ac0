"""What README.md shows of a data folder is run, and shows what it says."""

import ast
import inspect
import os
import re
import subprocess
import sys
import types
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from cairn.dynamo.embedded import open_folder
from cairn.dynamo.wire import Application, application
from tests.web.serving import served

README = (Path(__file__).parents[1] / "README.md").read_text()
FOLDER, ADDRESS = "cairn-data", "http://127.0.0.1:8001"


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Application]:
    async with open_folder(folder) as dynamo:
        yield application(dynamo)


def session() -> tuple[list[str], str]:
    """The commands that somebody types who looks into a data folder, and what they print together."""
    [block] = (each for each in blocks("") if "cairn dynamo serve" in each)
    typed = re.compile(r"^\$ (.*(?:(?<=\\)\n.*)*)\n", re.MULTILINE)
    blank = re.compile(r"^\n", re.MULTILINE)
    return typed.findall(block), blank.sub("", typed.sub("", block))


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.+?)^```$", README, re.MULTILINE | re.DOTALL)


def printed_by(commands: list[str]) -> tuple[str, str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", "\n".join(["set -e; shopt -s expand_aliases", *commands])],
        env={"PATH": path, "AWS_CONFIG_FILE": os.devnull},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.stderr, done.stdout


async def test_a_folder_that_the_aws_cli_filled_is_read_in_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (serve, *typed), printed = session()
    assert serve == f".venv/bin/cairn dynamo serve --data {FOLDER} --port {ADDRESS.rpartition(':')[2]} &"
    with served(opened(Path(FOLDER))) as server:
        at_server = [command.replace(ADDRESS, server.url) for command in typed]
        assert printed_by(at_server) == ("", printed)

    names: dict[str, Any] = {}
    [example] = (each for each in blocks("python") if FOLDER in each)
    code = compile(example, "README.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    outcome = types.FunctionType(code, names)()
    assert inspect.iscoroutine(outcome)
    await outcome
    assert names["answer"]["Item"]["targetValue"] == {"N": "13034431"}
