"""Query and Scan."""

from collections.abc import Mapping
from typing import Any

from cairn.dynamo.embedded.shapes.expressions import refuse_idle_names, refuse_idle_values
from cairn.dynamo.embedded.shapes.members import (
    ATTRIBUTES,
    ATTRIBUTES_TO_GET,
    BOOLEAN,
    EXPRESSION_ATTRIBUTE_NAMES,
    FILTER_OPERATOR,
    INDEX_NAME,
    KEY_CONDITIONS,
    QUERY_FILTER,
    RETURN_CONSUMED_CAPACITY,
    SCAN_FILTER,
    SELECT,
    TABLE_NAME,
    TEXT,
)
from cairn.dynamo.embedded.shapes.shape import Integer, structure
from cairn.dynamo.errors import ValidationException

QUERY = structure(
    "QueryInput",
    ATTRIBUTES_TO_GET | FILTER_OPERATOR | QUERY_FILTER | KEY_CONDITIONS,
    Select=SELECT,
    IndexName=INDEX_NAME,
    ReturnConsumedCapacity=RETURN_CONSUMED_CAPACITY,
    TableName=TABLE_NAME,
    Limit=Integer(least=1),
    ExclusiveStartKey=ATTRIBUTES,
    ConsistentRead=BOOLEAN,
    ScanIndexForward=BOOLEAN,
    KeyConditionExpression=TEXT,
    FilterExpression=TEXT,
    ProjectionExpression=TEXT,
    ExpressionAttributeValues=ATTRIBUTES,
    ExpressionAttributeNames=EXPRESSION_ATTRIBUTE_NAMES,
)

SCAN = structure(
    "ScanInput",
    ATTRIBUTES_TO_GET | FILTER_OPERATOR | SCAN_FILTER,
    Select=SELECT,
    IndexName=INDEX_NAME,
    TotalSegments=Integer(least=1, most=1_000_000),
    ReturnConsumedCapacity=RETURN_CONSUMED_CAPACITY,
    TableName=TABLE_NAME,
    Segment=Integer(least=0, most=999_999),
    Limit=Integer(least=1),
    ExclusiveStartKey=ATTRIBUTES,
    ConsistentRead=BOOLEAN,
    FilterExpression=TEXT,
    ProjectionExpression=TEXT,
    ExpressionAttributeValues=ATTRIBUTES,
    ExpressionAttributeNames=EXPRESSION_ATTRIBUTE_NAMES,
)


def query(request: Mapping[str, Any]) -> None:
    if request.get("KeyConditionExpression") is None:
        refuse_idle_names(request, "ProjectionExpression", "FilterExpression", "KeyConditionExpression")
        refuse_idle_values(request, "FilterExpression", "KeyConditionExpression")
        raise ValidationException(
            "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request."
        )
    if request.get("Select") is not None:
        _refuse_unfit_select(request)


def scan(request: Mapping[str, Any]) -> None:
    if request.get("FilterExpression") is None:
        refuse_idle_names(request, "ProjectionExpression", "FilterExpression")
        refuse_idle_values(request, "FilterExpression")
    _refuse_unfit_segment(request.get("Segment"), request.get("TotalSegments"))
    if request.get("Select") is not None:
        _refuse_unfit_select(request)


def _refuse_unfit_select(request: Mapping[str, Any]) -> None:
    select = request["Select"]
    projected = request.get("ProjectionExpression") is not None
    if select == "SPECIFIC_ATTRIBUTES" and not projected:
        raise ValidationException(
            "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES"
        )
    if select != "SPECIFIC_ATTRIBUTES" and projected:
        what = "only the Count" if select == "COUNT" else select
        raise ValidationException(f"Cannot specify the ProjectionExpression when choosing to get {what}")
    if select == "ALL_PROJECTED_ATTRIBUTES" and request.get("IndexName") is None:
        raise ValidationException(
            "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName"
        )


def _refuse_unfit_segment(segment: int | None, total: int | None) -> None:
    if segment is not None and total is None:
        raise ValidationException(
            "The TotalSegments parameter is required but was not present in the request when Segment parameter "
            "is present"
        )
    if total is not None and segment is None:
        raise ValidationException(
            "The Segment parameter is required but was not present in the request when parameter TotalSegments "
            "is present"
        )
    if segment is not None and total is not None and segment >= total:
        raise ValidationException(
            "The Segment parameter is zero-based and must be less than parameter TotalSegments: "
            f"Segment: {segment} is not less than TotalSegments: {total}"
        )
