"""Charts as SVG: one text, the same on every machine, that needs no script, no style and no other file."""

from typing import Final

from cairn.services.charts.chart import Chart, ChartKind
from cairn.services.charts.heat_map import heat_map
from cairn.services.charts.markup import FONT, element, label, number, shortened_to, words
from cairn.services.charts.palette import LIGHT, Palette
from cairn.services.charts.plots import Plot
from cairn.services.charts.small import ring, sparkline
from cairn.services.charts.tabulating import description_of

_SIZES: Final = {
    ChartKind.LINE: (640.0, 320.0),
    ChartKind.BAR: (640.0, 320.0),
    ChartKind.SPARKLINE: (120.0, 32.0),
    ChartKind.RING: (160.0, 160.0),
    ChartKind.HEAT_MAP: (760.0, 0.0),
}


def svg_of(
    chart: Chart, *, palette: Palette = LIGHT, width: float | None = None, height: float | None = None
) -> str:
    """The chart as an SVG element, with its title and what it shows in words for those who can't see it.

    A heat map is as high as its rows need.
    """
    usual_width, usual_height = _SIZES[chart.kind]
    width, height = width or usual_width, height or usual_height
    match chart.kind:
        case ChartKind.HEAT_MAP:
            height, drawn = heat_map(chart, palette, width)
        case ChartKind.SPARKLINE:
            drawn = list(sparkline(chart, palette, width, height))
        case ChartKind.RING:
            drawn = list(ring(chart, palette, width, height))
        case ChartKind.LINE | ChartKind.BAR:
            drawn = list(Plot(chart, palette, width, height).draw())
    if chart.kind not in {ChartKind.SPARKLINE, ChartKind.RING}:
        heading = f"{chart.title} ({chart.unit})" if chart.unit else chart.title
        most = int(width / 9)
        drawn.append(
            label(
                shortened_to(heading, most),
                16,
                24,
                fill=palette.text,
                size=16,
                weight="600",
                class_="chart-title",
            )
        )
    return element(
        "svg",
        element("title", words(chart.title)) + element("desc", words(description_of(chart))) + "".join(drawn),
        xmlns="http://www.w3.org/2000/svg",
        class_=f"chart chart-{chart.kind}",
        role="img",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        font_family=FONT,
    )
