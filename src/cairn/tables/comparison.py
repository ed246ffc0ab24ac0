"""What a table is like in DynamoDB, and where that differs from what is declared."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cairn.dynamo.errors import ResourceNotFoundException
from cairn.dynamo.seam import Dynamo
from cairn.tables.creation import attribute_types, index_request, key_schema
from cairn.tables.table import Index, Table


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table as DynamoDB describes it."""

    description: Mapping[str, Any]
    expiry_attribute: str | None

    @property
    def items(self) -> int:
        return int(self.description.get("ItemCount", 0))

    @property
    def size(self) -> int:
        return int(self.description.get("TableSizeBytes", 0))


async def live_table(dynamo: Dynamo, table: Table, stage: str) -> LiveTable | None:
    """The table as it is; None when there is none."""
    name = {"TableName": table.name_at(stage)}
    try:
        described = await dynamo.call("DescribeTable", name)
    except ResourceNotFoundException:
        return None
    expiry = (await dynamo.call("DescribeTimeToLive", name))["TimeToLiveDescription"]
    enabled = expiry["TimeToLiveStatus"] in {"ENABLED", "ENABLING"}
    return LiveTable(described["Table"], expiry.get("AttributeName") if enabled else None)


def differences(table: Table, live: LiveTable) -> list[str]:
    """Each way in which a table is not as it is declared, as a sentence."""
    return [*_of_keys(table, live), *_of_indexes(table, live), *_of_expiry(table, live)]


def _of_keys(table: Table, live: LiveTable) -> Iterator[str]:
    declared = key_schema(*table.key_names)
    if live.description["KeySchema"] != declared:
        yield f"its key is {_key(live.description['KeySchema'])}, declared is {_key(declared)}"
    types = {
        each["AttributeName"]: each["AttributeType"] for each in live.description["AttributeDefinitions"]
    }
    for name, kind in attribute_types(table).items():
        if name in types and types[name] != kind:
            yield f"{name} is of type {types[name]}, declared is {kind}"


def _of_indexes(table: Table, live: LiveTable) -> Iterator[str]:
    found = {each["IndexName"]: each for each in live.description.get("GlobalSecondaryIndexes", ())}
    for index in table.indexes:
        if index.name not in found:
            yield f"the index {index.name} is missing"
        else:
            yield from _of_index(index, found[index.name])
    declared = {index.name for index in table.indexes}
    for name in sorted(found.keys() - declared):
        yield f"the index {name} is not declared"


def _of_index(index: Index, found: Mapping[str, Any]) -> Iterator[str]:
    declared = index_request(index)
    if found["KeySchema"] != declared["KeySchema"]:
        yield (
            f"the key of the index {index.name} is {_key(found['KeySchema'])}, "
            f"declared is {_key(declared['KeySchema'])}"
        )
    if _projection(found) != _projection(declared):
        yield f"the index {index.name} carries {_projection(found)}, declared is {_projection(declared)}"
    if found.get("IndexStatus", "ACTIVE") != "ACTIVE":
        yield f"the index {index.name} is {found['IndexStatus']}"


def _of_expiry(table: Table, live: LiveTable) -> Iterator[str]:
    if live.expiry_attribute != table.ttl:
        yield f"items expire by {live.expiry_attribute or 'nothing'}, declared is {table.ttl or 'nothing'}"


def _key(schema: list[dict[str, str]]) -> str:
    return "(" + ", ".join(each["AttributeName"] for each in schema) + ")"


def _projection(index: Mapping[str, Any]) -> str:
    projection = index["Projection"]
    names = ", ".join(sorted(projection.get("NonKeyAttributes", ())))
    return f"{projection['ProjectionType']} {names}".rstrip()
