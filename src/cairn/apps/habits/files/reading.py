"""Telling what kind of file somebody has brought, and reading it."""

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from cairn.apps.habits.files import beaver, habitbull, habitica, loop_archive, loop_database, own
from cairn.apps.habits.files.archives import Archive, lines_of, text_of
from cairn.apps.habits.files.found import FoundHabit, UnreadableFile

MOST_BYTES: Final = 32 * 1024 * 1024


class Source(StrEnum):
    """The programs whose files are read."""

    CAIRN = "Cairn"
    LOOP = "Loop Habit Tracker"
    HABITBULL = "HabitBull"
    BEAVER = "Beaver Habits"
    HABITICA = "Habitica"


@dataclass(frozen=True, slots=True)
class Found:
    """What a file holds, and which program wrote it."""

    source: Source
    habits: list[FoundHabit]


def read_file(content: bytes) -> Found:
    """The habits of a file, which is told by what stands in it, not by its name."""
    if len(content) > MOST_BYTES:
        raise UnreadableFile(f"it is larger than {MOST_BYTES // 1024 // 1024} MB")
    if content.startswith(b"PK"):
        return _of_archive(Archive(content))
    if content.startswith(loop_database.MAGIC):
        return Found(Source.LOOP, loop_database.read(content))
    text = text_of(content, "it")
    if text.lstrip().startswith(("{", "[")):
        return _of_json(text)
    return _of_lines(text)


def _of_archive(archive: Archive) -> Found:
    if own.NAME in archive:
        return Found(Source.CAIRN, own.read(archive.text(own.NAME)))
    if loop_archive.HABITS in archive:
        return Found(Source.LOOP, loop_archive.read(archive))
    raise UnreadableFile(
        f"an archive of habits holds {own.NAME} or {loop_archive.HABITS}; this one holds neither"
    )


def _of_json(text: str) -> Found:
    try:
        document: Any = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise UnreadableFile("it begins like JSON, and is not") from fault
    if isinstance(document, dict) and document.get("format") == "cairn-habits":
        return Found(Source.CAIRN, own.read(text))
    return Found(Source.BEAVER, beaver.read(document))


def _of_lines(text: str) -> Found:
    _, heading = next(lines_of(text, "it"), (0, []))
    columns = set(heading)
    if columns >= habitbull.COLUMNS:
        return Found(Source.HABITBULL, habitbull.read(text))
    if columns >= habitica.COLUMNS:
        return Found(Source.HABITICA, habitica.read(text))
    raise UnreadableFile(
        "it is none of the files that are read: a zip or database of Loop Habit Tracker, CSV of HabitBull or Habitica, "
        "JSON of Beaver Habits, a zip of Cairn"
    )
