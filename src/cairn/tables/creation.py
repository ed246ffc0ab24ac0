"""Making tables as they are declared, and giving those of an earlier release what they lack."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final, cast

from cairn.dynamo.errors import LimitExceededException, ResourceInUseException, ValidationException
from cairn.dynamo.seam import Dynamo
from cairn.tables.table import Index, Table

_ACTIVE: Final = "ACTIVE"
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


OnAdded = Callable[[Table, str], None]
"""Is told of a table that was there what it lacked and has now."""


async def create_tables(
    dynamo: Dynamo,
    tables: Iterable[Table],
    *,
    stage: str,
    on_added: OnAdded = lambda _table, _what: None,
) -> list[str]:
    """Makes the tables that are not there, and waits until they can be used. Returns the names of those made.

    Those that were there get the indexes and the expiry that they lack, as a release may declare more than the one
    before. Nothing is taken away or changed: `differences` tells what is otherwise than declared.
    """
    made: list[str] = []
    wanted = list(tables)
    for table in wanted:
        with suppress(ResourceInUseException):
            await dynamo.call("CreateTable", creation_request(table, stage))
            made.append(table.name_at(stage))
    for table in wanted:
        there = _index_names(await until_active(dynamo, table.name_at(stage)))
        for index in table.indexes:
            if index.name not in there and await _add_index(dynamo, table, index, stage):
                on_added(table, f"the index {index.name}")
        if await _set_expiry(dynamo, table, stage) and table.name_at(stage) not in made:
            on_added(table, f"expiry by {table.ttl}")
    return made


async def until_active(dynamo: Dynamo, name: str) -> Mapping[str, Any]:
    """Waits until a table that was made or changed can be used, its indexes too. Returns what DynamoDB says of it."""
    while True:
        described = (await dynamo.call("DescribeTable", {"TableName": name}))["Table"]
        indexes = described.get("GlobalSecondaryIndexes", ())
        statuses = {each.get("IndexStatus", _ACTIVE) for each in indexes} | {described["TableStatus"]}
        if statuses == {_ACTIVE}:
            return cast("Mapping[str, Any]", described)
        await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)


async def _add_index(dynamo: Dynamo, table: Table, index: Index, stage: str) -> bool:
    """Adds an index, and waits until it can be used. Whether nobody else had added it meanwhile."""
    name = table.name_at(stage)
    request = {
        "TableName": name,
        "AttributeDefinitions": creation_request(table, stage)["AttributeDefinitions"],
        "GlobalSecondaryIndexUpdates": [{"Create": index_request(index)}],
    }
    try:
        await dynamo.call("UpdateTable", request)
    except (LimitExceededException, ResourceInUseException, ValidationException):
        # Another server may start at this moment, and do the same.
        if index.name not in _index_names(await until_active(dynamo, name)):
            raise
        return False
    await until_active(dynamo, name)
    return True


def _index_names(described: Mapping[str, Any]) -> set[str]:
    return {each["IndexName"] for each in described.get("GlobalSecondaryIndexes", ())}


async def _set_expiry(dynamo: Dynamo, table: Table, stage: str) -> bool:
    """Whether items were to expire and did not, and do now."""
    expiry = expiry_request(table, stage)
    if expiry is None:
        return False
    if await _expires(dynamo, table, stage):
        return False
    try:
        await dynamo.call("UpdateTimeToLive", expiry)
    except ValidationException:
        # As above: another server may have been quicker.
        if not await _expires(dynamo, table, stage):
            raise
        return False
    return True


async def _expires(dynamo: Dynamo, table: Table, stage: str) -> bool:
    described = await dynamo.call("DescribeTimeToLive", {"TableName": table.name_at(stage)})
    return bool(described["TimeToLiveDescription"]["TimeToLiveStatus"] != "DISABLED")
