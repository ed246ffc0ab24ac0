"""CreateTable, DescribeTable, ListTables, DeleteTable, and how a table is described."""

from typing import Any

from msgspec.structs import replace

from cairn.dynamo.embedded import catalog
from cairn.dynamo.embedded.definitions import Definition
from cairn.dynamo.embedded.operations.descriptions import described
from cairn.dynamo.embedded.operations.requested_tables import definition_of
from cairn.dynamo.embedded.operations.stream_settings import close_stream, opened_stream
from cairn.dynamo.embedded.store import Store
from cairn.dynamo.embedded.table_sizes import TableSize
from cairn.dynamo.embedded.tables import Table
from cairn.dynamo.embedded.writer import Transaction
from cairn.dynamo.errors import ResourceInUseException, ResourceNotFoundException, ValidationException
from cairn.dynamo.seam import Request, Response

_TABLES_A_PAGE = 100


async def create_table(store: Store, request: Request) -> Response:
    name = request["TableName"]

    def change(transaction: Transaction) -> Table:
        if name in transaction.catalog.by_name:
            raise ResourceInUseException(f"Table already exists: {name}")
        connection = transaction.connection
        definition = definition_of(request, catalog.new_table_id(), transaction.now)
        table = Table(definition)
        catalog.insert_definition(connection, definition)
        transaction.execute(table.create)
        for kept in table.kept:
            transaction.execute(kept.create)
        settings = request.get("StreamSpecification")
        if settings is not None and settings.get("StreamEnabled"):
            stream = opened_stream(transaction, definition, settings["StreamViewType"])
            definition = replace(definition, stream=stream, latest_stream_label=stream.label)
            catalog.replace_definition(connection, definition)
            table = Table(definition)
        transaction.catalog = transaction.catalog.with_table(table)
        return table

    table = await store.write(change)
    return {"TableDescription": described(table.definition, TableSize())}


async def describe_table(store: Store, request: Request) -> Response:
    store.refresh()
    table = known_table(store, request["TableName"])
    return {"Table": described(table.definition, await store.sizes.of(table))}


async def list_tables(store: Store, request: Request) -> Response:
    store.refresh()
    after = request.get("ExclusiveStartTableName", "")
    limit = request.get("Limit", _TABLES_A_PAGE)
    names = sorted(name for name in store.catalog.by_name if name > after)
    response: Response = {"TableNames": names[:limit]}
    if len(names) > limit:
        response["LastEvaluatedTableName"] = names[limit - 1]
    return response


async def delete_table(store: Store, request: Request) -> Response:
    table = known_table(store, request["TableName"])

    def change(transaction: Transaction) -> Definition:
        now = transaction.current(table)
        definition = now.definition
        if definition.deletion_protection:
            raise ValidationException(
                "Resource cannot be deleted as it is currently protected against deletion. "
                "Disable deletion protection first."
            )
        catalog.delete_definition(transaction.connection, definition)
        if now.stream is not None:
            close_stream(transaction, now.stream)
        for name in (now.items, *(kept.name for kept in now.kept)):
            transaction.execute(f"DROP TABLE {name}")
        transaction.catalog = transaction.catalog.without_table(now)
        return definition

    definition = await store.write(change)
    return {"TableDescription": described(definition, TableSize()) | {"TableStatus": "DELETING"}}


def known_table(store: Store, name: str) -> Table:
    """The table, for an operation on the table itself, whose words for a missing one differ."""
    table = store.find(name)
    if table is None:
        raise ResourceNotFoundException(f"Requested resource not found: Table: {name} not found")
    return table


def change_definition(transaction: Transaction, table: Table, **changes: Any) -> Table:
    """Replaces parts of a table's definition, in the file and in the transaction's catalog."""
    definition = replace(transaction.current(table).definition, **changes)
    catalog.replace_definition(transaction.connection, definition)
    changed = Table(definition)
    transaction.catalog = transaction.catalog.with_table(changed)
    return changed
