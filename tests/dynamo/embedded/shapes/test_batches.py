"""BatchGetItem and BatchWriteItem."""

from typing import Any

import pytest

from tests.dynamo.embedded.shapes.asking import KEY, NAMES, breaks, invalid, listed, null, refusal_of

PUT = {"PutRequest": {"Item": KEY}}
DELETE = {"DeleteRequest": {"Key": KEY}}
EXACTLY_ONE = invalid(
    "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes"
)
WRONG_KEYS = (
    "Value at 'requestItems' failed to satisfy constraint: Map keys must satisfy constraint: [Member must have length "
    "less than or equal to 255, Member must have length greater than or equal to 3, Member must satisfy regular "
    "expression pattern: [a-zA-Z0-9_.-]+]"
)
WRONG_VALUES = (
    "Value at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: [Member must have length "
    "less than or equal to 25, Member must have length greater than or equal to 1]"
)


def keys(count: int) -> dict[str, Any]:
    return {"Keys": [{"PK": {"S": str(number)}} for number in range(count)]}


def test_full_batches_pass() -> None:
    assert refusal_of("BatchGetItem", {"RequestItems": {"Goals": keys(60), "Habits": keys(40)}}) is None
    projected = {
        **keys(1),
        "ProjectionExpression": "#a",
        "ExpressionAttributeNames": NAMES,
        "ConsistentRead": True,
    }
    assert refusal_of("BatchGetItem", {"RequestItems": {"Goals": projected}}) is None
    assert (
        refusal_of("BatchWriteItem", {"RequestItems": {"Goals": [PUT] * 12, "Habits": [DELETE] * 13}}) is None
    )


@pytest.mark.parametrize("operation", ["BatchGetItem", "BatchWriteItem"])
def test_a_batch_has_at_least_one_table(operation: str) -> None:
    assert refusal_of(operation, {}) == listed(null("requestItems"))
    assert refusal_of(operation, {"RequestItems": {}}) == listed(
        breaks("{}", "requestItems", "have length greater than or equal to 1")
    )


@pytest.mark.parametrize(
    ("items", "faults"),
    [
        ({"Goals": {}}, [null("requestItems.Goals.member.keys")]),
        ({"Goals": None}, [null("requestItems.Goals.member")]),
        (
            {"Goals": {"Keys": []}},
            [breaks("[]", "requestItems.Goals.member.keys", "have length greater than or equal to 1")],
        ),
        (
            {"Goals": keys(101)},
            [
                (
                    "Value at 'requestItems.Goals.member.keys' failed to satisfy constraint: Member must have length "
                    "less than or equal to 100"
                )
            ],
        ),
        ({"Goals": {"Keys": [None]}}, [null("requestItems.Goals.member.keys.1.member")]),
        ({"ab": keys(1), "a;b": keys(1)}, [WRONG_KEYS, WRONG_KEYS]),
    ],
)
def test_faults_of_a_batch_of_reads_are_listed(items: dict[str, Any], faults: list[str]) -> None:
    assert refusal_of("BatchGetItem", {"RequestItems": items}) == listed(*faults)


def test_a_batch_of_reads_has_a_hundred_keys_over_all_tables() -> None:
    assert refusal_of("BatchGetItem", {"RequestItems": {"Goals": keys(60), "Habits": keys(41)}}) == invalid(
        "Too many items requested for the BatchGetItem call"
    )


def test_names_without_a_projection_are_refused_for_each_table() -> None:
    idle = {**keys(1), "ExpressionAttributeNames": NAMES}
    assert refusal_of("BatchGetItem", {"RequestItems": {"Goals": keys(1), "Habits": idle}}) == invalid(
        "ExpressionAttributeNames can only be specified when using expressions"
    )


@pytest.mark.parametrize(
    ("items", "faults"),
    [
        ({"Goals": []}, [WRONG_VALUES]),
        ({"Goals": [PUT] * 26}, [WRONG_VALUES]),
        ({"ab": []}, [WRONG_KEYS, WRONG_VALUES]),
        ({"Goals": None}, [null("requestItems.Goals.member")]),
        ({"Goals": [None]}, [null("requestItems.Goals.member.1.member")]),
        ({"Goals": [{"PutRequest": {}}]}, [null("requestItems.Goals.member.1.member.putRequest.item")]),
        (
            {"Goals": [PUT, {"DeleteRequest": {}}]},
            [null("requestItems.Goals.member.2.member.deleteRequest.key")],
        ),
    ],
)
def test_faults_of_a_batch_of_writes_are_listed(items: dict[str, Any], faults: list[str]) -> None:
    # AWS shows the map in its own JSON-like words when it is empty and keeps items out of the message otherwise.
    told = refusal_of("BatchWriteItem", {"RequestItems": items})
    assert told == listed(*faults)


def test_a_write_is_one_put_or_one_delete() -> None:
    assert refusal_of("BatchWriteItem", {"RequestItems": {"Goals": [{}]}}) == EXACTLY_ONE
    assert refusal_of("BatchWriteItem", {"RequestItems": {"Goals": [PUT, PUT | DELETE]}}) == EXACTLY_ONE
    assert refusal_of("BatchWriteItem", {"RequestItems": {"Goals": [PUT | {"DeleteRequest": None}]}}) is None


def test_a_batch_of_writes_has_twenty_five_over_all_tables() -> None:
    assert refusal_of(
        "BatchWriteItem", {"RequestItems": {"Goals": [PUT] * 13, "Habits": [PUT] * 13}}
    ) == invalid("Too many items requested for the BatchWriteItem call")


def test_faults_beside_the_items_are_listed_first() -> None:
    faulty = {"RequestItems": {}, "ReturnConsumedCapacity": "x", "ReturnItemCollectionMetrics": "y"}
    assert refusal_of("BatchWriteItem", faulty) == listed(
        breaks("x", "returnConsumedCapacity", "satisfy enum value set: [INDEXES, TOTAL, NONE]"),
        breaks("y", "returnItemCollectionMetrics", "satisfy enum value set: [SIZE, NONE]"),
        breaks("{}", "requestItems", "have length greater than or equal to 1"),
    )
