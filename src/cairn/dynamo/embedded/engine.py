"""The engine: takes a request, finds who answers it, and keeps the folder open."""

import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import apsw

from cairn.dynamo.embedded.faults import translated
from cairn.dynamo.embedded.housekeeping import Housekeeping
from cairn.dynamo.embedded.operations import HANDLERS
from cairn.dynamo.embedded.shapes import check
from cairn.dynamo.embedded.store import Store
from cairn.dynamo.seam import Operation, Request, Response


class Embedded:
    """DynamoDB in this process, on the file of a data folder. Several processes may open one folder."""

    def __init__(self, folder: Path, *, clock: Callable[[], float] = time.time) -> None:
        self._store = Store(folder, clock)
        self._housekeeping = Housekeeping(self._store)

    async def call(self, operation: Operation, request: Request) -> Response:
        """Answers one request. A write is on the disk when this returns."""
        check(operation, request)
        handler = HANDLERS[operation]
        try:
            try:
                return await handler(self._store, request)
            except apsw.SQLError:
                # Another process has deleted a table or an index since the catalog was read.
                self._store.refresh()
                return await handler(self._store, request)
        except apsw.Error as fault:
            raise translated(fault) from fault

    def sweep(self) -> None:
        """Removes now what has expired: items, records of streams, request tokens."""
        self._housekeeping.run()

    async def close(self) -> None:
        self._housekeeping.close()
        self._store.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


def open_folder(folder: Path, *, clock: Callable[[], float] = time.time) -> Embedded:
    """Opens a data folder, and makes it when there is none. Raises `DataFolderError` with advice."""
    return Embedded(folder, clock=clock)
