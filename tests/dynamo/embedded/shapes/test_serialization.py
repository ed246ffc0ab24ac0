"""Values of the wrong type, which AWS fails to read before it looks at anything else."""

from decimal import Decimal
from typing import Any

import pytest

from tests.dynamo.embedded.shapes.asking import KEY, refusal_of

CLASS = "com.amazonaws.dynamodb.v20120810"
MAP_OF_ATTRIBUTES = f"java.util.Map<java.lang.String, {CLASS}.AttributeValue>"
NO_CLASS = (
    "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class java.lang.Class "
    "(sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and java.lang.Class are in module java.base of "
    "loader 'bootstrap')"
)
STRUCTURE = "Start of structure or map found where not expected"


@pytest.mark.parametrize(
    ("operation", "request_", "message"),
    [
        ("GetItem", {"TableName": 1}, "NUMBER_VALUE cannot be converted to String"),
        ("GetItem", {"TableName": 1.5}, "DECIMAL_VALUE cannot be converted to String"),
        ("GetItem", {"TableName": Decimal("1.5")}, "DECIMAL_VALUE cannot be converted to String"),
        ("GetItem", {"TableName": True}, "TRUE_VALUE cannot be converted to String"),
        ("GetItem", {"TableName": False}, "FALSE_VALUE cannot be converted to String"),
        ("GetItem", {"TableName": []}, "Unrecognized collection type class java.lang.String"),
        ("GetItem", {"TableName": {}}, STRUCTURE),
        ("GetItem", {"TableName": b"Goals"}, "Unexpected token received from parser"),
        ("GetItem", {"ReturnConsumedCapacity": []}, "Unrecognized collection type class java.lang.String"),
        ("GetItem", {"ReturnConsumedCapacity": {}}, STRUCTURE),
        ("GetItem", {"Key": 1}, "Unexpected field type"),
        ("GetItem", {"Key": "PK"}, "Unexpected field type"),
        ("GetItem", {"Key": []}, f"Unrecognized collection type {MAP_OF_ATTRIBUTES}"),
        ("GetItem", {"ConsistentRead": "true"}, "Unexpected token received from parser"),
        ("GetItem", {"ConsistentRead": 1}, "NUMBER_VALUE cannot be converted to Boolean"),
        ("GetItem", {"ConsistentRead": []}, "Unrecognized collection type class java.lang.Boolean"),
        ("GetItem", {"ConsistentRead": {}}, STRUCTURE),
        ("GetItem", {"ExpressionAttributeNames": "a"}, "Unexpected field type"),
        (
            "GetItem",
            {"ExpressionAttributeNames": []},
            "Unrecognized collection type java.util.Map<java.lang.String, java.lang.String>",
        ),
        ("GetItem", {"ExpressionAttributeNames": {"#a": 1}}, "NUMBER_VALUE cannot be converted to String"),
        ("GetItem", {"ExpressionAttributeNames": {1: "a"}}, "NUMBER_VALUE cannot be converted to String"),
        ("Scan", {"Limit": "1"}, "STRING_VALUE cannot be converted to Integer"),
        ("Scan", {"Limit": True}, "TRUE_VALUE cannot be converted to Integer"),
        ("Scan", {"Limit": 1.5}, "DECIMAL_VALUE cannot be converted to Integer"),
        ("Scan", {"Limit": []}, "Unrecognized collection type class java.lang.Integer"),
        ("Scan", {"Limit": {}}, STRUCTURE),
        ("Scan", {"Limit": 2**31}, "NUMBER_VALUE cannot be converted to Integer"),
        (
            "CreateTable",
            {"ProvisionedThroughput": {"ReadCapacityUnits": "1"}},
            "STRING_VALUE cannot be converted to Long",
        ),
        ("CreateTable", {"ProvisionedThroughput": 1}, "Unexpected field type"),
        (
            "CreateTable",
            {"ProvisionedThroughput": []},
            f"Unrecognized collection type class {CLASS}.ProvisionedThroughput",
        ),
        ("CreateTable", {"KeySchema": "a"}, "Unexpected field type"),
        ("CreateTable", {"KeySchema": {}}, STRUCTURE),
        ("CreateTable", {"KeySchema": ["a"]}, "Unexpected value type in payload"),
        ("CreateTable", {"KeySchema": [[]]}, f"Unrecognized collection type class {CLASS}.KeySchemaElement"),
        (
            "BatchGetItem",
            {"RequestItems": []},
            f"Unrecognized collection type java.util.Map<java.lang.String, {CLASS}.KeysAndAttributes>",
        ),
        ("BatchGetItem", {"RequestItems": {"Goals": 1}}, "Unexpected value type in payload"),
        (
            "BatchGetItem",
            {"RequestItems": {"Goals": []}},
            f"Unrecognized collection type class {CLASS}.KeysAndAttributes",
        ),
        ("BatchGetItem", {"RequestItems": {"Goals": {"Keys": {}}}}, STRUCTURE),
        ("BatchGetItem", {"RequestItems": {"Goals": {"Keys": [1]}}}, NO_CLASS),
        (
            "BatchGetItem",
            {"RequestItems": {"Goals": {"Keys": [[]]}}},
            f"Unrecognized collection type {MAP_OF_ATTRIBUTES}",
        ),
        (
            "BatchWriteItem",
            {"RequestItems": []},
            f"Unrecognized collection type java.util.Map<java.lang.String, java.util.List<{CLASS}.WriteRequest>>",
        ),
        ("BatchWriteItem", {"RequestItems": {"Goals": 1}}, NO_CLASS),
        ("BatchWriteItem", {"RequestItems": {"Goals": {}}}, STRUCTURE),
        ("BatchWriteItem", {"RequestItems": {"Goals": [1]}}, "Unexpected value type in payload"),
        (
            "BatchWriteItem",
            {"RequestItems": {"Goals": [[]]}},
            f"Unrecognized collection type class {CLASS}.WriteRequest",
        ),
        ("BatchWriteItem", {"RequestItems": {"Goals": [{"PutRequest": 1}]}}, "Unexpected field type"),
        (
            "BatchWriteItem",
            {"RequestItems": {"Goals": [{"PutRequest": []}]}},
            f"Unrecognized collection type class {CLASS}.PutRequest",
        ),
        (
            "BatchWriteItem",
            {"RequestItems": {"Goals": [{"PutRequest": {"Item": []}}]}},
            f"Unrecognized collection type {MAP_OF_ATTRIBUTES}",
        ),
        ("TransactWriteItems", {"TransactItems": {}}, STRUCTURE),
        ("TransactWriteItems", {"TransactItems": [{"Put": 1}]}, "Unexpected field type"),
    ],
)
def test_wrong_types_are_told_in_the_words_of_awss_reader(
    operation: str, request_: dict[str, Any], message: str
) -> None:
    assert refusal_of(operation, request_) == ("SerializationException", message)


@pytest.mark.parametrize("request_", [[], "x", 1, None])
def test_a_request_is_a_mapping(request_: Any) -> None:
    assert refusal_of("GetItem", request_) == ("SerializationException", "Unexpected value type in payload")


def test_wrong_types_are_told_before_anything_else() -> None:
    faulty = {"TableName": "ab", "ReturnConsumedCapacity": "x", "Tabel": 1, "ConsistentRead": 1}
    assert refusal_of("GetItem", faulty) == (
        "SerializationException",
        "NUMBER_VALUE cannot be converted to Boolean",
    )


def test_attribute_values_are_not_looked_at() -> None:
    assert refusal_of("GetItem", {"TableName": "Goals", "Key": KEY | {"PK": 1}}) is None
    assert refusal_of("PutItem", {"TableName": "Goals", "Item": {"a": {"S": 1, "N": []}}}) is None
