"""GetItem, PutItem, UpdateItem and DeleteItem."""

from collections.abc import Mapping
from typing import Any

from cairn.dynamo.embedded.shapes.expressions import refuse_idle_names, refuse_idle_values
from cairn.dynamo.embedded.shapes.members import (
    ATTRIBUTE_UPDATES,
    ATTRIBUTES,
    ATTRIBUTES_TO_GET,
    BOOLEAN,
    EXPECTED,
    EXPRESSION_ATTRIBUTE_NAMES,
    RETURN_CONSUMED_CAPACITY,
    RETURN_ITEM_COLLECTION_METRICS,
    RETURN_VALUES,
    RETURN_VALUES_ON_CONDITION_CHECK_FAILURE,
    TABLE_NAME,
    TEXT,
)
from cairn.dynamo.embedded.shapes.shape import Required, structure
from cairn.dynamo.errors import ValidationException

GET_ITEM = structure(
    "GetItemInput",
    ATTRIBUTES_TO_GET,
    ReturnConsumedCapacity=RETURN_CONSUMED_CAPACITY,
    TableName=TABLE_NAME,
    Key=Required(ATTRIBUTES),
    ConsistentRead=BOOLEAN,
    ProjectionExpression=TEXT,
    ExpressionAttributeNames=EXPRESSION_ATTRIBUTE_NAMES,
)

PUT_ITEM = structure(
    "PutItemInput",
    EXPECTED,
    ReturnConsumedCapacity=RETURN_CONSUMED_CAPACITY,
    TableName=TABLE_NAME,
    Item=Required(ATTRIBUTES),
    ReturnValues=RETURN_VALUES,
    ReturnItemCollectionMetrics=RETURN_ITEM_COLLECTION_METRICS,
    ConditionExpression=TEXT,
    ExpressionAttributeValues=ATTRIBUTES,
    ExpressionAttributeNames=EXPRESSION_ATTRIBUTE_NAMES,
    ReturnValuesOnConditionCheckFailure=RETURN_VALUES_ON_CONDITION_CHECK_FAILURE,
)

UPDATE_ITEM = structure(
    "UpdateItemInput",
    ATTRIBUTE_UPDATES | EXPECTED,
    ReturnConsumedCapacity=RETURN_CONSUMED_CAPACITY,
    TableName=TABLE_NAME,
    ReturnItemCollectionMetrics=RETURN_ITEM_COLLECTION_METRICS,
    ReturnValues=RETURN_VALUES,
    Key=Required(ATTRIBUTES),
    ConditionExpression=TEXT,
    UpdateExpression=TEXT,
    ExpressionAttributeValues=ATTRIBUTES,
    ExpressionAttributeNames=EXPRESSION_ATTRIBUTE_NAMES,
    ReturnValuesOnConditionCheckFailure=RETURN_VALUES_ON_CONDITION_CHECK_FAILURE,
)

DELETE_ITEM = structure(
    "DeleteItemInput",
    EXPECTED,
    ReturnConsumedCapacity=RETURN_CONSUMED_CAPACITY,
    TableName=TABLE_NAME,
    ReturnValues=RETURN_VALUES,
    ReturnItemCollectionMetrics=RETURN_ITEM_COLLECTION_METRICS,
    Key=Required(ATTRIBUTES),
    ConditionExpression=TEXT,
    ExpressionAttributeValues=ATTRIBUTES,
    ExpressionAttributeNames=EXPRESSION_ATTRIBUTE_NAMES,
    ReturnValuesOnConditionCheckFailure=RETURN_VALUES_ON_CONDITION_CHECK_FAILURE,
)


def get_item(request: Mapping[str, Any]) -> None:
    if request.get("ProjectionExpression") is None:
        refuse_idle_names(request, "ProjectionExpression")


def put_or_delete_item(request: Mapping[str, Any]) -> None:
    if request.get("ConditionExpression") is None:
        refuse_idle_names(request, "ConditionExpression")
        refuse_idle_values(request, "ConditionExpression")
    if request.get("ReturnValues") not in {None, "ALL_OLD", "NONE"}:
        raise ValidationException("ReturnValues can only be ALL_OLD or NONE")


def update_item(request: Mapping[str, Any]) -> None:
    if request.get("UpdateExpression") is None:
        refuse_idle_names(request, "UpdateExpression", "ConditionExpression")
        refuse_idle_values(request, "UpdateExpression", "ConditionExpression")
