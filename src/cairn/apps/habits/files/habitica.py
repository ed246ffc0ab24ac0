"""Habitica's history.csv: a line for each change of a task's value. A value that rose tells that it was done."""

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
from cairn.apps.habits.rules.entries import Mark

COLUMNS: Final = frozenset({"Task Name", "Task ID", "Task Type", "Date", "Value"})
_KINDS: Final = frozenset({"habit", "daily"})


def read(text: str) -> list[FoundHabit]:
    """The habits and dailies of a file. To-dos are no habits."""
    rows = []
    for line, row in rows_of(text, "it"):
        if row.get("Task Type", "") not in _KINDS:
            continue
        name, task = row.get("Task Name", "").strip(), row.get("Task ID", "").strip()
        if not name or not task:
            raise UnreadableFile(f"line {line}: a task needs a name and an id")
        value = amount_of_text(row.get("Value", ""), f"line {line}, Value")
        moment = row.get("Date", "")
        rows.append((task, moment, day_of_text(moment, f"line {line}, Date"), value, name))
    habits: dict[str, FoundHabit] = {}
    last: dict[str, Decimal] = {}
    for task, _, day, value, name in sorted(rows, key=lambda row: (row[0], row[1])):
        habit = habits.setdefault(task, FoundHabit(task, name))
        # Of the first line nobody knows the value before; a task begins with 0.
        if value > last.get(task, Decimal(0)):
            habit.add(day, FoundEntry(Mark.DONE))
        last[task] = value
    return list(habits.values())
