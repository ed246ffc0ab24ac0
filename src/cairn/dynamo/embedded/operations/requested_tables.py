"""Definitions read out of CreateTable and UpdateTable requests, whose shape has been checked."""

import uuid
from typing import Any

from cairn.dynamo.embedded.definitions import Definition, Index, Projection, Throughput
from cairn.dynamo.embedded.keys import KeyAttribute, KeySchema
from cairn.dynamo.seam import Request


def throughput_of(settings: dict[str, Any] | None) -> Throughput | None:
    return (
        None
        if settings is None
        else Throughput(settings["ReadCapacityUnits"], settings["WriteCapacityUnits"])
    )


def key_schema(elements: list[dict[str, str]], types: dict[str, str]) -> KeySchema:
    by_kind = {element["KeyType"]: element["AttributeName"] for element in elements}
    sort = by_kind.get("RANGE")
    return KeySchema(
        KeyAttribute(by_kind["HASH"], types[by_kind["HASH"]]),
        None if sort is None else KeyAttribute(sort, types[sort]),
    )


def index_of(settings: dict[str, Any], types: dict[str, str], *, number: int, is_global: bool) -> Index:
    projection = settings["Projection"]
    return Index(
        number=number,
        name=settings["IndexName"],
        is_global=is_global,
        schema=key_schema(settings["KeySchema"], types),
        projection=Projection(projection["ProjectionType"], tuple(projection.get("NonKeyAttributes", ()))),
        throughput=throughput_of(settings.get("ProvisionedThroughput")),
    )


def attribute_types(request: Request) -> dict[str, str]:
    return {
        each["AttributeName"]: each["AttributeType"] for each in request.get("AttributeDefinitions") or ()
    }


def definition_of(request: Request, table_id: int, now: float) -> Definition:
    types = attribute_types(request)
    # Global indexes come first, because AWS names them first when an item does not fit several.
    asked = [(each, True) for each in request.get("GlobalSecondaryIndexes") or ()]
    asked += [(each, False) for each in request.get("LocalSecondaryIndexes") or ()]
    pay_per_request = request.get("BillingMode") == "PAY_PER_REQUEST"
    return Definition(
        id=table_id,
        name=request["TableName"],
        schema=key_schema(request["KeySchema"], types),
        attribute_types=types,
        indexes=tuple(
            index_of(settings, types, number=number, is_global=is_global)
            for number, (settings, is_global) in enumerate(asked, start=1)
        ),
        indexes_made=len(asked),
        created_at=now,
        table_id=str(uuid.uuid4()),
        pay_per_request=pay_per_request,
        pay_per_request_since=now if pay_per_request else None,
        throughput=throughput_of(request.get("ProvisionedThroughput")),
        deletion_protection=bool(request.get("DeletionProtectionEnabled")),
        table_class=request.get("TableClass"),
        encryption=request.get("SSESpecification"),
        tags={tag["Key"]: tag["Value"] for tag in request.get("Tags") or ()},
    )
