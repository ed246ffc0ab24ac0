"""How long to wait before something that failed is tried again."""

from datetime import timedelta
from typing import Final

_FIRST: Final = timedelta(seconds=5)
_LONGEST: Final = timedelta(hours=6)
_FACTOR: Final = 3


def pause_after(failures: int, chance: float) -> timedelta:
    """Three times as long after each failure: ten attempts, of which the last is half a day after the first.

    `chance`, from 0 to 1, takes off up to a quarter, so that what failed together is not tried again together.
    """
    # Beyond this exponent it is longer than the longest anyway.
    factor: int = _FACTOR ** min(failures - 1, 16)
    longest = min(_FIRST * factor, _LONGEST)
    return longest * (1 - chance / 4)
