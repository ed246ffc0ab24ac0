"""Reading a page of items in key order: what Query and Scan have in common.

A page ends at its limit, at one megabyte read, or where the items end. The first hundred items are read at
once; a page that goes on is handed to a reading thread, so that nobody else waits for it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from zlib import crc32

import apsw

from cairn.dynamo.embedded.keys import KeySchema, encoded
from cairn.dynamo.embedded.store import Store
from cairn.dynamo.embedded.tables import IndexKeys, Table, decoded_item
from cairn.dynamo.embedded.values import item_size
from cairn.dynamo.seam import Item

_PAGE_BYTES = 1024 * 1024
_AT_ONCE = 100
_A_TIME = 1000

Bytes = tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Between which sort keys a query reads, in the order of their bytes. None is no bound."""

    low: bytes | None = None
    low_included: bool = True
    high: bytes | None = None
    high_included: bool = True

    def include(self, key: bytes) -> bool:
        low, high = self.low, self.high
        return (low is None or key > low or (self.low_included and key == low)) and (
            high is None or key < high or (self.high_included and key == high)
        )


EVERYTHING = Bounds()


def bounds(operator: str | None, operands: tuple[bytes, ...]) -> Bounds:
    """The bounds that a condition on the sort key means."""
    match operator:
        case None:
            return EVERYTHING
        case "=":
            return Bounds(low=operands[0], high=operands[0])
        case "<" | "<=":
            return Bounds(high=operands[0], high_included=operator == "<=")
        case ">" | ">=":
            return Bounds(low=operands[0], low_included=operator == ">=")
        case "BETWEEN":
            return Bounds(low=operands[0], high=operands[1])
        case _:
            return Bounds(low=operands[0], high=_after_prefix(operands[0]), high_included=False)


def _after_prefix(prefix: bytes) -> bytes | None:
    """The smallest bytes greater than everything that begins with the prefix."""
    kept = prefix.rstrip(b"\xff")
    return kept[:-1] + bytes([kept[-1] + 1]) if kept else None


@dataclass(frozen=True, slots=True)
class Source:
    """What is read: the items themselves, or an index that points at them."""

    table: Table
    index: IndexKeys | None
    fetches_whole_items: bool = False

    @property
    def schema(self) -> KeySchema:
        return self.table.schema if self.index is None else self.index.index.schema

    @property
    def key_names(self) -> tuple[str, ...]:
        """The attributes of LastEvaluatedKey."""
        return self.table.schema.names if self.index is None else self.index.key_names

    @property
    def carried_names(self) -> frozenset[str] | None:
        """The attributes that the index carries; None when all are there to be read."""
        return None if self.index is None else self.index.carried_names

    def position(self, item: Item) -> Bytes:
        """Where an item, or the key of one, stands in the source's order."""
        own = _key_bytes(self.table.schema, item)
        return own if self.index is None else (*_key_bytes(self.schema, item), *own)

    def columns(self) -> tuple[str, ...]:
        return ("p", "s") if self.index is None else ("x.ip", "x.isk", "x.p", "x.s")

    def rows_from(self, *, with_partition: bool) -> str:
        if self.index is None:
            return f"v, n{', p' if with_partition else ''} FROM {self.table.items}"
        # CROSS JOIN keeps SQLite from turning the loops round: the index gives the order.
        return (
            f"t.v, t.n{', x.ip' if with_partition else ''} FROM {self.index.name} x "
            f"CROSS JOIN {self.table.items} t ON t.p = x.p AND t.s = x.s"
        )


def segment_of(partition: bytes, total: int) -> int:
    """Which of so many segments of a parallel scan reads the partition."""
    return crc32(partition) % total


def _key_bytes(schema: KeySchema, item: Item) -> tuple[bytes, bytes]:
    sort = schema.sort
    return encoded(item[schema.partition.name]), b"" if sort is None else encoded(item[sort.name])


