"""How an item is read and written, with everything that is kept beside it.

A write is decided whole before any of it is carried out: what the item becomes, and which index keys come
and go. `carry_out` is the only place that changes items.
"""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import apsw

from cairn.dynamo.embedded.change_records import record_change
from cairn.dynamo.embedded.tables import KeptRows, Row, Table, decoded_item, encoded_item
from cairn.dynamo.embedded.writer import Transaction
from cairn.dynamo.errors import ValidationException
from cairn.dynamo.seam import Item


@dataclass(frozen=True, slots=True)
class Stored:
    """An item with its size as AWS counts it."""

    item: Item
    size: int


@dataclass(frozen=True, slots=True)
class Decision:
    """What a write does to one item: `before` is there now, `after` is there then; None is no item."""

    table: Table
    p: bytes
    s: bytes
    before: Stored | None
    after: Stored | None
    moves: tuple[tuple[str, Row], ...]


def read(table: Table, connection: apsw.Connection, p: bytes, s: bytes) -> Item | None:
    value: Any = connection.execute(table.select, (p, s)).get
    return None if value is None else decoded_item(value)


def read_with_size(table: Table, connection: apsw.Connection, p: bytes, s: bytes) -> Stored | None:
    row: Any = connection.execute(table.select_with_size, (p, s)).get
    return None if row is None else Stored(decoded_item(row[0]), row[1])


def decide(
    table: Table,
    p: bytes,
    s: bytes,
    *,
    before: Stored | None,
    after: Stored | None,
    updating: bool = False,
) -> Decision:
    """Works out what changes beside the item. Raises for a value that can't be an index key."""
    moves: list[tuple[str, Row]] = []
    for kept in table.kept:
        if updating and before and after and not kept.sees_a_change(before.item, after.item):
            continue  # also where the item is older than the index and holds what can't be its key
        old = None if before is None else row_of_stored(kept, before.item, p, s)
        new = None if after is None else kept.row(after.item, p, s, updating=updating)
        if old != new:
            if old is not None:
                moves.append((kept.delete, old))
            if new is not None:
                moves.append((kept.insert, new))
    return Decision(table, p, s, before, after, tuple(moves))


def row_of_stored(kept: KeptRows, item: Item, p: bytes, s: bytes) -> Row | None:
    # An item that was there before the index may hold a value that can't be its key; then it has no row.
    with suppress(ValidationException):
        return kept.row(item, p, s)
    return None


def carry_out(transaction: Transaction, decision: Decision, *, expired: bool = False) -> None:
    """Writes what was decided, with the record for the table's stream."""
    table, before, after = decision.table, decision.before, decision.after
    if after is not None:
        transaction.execute(table.insert, (decision.p, decision.s, after.size, encoded_item(after.item)))
    elif before is not None:
        transaction.execute(table.delete, (decision.p, decision.s))
    for sql, row in decision.moves:
        transaction.execute(sql, row)
    if table.stream is not None:
        record_change(
            transaction,
            table,
            None if before is None else before.item,
            None if after is None else after.item,
            expired=expired,
        )
