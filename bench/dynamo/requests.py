"""The requests that are measured, in DynamoDB's shapes, each as a function of the keys it names."""

from collections.abc import Mapping, Sequence
from typing import Any

from bench.dynamo.items import QUERY_LIMIT, TABLE, item, key

Key = tuple[str, str]

CREATE_TABLE: Mapping[str, Any] = {
    "TableName": TABLE,
    "KeySchema": [
        {"AttributeName": "PK", "KeyType": "HASH"},
        {"AttributeName": "SK", "KeyType": "RANGE"},
    ],
    "AttributeDefinitions": [
        {"AttributeName": "PK", "AttributeType": "S"},
        {"AttributeName": "SK", "AttributeType": "S"},
    ],
    "BillingMode": "PAY_PER_REQUEST",
}

_UPDATE: Mapping[str, Any] = {
    "TableName": TABLE,
    "UpdateExpression": "SET #status = :status, updatedAt = :now ADD pointValue :one",
    "ConditionExpression": "attribute_exists(PK) AND #status <> :archived",
    "ExpressionAttributeNames": {"#status": "status"},
    "ExpressionAttributeValues": {
        ":status": {"S": "Waiting"},
        ":now": {"S": "2026-02-02T00:00:00.000000Z"},
        ":one": {"N": "1"},
        ":archived": {"S": "Archived"},
    },
}


def get_item(of: Key) -> dict[str, Any]:
    return {"TableName": TABLE, "Key": key(*of), "ConsistentRead": True}


def query(of: Key) -> dict[str, Any]:
    """The first items of a partition."""
    return {
        "TableName": TABLE,
        "KeyConditionExpression": "PK = :partition AND begins_with(SK, :task)",
        "ExpressionAttributeValues": {":partition": {"S": of[0]}, ":task": {"S": "TASK#"}},
        "Limit": QUERY_LIMIT,
        "ConsistentRead": True,
    }


def put_item(of: Key) -> dict[str, Any]:
    return {"TableName": TABLE, "Item": item(*of)}


def update_item(of: Key) -> dict[str, Any]:
    """A conditional update of an item that exists."""
    return {**_UPDATE, "Key": key(*of)}


def batch_write_item(of: Sequence[Key]) -> dict[str, Any]:
    return {"RequestItems": {TABLE: [{"PutRequest": {"Item": item(*each)}} for each in of]}}


def transact_write_items(new: Key, other: Key, changed: Key, checked: Key) -> dict[str, Any]:
    """Four actions: two puts, one of them only when the item is new, an update and a check."""
    return {
        "TransactItems": [
            {
                "Put": {
                    "TableName": TABLE,
                    "Item": item(*new),
                    "ConditionExpression": "attribute_not_exists(PK)",
                }
            },
            {"Put": put_item(other)},
            {"Update": update_item(changed)},
            {
                "ConditionCheck": {
                    "TableName": TABLE,
                    "Key": key(*checked),
                    "ConditionExpression": "attribute_exists(PK)",
                }
            },
        ]
    }
