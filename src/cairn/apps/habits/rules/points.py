"""Points, as a ledger: what each completion pays, and why.

A ledger follows from the units alone. So an undo takes back exactly what was paid, and a completion that is entered
later gives what it would have given.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from cairn.apps.habits.rules.entries import Entries
from cairn.apps.habits.rules.units import Outcome, Unit

BASE: Final = 10
_MULTIPLIERS: Final = ((100, 10), (30, 5), (7, 2), (0, 1))


@dataclass(frozen=True, slots=True)
class Payment:
    """What the completion of a day pays: the base, multiplied by what `streak`, which it made, is worth.

    A completion that was imported without points has a streak too, and a multiplier of 0.
    """

    streak: int
    multiplier: int

    @property
    def points(self) -> int:
        return BASE * self.multiplier


Ledger = Mapping[date, Payment]


def multiplier(streak: int) -> int:
    return next(worth for length, worth in _MULTIPLIERS if streak >= length)


def ledger(units: Sequence[Unit], entries: Entries, *, streak: int = 0) -> dict[date, Payment]:
    """What each day pays. A due day pays once; what was done beyond what was asked is not in it.

    `streak` is how long it was before the first of the units.
    """
    payments: dict[date, Payment] = {}
    for unit in units:
        before = streak
        if unit.outcome is Outcome.KEPT:
            streak += 1
        elif unit.outcome is Outcome.MISSED:
            streak = 0
        for day in unit.counted:
            made = streak if day == unit.counted[-1] else before
            payments[day] = Payment(made, multiplier(made) if entries[day].pays else 0)
    return payments


def total(ledger: Ledger) -> int:
    return sum(payment.points for payment in ledger.values())
