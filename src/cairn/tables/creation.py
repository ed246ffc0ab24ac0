"""Making tables as they are declared."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final

from cairn.dynamo.errors import ResourceInUseException
from cairn.dynamo.seam import Dynamo
from cairn.tables.table import Index, Table

_SECONDS_BETWEEN_LOOKS: Final = 1.0


def creation_request(table: Table, stage: str) -> dict[str, Any]:
    """What CreateTable is asked for."""
    request: dict[str, Any] = {
        "TableName": table.name_at(stage),
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [
            {"AttributeName": name, "AttributeType": kind} for name, kind in attribute_types(table).items()
        ],
        "KeySchema": key_schema(*table.key_names),
    }
    if table.indexes:
        request["GlobalSecondaryIndexes"] = [index_request(index) for index in table.indexes]
    return request


def attribute_types(table: Table) -> dict[str, str]:
    """The attributes that stand in keys, with their types."""
    types = dict.fromkeys(table.key_names, "S")
    for index in table.indexes:
        types.setdefault(index.pk, "S")
        types[index.sk] = index.sk_type
    return types


def index_request(index: Index) -> dict[str, Any]:
    """An index, as CreateTable and UpdateTable are asked for it."""
    projection: dict[str, Any] = {"ProjectionType": index.projection}
    if index.include:
        projection["NonKeyAttributes"] = list(index.include)
    return {"IndexName": index.name, "KeySchema": key_schema(*index.key_names), "Projection": projection}


def key_schema(pk: str, sk: str) -> list[dict[str, str]]:
    return [{"AttributeName": pk, "KeyType": "HASH"}, {"AttributeName": sk, "KeyType": "RANGE"}]


def expiry_request(table: Table, stage: str) -> dict[str, Any] | None:
    """What UpdateTimeToLive is asked for; None for a table whose items stay."""
    if table.ttl is None:
        return None
    return {
        "TableName": table.name_at(stage),
        "TimeToLiveSpecification": {"Enabled": True, "AttributeName": table.ttl},
    }


async def create_tables(dynamo: Dynamo, tables: Iterable[Table], *, stage: str) -> list[str]:
    """Makes the tables that are not there, and waits until they can be used. Returns the names of those made."""
    made: list[str] = []
    wanted = list(tables)
    for table in wanted:
        with suppress(ResourceInUseException):
            await dynamo.call("CreateTable", creation_request(table, stage))
            made.append(table.name_at(stage))
    for table in wanted:
        await until_active(dynamo, table.name_at(stage))
        expiry = expiry_request(table, stage)
        if expiry is not None and table.name_at(stage) in made:
            await dynamo.call("UpdateTimeToLive", expiry)
    return made


async def until_active(dynamo: Dynamo, name: str) -> None:
    """Waits until a table that was made can be used."""
    while True:
        answer = await dynamo.call("DescribeTable", {"TableName": name})
        if answer["Table"]["TableStatus"] == "ACTIVE":
            return
        await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
