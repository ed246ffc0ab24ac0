"""What Cairn does not offer or does not know, and what it says instead of keeping silent."""

from typing import Any

import pytest

from tests.dynamo.embedded.shapes.asking import KEY, invalid, refusal_of

OF_2012 = "is not offered here: it belongs to DynamoDB's interface of before 2014; use"


@pytest.mark.parametrize(
    ("operation", "parameter", "instead"),
    [
        ("GetItem", "AttributesToGet", "ProjectionExpression."),
        ("PutItem", "Expected", "ConditionExpression."),
        ("PutItem", "ConditionalOperator", "AND and OR in ConditionExpression."),
        ("UpdateItem", "AttributeUpdates", "UpdateExpression."),
        ("UpdateItem", "Expected", "ConditionExpression."),
        ("DeleteItem", "Expected", "ConditionExpression."),
        ("Query", "KeyConditions", "KeyConditionExpression."),
        ("Query", "QueryFilter", "FilterExpression."),
        ("Query", "ConditionalOperator", "AND and OR in FilterExpression."),
        ("Scan", "ScanFilter", "FilterExpression."),
        ("Scan", "AttributesToGet", "ProjectionExpression."),
    ],
)
def test_parameters_of_before_2014_name_their_successors(
    operation: str, parameter: str, instead: str
) -> None:
    assert refusal_of(operation, {parameter: []}) == invalid(f"{parameter} {OF_2012} {instead}")


def test_parameters_of_before_2014_are_found_inside_a_batch() -> None:
    items = {"Goals": {"Keys": [KEY], "AttributesToGet": ["PK"]}}
    assert refusal_of("BatchGetItem", {"RequestItems": items}) == invalid(
        f"AttributesToGet {OF_2012} ProjectionExpression."
    )


def test_a_parameter_of_before_2014_that_is_none_is_as_good_as_left_out() -> None:
    assert refusal_of("GetItem", {"TableName": "Goals", "Key": KEY, "AttributesToGet": None}) is None


@pytest.mark.parametrize(
    ("operation", "parameter"), [("UpdateTable", "ReplicaUpdates"), ("CreateTable", "GlobalTableSourceArn")]
)
def test_global_tables_are_not_offered(operation: str, parameter: str) -> None:
    assert refusal_of(operation, {parameter: "x"}) == invalid(
        f"{parameter} is not offered here: there are no global tables; a Cairn folder has one region."
    )


@pytest.mark.parametrize(
    ("operation", "request_", "message"),
    [
        (
            "GetItem",
            {"TabelName": "Goals"},
            "Unknown parameter TabelName in GetItem: did you mean TableName?",
        ),
        (
            "GetItem",
            {"tableName": "Goals"},
            "Unknown parameter tableName in GetItem: did you mean TableName?",
        ),
        (
            "Query",
            {"ScanForward": True},
            "Unknown parameter ScanForward in Query: did you mean ScanIndexForward?",
        ),
        (
            "TransactWriteItems",
            {"TransactItems": [{"Put": {"TableName": "Goals", "Key": KEY}}]},
            (
                "Unknown parameter Key in Put: it takes TableName, Item, ConditionExpression, ExpressionAttributeValues, "
                "ExpressionAttributeNames, ReturnValuesOnConditionCheckFailure."
            ),
        ),
        (
            "BatchWriteItem",
            {"RequestItems": {"Goals": [{"PutReqest": {"Item": KEY}}]}},
            "Unknown parameter PutReqest in BatchWriteItem.RequestItems: did you mean PutRequest?",
        ),
        (
            "ListTables",
            {"x" * 300: 1},
            f"Unknown parameter {'x' * 100} in ListTables: it takes Limit, ExclusiveStartTableName.",
        ),
    ],
)
def test_an_unknown_parameter_names_the_nearest(
    operation: str, request_: dict[str, Any], message: str
) -> None:
    assert refusal_of(operation, request_) == invalid(message)


@pytest.mark.parametrize("operation", ["ExecuteStatement", "BatchExecuteStatement", "ExecuteTransaction"])
def test_partiql_names_what_to_use_instead(operation: str) -> None:
    assert refusal_of(operation, {}) == invalid(
        f"{operation} is not offered here, as PartiQL is not: use GetItem, Query, Scan, PutItem, UpdateItem, "
        "DeleteItem or their batches and transactions."
    )


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        (
            "CreateBackup",
            (
                "CreateBackup is not offered here: `cairn backup FILE` copies everything while it serves, and "
                "`cairn restore FILE` brings it back."
            ),
        ),
        (
            "CreateGlobalTable",
            "CreateGlobalTable is not offered here: there are no global tables; a Cairn folder has one region.",
        ),
        (
            "EnableKinesisStreamingDestination",
            (
                "EnableKinesisStreamingDestination is not offered here: read the table's stream with DescribeStream, "
                "GetShardIterator and GetRecords."
            ),
        ),
        ("MakeCoffee", "DynamoDB has no operation 'MakeCoffee'."),
        ("", "DynamoDB has no operation ''."),
    ],
)
def test_an_operation_that_is_not_here_says_so(operation: str, message: str) -> None:
    assert refusal_of(operation, {}) == ("UnknownOperationException", message)
