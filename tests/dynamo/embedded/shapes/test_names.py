"""Names and ARNs of tables."""

import pytest

from cairn.dynamo.embedded.shapes import table_name
from tests.dynamo.embedded.shapes.asking import KEY, breaks, invalid, listed, null, refusal_of

ARN = "arn:aws:dynamodb:eu-central-1:123456789012:table/"
ARN_FAULT = invalid(
    "Valid ARN format is 'arn:<awsPartition>:<vendor>:<region>:<subscriber>:resourceType/resourceName', where "
    "Resource name must have length less than or equal to 255, Resource name must have length greater than or "
    "equal to 3, Resource name must satisfyregular expression pattern: [a-zA-Z0-9_.-]+"
)
PATTERN = "satisfy regular expression pattern: [a-zA-Z0-9_.-]+"


@pytest.mark.parametrize("name", ["abc", "A.b-c_9", "x" * 255, f"{ARN}abc", f"{ARN}{'x' * 255}"])
def test_names_and_arns_of_tables_pass(name: str) -> None:
    assert refusal_of("GetItem", {"TableName": name, "Key": KEY}) is None
    assert refusal_of("DescribeTable", {"TableName": name}) is None
    assert refusal_of("BatchGetItem", {"RequestItems": {name: {"Keys": [KEY]}}}) is None


@pytest.mark.parametrize(
    ("name", "constraints"),
    [
        ("", ["have length greater than or equal to 1"]),
        ("ab", ["have length greater than or equal to 3"]),
        ("x" * 256, ["have length less than or equal to 255"]),
        ("a b", [PATTERN]),
        ("abc\n", [PATTERN]),
        ("äbc", [PATTERN]),
        (";;", [PATTERN, "have length greater than or equal to 3"]),
    ],
)
def test_wrong_names_are_listed(name: str, constraints: list[str]) -> None:
    faults = [breaks(name, "tableName", constraint) for constraint in constraints]
    assert refusal_of("GetItem", {"TableName": name, "Key": KEY}) == listed(*faults)
    assert refusal_of("Scan", {"TableName": name}) == listed(*faults)


@pytest.mark.parametrize(
    "name", ["arn:", "arn:aws", f"{ARN}ab", f"{ARN}a b", f"{ARN}abc/index/x", f"{ARN[:-6]}/abc"]
)
def test_wrong_arns_are_told_after_the_list(name: str) -> None:
    assert refusal_of("GetItem", {"TableName": name, "Key": KEY}) == ARN_FAULT
    assert refusal_of("GetItem", {"TableName": name}) == listed(null("key"))
    assert refusal_of("DescribeTable", {"TableName": name}) == ARN_FAULT
    assert refusal_of("BatchGetItem", {"RequestItems": {name: {"Keys": [KEY]}}}) == ARN_FAULT
    get = {"Get": {"TableName": name, "Key": KEY}}
    assert refusal_of("TransactGetItems", {"TransactItems": [get]}) == ARN_FAULT


@pytest.mark.parametrize(
    "operation",
    ["CreateTable", "UpdateTable", "DeleteTable", "DescribeTable", "UpdateTimeToLive", "DescribeTimeToLive"],
)
def test_operations_on_tables_tell_of_the_name_alone_and_first(operation: str) -> None:
    length = invalid("TableName must be at least 3 characters long and at most 255 characters long")
    missing = invalid("The parameter 'TableName' is required but was not present in the request")
    assert refusal_of(operation, {}) == missing
    assert refusal_of(operation, {"TableName": None}) == missing
    assert refusal_of(operation, {"TableName": "ab"}) == length
    assert refusal_of(operation, {"TableName": ""}) == length
    assert refusal_of(operation, {"TableName": ";" * 256}) == length


def test_operations_on_tables_list_a_wrong_character() -> None:
    fault = breaks("a;b", "tableName", PATTERN)
    assert refusal_of("DescribeTable", {"TableName": "a;b"}) == listed(fault)
    assert refusal_of("CreateTable", {"TableName": "a;b"}) == listed(
        null("attributeDefinitions"), fault, null("keySchema")
    )


@pytest.mark.parametrize(("text", "name"), [("Goals", "Goals"), (f"{ARN}Goals", "Goals"), ("arn", "arn")])
def test_table_name_takes_a_name_or_an_arn(text: str, name: str) -> None:
    assert table_name(text) == name
