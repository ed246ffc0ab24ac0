"""Bare SQLite, the floor under the embedded engine: the same rows, pragmas and disk, and nothing around them.

Once with apsw and MessagePack, as the engine uses them, and once with what the standard library has.
"""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

import apsw
import msgspec

from bench.dynamo.items import PARTITION, QUERY_LIMIT, SORT, KeyNumbers, item

_PRAGMAS = (
    "PRAGMA page_size = 4096",
    "PRAGMA cache_size = -32768",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA wal_autocheckpoint = 4000",
)
_TABLE = (
    "CREATE TABLE items (p BLOB, s BLOB, n INT NOT NULL, v BLOB NOT NULL, PRIMARY KEY (p, s)) WITHOUT ROWID"
)
_ONE = "SELECT v FROM items WHERE p = ? AND s = ?"
_MANY = "SELECT v FROM items WHERE p = ? AND s >= ? AND s < ? LIMIT ?"
_WRITE = "INSERT OR REPLACE INTO items (p, s, n, v) VALUES (?, ?, ?, ?)"
_SIZE = 400

BytesKey = tuple[bytes, bytes]


def bytes_key(numbers: KeyNumbers) -> BytesKey:
    return (PARTITION % numbers[0]).encode(), (SORT % numbers[1]).encode()


class Bare(Protocol):
    """One SQLite file and a way to read it."""

    name: str

    def get(self, keys: Iterable[BytesKey]) -> None:
        """Selects and decodes one row for each key."""

    def query(self, partitions: Iterable[bytes]) -> None:
        """Selects and decodes the first fifty rows of each partition."""

    def close(self) -> None: ...


class Apsw:
    """apsw and msgspec's MessagePack."""

    name = "apsw and MessagePack"

    def __init__(self, folder: Path, keys: Sequence[BytesKey]) -> None:
        self._connection = apsw.Connection(str(folder / "bare-apsw.sqlite"))
        for statement in (*_PRAGMAS, _TABLE):
            self._connection.execute(statement)
        self._decode = msgspec.msgpack.Decoder().decode
        self._value = msgspec.msgpack.encode(_sample())
        self.commit_all(keys)

    def get(self, keys: Iterable[BytesKey]) -> None:
        execute, decode = self._connection.execute, self._decode
        for key in keys:
            decode(execute(_ONE, key).get)

    def query(self, partitions: Iterable[bytes]) -> None:
        execute, decode = self._connection.execute, self._decode
        for partition in partitions:
            rows = execute(_MANY, (partition, b"TASK#", b"TASK$", QUERY_LIMIT))
            if len([decode(row[0]) for row in rows]) != QUERY_LIMIT:
                raise AssertionError(partition)

    def commit_each(self, keys: Iterable[BytesKey]) -> None:
        """Writes a row for each key, each with a commit of its own."""
        execute, value = self._connection.execute, self._value
        for partition, sort in keys:
            execute(_WRITE, (partition, sort, _SIZE, value))

    def commit_all(self, keys: Iterable[BytesKey]) -> None:
        """Writes a row for each key in one commit."""
        self._connection.execute("BEGIN IMMEDIATE")
        self.commit_each(keys)
        self._connection.execute("COMMIT")

    def close(self) -> None:
        self._connection.close()


class Stdlib:
    """The standard library's sqlite3 and json."""

    name = "sqlite3 and JSON"

    def __init__(self, folder: Path, keys: Sequence[BytesKey]) -> None:
        self._connection = sqlite3.connect(folder / "bare-stdlib.sqlite", isolation_level=None)
        for statement in (*_PRAGMAS, _TABLE):
            self._connection.execute(statement)
        value = json.dumps(_sample())  # as text, which json reads quicker than bytes
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany(_WRITE, [(partition, sort, _SIZE, value) for partition, sort in keys])
        self._connection.execute("COMMIT")

    def get(self, keys: Iterable[BytesKey]) -> None:
        execute = self._connection.execute
        for key in keys:
            json.loads(execute(_ONE, key).fetchone()[0])

    def query(self, partitions: Iterable[bytes]) -> None:
        execute = self._connection.execute
        for partition in partitions:
            rows = execute(_MANY, (partition, b"TASK#", b"TASK$", QUERY_LIMIT))
            if len([json.loads(row[0]) for row in rows]) != QUERY_LIMIT:
                raise AssertionError(partition)

    def close(self) -> None:
        self._connection.close()


def _sample() -> dict[str, Any]:
    return item(PARTITION % 0, SORT % 0)
