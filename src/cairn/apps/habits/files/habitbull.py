"""HabitBull's CSV: a line for each habit and day."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from cairn.apps.habits.files.archives import rows_of
from cairn.apps.habits.files.found import (
    FoundEntry,
    FoundHabit,
    UnreadableFile,
    amount_of_text,
    day_of_text,
)
from cairn.apps.habits.rules.entries import Mark, Target

COLUMNS: Final = frozenset({"HabitName", "CalendarDate", "Value"})


def read(text: str) -> list[FoundHabit]:
    """The habits of a file. One whose values go beyond 1 counts numbers."""
    habits: dict[str, FoundHabit] = {}
    values: dict[str, list[Decimal]] = {}
    for line, row in rows_of(text, "it"):
        where = f"line {line}"
        habit = _habit(habits, row, where)
        value = amount_of_text(row.get("Value") or "0", f"{where}, Value")
        note = row.get("CommentText", "").strip()
        day = day_of_text(row.get("CalendarDate", ""), f"{where}, CalendarDate")
        if value > 0 or note:
            habit.add(day, FoundEntry(Mark.DONE if value > 0 else None, value if value > 0 else None, note))
            values.setdefault(habit.name, []).append(value)
    for name, habit in habits.items():
        if max(values.get(name, []), default=Decimal(0)) > 1:
            habit.target = Target(Decimal(1))
        else:
            habit.entries = {
                day: FoundEntry(entry.mark, None, entry.note) for day, entry in habit.entries.items()
            }
    return list(habits.values())


def _habit(habits: dict[str, FoundHabit], row: Mapping[str, str], where: str) -> FoundHabit:
    name = row.get("HabitName", "").strip()
    if not name:
        raise UnreadableFile(f"{where}: a habit needs a name, in the column HabitName")
    if name not in habits:
        category = row.get("HabitCategory", "").strip()
        description = row.get("HabitDescription", "").strip()
        habits[name] = FoundHabit(name, name, description, tags=(category,) if category else ())
    return habits[name]
