"""UpdateTable: adding and removing global indexes, and the settings of a table."""

from typing import Any

from msgspec.structs import replace

from cairn.dynamo.embedded.definitions import Definition, Index
from cairn.dynamo.embedded.filling import create_and_fill
from cairn.dynamo.embedded.operations.descriptions import described
from cairn.dynamo.embedded.operations.requested_tables import attribute_types, index_of, throughput_of
from cairn.dynamo.embedded.operations.stream_settings import close_stream, opened_stream
from cairn.dynamo.embedded.operations.tables import change_definition, known_table
from cairn.dynamo.embedded.operations.throughput_changes import refuse_unfit_throughput
from cairn.dynamo.embedded.store import Store
from cairn.dynamo.embedded.tables import Table
from cairn.dynamo.embedded.writer import Transaction
from cairn.dynamo.errors import ResourceInUseException, ResourceNotFoundException, ValidationException
from cairn.dynamo.seam import Request, Response

_GLOBAL_INDEXES_AT_MOST = 20


async def update_table(store: Store, request: Request) -> Response:
    table = known_table(store, request["TableName"])

    def change(transaction: Transaction) -> Definition:
        if not all(index.active for index in transaction.current(table).definition.indexes):
            raise ResourceInUseException(
                f"Attempt to change a resource which is still in use: Table is being updated: {table.name}"
            )
        refuse_unfit_throughput(transaction.current(table).definition, request)
        _change_settings(transaction, table, request)
        _change_stream(transaction, table, request.get("StreamSpecification"))
        for update in request.get("GlobalSecondaryIndexUpdates") or ():
            _change_index(transaction, table, update, request)
        return transaction.current(table).definition

    size = await store.sizes.of(
        table
    )  # before the change, since an index that goes can't be counted after it
    definition = await store.write(change)
    store.work_for_housekeeping.set()
    return {"TableDescription": described(definition, size) | {"TableStatus": "UPDATING"}}


def _change_settings(transaction: Transaction, table: Table, request: Request) -> None:
    changes: dict[str, Any] = {}
    if request.get("DeletionProtectionEnabled") is not None:
        changes["deletion_protection"] = request["DeletionProtectionEnabled"]
    if request.get("TableClass") is not None:
        changes["table_class"] = request["TableClass"]
    if request.get("SSESpecification") is not None:
        changes["encryption"] = request["SSESpecification"]
    if request.get("ProvisionedThroughput") is not None:
        changes["throughput"] = throughput_of(request["ProvisionedThroughput"])
    if request.get("BillingMode") is not None:
        changes["pay_per_request"] = request["BillingMode"] == "PAY_PER_REQUEST"
        if changes["pay_per_request"]:
            indexes = transaction.current(table).definition.indexes
            changes |= {
                "pay_per_request_since": transaction.now,
                "throughput": None,
                "indexes": tuple(replace(index, throughput=None) for index in indexes),
            }
    if changes:
        change_definition(transaction, table, **changes)


def _change_stream(transaction: Transaction, table: Table, settings: dict[str, Any] | None) -> None:
    if settings is None:
        return
    definition = transaction.current(table).definition
    if settings["StreamEnabled"]:
        if definition.stream is not None:
            raise ValidationException(f"Table already has an enabled stream: TableName: {definition.name}")
        stream = opened_stream(transaction, definition, settings["StreamViewType"])
        change_definition(transaction, table, stream=stream, latest_stream_label=stream.label)
    else:
        if definition.stream is None:
            raise ValidationException("Table has no stream to disable")
        close_stream(transaction, definition.stream)
        change_definition(transaction, table, stream=None)


def _change_index(transaction: Transaction, table: Table, update: dict[str, Any], request: Request) -> None:
    definition = transaction.current(table).definition
    if "Create" in update:
        _add_index(transaction, table, update["Create"], request)
    elif "Delete" in update:
        index = _existing(definition, update["Delete"]["IndexName"])
        name = transaction.current(table).indexes[index.name].name
        _set_indexes(
            transaction, table, tuple(other for other in definition.indexes if other.number != index.number)
        )
        transaction.execute(f"DROP TABLE {name}")
    else:
        index = _existing(definition, update["Update"]["IndexName"])
        asked = throughput_of(update["Update"].get("ProvisionedThroughput"))
        changed = index if asked is None else replace(index, throughput=asked)
        _set_indexes(
            transaction,
            table,
            tuple(changed if other.number == index.number else other for other in definition.indexes),
        )


def _add_index(transaction: Transaction, table: Table, settings: dict[str, Any], request: Request) -> None:
    definition = transaction.current(table).definition
    if definition.index(settings["IndexName"]) is not None:
        raise ValidationException("Attempting to create an index which already exists")
    if sum(index.is_global for index in definition.indexes) >= _GLOBAL_INDEXES_AT_MOST:
        raise ValidationException(
            "One or more parameter values were invalid: GlobalSecondaryIndex count exceeds the per-table limit "
            f"of {_GLOBAL_INDEXES_AT_MOST}"
        )
    types = definition.attribute_types | attribute_types(request)
    if any(types[name] != kind for name, kind in definition.attribute_types.items()):
        raise ValidationException(
            "invalid attribute, SchemaElement redefined should be of same type as previously defined"
        )
    number = definition.indexes_made + 1
    index = replace(index_of(settings, types, number=number, is_global=True), active=False)
    change_definition(transaction, table, indexes_made=number)
    changed = _set_indexes(transaction, table, (*definition.indexes, index), types)
    create_and_fill(transaction, changed, changed.indexes[index.name])


def _set_indexes(
    transaction: Transaction, table: Table, indexes: tuple[Index, ...], types: dict[str, str] | None = None
) -> Table:
    """Sets the indexes, and lets go of attribute types that no key needs any more."""
    definition = transaction.current(table).definition
    types = definition.attribute_types if types is None else types
    needed = {
        name for schema in (definition.schema, *(index.schema for index in indexes)) for name in schema.names
    }
    kept = {name: kind for name, kind in types.items() if name in needed}
    return change_definition(transaction, table, indexes=indexes, attribute_types=kept)


def _existing(definition: Definition, name: str) -> Index:
    index = definition.index(name)
    if index is None or not index.is_global:
        raise ResourceNotFoundException("Requested resource not found")
    return index
