"""Settings that the documentation names are settings, and the environments that it shows stop no start."""

import re
import shlex
from pathlib import Path

import pytest

from cairn.apps.declared import SECTIONS
from cairn.services.settings import load_settings

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
OF_PROGRAMS = {"CAIRN_DATA", "CAIRN_PICTURES"}
"""Variables that a command or a test reads by itself."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_setting_that_a_page_names_is_one(page: Path) -> None:
    known = {section.variable(name) for section in SECTIONS for name in section.model_fields} | OF_PROGRAMS
    named = set(re.findall(r"\bCAIRN_[A-Z_]*[A-Z]\b", page.read_text()))
    assert named - known == set()


@pytest.mark.parametrize("page", ["operations.md", "scaling.md"])
def test_an_environment_that_is_shown_can_be_used(page: str, tmp_path: Path) -> None:
    [block] = [
        each
        for each in re.findall(
            r"^```sh\n(.+?)^```$", (ROOT / "docs" / page).read_text(), re.DOTALL | re.MULTILINE
        )
        if each.startswith("# /etc/cairn.env")
    ]
    environment = dict(word.split("=", 1) for word in shlex.split(block, comments=True))
    assert len(environment) > 4
    load_settings(SECTIONS, environment=environment, folder=tmp_path)
