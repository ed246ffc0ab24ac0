"""Lines and bars: charts with two axes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cairn.services.charts.chart import Band, Chart, ChartKind, Series
from cairn.services.charts.figures import bounds, shortened, ticks, with_unit
from cairn.services.charts.markup import element, label, number, shortened_to, words
from cairn.services.charts.palette import Palette

_DASHES: Final = (None, "7 4", "2 3", "10 3 2 3")
_LETTER: Final = 6.2  # how wide a letter is on average, at 12 pixels
_LINE: Final = 18
_MOST_MARKED: Final = 40
_BAND: Final = 0.22  # how much of a band's colour is seen


@dataclass(frozen=True, slots=True)
class Plot:
    """A chart with two axes, on so many pixels."""

    chart: Chart
    palette: Palette
    width: float
    height: float

    def draw(self) -> Iterator[str]:
        """The elements, from the back to the front."""
        marks = self._marks()
        left = max(len(shortened(each)) for each in marks) * _LETTER + 16
        names = self._legend_rows()
        frame = _Frame(
            left=left,
            right=self.width - 16,
            top=40 + _LINE * len(names),
            bottom=self.height - 34,
            low=marks[0],
            high=marks[-1],
            count=len(self.chart.labels),
        )
        yield from self._legend(names)
        yield from self._grid(frame, marks)
        yield from self._names(frame)
        if self.chart.kind is ChartKind.BAR:
            yield from self._bars(frame)
        else:
            for place, band in enumerate(self.chart.bands):
                yield from self._band(frame, len(self.chart.series) + place, band)
            for place, series in enumerate(self.chart.series):
                yield from self._line(frame, place, series)
        if self.chart.goal is not None:
            y = frame.y(self.chart.goal)
            yield self._stroke(
                frame.left, y, frame.right, y, "chart-goal", self.palette.text, dashes="4 4", thick=1.5
            )

    def _marks(self) -> list[float]:
        drawn = [each.values for each in self.chart.series]
        drawn += [values for each in self.chart.bands for values in (each.lower, each.upper)]
        values = [value for each in drawn for value in each if value is not None]
        if self.chart.goal is not None:
            values.append(self.chart.goal)
        return ticks(*bounds(values, from_zero=self.chart.kind is ChartKind.BAR))

    def _legend_rows(self) -> list[list[int]]:
        """Which series stand in which row; one alone is what the title says."""
        if len(self._legend_names) == 1:
            return []
        rows: list[list[int]] = [[]]
        used = 0.0
        for place, name in enumerate(self._legend_names):
            wide = self._legend_width(name)
            if rows[-1] and used + wide > self.width - 32:
                rows.append([])
                used = 0.0
            rows[-1].append(place)
            used += wide
        return rows

    @property
    def _legend_names(self) -> list[str]:
        """What is told apart: the series, and the bands after them."""
        return [*(each.name for each in self.chart.series), *(each.name for each in self.chart.bands)]

    def _legend_width(self, name: str) -> float:
        return 40 + len(shortened_to(name, 40)) * _LETTER

    def _legend(self, rows: list[list[int]]) -> Iterator[str]:
        for row, places in enumerate(rows):
            x, y = 16.0, 44 + row * _LINE
            for place in places:
                name = self._legend_names[place]
                is_band = place >= len(self.chart.series)
                yield self._stroke(
                    x,
                    y - 4,
                    x + 22,
                    y - 4,
                    f"chart-series-{place}",
                    self._colour(place),
                    dashes=None if is_band else self._dashes(place),
                    thick=10 if is_band else 3,
                    opacity=_BAND if is_band else None,
                )
                yield label(shortened_to(name, 40), x + 28, y, fill=self.palette.text)
                x += self._legend_width(name)

    def _grid(self, frame: "_Frame", marks: list[float]) -> Iterator[str]:
        for mark in marks:
            y = frame.y(mark)
            colour = self.palette.faint if mark == 0 else self.palette.empty
            yield self._stroke(frame.left, y, frame.right, y, "chart-grid", colour)
            yield label(shortened(mark), frame.left - 6, y + 4, fill=self.palette.faint, anchor="end")

    def _names(self, frame: "_Frame") -> Iterator[str]:
        """As many labels as have room, the last one among them."""
        longest = min(max(map(len, self.chart.labels)), 16)
        room = longest * _LETTER + 14
        every = max(1, -(-frame.count * room // (frame.right - frame.left)))
        free_to = self.width
        for place in range(frame.count - 1, -1, -int(every)):
            x = frame.middle(place, self.chart.kind)
            half = min(len(self.chart.labels[place]), 16) * _LETTER / 2
            anchor, x = ("end", frame.right) if x + half > self.width - 4 else ("middle", x)
            anchor, x = ("start", 4.0) if anchor == "middle" and x - half < 4 else (anchor, x)
            name = shortened_to(self.chart.labels[place], 16)
            begins, ends = {
                "start": (x, x + 2 * half),
                "middle": (x - half, x + half),
                "end": (x - 2 * half, x),
            }[anchor]
            if ends > free_to:
                continue  # the last one, moved in from the edge, stands where this one would end
            free_to = begins - 6
            yield label(name, x, frame.bottom + 20, fill=self.palette.faint, anchor=anchor)

    def _bars(self, frame: "_Frame") -> Iterator[str]:
        group = (frame.right - frame.left) / frame.count
        wide = max(group * 0.8 / len(self.chart.series), 0.5)
        for place, series in enumerate(self.chart.series):
            for at, value in enumerate(series.values):
                if value is None:
                    continue
                ends = sorted((frame.y(0), frame.y(value)))
                yield element(
                    "rect",
                    self._told(series, at, value),
                    class_=f"chart-series-{place}",
                    x=frame.left + group * (at + 0.1) + wide * place,
                    y=ends[0],
                    width=wide * 0.94,
                    height=ends[1] - ends[0],
                    rx=min(2.0, wide / 4),
                    fill=self._colour(place),
                )

    def _band(self, frame: "_Frame", place: int, band: Band) -> Iterator[str]:
        """An area from one edge to the other and back, for each stretch that is known."""
        stretch: list[tuple[float, float, float]] = []
        stretches = [stretch]
        for at, (low, high) in enumerate(zip(band.lower, band.upper, strict=True)):
            if low is not None and high is not None:
                stretch.append((frame.middle(at, ChartKind.LINE), frame.y(low), frame.y(high)))
            elif stretch:
                stretch = []
                stretches.append(stretch)
        for each in stretches:
            if len(each) > 1:
                edge = [(x, high) for x, _, high in each] + [(x, low) for x, low, _ in reversed(each)]
                yield element(
                    "path",
                    class_=f"chart-band chart-series-{place}",
                    d=path_of([*edge]) + "Z",
                    fill=self._colour(place),
                    fill_opacity=_BAND,
                )

    def _line(self, frame: "_Frame", place: int, series: Series) -> Iterator[str]:
        colour = self._colour(place)
        points = [
            None if value is None else (frame.middle(at, ChartKind.LINE), frame.y(value))
            for at, value in enumerate(series.values)
        ]
        yield element(
            "path",
            class_=f"chart-series-{place}",
            d=path_of(points),
            fill="none",
            stroke=colour,
            stroke_width=2.5,
            stroke_linejoin="round",
            stroke_linecap="round",
            stroke_dasharray=self._dashes(place),
        )
        for at, point in enumerate(points):
            alone = point is not None and not any(points[max(at - 1, 0) : at] + points[at + 1 : at + 2])
            if point is not None and (alone or len(points) <= _MOST_MARKED):
                yield element(
                    "circle",
                    self._told(series, at, series.values[at] or 0),
                    class_=f"chart-mark-{place}",
                    cx=point[0],
                    cy=point[1],
                    r=3,
                    fill=colour,
                )

    def _told(self, series: Series, at: int, value: float) -> str:
        """What a mark says to who points at it."""
        name = (
            self.chart.labels[at]
            if len(self._legend_names) == 1
            else f"{series.name}, {self.chart.labels[at]}"
        )
        return element("title", words(f"{name}: {with_unit(value, self.chart.unit)}"))

    def _colour(self, place: int) -> str:
        return self.palette.series[place % len(self.palette.series)]

    def _dashes(self, place: int) -> str | None:
        return None if self.chart.kind is ChartKind.BAR else _DASHES[place % len(_DASHES)]

    def _stroke(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        class_: str,
        stroke: str,
        *,
        dashes: str | None = None,
        thick: float = 1,
        opacity: float | None = None,
    ) -> str:
        return element(
            "line",
            class_=class_,
            x1=x1,
            y1=y1,
            x2=x2,
            y2=y2,
            stroke=stroke,
            stroke_width=thick,
            stroke_dasharray=dashes,
            stroke_opacity=opacity,
        )


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where the values are drawn, and where within it each of them is."""

    left: float
    right: float
    top: float
    bottom: float
    low: float
    high: float
    count: int

    def y(self, value: float) -> float:
        return self.bottom - (value - self.low) / (self.high - self.low) * (self.bottom - self.top)

    def middle(self, place: int, kind: ChartKind) -> float:
        """Where a label stands: in the middle of its bars, or where its points are, from edge to edge."""
        if kind is ChartKind.BAR or self.count == 1:
            return self.left + (self.right - self.left) * (place + 0.5) / self.count
        return self.left + 6 + (self.right - self.left - 12) * place / (self.count - 1)


def path_of(points: list[tuple[float, float] | None]) -> str:
    """A line through points, broken where there is none."""
    pieces: list[str] = []
    is_drawing = False
    for point in points:
        if point is not None:
            pieces.append(f"{'L' if is_drawing else 'M'}{number(point[0])} {number(point[1])}")
        is_drawing = point is not None
    return "".join(pieces)
