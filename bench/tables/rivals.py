"""PynamoDB and boto3's resources, asked the same. Both are blocking, and here nothing else waits for them.

PynamoDB reads times and words as plain text: its own form of a time is not that of the items.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import boto3
from boto3.dynamodb.conditions import Attr, Key
from pynamodb.attributes import BooleanAttribute, NumberAttribute, UnicodeAttribute
from pynamodb.connection import Connection
from pynamodb.models import Model
from pynamodb.transactions import TransactWrite

from bench.dynamo.items import QUERY_LIMIT, TABLE, KeyNumbers, item
from bench.tables.asking import texts
from cairn.tables.values import plain

REGION: Final = "us-east-1"
SECRET: Final = "bench"
_STATUS, _NOW = "Waiting", "2026-02-02T00:00:00Z"


def _plain_item(numbers: KeyNumbers) -> dict[str, Any]:
    return plain(item(*texts(numbers)))


def pynamodb_model(endpoint: str) -> type[Model]:
    """The items as PynamoDB declares them."""

    class PynamoTask(Model):
        class Meta:
            table_name = TABLE
            host = endpoint
            region = REGION
            aws_access_key_id = SECRET
            aws_secret_access_key = SECRET

        pk = UnicodeAttribute(hash_key=True, attr_name="PK")
        sk = UnicodeAttribute(range_key=True, attr_name="SK")
        entity_type = UnicodeAttribute(attr_name="entityType")
        title = UnicodeAttribute()
        area = UnicodeAttribute()
        status = UnicodeAttribute()
        size = NumberAttribute()
        created_at = UnicodeAttribute(attr_name="createdAt")
        updated_at = UnicodeAttribute(attr_name="updatedAt")
        is_recurring = BooleanAttribute(attr_name="isRecurring")
        notes = UnicodeAttribute()
        point_value = NumberAttribute(attr_name="pointValue")

    return PynamoTask


class PynamoDB:
    name = "PynamoDB"

    def __init__(self, endpoint: str) -> None:
        self._model: Any = pynamodb_model(endpoint)
        self._connection = Connection(region=REGION, host=endpoint)
        self._connection.session.set_credentials(SECRET, SECRET)

    def prepare(self, operation: str, of: Sequence[Sequence[KeyNumbers]]) -> Sequence[Sequence[KeyNumbers]]:
        return of

    async def ask(self, operation: str, prepared: Sequence[Sequence[KeyNumbers]]) -> int:
        model = self._model
        found: Any = None
        match operation:
            case "get":
                for (numbers,) in prepared:
                    found = model.get(*texts(numbers), consistent_read=True)
                return found is not None
            case "query of 50":
                for (numbers,) in prepared:
                    begins = model.sk.startswith("TASK#")
                    found = list(
                        model.query(texts(numbers)[0], begins, limit=QUERY_LIMIT, consistent_read=True)
                    )
                return len(found)
            case "update":
                for (numbers,) in prepared:
                    found = model(*texts(numbers)).update(
                        actions=self._changes(), condition=self._unless_archived()
                    )
                return found is not None
            case _:
                for each in prepared:
                    self._transact(each)
                return 0

    def _changes(self) -> list[Any]:
        model = self._model
        return [model.status.set(_STATUS), model.updated_at.set(_NOW), model.point_value.add(1)]

    def _unless_archived(self) -> Any:
        return self._model.pk.exists() & (self._model.status != "Archived")

    def _task(self, numbers: KeyNumbers) -> Any:
        values = _plain_item(numbers)
        attributes = self._model.get_attributes().items()
        return self._model(**{name: values[each.attr_name] for name, each in attributes})

    def _transact(self, of: Sequence[KeyNumbers]) -> None:
        new, other, changed, checked = of
        model = self._model
        with TransactWrite(connection=self._connection) as transaction:
            transaction.save(self._task(new), condition=model.pk.does_not_exist())
            transaction.save(self._task(other))
            transaction.update(
                model(*texts(changed)), actions=self._changes(), condition=self._unless_archived()
            )
            transaction.condition_check(model, *texts(checked), condition=model.pk.exists())


class Boto3Resource:
    name = "boto3 resource"

    def __init__(self, endpoint: str) -> None:
        resource: Any = boto3.resource(
            "dynamodb",
            endpoint_url=endpoint,
            region_name=REGION,
            aws_access_key_id=SECRET,
            aws_secret_access_key=SECRET,
        )
        self._table = resource.Table(TABLE)
        self._client = resource.meta.client  # takes Python's values, as the resource does

    def prepare(self, operation: str, of: Sequence[Sequence[KeyNumbers]]) -> Sequence[Sequence[KeyNumbers]]:
        return of

    async def ask(self, operation: str, prepared: Sequence[Sequence[KeyNumbers]]) -> int:
        table = self._table
        answer: Any = {}
        match operation:
            case "get":
                for (numbers,) in prepared:
                    answer = table.get_item(Key=_key(numbers), ConsistentRead=True)
                return "Item" in answer
            case "query of 50":
                for (numbers,) in prepared:
                    answer = table.query(
                        KeyConditionExpression=Key("PK").eq(texts(numbers)[0])
                        & Key("SK").begins_with("TASK#"),
                        Limit=QUERY_LIMIT,
                        ConsistentRead=True,
                    )
                return len(answer["Items"])
            case "update":
                for (numbers,) in prepared:
                    condition = Attr("PK").exists() & Attr("status").ne("Archived")
                    answer = table.update_item(
                        Key=_key(numbers), ConditionExpression=condition, **_UPDATE, ReturnValues="ALL_NEW"
                    )
                return "Attributes" in answer
            case _:
                for new, other, changed, checked in prepared:
                    self._client.transact_write_items(
                        TransactItems=[
                            {"Put": {**_put(new), "ConditionExpression": "attribute_not_exists(PK)"}},
                            {"Put": _put(other)},
                            {"Update": _conditional_update(changed)},
                            {
                                "ConditionCheck": {
                                    "TableName": TABLE,
                                    "Key": _key(checked),
                                    "ConditionExpression": "attribute_exists(PK)",
                                }
                            },
                        ]
                    )
                return 0


def _key(numbers: KeyNumbers) -> dict[str, str]:
    return dict(zip(("PK", "SK"), texts(numbers), strict=True))


def _put(numbers: KeyNumbers) -> dict[str, Any]:
    return {"TableName": TABLE, "Item": _plain_item(numbers)}


def _conditional_update(numbers: KeyNumbers) -> dict[str, Any]:
    return {
        "TableName": TABLE,
        "Key": _key(numbers),
        **_UPDATE,
        "ConditionExpression": "attribute_exists(PK) AND #status <> :archived",
        "ExpressionAttributeValues": {**_UPDATE["ExpressionAttributeValues"], ":archived": "Archived"},
    }


_UPDATE: Final[Mapping[str, Any]] = {
    "UpdateExpression": "SET #status = :status, updatedAt = :now ADD pointValue :one",
    "ExpressionAttributeNames": {"#status": "status"},
    "ExpressionAttributeValues": {":status": _STATUS, ":now": _NOW, ":one": 1},
}
