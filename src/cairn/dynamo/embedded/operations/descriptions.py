"""A table as DescribeTable shows it."""

from datetime import UTC, datetime
from typing import Any

from cairn.dynamo.embedded.definitions import Definition, Index, Throughput
from cairn.dynamo.embedded.keys import KeySchema
from cairn.dynamo.embedded.table_sizes import TableSize
from cairn.dynamo.seam import Response


def moment(seconds: float) -> datetime:
    """A point in time as the API carries it: whole milliseconds."""
    return datetime.fromtimestamp(round(seconds, 3), UTC)


def described(definition: Definition, size: TableSize) -> Response:
    changing = not all(index.active for index in definition.indexes)
    description: Response = {
        "TableName": definition.name,
        "TableArn": definition.arn,
        "TableId": definition.table_id,
        "TableStatus": "UPDATING" if changing else "ACTIVE",
        "CreationDateTime": moment(definition.created_at),
        "AttributeDefinitions": [
            {"AttributeName": name, "AttributeType": kind}
            for name, kind in definition.attribute_types.items()
        ],
        "KeySchema": described_keys(definition.schema),
        "ProvisionedThroughput": {"NumberOfDecreasesToday": 0} | _described_throughput(definition.throughput),
        "ItemCount": size.items,
        "TableSizeBytes": size.bytes,
        "DeletionProtectionEnabled": definition.deletion_protection,
    }
    if definition.pay_per_request_since is not None:
        description["BillingModeSummary"] = {
            "BillingMode": "PAY_PER_REQUEST" if definition.pay_per_request else "PROVISIONED",
            "LastUpdateToPayPerRequestDateTime": moment(definition.pay_per_request_since),
        }
    for kind, is_global in (("LocalSecondaryIndexes", False), ("GlobalSecondaryIndexes", True)):
        indexes = [index for index in definition.indexes if index.is_global is is_global]
        if indexes:
            description[kind] = [_described_index(definition, index, size) for index in indexes]
    if definition.stream is not None:
        description["StreamSpecification"] = {"StreamEnabled": True, "StreamViewType": definition.stream.view}
    if definition.latest_stream_label is not None:
        description["LatestStreamLabel"] = definition.latest_stream_label
        description["LatestStreamArn"] = f"{definition.arn}/stream/{definition.latest_stream_label}"
    if definition.table_class is not None:
        description["TableClassSummary"] = {"TableClass": definition.table_class}
    return description


def _described_index(definition: Definition, index: Index, size: TableSize) -> dict[str, Any]:
    items, read = size.indexes.get(index.name, (0, 0))
    projection: dict[str, Any] = {"ProjectionType": index.projection.kind}
    if index.projection.names:
        projection["NonKeyAttributes"] = list(index.projection.names)
    description: dict[str, Any] = {
        "IndexName": index.name,
        "IndexArn": f"{definition.arn}/index/{index.name}",
        "KeySchema": described_keys(index.schema),
        "Projection": projection,
        "ItemCount": items,
        "IndexSizeBytes": read,
    }
    if index.is_global:
        description["IndexStatus"] = "ACTIVE" if index.active else "CREATING"
        if not index.active:
            description["Backfilling"] = True
        description["ProvisionedThroughput"] = {"NumberOfDecreasesToday": 0} | _described_throughput(
            index.throughput
        )
    return description


def described_keys(schema: KeySchema) -> list[dict[str, str]]:
    kinds = ("HASH", "RANGE")
    return [{"AttributeName": name, "KeyType": kind} for name, kind in zip(schema.names, kinds, strict=False)]


def _described_throughput(throughput: Throughput | None) -> dict[str, int]:
    if throughput is None:
        return {"ReadCapacityUnits": 0, "WriteCapacityUnits": 0}
    return {"ReadCapacityUnits": throughput.reads, "WriteCapacityUnits": throughput.writes}
