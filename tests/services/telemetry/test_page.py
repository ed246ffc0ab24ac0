"""The documentation explains every figure, and none that is not there."""

import re
from pathlib import Path

from cairn.services.telemetry import Metrics

PAGE = Path(__file__).parents[3] / "docs" / "services" / "telemetry.md"


def test_every_figure_of_ours_is_explained() -> None:
    families = [each for each in Metrics().registry.collect() if each.name.startswith("cairn_")]
    ours = {f"{each.name}_total" if each.type == "counter" else each.name for each in families}
    assert set(re.findall(r"^\| `(cairn_\w+)` \|", PAGE.read_text(), re.MULTILINE)) == ours
