"""Filling a new key table from the items that are there already.

In chunks among other people's writes, each chunk one change that also notes how far it came: a process that
dies loses nothing, and two processes that fill the same table do no harm. Writes keep the key table up to
date from the moment it exists.
"""

from msgspec.structs import replace

from cairn.dynamo.embedded.catalog import replace_definition
from cairn.dynamo.embedded.definitions import Definition, Position
from cairn.dynamo.embedded.rows import row_of_stored
from cairn.dynamo.embedded.tables import ExpiryTimes, IndexKeys, KeptRows, Table, decoded_item
from cairn.dynamo.embedded.writer import Transaction

_CHUNK = 500


def create_and_fill(transaction: Transaction, table: Table, kept: KeptRows) -> None:
    """Makes the key table. A table of few items is filled at once; `fill_on` does the rest of a larger one."""
    transaction.execute(kept.create)
    fill_on(transaction, table, kept)


def unfilled(table: Table) -> KeptRows | None:
    """A key table that does not have all its rows yet."""
    return next((kept for kept in table.kept if not kept.complete), None)


def fill_on(transaction: Transaction, table: Table, kept: KeptRows) -> None:
    """Adds the rows of the next chunk of items, in the transaction, and notes it in the definition."""
    after = _reached(kept) or (b"", b"")
    sql = f"SELECT p, s, v FROM {table.items} WHERE (p, s) > (?, ?) ORDER BY p, s LIMIT ?"
    items = transaction.execute(sql, (*after, _CHUNK)).fetchall()
    for p, s, value in items:
        row = row_of_stored(kept, decoded_item(value), p, s)
        if row is not None:
            transaction.execute(kept.insert, row)
    reached: Position | None = (items[-1][0], items[-1][1]) if len(items) == _CHUNK else None
    definition = _with_progress(table.definition, kept, reached)
    replace_definition(transaction.connection, definition)
    transaction.catalog = transaction.catalog.with_table(Table(definition))


def _reached(kept: KeptRows) -> Position | None:
    return kept.index.backfilled_to if isinstance(kept, IndexKeys) else kept.expiry.backfilled_to


def _with_progress(definition: Definition, kept: KeptRows, reached: Position | None) -> Definition:
    active = reached is None
    if isinstance(kept, ExpiryTimes):
        return replace(definition, expiry=replace(kept.expiry, active=active, backfilled_to=reached))
    indexes = (
        replace(index, active=active, backfilled_to=reached) if index.number == kept.index.number else index
        for index in definition.indexes
    )
    return replace(definition, indexes=tuple(indexes))
