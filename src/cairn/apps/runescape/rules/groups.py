"""Several goals as one: how far all of them are together."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Together:
    """How far a group is. `share` goes from 0 to 1, and is 1 only when all are reached."""

    goals: int
    reached: int
    share: float


def together(shares: Sequence[float]) -> Together:
    """Each goal counts the same, as their numbers can't be added up: levels, kills and ranks."""
    reached = sum(share >= 1 for share in shares)
    whole = sum(min(max(share, 0.0), 1.0) for share in shares) / len(shares) if shares else 0.0
    if reached < len(shares):
        whole = min(whole, 0.999)
    return Together(len(shares), reached, whole)
