"""Turning a table's stream on and off."""

from datetime import UTC, datetime

from msgspec.msgpack import Encoder

from cairn.dynamo.embedded.definitions import Definition, Stream
from cairn.dynamo.embedded.writer import Transaction

_encoded = Encoder().encode


def opened_stream(transaction: Transaction, definition: Definition, view: str) -> Stream:
    """A new stream of the table, labelled with the moment as AWS labels it."""
    label = (
        datetime.fromtimestamp(transaction.now, UTC).isoformat(timespec="milliseconds").removesuffix("+00:00")
    )
    transaction.execute(
        "INSERT INTO streams (table_name, label, view, schema, created_at) VALUES (?, ?, ?, ?, ?)",
        (definition.name, label, view, _encoded(definition.schema), transaction.now),
    )
    return Stream(transaction.connection.last_insert_rowid(), label, view)


def close_stream(transaction: Transaction, stream: Stream) -> None:
    """No more records come; those there are can be read until they are a day old."""
    transaction.execute("UPDATE streams SET disabled_at = ? WHERE id = ?", (transaction.now, stream.id))
