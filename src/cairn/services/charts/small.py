"""Charts that are read at a glance: sparklines and progress rings."""

import math
from collections.abc import Iterator

from cairn.services.charts.chart import Chart
from cairn.services.charts.figures import bounds, percent_of, shortened
from cairn.services.charts.markup import element, label, number, shortened_to
from cairn.services.charts.palette import Palette
from cairn.services.charts.plots import path_of


def sparkline(chart: Chart, palette: Palette, width: float, height: float) -> Iterator[str]:
    """A line without axes, with a dot where it ends."""
    [series] = chart.series
    low, high = bounds([value for value in series.values if value is not None], from_zero=False)
    across, down = width - 8, height - 8

    def at(place: int, value: float) -> tuple[float, float]:
        x = 4 + across * place / max(len(series.values) - 1, 1)
        share = 0.5 if high == low else (value - low) / (high - low)
        return x, 4 + down * (1 - share)

    points = [None if value is None else at(place, value) for place, value in enumerate(series.values)]
    yield element(
        "path",
        class_="chart-series-0",
        d=path_of(points),
        fill="none",
        stroke=palette.series[0],
        stroke_width=2,
        stroke_linejoin="round",
        stroke_linecap="round",
    )
    known = [point for point in points if point is not None]
    if known:
        yield element(
            "circle", class_="chart-mark-0", cx=known[-1][0], cy=known[-1][1], r=3, fill=palette.series[0]
        )


def ring(chart: Chart, palette: Palette, width: float, height: float) -> Iterator[str]:
    """How much of a goal is reached, as an arc that begins at the top."""
    value, goal = chart.series[0].values[0] or 0.0, chart.goal or 1.0
    thick = min(width, height) / 9
    x, y, radius = width / 2, height / 2, min(width, height) / 2 - thick / 2 - 2
    yield element(
        "circle",
        class_="chart-empty",
        cx=x,
        cy=y,
        r=radius,
        fill="none",
        stroke=palette.empty,
        stroke_width=thick,
    )
    share = min(max(value / goal, 0.0), 1.0)
    if share == 1:
        yield element(
            "circle",
            class_="chart-series-0",
            cx=x,
            cy=y,
            r=radius,
            fill="none",
            stroke=palette.series[0],
            stroke_width=thick,
        )
    elif share > 0:
        angle = share * 2 * math.pi
        end = f"{number(x + radius * math.sin(angle))} {number(y - radius * math.cos(angle))}"
        yield element(
            "path",
            class_="chart-series-0",
            d=f"M{number(x)} {number(y - radius)}A{number(radius)} {number(radius)} 0 {int(share > 0.5)} 1 {end}",
            fill="none",
            stroke=palette.series[0],
            stroke_width=thick,
        )
    size = min(width, height) / 5
    yield label(
        f"{percent_of(value, goal)}%",
        x,
        y + size / 4,
        fill=palette.text,
        size=size,
        anchor="middle",
        weight="600",
    )
    told = f"{shortened(value)} of {shortened(goal)}" + (
        f" {chart.unit}" if chart.unit not in {"", "%"} else ""
    )
    yield label(
        shortened_to(told, 22),
        x,
        y + size * 0.9,
        fill=palette.faint,
        size=max(size / 2.4, 9),
        anchor="middle",
    )
