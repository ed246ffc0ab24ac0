"""What a chart shows: values with labels, and nothing of how they are drawn. It travels as JSON."""

from enum import StrEnum
from typing import Annotated, Final, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

MOST_LABELS: Final = 2000
MOST_SERIES: Final = 12
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


class Chart(BaseModel):
    """One chart.

    | kind | labels | series |
    | --- | --- | --- |
    | line, bar | along the horizontal axis | up to twelve, told apart by more than colour |
    | sparkline | along the horizontal axis | one |
    | ring | one | one with one value, of `goal` |
    | heat map | the columns | the rows, from the top |
    """

    model_config = ConfigDict(frozen=True)

    kind: ChartKind
    title: _Words
    labels: Annotated[tuple[_Words, ...], Field(min_length=1, max_length=MOST_LABELS)]
    series: Annotated[tuple[Series, ...], Field(min_length=1)]
    unit: _Words = ""
    goal: _Value | None = None

    @model_validator(mode="after")
    def _fits(self) -> Self:
        for each in self.series:
            if len(each.values) != len(self.labels):
                raise ValueError(
                    f"{each.name!r} has {len(each.values)} values for {len(self.labels)} labels; give one for each"
                )
        most = {ChartKind.SPARKLINE: 1, ChartKind.RING: 1, ChartKind.HEAT_MAP: _MOST_ROWS}
        if len(self.series) > most.get(self.kind, MOST_SERIES):
            raise ValueError(f"a {self.kind} shows at most {most.get(self.kind, MOST_SERIES)} series")
        if self.kind is ChartKind.RING and (self.goal is None or self.goal <= 0 or len(self.labels) != 1):
            raise ValueError("a ring shows one value of a goal above zero")
        return self
