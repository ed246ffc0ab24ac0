"""TransactGetItems and TransactWriteItems."""

from collections.abc import Mapping
from typing import Any

from cairn.dynamo.embedded.shapes.expressions import refuse_idle_names, refuse_idle_values
from cairn.dynamo.embedded.shapes.members import (
    ATTRIBUTES,
    EXPRESSION_ATTRIBUTE_NAMES,
    RETURN_CONSUMED_CAPACITY,
    RETURN_ITEM_COLLECTION_METRICS,
    RETURN_VALUES_ON_CONDITION_CHECK_FAILURE,
    TABLE_NAME,
    TEXT,
)
from cairn.dynamo.embedded.shapes.shape import ListOf, Required, Shape, String, Structure, structure
from cairn.dynamo.errors import ValidationException

MOST_ACTIONS = 100

TRANSACT_GET_ITEMS = structure(
    "TransactGetItemsInput",
    ReturnConsumedCapacity=RETURN_CONSUMED_CAPACITY,
    TransactItems=Required(
        ListOf(
            structure(
                "TransactGetItem",
                Get=Required(
                    structure(
                        "Get",
                        TableName=TABLE_NAME,
                        Key=Required(ATTRIBUTES),
                        ProjectionExpression=TEXT,
                        ExpressionAttributeNames=EXPRESSION_ATTRIBUTE_NAMES,
                    )
                ),
            ),
            fewest=1,
            most=MOST_ACTIONS,
        )
    ),
)


def _action(name: str, condition: Shape | Required = TEXT, **members: Shape | Required) -> Structure:
    return structure(
        name,
        TableName=TABLE_NAME,
        **members,
        ConditionExpression=condition,
        ExpressionAttributeValues=ATTRIBUTES,
        ExpressionAttributeNames=EXPRESSION_ATTRIBUTE_NAMES,
        ReturnValuesOnConditionCheckFailure=RETURN_VALUES_ON_CONDITION_CHECK_FAILURE,
    )


TRANSACT_WRITE_ITEMS = structure(
    "TransactWriteItemsInput",
    ReturnConsumedCapacity=RETURN_CONSUMED_CAPACITY,
    ReturnItemCollectionMetrics=RETURN_ITEM_COLLECTION_METRICS,
    ClientRequestToken=String(shortest=1, longest=36),
    TransactItems=Required(
        ListOf(
            structure(
                "TransactWriteItem",
                ConditionCheck=_action("ConditionCheck", Required(TEXT), Key=Required(ATTRIBUTES)),
                Put=_action("Put", Item=Required(ATTRIBUTES)),
                Delete=_action("Delete", Key=Required(ATTRIBUTES)),
                Update=_action("Update", Key=Required(ATTRIBUTES), UpdateExpression=Required(TEXT)),
            ),
            fewest=1,
            most=MOST_ACTIONS,
        )
    ),
)


def transact_get_items(request: Mapping[str, Any]) -> None:
    for item in request["TransactItems"]:
        refuse_idle_names(item["Get"], "ProjectionExpression")


def transact_write_items(request: Mapping[str, Any]) -> None:
    for item in request["TransactItems"]:
        actions = [(name, action) for name, action in item.items() if action is not None]
        if not actions:
            raise ValidationException("TransactItems can only contain one of Check, Put, Update or Delete")
        if len(actions) > 1:
            raise ValidationException("TransactItems can only contain one of Check, Put, Update or Delete")
        ((name, action),) = actions
        # An Update has its expression, or it would not have come this far.
        if name != "Update" and action.get("ConditionExpression") is None:
            refuse_idle_names(action, "ConditionExpression")
            refuse_idle_values(action, "ConditionExpression")
