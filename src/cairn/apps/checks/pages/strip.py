"""Strips of bars: one for each run or day, the latest at the right. How tall a bar is says without colour what it stands for."""

from dataclasses import dataclass
from typing import Final

STEP: Final = 8
_TALLEST: Final = 28


@dataclass(frozen=True)
class Bar:
    """One run, or one day, with what there is to tell of it."""

    x: int
    y: int
    height: int
    state: str
    told: str


def bar(place: int, height: int, state: str, told: str) -> Bar:
    """A bar that stands at a place, counted from the left."""
    return Bar(place * STEP, _TALLEST - height, height, state, told)


def in_words(states: list[str]) -> str:
    """What a strip shows, for those who can't see it: `88 up, 2 down`."""
    return ", ".join(f"{states.count(each)} {each}" for each in dict.fromkeys(states))
