"""Places on a board: who has the same points shares one."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody on a board."""

    user_id: str
    username: str
    points: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A row of a board."""

    place: int
    username: str
    points: int
    is_own: bool


def placed(found: Iterable[Standing], *, own: str, most: int) -> list[Placed]:
    """The best of those who were found, most points first and by name among equals."""
    rows: list[Placed] = []
    best = sorted(found, key=lambda each: (-each.points, each.username.casefold()))[:most]
    for number, each in enumerate(best, 1):
        is_tied = bool(rows) and rows[-1].points == each.points
        place = rows[-1].place if is_tied else number
        rows.append(Placed(place, each.username, each.points, each.user_id == own))
    return rows
