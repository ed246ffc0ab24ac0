"""What a person entered for a day, and what a habit asks of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from cairn.apps.habits.rules.schedules import DaySchedule, Paused, TimesInDays, TimesInPeriod


class Mark(StrEnum):
    """DONE    it was done, or a number was entered
    SKIPPED it did not have to be: such a day neither counts nor breaks
    FROZEN  a freeze was spent on it: the same, at a price
    """

    DONE = "DONE"
    SKIPPED = "SKIPPED"
    FROZEN = "FROZEN"


@dataclass(frozen=True, slots=True)
class Entry:
    """What was entered for a day. One that came with an import `pays` only when that was asked for."""

    mark: Mark = Mark.DONE
    amount: Decimal | None = None
    pays: bool = True


Entries = Mapping[date, Entry]


class Direction(StrEnum):
    AT_LEAST = "at_least"
    AT_MOST = "at_most"


@dataclass(frozen=True, slots=True)
class Target:
    """A number to reach, or not to pass: on each day that counts, or in all of a period or window that asks for one time."""

    amount: Decimal
    direction: Direction = Direction.AT_LEAST
    unit: str = ""

    def is_met(self, amount: Decimal) -> bool:
        return amount >= self.amount if self.direction is Direction.AT_LEAST else amount <= self.amount


@dataclass(frozen=True, slots=True)
class Rule:
    """How a habit is judged from a day on. Without a target it is a habit of yes and no."""

    since: date
    schedule: DaySchedule | TimesInDays | TimesInPeriod | Paused
    target: Target | None = None
    week_start: int = 0


def is_done(entry: Entry | None, target: Target | None) -> bool:
    """Whether a day alone does what is asked of a day."""
    if entry is None or entry.mark is not Mark.DONE:
        return False
    return target is None or target.is_met(entry.amount or Decimal(0))


def is_excused(entry: Entry | None) -> bool:
    return entry is not None and entry.mark is not Mark.DONE


def amount_of(entry: Entry | None) -> Decimal:
    return entry.amount or Decimal(0) if entry is not None and entry.mark is Mark.DONE else Decimal(0)
