"""A chart without a picture: a table of the same values, and a sentence that says what can be seen."""

from dataclasses import dataclass

from cairn.services.charts.chart import Band, Chart, ChartKind
from cairn.services.charts.figures import percent_of, with_unit, written


@dataclass(frozen=True, slots=True)
class ChartTable:
    """The values of a chart. The first of each row is its label."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        """As text in columns."""
        lines = [self.header, *self.rows] if any(self.header) else list(self.rows)
        widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in lines
        )


def table_of(chart: Chart) -> ChartTable:
    """A row for each label, a column for each series and band. Where nothing is known, nothing stands."""
    return ChartTable(
        header=("", *(each.name for each in chart.series), *(each.name for each in chart.bands)),
        rows=tuple(
            (
                name,
                *(_written(each.values[place], chart.unit) for each in chart.series),
                *(_between(each, place, chart.unit) for each in chart.bands),
            )
            for place, name in enumerate(chart.labels)
        ),
    )


def description_of(chart: Chart) -> str:
    """What a chart shows, in words: for those to whom it is read out."""
    if chart.kind is ChartKind.RING:
        value, goal = chart.series[0].values[0] or 0, chart.goal or 1
        return f"{with_unit(value, chart.unit)} of {with_unit(goal, chart.unit)}, {percent_of(value, goal)}%."
    if chart.kind is ChartKind.HEAT_MAP:
        return _of_all(chart)
    told = [_in_words(chart, place) for place in range(len(chart.series))]
    told += [_band_in_words(chart, each) for each in chart.bands]
    if chart.goal is not None:
        told.append(f"The goal is {with_unit(chart.goal, chart.unit)}.")
    return " ".join(told)


def _of_all(chart: Chart) -> str:
    known = [value for series in chart.series for value in series.values if value is not None]
    if not known:
        return "Nothing yet."
    lowest, highest = (with_unit(of(known), chart.unit) for of in (min, max))
    some = sum(1 for value in known if value)
    return f"{len(known)} values, {some} of them not zero; lowest {lowest}, highest {highest}."


def _in_words(chart: Chart, place: int) -> str:
    series = chart.series[place]
    known = [
        (name, value) for name, value in zip(chart.labels, series.values, strict=True) if value is not None
    ]
    if not known:
        return f"{series.name}: nothing yet."
    [first, last] = known[0], known[-1]
    if len(known) == 1:
        return f"{series.name}: {with_unit(first[1], chart.unit)} ({first[0]})."
    lowest, highest = (with_unit(of(value for _, value in known), chart.unit) for of in (min, max))
    return (
        f"{series.name}: from {with_unit(first[1], chart.unit)} ({first[0]}) to {with_unit(last[1], chart.unit)} "
        f"({last[0]}); lowest {lowest}, highest {highest}."
    )


def _band_in_words(chart: Chart, band: Band) -> str:
    known = [place for place, low in enumerate(band.lower) if low is not None]
    if not known:
        return f"{band.name}: nothing yet."
    return f"{band.name}: {_between(band, known[-1], chart.unit)} ({chart.labels[known[-1]]})."


def _between(band: Band, place: int, unit: str) -> str:
    low, high = band.lower[place], band.upper[place]
    if low is None or high is None:
        return ""
    return with_unit(low, unit) if low == high else f"{written(low)} to {with_unit(high, unit)}"


def _written(value: float | None, unit: str) -> str:
    return "" if value is None else with_unit(value, unit)
