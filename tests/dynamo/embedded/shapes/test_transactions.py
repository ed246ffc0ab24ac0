"""TransactGetItems and TransactWriteItems."""

from typing import Any

import pytest

from tests.dynamo.embedded.shapes.asking import KEY, NAMES, VALUES, breaks, invalid, listed, null, refusal_of

GET = {"Get": {"TableName": "Goals", "Key": KEY}}
PUT = {"Put": {"TableName": "Goals", "Item": KEY}}
DELETE = {"Delete": {"TableName": "Goals", "Key": KEY}}
UPDATE = {"Update": {"TableName": "Goals", "Key": KEY, "UpdateExpression": "SET a = :a"}}
CHECK = {"ConditionCheck": {"TableName": "Goals", "Key": KEY, "ConditionExpression": "attribute_exists(PK)"}}
IDLE_NAMES = invalid("ExpressionAttributeNames can only be specified when using expressions")


def test_full_transactions_pass() -> None:
    assert refusal_of("TransactGetItems", {"TransactItems": [GET] * 100}) is None
    token = {
        "ClientRequestToken": "t" * 36,
        "ReturnItemCollectionMetrics": "NONE",
        "ReturnConsumedCapacity": "NONE",
    }
    assert (
        refusal_of("TransactWriteItems", {"TransactItems": [PUT, DELETE, UPDATE, CHECK] * 25, **token})
        is None
    )


@pytest.mark.parametrize(("operation", "action"), [("TransactGetItems", GET), ("TransactWriteItems", PUT)])
def test_a_transaction_has_one_to_a_hundred_actions(operation: str, action: dict[str, Any]) -> None:
    assert refusal_of(operation, {}) == listed(null("transactItems"))
    assert refusal_of(operation, {"TransactItems": []}) == listed(
        breaks("[]", "transactItems", "have length greater than or equal to 1")
    )
    assert refusal_of(operation, {"TransactItems": [None]}) == listed(null("transactItems.1.member"))
    assert refusal_of(operation, {"TransactItems": [action] * 101}) == listed(
        "Value at 'transactItems' failed to satisfy constraint: Member must have length less than or equal to 100"
    )


@pytest.mark.parametrize(
    ("operation", "actions", "faults"),
    [
        ("TransactGetItems", [{}], [null("transactItems.1.member.get")]),
        (
            "TransactGetItems",
            [GET, {"Get": {}}],
            [null("transactItems.2.member.get.tableName"), null("transactItems.2.member.get.key")],
        ),
        (
            "TransactWriteItems",
            [{"Put": {}}],
            [null("transactItems.1.member.put.tableName"), null("transactItems.1.member.put.item")],
        ),
        (
            "TransactWriteItems",
            [
                {"ConditionCheck": {"TableName": "Goals", "Key": KEY}},
                {"Update": {"TableName": "Goals", "Key": KEY}},
            ],
            [
                null("transactItems.1.member.conditionCheck.conditionExpression"),
                null("transactItems.2.member.update.updateExpression"),
            ],
        ),
        (
            "TransactWriteItems",
            [{"Delete": {"TableName": "ab", "Key": KEY, "ReturnValuesOnConditionCheckFailure": "x"}}],
            [
                breaks(
                    "ab", "transactItems.1.member.delete.tableName", "have length greater than or equal to 3"
                ),
                breaks(
                    "x",
                    "transactItems.1.member.delete.returnValuesOnConditionCheckFailure",
                    "satisfy enum value set: [ALL_OLD, NONE]",
                ),
            ],
        ),
    ],
)
def test_faults_of_actions_are_listed(operation: str, actions: list[Any], faults: list[str]) -> None:
    assert refusal_of(operation, {"TransactItems": actions}) == listed(*faults)


def test_ten_faults_are_told_at_most() -> None:
    faults = [
        fault
        for number in range(1, 6)
        for fault in (
            null(f"transactItems.{number}.member.put.tableName"),
            null(f"transactItems.{number}.member.put.item"),
        )
    ]
    assert refusal_of("TransactWriteItems", {"TransactItems": [{"Put": {}}] * 9}) == listed(*faults)


def test_an_item_of_a_transaction_is_one_action() -> None:
    assert refusal_of("TransactWriteItems", {"TransactItems": [{}]}) == invalid(
        "TransactItems can only contain one of Check, Put, Update or Delete"
    )
    for second in (DELETE, UPDATE, CHECK):
        assert refusal_of("TransactWriteItems", {"TransactItems": [PUT, PUT | second]}) == invalid(
            "TransactItems can only contain one of Check, Put, Update or Delete"
        )
    assert refusal_of("TransactWriteItems", {"TransactItems": [PUT | {"Delete": None}]}) is None


@pytest.mark.parametrize(
    ("token", "constraint"),
    [("", "have length greater than or equal to 1"), ("t" * 37, "have length less than or equal to 36")],
)
def test_a_token_has_one_to_thirty_six_characters(token: str, constraint: str) -> None:
    assert refusal_of("TransactWriteItems", {"TransactItems": [PUT], "ClientRequestToken": token}) == listed(
        breaks(token, "clientRequestToken", constraint)
    )


def test_placeholders_without_an_expression_are_refused_for_each_action() -> None:
    get = {"Get": GET["Get"] | {"ExpressionAttributeNames": NAMES}}
    assert refusal_of("TransactGetItems", {"TransactItems": [GET, get]}) == IDLE_NAMES
    for kind, action in [*PUT.items(), *DELETE.items()]:
        named = {kind: action | {"ExpressionAttributeNames": NAMES}}
        valued = {kind: action | {"ExpressionAttributeValues": VALUES}}
        assert refusal_of("TransactWriteItems", {"TransactItems": [UPDATE, named]}) == IDLE_NAMES
        assert refusal_of("TransactWriteItems", {"TransactItems": [UPDATE, valued]}) == invalid(
            "ExpressionAttributeValues can only be specified when using expressions: ConditionExpression is null"
        )
