"""Numbers on charts: round ones along an axis, and each as people write it."""

import math
from collections.abc import Sequence
from typing import Final

_STEPS: Final = (1, 2, 5, 10)
_SAME: Final = 1e-9  # nearer to one another, numbers are drawn as one
_SMALLEST: Final = 1e-100  # what is smaller is drawn as zero
_SHORT: Final = ((1e12, 1e12, "T"), (1e9, 1e9, "B"), (1e6, 1e6, "M"), (1e4, 1e3, "k"))
"""From where on numbers are told in which size, and its letter."""


def ticks(low: float, high: float, *, about: int = 5) -> list[float]:
    """Round numbers, evenly apart, of which the first is not above `low` and the last not below `high`."""
    if high - low <= max(abs(low), abs(high), _SMALLEST) * _SAME:
        room = abs(low) / 10 if abs(low) > _SMALLEST else 1.0
        low, high = low - room, high + room
    rough = (high - low) / about
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * each for each in _STEPS if power * each >= rough * (1 - 1e-9))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [each * step for each in range(first, last + 1)]


def bounds(values: Sequence[float], *, from_zero: bool) -> tuple[float, float]:
    """Between which the values lie. Bars begin at zero; a line may begin where its values do."""
    known = [*values, 0.0] if from_zero or not values else list(values)
    return min(known), max(known)


def written(value: float) -> str:
    """A number whole: `1,234,567`, `0.25`."""
    digits = 0 if abs(value) >= 1000 else 2
    text = f"{value:,.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text.replace("-", "−")


def with_unit(value: float, unit: str) -> str:
    """A number with what it counts: `12.5 kg`, `40%`."""
    return written(value) + (unit if unit in {"", "%", "°"} else f" {unit}")


def shortened(value: float) -> str:
    """A number where there is little room: `1.2M`."""
    for least, size, letter in _SHORT:
        if abs(value) >= least:
            return written(value / size) + letter
    if value != 0 and abs(value) < 0.01:
        return f"{value:.1g}".replace("-", "−")
    return written(value)


def percent_of(value: float, goal: float) -> int:
    """How much of a goal is reached. It is not 100 before all of it is."""
    share = value / goal * 100
    return min(round(share), 99) if share < 100 else math.floor(share)
