"""How many items and bytes a table holds.

AWS counts every six hours. Here a table is counted when somebody asks, and the figure serves for a while
that grows with what the counting took: a small table is always right, a large one costs little. A table that has been
changed, for instance by an index that is filled now, is counted anew.
"""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import apsw

from cairn.dynamo.embedded.definitions import Definition
from cairn.dynamo.embedded.tables import Table

_AGE_PER_COST = 100


@dataclass(frozen=True, slots=True)
class TableSize:
    """Counts of a table and, by name, of its indexes: items and bytes."""

    items: int = 0
    bytes: int = 0
    indexes: dict[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Known:
    """What was counted, of the table as it was then."""

    definition: Definition
    size: TableSize
    good_until: float


class TableSizes:
    """The last figures of each table. `in_thread` runs the counting aside."""

    def __init__(
        self,
        reader: Callable[[], apsw.Connection],
        in_thread: Callable[[Callable[[], TableSize]], Awaitable[TableSize]],
    ) -> None:
        self._reader = reader
        self._in_thread = in_thread
        self._known: dict[int, _Known] = {}

    async def of(self, table: Table) -> TableSize:
        known = self._known.get(table.id)
        if known is not None and known.definition is table.definition and time.monotonic() < known.good_until:
            return known.size
        started = time.monotonic()
        size = await self._in_thread(lambda: _counted(table, self._reader()))
        ended = time.monotonic()
        if ended - started > 0.01:
            good_until = ended + _AGE_PER_COST * (ended - started)
            self._known[table.id] = _Known(table.definition, size, good_until)
        return size


def _counted(table: Table, connection: apsw.Connection) -> TableSize:
    items, size = _one_row(connection, f"SELECT count(*), total(n) FROM {table.items}")
    indexes = {}
    for name, keys in table.indexes.items():
        indexes[name] = _one_row(
            connection,
            f"SELECT count(*), total(t.n) FROM {keys.name} x JOIN {table.items} t ON t.p = x.p AND t.s = x.s",
        )
    return TableSize(items, size, indexes)


def _one_row(connection: apsw.Connection, sql: str) -> tuple[int, int]:
    row: Any = connection.execute(sql).get
    return row[0], int(row[1])
