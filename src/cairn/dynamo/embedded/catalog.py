"""All tables of a file, as one value that is replaced when a table changes.

A reader holds the value of the last commit; the writer works on the one of its transaction.
"""

import secrets
from collections.abc import Iterable
from typing import Any, Self

import apsw

from cairn.dynamo.embedded.definitions import Definition, decoded_definition, encoded_definition
from cairn.dynamo.embedded.tables import Table


class Catalog:
    def __init__(self, tables: Iterable[Table]) -> None:
        self.by_name = {table.name: table for table in tables}
        self.by_id = {table.id: table for table in self.by_name.values()}

    @classmethod
    def read(cls, connection: apsw.Connection) -> Self:
        rows: Any = connection.execute("SELECT definition FROM tables").fetchall()
        return cls(Table(decoded_definition(row[0])) for row in rows)

    def with_table(self, table: Table) -> "Catalog":
        return Catalog((self.by_id | {table.id: table}).values())

    def without_table(self, table: Table) -> "Catalog":
        return Catalog(other for other in self.by_id.values() if other.id != table.id)


def insert_definition(connection: apsw.Connection, definition: Definition) -> None:
    connection.execute(
        "INSERT INTO tables VALUES (?, ?, ?)",
        (definition.id, definition.name, encoded_definition(definition)),
    )


def replace_definition(connection: apsw.Connection, definition: Definition) -> None:
    connection.execute(
        "UPDATE tables SET definition = ? WHERE id = ?", (encoded_definition(definition), definition.id)
    )


def delete_definition(connection: apsw.Connection, definition: Definition) -> None:
    connection.execute("DELETE FROM tables WHERE id = ?", (definition.id,))


def new_table_id() -> int:
    """An id that no table has had, in this file or in one that is restored over it.

    Whoever still knows a table that is gone then finds nothing under its id, instead of another table.
    """
    return secrets.randbits(48)
