"""Charts: what they show, as a picture (SVG, PNG) and as a table for those who can't see it."""

from cairn.services.charts.chart import Band, Chart, ChartKind, Series
from cairn.services.charts.figures import shortened
from cairn.services.charts.palette import DARK, LIGHT, Palette
from cairn.services.charts.png import png_of
from cairn.services.charts.svg import svg_of
from cairn.services.charts.tabulating import ChartTable, description_of, table_of

__all__ = [
    "DARK",
    "LIGHT",
    "Band",
    "Chart",
    "ChartKind",
    "ChartTable",
    "Palette",
    "Series",
    "description_of",
    "png_of",
    "shortened",
    "svg_of",
    "table_of",
]
