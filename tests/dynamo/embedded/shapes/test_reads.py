"""Query and Scan."""

from typing import Any

import pytest

from tests.dynamo.embedded.shapes.asking import KEY, NAMES, VALUES, breaks, invalid, listed, refusal_of

QUERY = {"TableName": "Goals", "KeyConditionExpression": "PK = :a", "ExpressionAttributeValues": VALUES}
SCAN = {"TableName": "Goals"}
SPECIFIC = "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES"
NOT_WITH_PROJECTION = "Cannot specify the ProjectionExpression when choosing to get "


@pytest.mark.parametrize(
    ("operation", "request_"),
    [
        ("Query", QUERY),
        (
            "Query",
            QUERY
            | {
                "IndexName": "Reminders",
                "Select": "ALL_PROJECTED_ATTRIBUTES",
                "Limit": 1,
                "ConsistentRead": False,
                "ScanIndexForward": False,
                "ExclusiveStartKey": KEY,
                "FilterExpression": "a = :a",
                "ExpressionAttributeNames": NAMES,
                "ReturnConsumedCapacity": "INDEXES",
            },
        ),
        ("Query", QUERY | {"Select": "SPECIFIC_ATTRIBUTES", "ProjectionExpression": "a"}),
        ("Query", QUERY | {"Limit": 2**31 - 1}),
        ("Scan", SCAN),
        ("Scan", SCAN | {"Segment": 0, "TotalSegments": 1}),
        ("Scan", SCAN | {"Segment": 999_999, "TotalSegments": 1_000_000}),
        ("Scan", SCAN | {"ProjectionExpression": "#a", "ExpressionAttributeNames": NAMES}),
        ("Scan", SCAN | {"FilterExpression": "a = :a", "ExpressionAttributeValues": VALUES}),
        ("Scan", SCAN | {"Select": "COUNT", "ConsistentRead": True}),
    ],
)
def test_faultless_reads_pass(operation: str, request_: dict[str, Any]) -> None:
    assert refusal_of(operation, request_) is None


def test_faults_of_a_query_are_listed_in_the_order_aws_has() -> None:
    faulty = {"TableName": "a;", "Limit": 0, "Select": "x", "IndexName": "a;", "ReturnConsumedCapacity": "x"}
    assert refusal_of("Query", faulty) == listed(
        breaks(
            "x",
            "select",
            "satisfy enum value set: [SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES]",
        ),
        breaks("a;", "indexName", "satisfy regular expression pattern: [a-zA-Z0-9_.-]+"),
        breaks("a;", "indexName", "have length greater than or equal to 3"),
        breaks("x", "returnConsumedCapacity", "satisfy enum value set: [INDEXES, TOTAL, NONE]"),
        breaks("a;", "tableName", "satisfy regular expression pattern: [a-zA-Z0-9_.-]+"),
        breaks("a;", "tableName", "have length greater than or equal to 3"),
        breaks(0, "limit", "have value greater than or equal to 1"),
    )


def test_faults_of_a_scan_are_listed_in_the_order_aws_has() -> None:
    faulty = {"TableName": "ab", "Limit": -1, "Segment": -1, "TotalSegments": 0}
    assert refusal_of("Scan", faulty) == listed(
        breaks(0, "totalSegments", "have value greater than or equal to 1"),
        breaks("ab", "tableName", "have length greater than or equal to 3"),
        breaks(-1, "segment", "have value greater than or equal to 0"),
        breaks(-1, "limit", "have value greater than or equal to 1"),
    )


def test_segments_are_bounded() -> None:
    assert refusal_of("Scan", SCAN | {"Segment": 1_000_000, "TotalSegments": 1_000_001}) == listed(
        breaks(1_000_001, "totalSegments", "have value less than or equal to 1000000"),
        breaks(1_000_000, "segment", "have value less than or equal to 999999"),
    )


@pytest.mark.parametrize(
    ("segments", "message"),
    [
        (
            {"Segment": 0},
            (
                "The TotalSegments parameter is required but was not present in the request when Segment parameter is "
                "present"
            ),
        ),
        (
            {"TotalSegments": 1},
            (
                "The Segment parameter is required but was not present in the request when parameter TotalSegments is "
                "present"
            ),
        ),
        (
            {"Segment": 4, "TotalSegments": 4},
            (
                "The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: 4 is not "
                "less than TotalSegments: 4"
            ),
        ),
    ],
)
def test_a_segment_is_one_of_so_many(segments: dict[str, int], message: str) -> None:
    assert refusal_of("Scan", SCAN | segments) == invalid(message)


@pytest.mark.parametrize(
    ("select", "message"),
    [
        ({"Select": "SPECIFIC_ATTRIBUTES"}, SPECIFIC),
        ({"Select": "COUNT", "ProjectionExpression": "a"}, f"{NOT_WITH_PROJECTION}only the Count"),
        ({"Select": "ALL_ATTRIBUTES", "ProjectionExpression": "a"}, f"{NOT_WITH_PROJECTION}ALL_ATTRIBUTES"),
        (
            {"Select": "ALL_PROJECTED_ATTRIBUTES", "ProjectionExpression": "a"},
            f"{NOT_WITH_PROJECTION}ALL_PROJECTED_ATTRIBUTES",
        ),
        (
            {"Select": "ALL_PROJECTED_ATTRIBUTES"},
            "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName",
        ),
    ],
)
def test_what_is_selected_agrees_with_the_projection(select: dict[str, str], message: str) -> None:
    assert refusal_of("Query", QUERY | select) == invalid(message)
    assert refusal_of("Scan", SCAN | select) == invalid(message)


def test_a_query_needs_a_key_condition_before_all_else_but_idle_placeholders() -> None:
    missing = invalid(
        "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request."
    )
    assert refusal_of("Query", {"TableName": "Goals"}) == missing
    assert refusal_of("Query", {"TableName": "Goals", "Select": "SPECIFIC_ATTRIBUTES"}) == missing
    filtered = {"TableName": "Goals", "FilterExpression": "a = :a", "ExpressionAttributeValues": VALUES}
    assert refusal_of("Query", filtered) == missing
    assert refusal_of("Query", {"TableName": "Goals", "ExpressionAttributeNames": NAMES}) == invalid(
        "ExpressionAttributeNames can only be specified when using expressions"
    )
    projected = {"TableName": "Goals", "ProjectionExpression": "a", "ExpressionAttributeValues": VALUES}
    assert refusal_of("Query", projected) == invalid(
        "ExpressionAttributeValues can only be specified when using expressions: "
        "FilterExpression and KeyConditionExpression are null"
    )


def test_a_scan_takes_values_for_its_filter_alone() -> None:
    assert refusal_of("Scan", SCAN | {"ExpressionAttributeNames": NAMES}) == invalid(
        "ExpressionAttributeNames can only be specified when using expressions"
    )
    projected = SCAN | {"ProjectionExpression": "a", "ExpressionAttributeValues": VALUES}
    assert refusal_of("Scan", projected) == invalid(
        "ExpressionAttributeValues can only be specified when using expressions: FilterExpression is null"
    )
