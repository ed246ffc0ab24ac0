"""axe, which finds in a page what keeps people out."""

from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

_AXE: Final = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"


def violations(page: Page) -> list[Any]:
    """What axe finds that keeps people out, in short."""
    page.evaluate(_AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        (each["id"], node["target"], node["failureSummary"])
        for each in found["violations"]
        if each["impact"] in {"serious", "critical", "moderate"}
        for node in each["nodes"]
    ]
