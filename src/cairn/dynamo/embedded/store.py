"""Where operations find tables, read, and write.

Reads run at once on the calling thread: a look-up by key costs less than handing it to another. What may
take longer goes on in a thread of the pool. All writes go through the one writer.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import apsw

from cairn.dynamo.embedded.catalog import Catalog
from cairn.dynamo.embedded.definitions import table_name_of_arn
from cairn.dynamo.embedded.file import DataFile
from cairn.dynamo.embedded.table_sizes import TableSizes
from cairn.dynamo.embedded.tables import Table
from cairn.dynamo.embedded.writer import Transaction, Writer
from cairn.dynamo.errors import ResourceNotFoundException

Answer = TypeVar("Answer")

_READING_THREADS = 2


class Store:
    """A data folder's tables, open."""

    def __init__(self, folder: Path, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.file = DataFile(folder)
        self.catalog = Catalog(())
        self.work_for_housekeeping = threading.Event()
        self._writer = Writer(self.file.writer(), clock, self._publish)
        self._threads = ThreadPoolExecutor(_READING_THREADS, thread_name_prefix="cairn-reader")
        self.sizes = TableSizes(self.reader, self.in_thread)

    def _publish(self, catalog: Catalog) -> None:
        self.catalog = catalog

    def refresh(self) -> None:
        """Learns of tables that another process has made, changed or deleted."""
        self.catalog = Catalog.read(self.file.reader())

    def find(self, name: str) -> Table | None:
        """The table of that name, if there is one in this moment."""
        if name.startswith("arn:"):
            name = table_name_of_arn(name)
        if name not in self.catalog.by_name:
            self.refresh()
        return self.catalog.by_name.get(name)

    def table(self, name: str) -> Table:
        """The table of that name, for an operation on its items."""
        table = self.catalog.by_name.get(name) or self.find(name)
        if table is None:
            raise ResourceNotFoundException("Requested resource not found")
        return table

    def reader(self) -> apsw.Connection:
        """The calling thread's connection. What it reads is what was last committed."""
        return self.file.reader()

    async def in_thread(self, work: Callable[[], Answer]) -> Answer:
        """Does in a thread what may take more than a moment."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def write(self, change: Callable[[Transaction], Answer]) -> Answer:
        """Carries out the change. When this returns, it is on the disk."""
        return await self._writer.write(change)

    def write_from_thread(self, change: Callable[[Transaction], Answer]) -> Answer:
        return self._writer.write_from_thread(change)

    def close(self) -> None:
        self._writer.close()
        self._threads.shutdown()
        self.file.close()
