"""BatchGetItem and BatchWriteItem."""

from collections.abc import Mapping
from typing import Any

from cairn.dynamo.embedded.shapes.expressions import refuse_idle_names
from cairn.dynamo.embedded.shapes.members import (
    ATTRIBUTES,
    ATTRIBUTES_TO_GET,
    BOOLEAN,
    EXPRESSION_ATTRIBUTE_NAMES,
    KEYS,
    RETURN_CONSUMED_CAPACITY,
    RETURN_ITEM_COLLECTION_METRICS,
    TEXT,
)
from cairn.dynamo.embedded.shapes.shape import ListOf, MapOf, Required, structure
from cairn.dynamo.errors import ValidationException

MOST_KEYS = 100
MOST_WRITES = 25

KEYS_AND_ATTRIBUTES = structure(
    "KeysAndAttributes",
    ATTRIBUTES_TO_GET,
    Keys=Required(KEYS),
    ConsistentRead=BOOLEAN,
    ProjectionExpression=TEXT,
    ExpressionAttributeNames=EXPRESSION_ATTRIBUTE_NAMES,
)

WRITE_REQUEST = structure(
    "WriteRequest",
    DeleteRequest=structure("DeleteRequest", Key=Required(ATTRIBUTES)),
    PutRequest=structure("PutRequest", Item=Required(ATTRIBUTES)),
)

BATCH_GET_ITEM = structure(
    "BatchGetItemInput",
    ReturnConsumedCapacity=RETURN_CONSUMED_CAPACITY,
    RequestItems=Required(MapOf(KEYS_AND_ATTRIBUTES, fewest=1, most=100, keyed_by_table=True)),
)

BATCH_WRITE_ITEM = structure(
    "BatchWriteItemInput",
    ReturnConsumedCapacity=RETURN_CONSUMED_CAPACITY,
    ReturnItemCollectionMetrics=RETURN_ITEM_COLLECTION_METRICS,
    RequestItems=Required(
        MapOf(ListOf(WRITE_REQUEST, fewest=1, most=MOST_WRITES), fewest=1, most=25, keyed_by_table=True)
    ),
)


def batch_get_item(request: Mapping[str, Any]) -> None:
    count = 0
    for of_table in request["RequestItems"].values():
        refuse_idle_names(of_table, "ProjectionExpression")
        count += len(of_table["Keys"])
        if count > MOST_KEYS:
            raise ValidationException("Too many items requested for the BatchGetItem call")


def batch_write_item(request: Mapping[str, Any]) -> None:
    writes = request["RequestItems"].values()
    for of_table in writes:
        for write in of_table:
            if (write.get("PutRequest") is None) == (write.get("DeleteRequest") is None):
                raise ValidationException(
                    "Supplied AttributeValue has more than one datatypes set, "
                    "must contain exactly one of the supported datatypes"
                )
    if sum(map(len, writes)) > MOST_WRITES:
        raise ValidationException("Too many items requested for the BatchWriteItem call")
