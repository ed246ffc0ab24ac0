"""The SQLite file of a data folder: how it is made, opened, and known to be ours.

The pragmas are the durability promise: a write-ahead log that is flushed before anyone is answered.
"""

import random
import threading
import time
from collections.abc import Callable
from pathlib import Path

import apsw

from cairn.dynamo.embedded.faults import DataFolderError, of_folder

FILE_NAME = "dynamo.sqlite"
FORMAT = 1
_APPLICATION_ID = 0x4341524E  # "CARN"
_PAGE_BYTES = 4096
_CACHE_KIBIBYTES = 32 * 1024
_CHECKPOINT_PAGES = 4000
_PATIENCE_SECONDS = 30.0

_SCHEMA = """
CREATE TABLE tables (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, definition BLOB NOT NULL);
CREATE TABLE streams (
    id INTEGER PRIMARY KEY AUTOINCREMENT, table_name TEXT NOT NULL, label TEXT NOT NULL, view TEXT NOT NULL,
    schema BLOB NOT NULL, created_at REAL NOT NULL, disabled_at REAL, UNIQUE (table_name, label));
CREATE TABLE stream_records (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, stream INTEGER NOT NULL, at REAL NOT NULL, record BLOB NOT NULL);
CREATE INDEX stream_records_by_stream ON stream_records (stream, sequence);
CREATE TABLE request_tokens (
    token TEXT PRIMARY KEY, at REAL NOT NULL, fingerprint BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX request_tokens_by_age ON request_tokens (at);
"""


class DataFile:
    """A file that exists and is ours. Each thread that reads gets a connection of its own."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        self._local = threading.local()
        self._readers: list[apsw.Connection] = []
        try:
            # What people keep here is no business of the machine's other users.
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            connection = connected(self.path)
            try:
                make_or_recognise(connection, self.path)
            finally:
                connection.close()
        except OSError as fault:
            raise DataFolderError(f"{folder}: {fault.strerror or fault}") from fault
        except apsw.Error as fault:
            raise of_folder(self.path, fault) from fault

    def writer(self) -> apsw.Connection:
        """A connection that may write. There is one a process, and one thread that uses it."""
        connection = connected(self.path)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
        return connection

    def reader(self) -> apsw.Connection:
        """The calling thread's connection for reading."""
        try:
            connection: apsw.Connection = self._local.connection
        except AttributeError:
            connection = self._local.connection = connected(self.path)
            connection.execute("PRAGMA query_only = ON")
            self._readers.append(connection)
        return connection

    def close(self) -> None:
        for connection in self._readers:
            connection.close()
        self._readers.clear()


def connected(path: Path) -> apsw.Connection:
    refuse_lone_log(path)
    connection = apsw.Connection(str(path), statementcachesize=500)
    connection.set_busy_handler(_patient(_PATIENCE_SECONDS))
    connection.execute(f"PRAGMA page_size = {_PAGE_BYTES}")
    connection.execute(f"PRAGMA cache_size = -{_CACHE_KIBIBYTES}")
    return connection


def refuse_lone_log(path: Path) -> None:
    """Raises when the file is gone or empty and its log is not: opening it, SQLite would throw the log away."""
    log = Path(f"{path}-wal")
    # In this order: a file that is just being made has content before it has a log.
    if _bytes_in(log) and not _bytes_in(path):
        raise DataFolderError(
            f"{log} holds what {path} lost: that file is missing or empty. Put it back beside its log, "
            "or restore your last backup into another folder; nothing was touched"
        )


def _bytes_in(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _patient(seconds: float) -> Callable[[int], bool]:
    """Waits for another process's turn to end.

    SQLite's own handler sleeps up to 100 ms between looks, and so starves beside a process that commits
    back to back; short uneven sleeps find the gap.
    """
    deadline = 0.0

    def wait(times_before: int) -> bool:
        nonlocal deadline
        now = time.monotonic()
        if times_before == 0:
            deadline = now + seconds
        time.sleep(random.uniform(0.0001, 0.0008))  # noqa: S311 - spreading sleeps, not secrets
        return now < deadline

    return wait


def make_or_recognise(connection: apsw.Connection, path: Path) -> None:
    if _is_empty(connection):
        _make(connection)
    recognise(connection, path)


def _is_empty(connection: apsw.Connection) -> bool:
    return bool(connection.execute("SELECT count(*) = 0 FROM sqlite_schema").get)


def recognise(connection: apsw.Connection, path: Path) -> None:
    """Raises unless the file is one of ours, of a format that this program knows."""
    if connection.pragma("application_id") != _APPLICATION_ID:
        raise DataFolderError(f"{path} is not a Cairn data file. Name another folder, or move that file away")
    found = connection.pragma("user_version")
    if found > FORMAT:
        raise DataFolderError(
            f"{path} was written by a newer Cairn (its format is {found}, this program knows up to {FORMAT}). "
            "Update Cairn; the file was not touched"
        )


def _make(connection: apsw.Connection) -> None:
    connection.pragma("journal_mode", "wal")
    connection.execute("BEGIN IMMEDIATE")
    if _is_empty(connection):  # else another process made it while we waited for our turn
        connection.execute(_SCHEMA)
        connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}; PRAGMA user_version = {FORMAT}")
    connection.execute("COMMIT")
