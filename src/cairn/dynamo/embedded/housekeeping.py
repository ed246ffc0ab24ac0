"""What happens without anybody asking: expired items go, new indexes fill up, old records are dropped.

A thread that looks around every little while, and at once when there is work. All it does is ordinary
changes, so that any number of processes may do it side by side.
"""

import logging
import threading
from collections.abc import Callable
from functools import partial
from typing import Final

import apsw

from cairn.dynamo.embedded import rows
from cairn.dynamo.embedded.filling import fill_on, unfilled
from cairn.dynamo.embedded.request_tokens import TOKEN_SECONDS, forget_old
from cairn.dynamo.embedded.store import Store
from cairn.dynamo.embedded.tables import Table
from cairn.dynamo.embedded.writer import Transaction
from cairn.dynamo.errors import ResourceNotFoundException

_INTERVAL_SECONDS: Final = 10.0
_ITEMS_A_CHANGE: Final = 100
_RECORDS_A_CHANGE: Final = 1000
_DAY: Final = 24 * 60 * 60
# An item whose time passed longer ago was most likely not meant to expire; AWS leaves it too.
_EXPIRED_AT_MOST_SECONDS: Final = 5 * 365 * _DAY

# Records come in the order of their time, so that the first tells whether any is old; without an index for it.
_FIRST_RECORD: Final = "(SELECT at FROM stream_records ORDER BY sequence LIMIT 1)"

_log = logging.getLogger(__name__)


class Housekeeping:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._closing = False
        self._thread = threading.Thread(target=self._look_around, name="cairn-housekeeping", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closing = True
        self._store.work_for_housekeeping.set()
        self._thread.join()

    def run(self) -> None:
        """Does all there is to do now."""
        store = self._store
        store.refresh()
        for table in store.catalog.by_id.values():
            try:
                self._tend(table)
            except (ResourceNotFoundException, apsw.SQLError):
                store.refresh()
                found = store.catalog.by_id.get(table.id)
                if found is not None and found.definition == table.definition:
                    raise  # it was not that the table was deleted or changed meanwhile
        now = store.clock()
        self._repeat(_drop_old_records, lambda: self._is_any(f"{_FIRST_RECORD} WHERE at < ?", now - _DAY))
        if self._is_any("streams WHERE disabled_at < ?", now - _DAY):
            store.write_from_thread(_forget_closed_streams)
        if self._is_any("request_tokens WHERE at < ?", now - TOKEN_SECONDS):
            store.write_from_thread(forget_old)

    def _tend(self, table: Table) -> None:
        if unfilled(table) is not None:
            self._repeat(partial(_fill, table), lambda: True)
        self._repeat(partial(_expire, table), lambda: self._has_expired(table))

    def _repeat(self, change: Callable[[Transaction], int], is_due: Callable[[], bool]) -> None:
        """Carries out a change again and again, among those of others, as long as it is due and does something."""
        while not self._closing and is_due() and self._store.write_from_thread(change):
            pass

    def _has_expired(self, table: Table) -> bool:
        return table.expiry is not None and self._is_any(
            f"{table.expiry.name} WHERE at >= ? AND at < ?", *_expired_between(self._store.clock())
        )

    def _is_any(self, rows: str, *bounds: float) -> bool:
        return self._store.reader().execute(f"SELECT 1 FROM {rows} LIMIT 1", bounds).get is not None

    def _look_around(self) -> None:
        while not self._closing:
            try:
                self.run()
            except Exception:  # noqa: BLE001 - the edge of the thread: the next look may succeed
                if not self._closing:
                    _log.exception("housekeeping of the data file failed and is tried again")
            self._store.work_for_housekeeping.wait(_INTERVAL_SECONDS)
            self._store.work_for_housekeeping.clear()


def _fill(table: Table, transaction: Transaction) -> bool:
    """Adds a chunk of rows to a key table that lacks some, and says whether there was one."""
    table = transaction.current(table)
    kept = unfilled(table)
    if kept is not None:
        fill_on(transaction, table, kept)
    return kept is not None


def _expire(table: Table, transaction: Transaction) -> int:
    """Removes some of the items whose time has passed, and says how many."""
    table = transaction.current(table)
    if table.expiry is None:
        return 0
    due = transaction.execute(
        f"SELECT p, s FROM {table.expiry.name} WHERE at >= ? AND at < ? ORDER BY at LIMIT ?",
        (*_expired_between(transaction.now), _ITEMS_A_CHANGE),
    ).fetchall()
    for p, s in due:
        before = rows.read_with_size(table, transaction.connection, p, s)
        rows.carry_out(transaction, rows.decide(table, p, s, before=before, after=None), expired=True)
    return len(due)


def _expired_between(now: float) -> tuple[int, int]:
    return int(now) - _EXPIRED_AT_MOST_SECONDS, int(now)


def _drop_old_records(transaction: Transaction) -> int:
    """Removes some of the records that are a day old, and says how many."""
    transaction.execute(
        "DELETE FROM stream_records WHERE sequence IN (SELECT sequence FROM"
        " (SELECT sequence, at FROM stream_records ORDER BY sequence LIMIT ?) WHERE at < ?)",
        (_RECORDS_A_CHANGE, transaction.now - _DAY),
    )
    return transaction.connection.changes()


def _forget_closed_streams(transaction: Transaction) -> None:
    transaction.execute("DELETE FROM streams WHERE disabled_at < ?", (transaction.now - _DAY,))
