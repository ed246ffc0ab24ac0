"""Loop Habit Tracker's backup: a SQLite file, which is opened without writing to it and asked for what it has."""

import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from cairn.apps.habits.files.found import (
    FIRST_DAY,
    FoundEntry,
    FoundHabit,
    UnreadableFile,
    schedule_of_frequency,
    target_of,
)
from cairn.apps.habits.rules.entries import Mark

MAGIC: Final = b"SQLite format 3\x00"
_MARKS: Final = {2: Mark.DONE, 3: Mark.SKIPPED}


def read(content: bytes) -> list[FoundHabit]:
    """The habits of a database."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "backup.db"
        path.write_bytes(content)
        try:
            with closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as database:
                # A file can hold views and triggers of its own making.
                database.execute("PRAGMA trusted_schema = OFF")
                database.row_factory = sqlite3.Row
                return _habits(database)
        except (sqlite3.DatabaseError, ValueError, OverflowError, TypeError) as fault:
            raise UnreadableFile(f"it is no backup of Loop Habit Tracker: {fault}") from fault


def _habits(database: sqlite3.Connection) -> list[FoundHabit]:
    by_id: dict[int, FoundHabit] = {}
    for row in database.execute("SELECT * FROM Habits ORDER BY position, id"):
        told = dict(row)
        name = str(told["name"]).strip() or f"Habit {told['id']}"
        texts = [str(told[field]).strip() for field in ("question", "description") if told.get(field)]
        habit = FoundHabit(
            str(told.get("uuid") or name),
            name,
            "\n".join(texts),
            schedule_of_frequency(int(told["freq_num"]), int(told["freq_den"])),
            is_archived=bool(told.get("archived")),
        )
        if told.get("type") == 1:
            kind = "AT_MOST" if told.get("target_type") == 1 else "AT_LEAST"
            habit.target = target_of(Decimal(str(told["target_value"])), kind, str(told.get("unit") or ""))
        by_id[int(told["id"])] = habit
    for row in database.execute("SELECT * FROM Repetitions ORDER BY habit, timestamp"):
        _add(by_id, dict(row))
    return list(by_id.values())


def _add(by_id: dict[int, FoundHabit], told: dict[str, Any]) -> None:
    habit = by_id.get(int(told["habit"]))
    if habit is None:
        return
    day = datetime.fromtimestamp(int(told["timestamp"]) / 1000, UTC).date()
    if day < FIRST_DAY:
        raise UnreadableFile(f"{habit.name}: an entry lies before {FIRST_DAY}")
    value = int(told["value"])
    note = str(told.get("notes") or "").strip()
    if habit.target is not None and value >= 0 and value != 3:
        habit.add(day, FoundEntry(Mark.DONE, Decimal(value) / 1000, note))
    elif value in _MARKS or note:
        habit.add(day, FoundEntry(_MARKS.get(value), None, note))
