"""Loop Habit Tracker's zip: `Habits.csv`, and for each habit a folder with `Checkmarks.csv`. Read, and written the same.

The matrix at its top does not quote names, so that a comma in one shifts its columns: only the folders are read.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Final

from cairn.apps.habits.files.archives import Archive, lines_of, rows_of
from cairn.apps.habits.files.found import (
    FoundEntry,
    FoundHabit,
    UnreadableFile,
    amount_of_text,
    day_of_text,
    schedule_of_frequency,
    target_of,
)
from cairn.apps.habits.rules.entries import Mark
from cairn.apps.habits.rules.schedules import often

HABITS: Final = "Habits.csv"
_FOLDER: Final = re.compile(r"(\d+) .*/Checkmarks\.csv")
_COLUMNS: Final = (
    "Position", "Name", "Type", "Question", "Description", "FrequencyNumerator", "FrequencyDenominator", "Color",
    "Unit", "Target Type", "Target Value", "Archived?",
)  # fmt: skip
# Words since 2.3, numbers before. What follows from other days (YES_AUTO, 1) was not entered by anybody.
_MARKS: Final = {"YES_MANUAL": Mark.DONE, "2": Mark.DONE, "SKIP": Mark.SKIPPED, "3": Mark.SKIPPED}
_NO_ENTRY: Final = frozenset({"YES_AUTO", "NO", "UNKNOWN", "1", "0", "-1", ""})
_WORDS: Final = frozenset({"YES_MANUAL", "YES_AUTO", "NO", "SKIP", "UNKNOWN"})


def read(archive: Archive) -> list[FoundHabit]:
    """The habits of an archive, in their order."""
    folders = {int(found.group(1)): name for name in archive.names if (found := _FOLDER.fullmatch(name))}
    habits: list[FoundHabit] = []
    for line, row in rows_of(archive.text(HABITS), HABITS):
        where = f"{HABITS}, line {line}"
        habit = _habit(row, where)
        position = int(amount_of_text(row.get("Position") or str(len(habits) + 1), f"{where}, Position"))
        folder = folders.get(position)
        if folder is not None:
            _add_entries(habit, archive.text(folder), folder)
        habits.append(habit)
    return habits


def _habit(row: Mapping[str, str], where: str) -> FoundHabit:
    name = (row.get("Name", "")).strip()
    if not name:
        raise UnreadableFile(f"{where}: a habit needs a name, in the column Name")
    times = amount_of_text(row.get("FrequencyNumerator") or "1", f"{where}, FrequencyNumerator")
    days = amount_of_text(row.get("FrequencyDenominator") or "1", f"{where}, FrequencyDenominator")
    asked = [
        text for text in ((row.get("Question", "")).strip(), (row.get("Description", "")).strip()) if text
    ]
    habit = FoundHabit(name, name, "\n".join(asked), schedule_of_frequency(int(times), int(days)))
    if (row.get("Type", "")).upper() == "NUMERICAL":
        wanted = amount_of_text(row.get("Target Value") or "0", f"{where}, Target Value")
        habit.target = target_of(wanted, row.get("Target Type", ""), (row.get("Unit", "")).strip())
    habit.is_archived = (row.get("Archived?", "")).strip().lower() == "true"
    return habit


def _add_entries(habit: FoundHabit, text: str, name: str) -> None:
    for line, row in lines_of(text, name):
        if row[0] == "Date":
            continue
        where = f"{name}, line {line}"
        if len(row) < 2:
            raise UnreadableFile(f"{where}: a date and a value are expected")
        day = day_of_text(row[0], where)
        note = row[2].strip() if len(row) > 2 else ""
        entry = _entry(row[1].strip(), note, where, is_number=habit.target is not None)
        if entry is not None:
            habit.add(day, entry)


def _entry(value: str, note: str, where: str, *, is_number: bool) -> FoundEntry | None:
    if is_number and value not in _WORDS:
        return FoundEntry(Mark.DONE, amount_of_text(value, where), note)
    mark = _MARKS.get(value)
    if mark is None and value not in _NO_ENTRY:
        raise UnreadableFile(f"{where}: {value!r} is no mark; YES_MANUAL, NO and SKIP are, among others")
    return FoundEntry(mark, None, note) if mark or note else None


def written(habits: Sequence[FoundHabit], file: zipfile.ZipFile) -> None:
    """Puts habits into an archive that Loop takes."""
    file.writestr(
        HABITS, _csv([_COLUMNS, *(_row(number, each) for number, each in enumerate(habits, start=1))])
    )
    for number, habit in enumerate(habits, start=1):
        plain = re.sub(r"[^ \w-]", "", habit.name)[:50].strip()
        folder = f"{number:03} {plain or 'Habit'}"
        file.writestr(f"{folder}/Checkmarks.csv", _csv([("Date", "Value", "Notes"), *_marks(habit)]))


def _row(number: int, habit: FoundHabit) -> Iterable[object]:
    times, days = often(habit.schedule)
    target = habit.target
    return (
        f"{number:03}",
        habit.name,
        "NUMERICAL" if target else "YES_NO",
        "",
        habit.description,
        times,
        days,
        "#8c6d46",
        target.unit if target else "",
        target.direction.name if target else "",
        target.amount if target else "",
        "true" if habit.is_archived else "false",
    )


def _marks(habit: FoundHabit) -> Iterator[tuple[date, object, str]]:
    for day, entry in sorted(habit.entries.items(), reverse=True):
        match entry.mark:
            case Mark.DONE if habit.target:
                yield day, entry.amount if entry.amount is not None else Decimal(0), entry.note
            case Mark.DONE:
                yield day, "YES_MANUAL", entry.note
            case Mark.SKIPPED | Mark.FROZEN:
                yield day, "SKIP", entry.note
            case None:
                yield day, "UNKNOWN", entry.note


def _csv(rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()
