"""Parts of requests about tables, what of a description is the same everywhere, and the words of AWS's faults."""

from typing import Any

UNITS = {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}


def defined(attributes: str) -> dict[str, Any]:
    """AttributeDefinitions of "owner:S number:N", to be put into a request."""
    named = [attribute.split(":") for attribute in attributes.split()]
    return {"AttributeDefinitions": [{"AttributeName": name, "AttributeType": kind} for name, kind in named]}


def key_schema(keys: str, *roles: str) -> list[dict[str, str]]:
    """A KeySchema of "owner:S number:N", where the types say nothing."""
    names = [key.partition(":")[0] for key in keys.split()]
    pairs = zip(names, roles or ("HASH", "RANGE"), strict=False)
    return [{"AttributeName": name, "KeyType": role} for name, role in pairs]


def index(name: str, keys: str, projection: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "IndexName": name,
        "KeySchema": key_schema(keys),
        "Projection": {"ProjectionType": "ALL"} if projection is None else projection,
    }


def essence(description: dict[str, Any]) -> dict[str, Any]:
    """What a description of a table says of the table, without ids, times, and what each engine may add.

    Definitions are in the order of their names. An index is its keys, projection, status and item count.
    """
    table = description
    indexes = [*table.get("GlobalSecondaryIndexes", ()), *table.get("LocalSecondaryIndexes", ())]
    units = table["ProvisionedThroughput"]
    same = (
        "TableName",
        "TableStatus",
        "KeySchema",
        "ItemCount",
        "TableSizeBytes",
        "DeletionProtectionEnabled",
    )
    return {
        **{name: table[name] for name in same},
        "AttributeDefinitions": sorted(table["AttributeDefinitions"], key=lambda each: each["AttributeName"]),
        "BillingMode": table.get("BillingModeSummary", {}).get("BillingMode", "PROVISIONED"),
        "Units": (units["ReadCapacityUnits"], units["WriteCapacityUnits"]),
        "Indexes": {
            index["IndexName"]: (
                index["KeySchema"],
                index["Projection"],
                index.get("IndexStatus"),
                index["ItemCount"],
            )
            for index in indexes
        },
        "Stream": table.get("StreamSpecification"),
    }


def unfit(fault: str) -> str:
    return f"One or more parameter values were invalid: {fault}"


def invalid(value: str, place: str, must: str) -> str:
    """AWS's words for one member that breaks the shape of a request."""
    return f"1 validation error detected: Value {value} at '{place}' failed to satisfy constraint: Member must {must}"
