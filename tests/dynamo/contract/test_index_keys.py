"""What can be part of an index's key and what can't, in puts and in updates."""

import pytest
import pytest_asyncio

from cairn.dynamo.seam import AttributeValue, Operation, Request
from tests.dynamo.contract.engines import Engine, Refusal, Tables, refused
from tests.dynamo.contract.indexed import INDEXES, KEY, WHOLE
from tests.dynamo.contract.items import NOT_MET
from tests.dynamo.contract.schemas import defined, index, key_schema, unfit
from tests.dynamo.differences import COMPUTED_INDEX_KEYS, INDEX_KEY_SIZE, INDEX_KEY_TYPE


@pytest_asyncio.fixture(loop_scope="session")
async def name(table: Tables) -> str:
    return await table(**INDEXES)


WRONG_TYPES: list[tuple[str, AttributeValue, str]] = [
    ("title", {"N": "1"}, "Type mismatch for Index Key title Expected: S Actual: N IndexName: ByPhoto"),
    ("weight", {"S": "1"}, "Type mismatch for Index Key weight Expected: N Actual: S IndexName: ByWeight"),
    ("photo", {"S": "x"}, "Type mismatch for Index Key photo Expected: B Actual: S IndexName: ByPhoto"),
    (
        "weight",
        {"NULL": True},
        "Type mismatch for Index Key weight Expected: N Actual: NULL IndexName: ByWeight",
    ),
    ("weight", {"L": []}, "Type mismatch for Index Key weight Expected: N Actual: L IndexName: ByWeight"),
    (
        "weight",
        {"NS": ["1"]},
        "Type mismatch for Index Key weight Expected: N Actual: NS IndexName: ByWeight",
    ),
]


def setting(name: str, attribute: str, value: AttributeValue) -> Request:
    return {
        "TableName": name,
        "Key": KEY,
        "UpdateExpression": "SET #a = :v",
        "ExpressionAttributeNames": {"#a": attribute},
        "ExpressionAttributeValues": {":v": value},
    }


def canceled_for(message: str) -> Refusal:
    return Refusal(
        "TransactionCanceledException",
        "Transaction cancelled, please refer cancellation reasons for specific reasons [ValidationError]",
        {"CancellationReasons": [{"Code": "ValidationError", "Message": message}]},
    )


@pytest.mark.parametrize(
    ("attribute", "value", "fault"), WRONG_TYPES, ids=[fault for _, _, fault in WRONG_TYPES]
)
async def test_an_index_key_of_another_type_is_refused(
    dynamo: Engine, name: str, attribute: str, value: AttributeValue, fault: str
) -> None:
    scalar = {*value} <= {"S", "N", "B"}
    local = unfit("Type mismatch for Index Key") if scalar else "Invalid attribute value type"
    message = INDEX_KEY_TYPE.answer(dynamo, aws=unfit(fault), dynamodb_local=local)
    item = {**KEY, attribute: value}
    ways: list[tuple[Operation, Request]] = [
        ("PutItem", {"TableName": name, "Item": item}),
        ("UpdateItem", setting(name, attribute, value)),
        ("BatchWriteItem", {"RequestItems": {name: [{"PutRequest": {"Item": item}}]}}),
    ]
    for operation, request in ways:
        assert await dynamo.outcome(operation, request) == Refusal("ValidationException", message), operation
    if scalar:
        refused = await dynamo.outcome(
            "TransactWriteItems", {"TransactItems": [{"Put": {"TableName": name, "Item": item}}]}
        )
        assert refused == canceled_for(message)
    assert await dynamo.call("GetItem", {"TableName": name, "Key": KEY}) == {}


COMPUTED = [
    ("SET weight = title", "Type mismatch for Index Key"),
    ("SET weight = if_not_exists(absent, title)", "Type mismatch for Index Key"),
    ("SET photo = more", "Invalid attribute value type"),
]


@pytest.mark.parametrize(("text", "local"), COMPUTED, ids=[text for text, _ in COMPUTED])
async def test_an_index_key_that_an_update_computes_has_the_type_of_the_index(
    dynamo: Engine, name: str, text: str, local: str
) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": WHOLE})
    message = INDEX_KEY_TYPE.answer(
        dynamo,
        aws="The update expression attempted to update the secondary index key to unsupported type",
        dynamodb_local=local if local.startswith("Invalid") else unfit(local),
    )
    update = {"TableName": name, "Key": KEY, "UpdateExpression": text}
    assert await dynamo.outcome("UpdateItem", update) == Refusal("ValidationException", message)
    if not local.startswith("Invalid"):
        refused = await dynamo.outcome("TransactWriteItems", {"TransactItems": [{"Update": update}]})
        assert refused == canceled_for(message)
    assert (await dynamo.call("GetItem", {"TableName": name, "Key": KEY})) == {"Item": WHOLE}


