"""`cairn demo`: something to look at, for a newcomer."""

import re
from pathlib import Path

from tests.cli.command import cairn


def test_a_fresh_folder_is_filled_and_says_how_to_sign_in(tmp_path: Path) -> None:
    filled = cairn("demo", "--data", tmp_path / "demo")
    assert (filled.returncode, filled.stderr) == (0, "")
    assert re.fullmatch(r"Sign in as ada@example\.org with the password \S{12}\n", filled.stdout)
    people = cairn("account", "list", "--data", tmp_path / "demo", "--json").stdout
    assert re.findall(r'"email": "(\w+)@example\.org"', people) == ["ada", "bo", "cleo", "dev"]


def test_a_folder_in_which_somebody_lives_is_left_alone(tmp_path: Path) -> None:
    made = cairn("account", "create", "eve@example.org", "--data", tmp_path, typed="correct horse battery\n")
    assert made.returncode == 0, made.stderr
    refused = cairn("demo", "--data", tmp_path)
    assert refused.returncode == 2
    assert "somebody has an account" in refused.stderr
    assert "ada@" not in cairn("account", "list", "--data", tmp_path, "--json").stdout
