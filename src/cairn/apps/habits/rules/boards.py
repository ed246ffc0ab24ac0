"""Boards of the running time: which week and month a day belongs to, and what counts there."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final

LATE: Final = timedelta(days=7)
"""Points of a day that is entered later than this count for all time, and not for a week or a month."""
KEPT: Final = timedelta(days=70)
"""How far back weeks and months are that are told of: what is older is over, and moves nobody."""


def counts_on_boards(day: date, *, today: date) -> bool:
    return today - day <= LATE


def periods_of(day: date) -> tuple[str, str]:
    """The week and the month of a day: `WEEK-2026-W11`, `MONTH-2026-03`. The same for everybody, so weeks are ISO's."""
    year, week, _ = day.isocalendar()
    return f"WEEK-{year}-W{week:02}", f"MONTH-{day:%Y-%m}"


def board_of(period: str, entity_type: str | None) -> str | None:
    """The board on which a score stands: that of its period, and of the shard in which its owner is."""
    return None if entity_type is None else period + entity_type.removeprefix("USER")


def points_by_period(paid: Iterable[tuple[date, int]], *, today: date) -> dict[str, int]:
    """What days have paid, by the weeks and months that are not long over: all of those, also where it is nothing."""
    recent = [today - timedelta(days=ago) for ago in range(KEPT.days + 1)]
    # A period of which a part lies farther back is over for good.
    begun = {period for day in recent for period in _beginning_on(day)}
    sums = dict.fromkeys(sorted(begun), 0)
    for day, points in paid:
        for period in periods_of(day):
            if period in sums:
                sums[period] += points
    return sums


def _beginning_on(day: date) -> list[str]:
    week, month = periods_of(day)
    return [*([week] if day.weekday() == 0 else []), *([month] if day.day == 1 else [])]