@dataclass(slots=True)
class Page:
    """A page being read, and what to read next."""

    source: Source
    partition: bytes | None
    bounds: Bounds
    forward: bool
    limit: int | None
    after: Bytes | None
    keep: Callable[[Item], bool] | None
    segment: tuple[int, int] | None = None
    items: list[Item] = field(default_factory=list)
    scanned: int = 0
    bytes_read: int = 0
    bytes_fetched: int = 0
    fetched: list[int] = field(default_factory=list)
    last: Item | None = None
    passed_over: int = 0
    ended: bool = False
    full: bool = False

    @property
    def last_evaluated_key(self) -> Item | None:
        if self.last is None or not self.full or self._has_one_item_at_most:
            return None
        return {name: self.last[name] for name in self.source.key_names}

    @property
    def _has_one_item_at_most(self) -> bool:
        return self.partition is not None and self.source.index is None and self.source.schema.sort is None

    def read(self, connection: apsw.Connection, rows_at_most: int) -> None:
        """Reads on, at most so many rows."""
        if self.limit is not None and self.segment is None:
            rows_at_most = min(rows_at_most, self.limit - self.scanned)
        sql, bindings = self._statement(rows_at_most)
        carried, keep = self.source.carried_names, self.keep
        fetches = self.source.fetches_whole_items
        rows: Iterator[Any] = connection.execute(sql, bindings)
        if self.segment is not None:
            rows = self._of_segment(rows, *self.segment)
        read = 0
        for value, size in rows:
            read += 1
            self.last = item = decoded_item(value)
            if carried is not None:
                entry = IndexKeys.carried(item, carried)
                if fetches:
                    self.fetched.append(size)
                    self.bytes_fetched += size
                else:
                    item = entry
                size = item_size(entry)  # noqa: PLW2901 - what was read is the index's own copy
            self.scanned += 1
            self.bytes_read += size
            if keep is None or keep(item):
                self.items.append(item)
            if self.scanned == self.limit or self.bytes_read + self.bytes_fetched >= _PAGE_BYTES:
                self.full = self.ended = True
                return
        self.ended = read + self.passed_over < rows_at_most

    def _of_segment(self, rows: Iterator[Any], number: int, total: int) -> Iterator[tuple[bytes, int]]:
        """The rows of a segment. The others are passed over unread, since they may be nearly all of a table."""
        self.passed_over = 0
        value = None
        for value, size, partition in rows:
            if segment_of(partition, total) == number:
                yield value, size
            else:
                self.passed_over += 1
        if value is not None:
            self.last = decoded_item(value)

    def _statement(self, rows_at_most: int) -> tuple[str, tuple[Any, ...]]:
        after = self.after if self.last is None else self.source.position(self.last)
        low, high = self.bounds.low, self.bounds.high
        # A start beyond the bound replaces it: with both, SQLite might seek to the bound and walk from there.
        if after is not None and self.forward:
            low = None
        elif after is not None:
            high = None
        sql = _sql(
            self.source.rows_from(with_partition=self.segment is not None),
            self.source.columns(),
            self.partition is not None,
            None if low is None else self.bounds.low_included,
            None if high is None else self.bounds.high_included,
            after is not None,
            self.forward,
        )
        bindings: list[Any] = [] if self.partition is None else [self.partition]
        bindings += [bound for bound in (low, high) if bound is not None]
        if after is not None:
            bindings += after if self.partition is None else after[1:]
        return sql, (*bindings, rows_at_most)


@lru_cache(maxsize=2000)
def _sql(
    rows_from: str,
    columns: tuple[str, ...],
    one_partition: bool,
    low_included: bool | None,
    high_included: bool | None,
    resumed: bool,
    forward: bool,
) -> str:
    conditions = [f"{columns[0]} = ?"] if one_partition else []
    if low_included is not None:
        conditions.append(f"{columns[1]} >{'=' if low_included else ''} ?")
    if high_included is not None:
        conditions.append(f"{columns[1]} <{'=' if high_included else ''} ?")
    order = columns[1:] if one_partition else columns
    if resumed:
        marks = ", ".join("?" * len(order))
        conditions.append(f"({', '.join(order)}) {'>' if forward else '<'} ({marks})")
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    ordering = ", ".join(column if forward else f"{column} DESC" for column in order)
    return f"SELECT {rows_from}{where} ORDER BY {ordering} LIMIT ?"


async def read_page(store: Store, page: Page) -> None:
    """Reads the page to its end."""
    if page.segment is None:
        page.read(store.reader(), _AT_ONCE)
    if not page.ended:
        await store.in_thread(lambda: _read_on(page, store.reader()))


def _read_on(page: Page, connection: apsw.Connection) -> None:
    while not page.ended:
        page.read(connection, _A_TIME)
