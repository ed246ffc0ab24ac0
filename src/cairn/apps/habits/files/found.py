"""What a file tells of habits, whichever program wrote it."""

from dataclasses import dataclass, field
from datetime import date, time
from decimal import Decimal, InvalidOperation
from typing import Final

from cairn.apps.habits.rules.entries import Direction, Mark, Rule, Target
from cairn.apps.habits.rules.schedules import DaySchedule, EveryDay, TimesInDays, TimesInPeriod

FIRST_DAY: Final = date(1970, 1, 1)
"""Nobody kept a habit in a program before; earlier dates are mistakes of whoever wrote the file."""


class UnreadableFile(Exception):
    """A file is not what it seems to be. The message says where, and what was expected there."""


@dataclass(frozen=True, slots=True)
class FoundEntry:
    """What stands in a file for a day. A note can stand alone."""

    mark: Mark | None = None
    amount: Decimal | None = None
    note: str = ""


@dataclass(slots=True)
class FoundHabit:
    """A habit as a file tells it. `source_id` is its name for it, by which a second import knows it again."""

    source_id: str
    name: str
    description: str = ""
    schedule: DaySchedule | TimesInDays | TimesInPeriod = field(default_factory=EveryDay)
    target: Target | None = None
    is_archived: bool = False
    tags: tuple[str, ...] = ()
    entries: dict[date, FoundEntry] = field(default_factory=dict)
    rules: tuple[Rule, ...] = ()  # how it was judged from which day on, where the file tells that
    until: date | None = None
    reminders: tuple[time, ...] = ()

    def add(self, day: date, entry: FoundEntry) -> None:
        """Takes an entry over. Of two for a day, what was done counts before what was not, and notes are joined."""
        before = self.entries.get(day)
        if before is None:
            self.entries[day] = entry
            return
        stronger, other = (entry, before) if entry.mark is Mark.DONE else (before, entry)
        notes = [note for note in dict.fromkeys((before.note, entry.note)) if note]
        self.entries[day] = FoundEntry(
            stronger.mark or other.mark, stronger.amount or other.amount, "\n".join(notes)
        )


def schedule_of_frequency(times: int, days: int) -> EveryDay | TimesInDays:
    """So many times in so many days, as Loop and its kin write every schedule."""
    if days < 1 or times < 1:
        raise UnreadableFile(f"a frequency of {times} in {days} days: both are at least 1")
    return EveryDay() if times >= days else TimesInDays(times=times, days=min(days, 366))


def target_of(amount: Decimal, kind: str, unit: str) -> Target:
    return Target(amount, Direction.AT_MOST if kind.upper() == "AT_MOST" else Direction.AT_LEAST, unit)


def day_of_text(text: str, where: str) -> date:
    """A date written `2026-03-15` or `03/15/2026`."""
    text = text.strip().split("T")[0].split(" ")[0]
    try:
        if "/" in text:
            month, day, year = (int(part) for part in text.split("/"))
            found = date(year, month, day)
        else:
            found = date.fromisoformat(text)
    except ValueError as fault:
        raise UnreadableFile(f"{where}: {text!r} is no date; write 2026-03-15") from fault
    if found < FIRST_DAY:
        raise UnreadableFile(f"{where}: {text} lies before {FIRST_DAY}")
    return found


def amount_of_text(text: str, where: str) -> Decimal:
    try:
        amount = Decimal(text.strip().replace(",", "."))
    except InvalidOperation as fault:
        raise UnreadableFile(f"{where}: {text!r} is no number") from fault
    if not amount.is_finite():
        raise UnreadableFile(f"{where}: {text!r} is no number")
    return amount
