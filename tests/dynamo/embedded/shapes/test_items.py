"""GetItem, PutItem, UpdateItem and DeleteItem."""

from typing import Any

import pytest

from tests.dynamo.embedded.shapes.asking import KEY, NAMES, VALUES, breaks, invalid, listed, null, refusal_of

CAPACITY = "satisfy enum value set: [INDEXES, TOTAL, NONE]"
METRICS = "satisfy enum value set: [SIZE, NONE]"
RETURN_VALUES = "satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]"
ON_FAILURE = "satisfy enum value set: [ALL_OLD, NONE]"


@pytest.mark.parametrize(
    ("operation", "request_"),
    [
        ("GetItem", {"TableName": "Goals", "Key": KEY}),
        (
            "GetItem",
            {
                "TableName": "Goals",
                "Key": KEY,
                "ConsistentRead": True,
                "ReturnConsumedCapacity": "TOTAL",
                "ProjectionExpression": "#a",
                "ExpressionAttributeNames": NAMES,
            },
        ),
        ("PutItem", {"TableName": "Goals", "Item": KEY, "ReturnValues": "ALL_OLD"}),
        (
            "PutItem",
            {
                "TableName": "Goals",
                "Item": KEY,
                "ConditionExpression": "#a = :a",
                "ExpressionAttributeNames": NAMES,
                "ExpressionAttributeValues": VALUES,
                "ReturnValues": "NONE",
                "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
                "ReturnItemCollectionMetrics": "SIZE",
            },
        ),
        ("UpdateItem", {"TableName": "Goals", "Key": KEY}),
        (
            "UpdateItem",
            {
                "TableName": "Goals",
                "Key": KEY,
                "UpdateExpression": "SET #a = :a",
                "ExpressionAttributeNames": NAMES,
                "ExpressionAttributeValues": VALUES,
                "ReturnValues": "UPDATED_NEW",
            },
        ),
        ("DeleteItem", {"TableName": "Goals", "Key": KEY, "ReturnValues": "ALL_OLD"}),
        # An empty expression is for the expressions' room to refuse.
        ("PutItem", {"TableName": "Goals", "Item": {}, "ConditionExpression": ""}),
    ],
)
def test_faultless_requests_pass(operation: str, request_: dict[str, Any]) -> None:
    assert refusal_of(operation, request_) is None


@pytest.mark.parametrize(
    ("operation", "faults"),
    [
        ("GetItem", [null("tableName"), null("key")]),
        ("PutItem", [null("tableName"), null("item")]),
        ("UpdateItem", [null("tableName"), null("key")]),
        ("DeleteItem", [null("tableName"), null("key")]),
    ],
)
def test_what_is_missing_is_listed(operation: str, faults: list[str]) -> None:
    assert refusal_of(operation, {}) == listed(*faults)


def test_a_member_that_is_none_is_as_good_as_left_out() -> None:
    left_out = {"TableName": "Goals", "Key": KEY, "ProjectionExpression": None, "ConsistentRead": None}
    assert refusal_of("GetItem", left_out) is None
    assert refusal_of("GetItem", {"TableName": None, "Key": KEY}) == listed(null("tableName"))


@pytest.mark.parametrize(
    ("operation", "faults"),
    [
        (
            "PutItem",
            [
                breaks("x", "returnConsumedCapacity", CAPACITY),
                breaks("ab", "tableName", "have length greater than or equal to 3"),
                null("item"),
                breaks("x", "returnValues", RETURN_VALUES),
                breaks("x", "returnItemCollectionMetrics", METRICS),
                breaks("x", "returnValuesOnConditionCheckFailure", ON_FAILURE),
            ],
        ),
        (
            "UpdateItem",
            [
                breaks("x", "returnConsumedCapacity", CAPACITY),
                breaks("ab", "tableName", "have length greater than or equal to 3"),
                breaks("x", "returnItemCollectionMetrics", METRICS),
                breaks("x", "returnValues", RETURN_VALUES),
                null("key"),
                breaks("x", "returnValuesOnConditionCheckFailure", ON_FAILURE),
            ],
        ),
        (
            "DeleteItem",
            [
                breaks("x", "returnConsumedCapacity", CAPACITY),
                breaks("ab", "tableName", "have length greater than or equal to 3"),
                breaks("x", "returnValues", RETURN_VALUES),
                breaks("x", "returnItemCollectionMetrics", METRICS),
                null("key"),
                breaks("x", "returnValuesOnConditionCheckFailure", ON_FAILURE),
            ],
        ),
    ],
)
def test_faults_are_listed_in_the_order_aws_has(operation: str, faults: list[str]) -> None:
    faulty = {
        "TableName": "ab",
        "ReturnValues": "x",
        "ReturnConsumedCapacity": "x",
        "ReturnItemCollectionMetrics": "x",
        "ReturnValuesOnConditionCheckFailure": "x",
    }
    assert refusal_of(operation, faulty) == listed(*faults)


@pytest.mark.parametrize(
    ("operation", "request_"),
    [
        ("GetItem", {"Key": KEY}),
        ("PutItem", {"Item": KEY}),
        ("UpdateItem", {"Key": KEY}),
        ("DeleteItem", {"Key": KEY}),
    ],
)
def test_names_without_an_expression_are_refused(operation: str, request_: dict[str, Any]) -> None:
    idle = {"TableName": "Goals", **request_, "ExpressionAttributeNames": NAMES}
    assert refusal_of(operation, idle) == invalid(
        "ExpressionAttributeNames can only be specified when using expressions"
    )


@pytest.mark.parametrize(
    ("operation", "request_", "expressions"),
    [
        ("PutItem", {"Item": KEY}, "ConditionExpression is null"),
        ("DeleteItem", {"Key": KEY}, "ConditionExpression is null"),
        ("UpdateItem", {"Key": KEY}, "UpdateExpression and ConditionExpression are null"),
    ],
)
def test_values_without_an_expression_are_refused(
    operation: str, request_: dict[str, Any], expressions: str
) -> None:
    idle = {"TableName": "Goals", **request_, "ExpressionAttributeValues": VALUES}
    assert refusal_of(operation, idle) == invalid(
        f"ExpressionAttributeValues can only be specified when using expressions: {expressions}"
    )


@pytest.mark.parametrize("return_values", ["ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"])
def test_put_and_delete_return_the_old_item_or_nothing(return_values: str) -> None:
    put = {"TableName": "Goals", "Item": KEY, "ReturnValues": return_values}
    delete = {"TableName": "Goals", "Key": KEY, "ReturnValues": return_values}
    assert refusal_of("PutItem", put) == invalid("ReturnValues can only be ALL_OLD or NONE")
    assert refusal_of("DeleteItem", delete) == invalid("ReturnValues can only be ALL_OLD or NONE")


def test_idle_placeholders_are_told_before_return_values() -> None:
    put = {"TableName": "Goals", "Item": KEY, "ReturnValues": "ALL_NEW", "ExpressionAttributeNames": NAMES}
    assert refusal_of("PutItem", put) == invalid(
        "ExpressionAttributeNames can only be specified when using expressions"
    )
