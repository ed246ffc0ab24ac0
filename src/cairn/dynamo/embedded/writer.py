"""The one thread that writes, and how many callers share one commit.

Whoever wants to write hands over a change: a function that reads, decides, and only then writes. The thread
takes all changes that wait, runs them one after another in one SQLite transaction, commits, and answers
everybody. While it waits for the disk, the next group gathers.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import apsw

from cairn.dynamo.embedded.catalog import Catalog
from cairn.dynamo.embedded.faults import translated
from cairn.dynamo.embedded.tables import Table
from cairn.dynamo.errors import DynamoError, InternalServerError, ResourceNotFoundException

_GROUP = 256

Answer = TypeVar("Answer")


class Transaction:
    """What a change works on: the file as it is now, with all that was written before it."""

    def __init__(self, connection: apsw.Connection, catalog: Catalog, now: float) -> None:
        self.connection = connection
        self.execute: Callable[..., Any] = connection.execute
        self.catalog = catalog
        self.now = now

    def current(self, table: Table) -> Table:
        """The table as it is now: it may have been changed or deleted since the request was read."""
        found = self.catalog.by_id.get(table.id)
        if found is None:
            raise ResourceNotFoundException("Requested resource not found")
        return found


Change = Callable[[Transaction], Any]


class _Waiting:
    """A change and whoever waits for it."""

    __slots__ = ("answer", "change", "error", "future", "loop")

    def __init__(self, change: Change, future: Any, loop: asyncio.AbstractEventLoop | None) -> None:
        self.change = change
        self.future = future
        self.loop = loop
        self.answer: Any = None
        self.error: BaseException | None = None

    def resolve(self) -> None:
        if self.future.done():
            return  # whoever asked has gone away; the write stands
        if self.error is None:
            self.future.set_result(self.answer)
        else:
            self.future.set_exception(self.error)


class _HalfDoneError(Exception):
    """A change failed after it had written: the group can't be committed."""


class Writer:
    """The writing thread. `published` is told each catalog that a commit has made true."""

    def __init__(
        self, connection: apsw.Connection, clock: Callable[[], float], published: Callable[[Catalog], None]
    ) -> None:
        self._connection = connection
        self._clock = clock
        self._published = published
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._catalog = Catalog.read(connection)
        self._data_version = connection.pragma("data_version")
        self._closed = False
        published(self._catalog)
        self._thread = threading.Thread(target=self._run, name="cairn-writer", daemon=True)
        self._thread.start()

    async def write(self, change: Callable[[Transaction], Answer]) -> Answer:
        """Runs the change in the writing thread. Returns when it is on the disk."""
        self._refuse_when_closed()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer] = loop.create_future()
        self._queue.put(_Waiting(change, future, loop))
        return await future

    def write_from_thread(self, change: Callable[[Transaction], Answer]) -> Answer:
        """The same for a caller that has no event loop."""
        self._refuse_when_closed()
        future: Future[Answer] = Future()
        self._queue.put(_Waiting(change, future, None))
        return future.result()

    def close(self) -> None:
        """Writes what waits, then stops."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            self._thread.join()
            self._connection.close()

    def _refuse_when_closed(self) -> None:
        if self._closed:
            raise InternalServerError("the data folder has been closed")

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            group = [first]
            stopping = False
            with suppress(Empty):
                while len(group) < _GROUP:
                    waiting = self._queue.get_nowait()
                    if waiting is None:
                        stopping = True
                        break
                    group.append(waiting)
            self._carry_out(group)
            _answer(group)
            if stopping:
                break

    def _carry_out(self, group: list[_Waiting]) -> None:
        try:
            self._commit(group)
        except apsw.BusyError as fault:
            # Another process keeps the file to itself. To wait for it once more for each of them would take all day.
            self._roll_back()
            for waiting in group:
                waiting.error = translated(fault)
        except Exception as fault:  # noqa: BLE001 - the edge of the thread: whoever waits is told, the thread lives on
            self._roll_back()
            if len(group) == 1:
                group[0].error = (
                    translated(fault) if isinstance(fault, apsw.Error) else fault.__cause__ or fault
                )
                return
            for alone in group:
                self._carry_out([alone])

    def _commit(self, group: list[_Waiting]) -> None:
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        data_version = connection.pragma("data_version")
        if data_version != self._data_version:  # another process has written
            self._publish(Catalog.read(connection))
            self._data_version = data_version
        transaction = Transaction(connection, self._catalog, self._clock())
        for waiting in group:
            waiting.error = None
            written = connection.total_changes()
            try:
                waiting.answer = waiting.change(transaction)
            except DynamoError as refusal:
                if connection.total_changes() != written:
                    raise _HalfDoneError from refusal
                waiting.error = refusal
        connection.execute("COMMIT")
        if transaction.catalog is not self._catalog:
            self._publish(transaction.catalog)

    def _publish(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._published(catalog)

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")


def _answer(group: list[_Waiting]) -> None:
    loops: dict[asyncio.AbstractEventLoop, list[_Waiting]] = {}
    for waiting in group:
        if waiting.loop is None:
            waiting.resolve()
        else:
            loops.setdefault(waiting.loop, []).append(waiting)
    for loop, theirs in loops.items():
        with suppress(RuntimeError):  # the loop was closed: nobody is left to be told
            loop.call_soon_threadsafe(_resolve_all, theirs)


def _resolve_all(group: list[_Waiting]) -> None:
    for waiting in group:
        waiting.resolve()
