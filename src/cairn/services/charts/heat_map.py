"""Heat maps: a square for each value. How much it is, its size says as well as its colour."""

from collections.abc import Iterator
from typing import Final

from cairn.services.charts.chart import Chart
from cairn.services.charts.figures import with_unit
from cairn.services.charts.markup import element, label, shortened_to, words
from cairn.services.charts.palette import Palette

_LETTER: Final = 6.2
_GAP: Final = 3
_SMALLEST: Final = 0.4  # of a square's side, for the least that is more than nothing


def heat_map(chart: Chart, palette: Palette, width: float) -> tuple[float, list[str]]:
    """How high it is, and its elements."""
    left = 12 + max(len(shortened_to(row.name, 14)) for row in chart.series) * _LETTER + 6
    side = min(max((width - left - 12) / len(chart.labels), 4), 28)
    top = 60.0
    return top + side * len(chart.series) + 12, list(_drawn(chart, palette, left, top, side))


def _drawn(chart: Chart, palette: Palette, left: float, top: float, side: float) -> Iterator[str]:
    known = [value for row in chart.series for value in row.values if value is not None]
    most = max((abs(value) for value in known), default=0.0)
    room_for = max(1, int(-(-max(len(shortened_to(each, 10)) for each in chart.labels) * _LETTER // side)))
    for place in range(0, len(chart.labels), room_for):
        # A label that is said already is not said again: columns of one month bear its name once.
        if place == 0 or chart.labels[place] != chart.labels[place - room_for]:
            yield label(
                shortened_to(chart.labels[place], 10),
                left + side * place,
                top - 8,
                fill=palette.faint,
                size=11,
            )
    for row, series in enumerate(chart.series):
        y = top + row * side
        yield label(
            shortened_to(series.name, 14), left - 6, y + side / 2 + 4, fill=palette.faint, anchor="end"
        )
        for column, value in enumerate(series.values):
            if value is None:
                continue
            x = left + column * side
            told = f"{series.name}, {chart.labels[column]}: {with_unit(value, chart.unit)}"
            yield element("g", element("title", words(told)) + _square(x, y, side, value, most, palette))


def _square(x: float, y: float, side: float, value: float, most: float, palette: Palette) -> str:
    whole = max(side - _GAP, side * 0.7)
    ground = element(
        "rect", class_="chart-empty", x=x, y=y, width=whole, height=whole, rx=side / 7, fill=palette.empty
    )
    if value == 0:
        return ground
    share = abs(value) / most
    inner = whole * (_SMALLEST + (1 - _SMALLEST) * share**0.5)
    rest = (whole - inner) / 2
    return ground + element(
        "rect",
        class_="chart-series-0" if value > 0 else "chart-series-1",
        x=x + rest,
        y=y + rest,
        width=inner,
        height=inner,
        rx=side / 7,
        fill=palette.series[0 if value > 0 else 1],
        fill_opacity=0.35 + 0.65 * share,
    )
