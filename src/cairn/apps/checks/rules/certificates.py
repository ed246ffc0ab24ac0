"""When people are told that a certificate runs out: at the days they chose, and again near its end."""

from datetime import datetime, timedelta
from typing import Final

_AGAIN: Final = (3, 1)


def warning(until: datetime, now: datetime, *, days: int, told: int | None) -> int | None:
    """The line that has been crossed and not been told of: so many days are left, or fewer.

    `told` is the last line that was told of this certificate.
    """
    left = (until - now) / timedelta(days=1)
    crossed = [line for line in {days, *_AGAIN} if line <= days and left < line]
    line = min(crossed, default=None)
    return line if line is not None and (told is None or line < told) else None