async def test_a_sum_is_no_key_of_a_local_index_of_texts(dynamo: Engine, table: Tables) -> None:
    name = await table(
        **defined("owner:S number:N title:S"),
        KeySchema=key_schema("owner number"),
        LocalSecondaryIndexes=[index("Texts", "owner title")],
    )
    update = {
        "TableName": name,
        "Key": KEY,
        "UpdateExpression": "SET title = if_not_exists(absent, :zero) + :one",
        "ExpressionAttributeValues": {":zero": {"N": "0"}, ":one": {"N": "1"}},
    }
    refusal = refused(unfit("Type mismatch for Index Key title Expected: S Actual: N IndexName: Texts"))
    outcome = await dynamo.outcome("UpdateItem", update)
    assert outcome == COMPUTED_INDEX_KEYS.answer(dynamo, aws=refusal, dynamodb_local={})


async def test_an_index_key_of_another_type_is_told_before_a_condition(dynamo: Engine, name: str) -> None:
    unmet = {"ConditionExpression": "attribute_exists(absent)"}
    put = {"TableName": name, "Item": {**KEY, "weight": {"S": "1"}}, **unmet}
    fault = unfit("Type mismatch for Index Key weight Expected: N Actual: S IndexName: ByWeight")
    local = unfit("Type mismatch for Index Key")
    message = INDEX_KEY_TYPE.answer(dynamo, aws=fault, dynamodb_local=local)
    assert await dynamo.outcome("PutItem", put) == Refusal("ValidationException", message)
    canceled = await dynamo.outcome("TransactWriteItems", {"TransactItems": [{"Put": put}]})
    assert canceled == canceled_for(message)
    update = {**setting(name, "weight", {"S": "1"}), **unmet}
    assert await dynamo.outcome("UpdateItem", update) == INDEX_KEY_TYPE.answer(
        dynamo, aws=Refusal("ValidationException", fault), dynamodb_local=NOT_MET
    )


@pytest.mark.parametrize(
    ("attribute", "value", "kind"), [("title", {"S": ""}, "string"), ("photo", {"B": b""}, "binary")]
)
async def test_an_empty_index_key_is_refused(
    dynamo: Engine, table: Tables, attribute: str, value: AttributeValue, kind: str
) -> None:
    types = {"title": "S", "photo": "B"}
    name = await table(
        **{
            **defined(f"id:S {attribute}:{types[attribute]}"),
            "GlobalSecondaryIndexes": [index("Global", f"{attribute}")],
        }
    )
    empty = f"The AttributeValue for a key attribute cannot contain an empty {kind} value."
    put = {"TableName": name, "Item": {"id": {"S": "1"}, attribute: value}}
    assert await dynamo.outcome("PutItem", put) == Refusal(
        "ValidationException",
        "One or more parameter values are not valid. A value specified for a secondary index key is not supported. "
        f"{empty} IndexName: Global, IndexKey: {attribute}",
    )
    update = {**setting(name, attribute, value), "Key": {"id": {"S": "1"}}}
    assert await dynamo.outcome("UpdateItem", update) == Refusal(
        "ValidationException",
        "One or more parameter values are not valid. The update expression attempted to update a secondary index "
        f"key to a value that is not supported. {empty}",
    )
    asked = {
        "TableName": name,
        "IndexName": "Global",
        "KeyConditionExpression": f"{attribute} = :v",
        "ExpressionAttributeValues": {":v": value},
    }
    assert await dynamo.outcome("Query", asked) == Refusal(
        "ValidationException",
        "One or more parameter values are not valid. A value specified for a secondary index key is not supported. "
        f"{empty} IndexName: Global, IndexKey: {attribute}",
    )


@pytest.mark.parametrize(
    ("role", "most", "fault"),
    [
        ("HASH", 2048, "Size of hashkey has exceeded the maximum size limit of2048 bytes"),
        ("RANGE", 1024, "Aggregated size of all range keys has exceeded the size limit of 1024 bytes"),
    ],
)
async def test_index_keys_are_bounded_as_keys_are(
    dynamo: Engine, table: Tables, role: str, most: int, fault: str
) -> None:
    keys = "title:S" if role == "HASH" else "owner:S title:S"
    name = await table(
        **{
            **INDEXES,
            **defined("owner:S number:N title:S"),
            "GlobalSecondaryIndexes": [index("ByText", keys)],
        }
        | {"LocalSecondaryIndexes": [index("Numbers", "owner:S number:N")]}
    )
    fits, exceeds = {"S": "é" * (most // 2)}, {"S": "é" * (most // 2) + "x"}
    await dynamo.call("PutItem", {"TableName": name, "Item": {**KEY, "title": fits}})
    assert await dynamo.outcome("PutItem", {"TableName": name, "Item": {**KEY, "title": exceeds}}) == Refusal(
        "ValidationException",
        INDEX_KEY_SIZE.answer(dynamo, aws=unfit(fault), dynamodb_local=unfit("Size limit exceeded")),
    )
    update = setting(name, "title", exceeds)
    beyond = "The update expression attempted to update the secondary index key beyond allowed size limits"
    message = INDEX_KEY_SIZE.answer(dynamo, aws=beyond, dynamodb_local=unfit("Size limit exceeded"))
    assert await dynamo.outcome("UpdateItem", update) == Refusal("ValidationException", message)
