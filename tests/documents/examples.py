"""An example item of a document, stored through its declaration and read back as DynamoDB has it."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from boto3.dynamodb.types import TypeSerializer

from cairn.dynamo.seam import Dynamo, Item
from cairn.tables import Entity, Table, Tables, create_tables, put
from tests.documents.agreement import counted_tables


@asynccontextmanager
async def made(dynamo: Dynamo, declared: Sequence[Table]) -> AsyncIterator[Tables]:
    """The tables, made for a while, with requests that are counted."""
    tables = counted_tables(dynamo)
    names = await create_tables(dynamo, declared, stage=tables.stage)
    try:
        yield tables
    finally:
        for name in names:
            await dynamo.call("DeleteTable", {"TableName": name})


def item_of(example: Mapping[str, Any]) -> Item:
    """The example in attribute values, as boto3 writes them and not as we do."""
    serialize: Any = TypeSerializer().serialize
    return {name: serialize(value) for name, value in example.items()}


def entity_of(table: Table, example: Mapping[str, Any]) -> Entity:
    """The entity that the example is, told by its key."""
    item = item_of(example)
    layout = table.layout_of(item)
    if layout is None:
        key = {name: example[name] for name in table.key_names}
        raise AssertionError(f"no entity of {table.name} has the key {key}")
    return layout.entity_of(item)


async def stored_and_read_back(tables: Tables, table: Table, example: Mapping[str, Any]) -> Item:
    """The item that is there once the declaration has read the example and put it."""
    await tables.write(put(entity_of(table, example)))
    item = item_of(example)
    key = {name: item[name] for name in table.key_names}
    answer = await tables.dynamo.call(
        "GetItem", {"TableName": table.name_at(tables.stage), "Key": key, "ConsistentRead": True}
    )
    found: Item | None = answer.get("Item")
    if found is None:
        raise AssertionError(f"the example was put elsewhere than at {key}")
    return found
