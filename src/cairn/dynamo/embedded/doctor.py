"""Examines a data folder: is the file sound, and does what is kept beside the items agree with them?

Looks at everything and changes nothing, unless asked to rebuild key tables, which are made of the items.
"""

import os
import shutil
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import apsw
from msgspec import MsgspecError

from cairn.dynamo.embedded.catalog import Catalog
from cairn.dynamo.embedded.faults import DataFolderError, trouble
from cairn.dynamo.embedded.file import FILE_NAME, connected, recognise, refuse_lone_log
from cairn.dynamo.embedded.keys import key_of_item
from cairn.dynamo.embedded.rows import row_of_stored
from cairn.dynamo.embedded.tables import KeptRows, Table, decoded_item
from cairn.dynamo.embedded.values import item_size
from cairn.dynamo.errors import DynamoError

_LITTLE_ROOM_BYTES: Final = 200 * 1024 * 1024
_RESTORE: Final = (
    "keep this folder as it is, and restore your last backup into another: cairn restore FILE --data DIR"
)

Progress = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be, and what to do about it where that does not say so already."""

    what: str
    advice: str = ""
    serious: bool = True


def examine(
    folder: Path,
    *,
    rebuild: bool = False,
    progress: Progress = lambda what, share: None,
    databases: Sequence[str] = (),
) -> list[Finding]:
    """All that is wrong with the folder; an empty list is good news. `databases` are others that belong to it."""
    beside = [finding for name in databases for finding in _database(folder / name)]
    return [*_of_data(folder, rebuild=rebuild, progress=progress), *beside]


def _of_data(folder: Path, *, rebuild: bool, progress: Progress) -> list[Finding]:
    path = folder / FILE_NAME
    try:
        refuse_lone_log(path)
        if not path.is_file():
            return [
                Finding(
                    f"{folder} holds no Cairn data", "name the folder that `cairn serve --data` was given"
                )
            ]
        with closing(connected(path)) as connection:
            recognise(connection, path)
            findings = [*_room(folder), *_openness(folder), *_pages(connection, progress)]
            if not any(finding.serious for finding in findings):
                for table in Catalog.read(connection).by_id.values():
                    findings += _table(connection, table, rebuild=rebuild, progress=progress)
            return findings
    except DataFolderError as fault:
        return [Finding(str(fault))]
    except MsgspecError as fault:
        return [Finding(f"the data file can't be read: {fault}", _RESTORE)]
    except apsw.Error as fault:
        known = trouble(fault)
        if known is None:
            return [
                Finding(f"the data file can't be read: {fault}", "try again when nobody else uses the folder")
            ]
        return [Finding(known.what, _RESTORE if known.damage else known.remedy)]


def _database(path: Path) -> Iterator[Finding]:
    if not path.is_file():
        return  # nothing was kept in it
    try:
        with closing(connected(path)) as connection:
            yield from _pages(connection, lambda what, share: None, name=path.name)
    except DataFolderError as fault:
        yield Finding(str(fault))
    except apsw.Error as fault:
        known = trouble(fault)
        what = f"{path.name} can't be read: {fault if known is None else known.what}"
        yield Finding(what, known.remedy if known is not None and not known.damage else _RESTORE)


def _room(folder: Path) -> Iterator[Finding]:
    free = shutil.disk_usage(folder).free
    if free < _LITTLE_ROOM_BYTES:
        yield Finding(
            f"only {free // 1024**2} MB are free on the disk that holds {folder}",
            "make room: without it, writes are refused",
            serious=False,
        )


def _openness(folder: Path) -> Iterator[Finding]:
    if os.name == "posix" and stat.S_IMODE(folder.stat().st_mode) & 0o007:
        yield Finding(
            f"every user of this machine can look into {folder}", f"chmod 700 {folder}", serious=False
        )


def _pages(
    connection: apsw.Connection, progress: Progress, *, name: str = "the data file"
) -> Iterator[Finding]:
    progress("pages of the file", 0.0)
    faults = [row[0] for row in connection.execute("PRAGMA integrity_check(10)") if row[0] != "ok"]
    progress("pages of the file", 1.0)
    if faults:
        yield Finding(f"{name} is damaged: " + "; ".join(faults), _RESTORE)


def _table(
    connection: apsw.Connection, table: Table, *, rebuild: bool, progress: Progress
) -> Iterator[Finding]:
    with connection:  # one snapshot, so that what is written meanwhile does not look like a fault
        current = Catalog.read(connection).by_id.get(table.id)
        if current is None:
            return  # deleted meanwhile
        yield from _items(connection, current, progress)
        stale = [kept for kept in current.kept if not _agrees(connection, current, kept)]
    for kept in stale:
        if rebuild:
            _rebuild(connection, table, kept)
            yield Finding(
                f"{table.name}: {kept.title} did not agree with the items", "rebuilt", serious=False
            )
        else:
            yield Finding(
                f"{table.name}: {kept.title} does not agree with the items", "cairn doctor --rebuild"
            )


def _items(connection: apsw.Connection, table: Table, progress: Progress) -> Iterator[Finding]:
    count = connection.execute(f"SELECT count(*) FROM {table.items}").get or 1
    faulty = 0
    example = ""
    for number, (p, s, size, value) in enumerate(connection.execute(f"SELECT p, s, n, v FROM {table.items}")):
        if number % 1000 == 0:
            progress(f"items of {table.name}", number / count)
        try:
            item = decoded_item(value)
            sound = key_of_item(table.schema, item) == (p, s) and item_size(item) == size
        except (MsgspecError, DynamoError, ValueError) as fault:
            sound = False
            example = f", for example {p!r} {s!r}: {fault}"
        faulty += not sound
    progress(f"items of {table.name}", 1.0)
    if faulty:
        yield Finding(
            f"{table.name}: {faulty} of {count} items can't be read as they were written{example}", _RESTORE
        )


def _agrees(connection: apsw.Connection, table: Table, kept: KeptRows) -> bool:
    if not kept.complete:
        return True  # still being filled
    held: Any = connection.execute(f"SELECT count(*) FROM {kept.name}").get
    due = 0
    for row in _due_rows(connection, table, kept):
        due += 1
        if connection.execute(kept.select, row).get is None:
            return False
    return bool(held == due)


def _due_rows(connection: apsw.Connection, table: Table, kept: KeptRows) -> Iterator[tuple[object, ...]]:
    for p, s, value in connection.execute(f"SELECT p, s, v FROM {table.items}"):
        row = row_of_stored(kept, decoded_item(value), p, s)
        if row is not None:
            yield row


def _rebuild(connection: apsw.Connection, table: Table, kept: KeptRows) -> None:
    with connection:
        connection.execute(f"DELETE FROM {kept.name}")
        connection.executemany(kept.insert, list(_due_rows(connection, table, kept)))
