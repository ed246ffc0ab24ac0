"""What a chart shows: values with labels, and nothing of how they are drawn. It travels as JSON."""

from enum import StrEnum
from typing import Annotated, Final, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

MOST_LABELS: Final = 2000
MOST_SERIES: Final = 12
MOST_BANDS: Final = 3
_MOST_ROWS: Final = 60
_Value = Annotated[float, Field(allow_inf_nan=False)]
_Words = Annotated[str, Field(max_length=200)]


class ChartKind(StrEnum):
    LINE = "line"
    BAR = "bar"
    SPARKLINE = "sparkline"
    RING = "ring"
    HEAT_MAP = "heat-map"


class Series(BaseModel):
    """Values that belong together, one for each label of the chart. None is a gap: nothing is known there."""

    model_config = ConfigDict(frozen=True)

    name: _Words
    values: tuple[_Value | None, ...]


class Band(BaseModel):
    """Between which values something lies, for each label: what may come, what is usual. None is a gap."""

    model_config = ConfigDict(frozen=True)

    name: _Words
    lower: tuple[_Value | None, ...]
    upper: tuple[_Value | None, ...]

    @model_validator(mode="after")
    def _is_between(self) -> Self:
        if len(self.lower) != len(self.upper):
            raise ValueError(f"{self.name!r} has {len(self.lower)} values below and {len(self.upper)} above")
        for low, high in zip(self.lower, self.upper, strict=True):
            if (low is None) != (high is None) or (low is not None and high is not None and low > high):
                raise ValueError(
                    f"{self.name!r} goes from {low} to {high}; give the lower one first, or none of both"
                )
        return self


class Chart(BaseModel):
    """One chart.

    | kind | labels | series |
    | --- | --- | --- |
    | line, bar | along the horizontal axis | up to twelve, told apart by more than colour |
    | sparkline | along the horizontal axis | one |
    | ring | one | one with one value, of `goal` |
    | heat map | the columns | the rows, from the top |

    Lines may have bands behind them.
    """

    model_config = ConfigDict(frozen=True)

    kind: ChartKind
    title: _Words
    labels: Annotated[tuple[_Words, ...], Field(min_length=1, max_length=MOST_LABELS)]
    series: Annotated[tuple[Series, ...], Field(min_length=1)]
    bands: Annotated[tuple[Band, ...], Field(max_length=MOST_BANDS)] = ()
    unit: _Words = ""
    goal: _Value | None = None

    @model_validator(mode="after")
    def _fits(self) -> Self:
        for each in self.series:
            if len(each.values) != len(self.labels):
                raise ValueError(
                    f"{each.name!r} has {len(each.values)} values for {len(self.labels)} labels; give one for each"
                )
        for band in self.bands:
            if len(band.lower) != len(self.labels):
                raise ValueError(
                    f"{band.name!r} has {len(band.lower)} values for {len(self.labels)} labels; give one for each"
                )
        if self.bands and self.kind is not ChartKind.LINE:
            raise ValueError(f"a {self.kind} shows no bands: they lie behind lines")
        most = {ChartKind.SPARKLINE: 1, ChartKind.RING: 1, ChartKind.HEAT_MAP: _MOST_ROWS}
        if len(self.series) > most.get(self.kind, MOST_SERIES):
            raise ValueError(f"a {self.kind} shows at most {most.get(self.kind, MOST_SERIES)} series")
        if self.kind is ChartKind.RING and (self.goal is None or self.goal <= 0 or len(self.labels) != 1):
            raise ValueError("a ring shows one value of a goal above zero")
        return self
