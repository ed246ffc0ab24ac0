"""Charts as PNG, for where SVG is not shown: mails, chats. Their letters come with Cairn, not from the machine."""

from functools import cache
from importlib.resources import files
from typing import Final

import resvg_py

from cairn.services.charts.chart import Chart
from cairn.services.charts.palette import LIGHT, Palette
from cairn.services.charts.svg import svg_of

_FAMILY: Final = "Source Sans Pro"
_WEIGHTS: Final = ("Regular", "Semibold")
_LAST_OF_FONT: Final = "\u052f"  # Latin, Greek and Cyrillic lie before


def png_of(chart: Chart, *, palette: Palette = LIGHT, zoom: float = 2) -> bytes:
    """The chart as a picture, with `zoom` pixels for each of SVG's. Takes milliseconds: call it in a thread."""
    svg = svg_of(chart, palette=palette)
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        background=palette.background,
        zoom=zoom,
        # Other scripts are written with what the machine has; to look through it takes longer than all the rest.
        skip_system_fonts=not any(each > _LAST_OF_FONT and each.isalpha() for each in svg),
        font_files=_font_files(),
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
    )


@cache
def _font_files() -> list[str]:
    folder = files("font_source_sans_pro") / "files"
    return [str(folder / f"SourceSansPro-{weight}.ttf") for weight in _WEIGHTS]
