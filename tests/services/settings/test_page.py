"""The documentation lists every setting as it is declared."""

from pathlib import Path

from cairn.apps.declared import SECTIONS
from cairn.services.settings import settings_page

PAGE = Path(__file__).parents[3] / "docs" / "configuration.md"


def test_the_page_is_current() -> None:
    assert PAGE.read_text() == settings_page(SECTIONS), (
        "write it anew: cairn settings --page > docs/configuration.md"
    )


def test_every_setting_is_explained() -> None:
    assert [
        section.variable(name)
        for section in SECTIONS
        for name, info in section.model_fields.items()
        if not info.description
    ] == []
