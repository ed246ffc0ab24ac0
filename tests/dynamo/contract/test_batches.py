"""BatchGetItem and BatchWriteItem: many items of several tables, what was not done, and what can't be asked."""

from typing import Any

import pytest
import pytest_asyncio

from cairn.dynamo.seam import Item, Operation, Request
from tests.dynamo.contract.engines import Engine, Refusal, Tables, refused
from tests.dynamo.contract.schemas import invalid, unfit
from tests.dynamo.differences import (
    KEYS,
    KEYS_IN_A_BATCH,
    MISSING_TABLE,
    NUMBERS,
    ORDER_OF_FAULTS,
    REQUESTS_FOR_ITEMS,
)

ADA: Item = {"id": {"S": "ada"}, "part": {"N": "1"}}
BO: Item = {"id": {"S": "bo"}, "part": {"N": "2"}}
STRANGER: Item = {"id": {"S": "nobody"}, "part": {"N": "0"}}


@pytest_asyncio.fixture(loop_scope="session")
async def name(table: Tables) -> str:
    return await table(keys="id:S part:N")


@pytest_asyncio.fixture(loop_scope="session")
async def other(table: Tables) -> str:
    return await table(keys="id:S")


def put(item: Item) -> dict[str, Any]:
    return {"PutRequest": {"Item": item}}


def delete(key: Item) -> dict[str, Any]:
    return {"DeleteRequest": {"Key": key}}


def writing(name: str, *writes: dict[str, Any]) -> Request:
    return {"RequestItems": {name: list(writes)}}


def getting(name: str, *keys: Item, **how: Any) -> Request:
    return {"RequestItems": {name: {"Keys": list(keys), **how}}}


def numbered(number: int) -> Item:
    return {**ADA, "part": {"N": str(number)}}


async def all_items(dynamo: Engine, name: str) -> list[Item]:
    items: list[Item] = (await dynamo.call("Scan", {"TableName": name, "ConsistentRead": True}))["Items"]
    return sorted(items, key=lambda item: str(sorted(item.items())))


async def test_items_are_written_to_several_tables(dynamo: Engine, name: str, other: str) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": BO})
    whole = {**ADA, "photo": {"B": b"\x00\xff"}, "tags": {"SS": ["a", "b"]}}
    request = {
        "RequestItems": {name: [put(whole), delete(BO), delete(STRANGER)], other: [put({"id": {"S": "1"}})]}
    }
    assert await dynamo.call("BatchWriteItem", request) == {"UnprocessedItems": {}}
    assert await all_items(dynamo, name) == [whole]
    assert await all_items(dynamo, other) == [{"id": {"S": "1"}}]


async def test_items_are_read_from_several_tables(dynamo: Engine, name: str, other: str) -> None:
    for item in ({**ADA, "note": {"S": "a"}}, {**BO, "note": {"S": "b"}}):
        await dynamo.call("PutItem", {"TableName": name, "Item": item})
    await dynamo.call("PutItem", {"TableName": other, "Item": {"id": {"S": "1"}, "note": {"S": "c"}}})
    names = {"#n": "note"}
    request = {
        "RequestItems": {
            name: {"Keys": [ADA, STRANGER, BO], "ConsistentRead": True},
            other: {
                "Keys": [{"id": {"S": "1"}}, {"id": {"S": "2"}}],
                "ProjectionExpression": "#n",
                "ExpressionAttributeNames": names,
            },
        }
    }
    answer = await dynamo.call("BatchGetItem", request)
    answer["Responses"][name].sort(key=str)
    assert answer == {
        "Responses": {
            name: [{**ADA, "note": {"S": "a"}}, {**BO, "note": {"S": "b"}}],
            other: [{"note": {"S": "c"}}],
        },
        "UnprocessedKeys": {},
    }


async def test_a_batch_that_finds_nothing_names_its_tables(dynamo: Engine, name: str) -> None:
    answer = await dynamo.call("BatchGetItem", getting(name, STRANGER))
    assert answer == {"Responses": {name: []}, "UnprocessedKeys": {}}


async def test_as_many_as_a_batch_may_have(dynamo: Engine, name: str) -> None:
    for start in (0, 25, 50, 75):
        writes = [put(numbered(number)) for number in range(start, start + 25)]
        assert await dynamo.call("BatchWriteItem", writing(name, *writes)) == {"UnprocessedItems": {}}
    answer = await dynamo.call("BatchGetItem", getting(name, *map(numbered, range(100))))
    assert sorted(answer["Responses"][name], key=str) == sorted(map(numbered, range(100)), key=str)


async def test_what_is_beyond_16_mb_comes_back_as_unprocessed(dynamo: Engine, name: str) -> None:
    text = {"text": {"S": "x" * 350_000}}
    for start in (0, 25):
        writes = [put({**numbered(number), **text}) for number in range(start, start + 25)]
        assert await dynamo.call("BatchWriteItem", writing(name, *writes)) == {"UnprocessedItems": {}}
    how = {"ConsistentRead": True, "ProjectionExpression": "id, part"}
    answer = await dynamo.call("BatchGetItem", getting(name, *map(numbered, range(50)), **how))
    left = answer["UnprocessedKeys"][name]
    assert {name: left[name] for name in how} == how
    assert len(answer["Responses"][name]) == 16 * 1024 * 1024 // 350_020
    rest = await dynamo.call("BatchGetItem", {"RequestItems": answer["UnprocessedKeys"]})
    assert rest["UnprocessedKeys"] == {}
    read = [*answer["Responses"][name], *rest["Responses"][name]]
    assert sorted(read, key=str) == sorted(map(numbered, range(50)), key=str)


DUPLICATES = "Provided list of item keys contains duplicates"
MANY_WRITES = (
    "1 validation error detected: Value at 'requestItems' failed to satisfy constraint: Map value must satisfy "
    "constraint: [Member must have length less than or equal to 25, Member must have length greater than or equal to 1]"
)
NO_KEY = "The provided key element does not match the schema"
FAULTY_WRITES: dict[str, tuple[list[dict[str, Any]], str, str | None]] = {
    "none": ([], MANY_WRITES, "The batch write request list for a table cannot be null or empty: {name}"),
    "too many": (
        [put(numbered(number)) for number in range(26)],
        MANY_WRITES,
        "Too many items requested for the BatchWriteItem call",
    ),
    "one item twice": ([put(ADA), delete(ADA)], DUPLICATES, None),
    "one item twice, its number written otherwise": (
        [put({**ADA, "note": {"S": "a"}}), put({**ADA, "part": {"N": "1.0"}})],
        DUPLICATES,
        None,
    ),
    "two in one": (
        [put(ADA) | delete(BO)],
        "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes",
        None,
    ),
    "nothing in one": (
        [{}],
        "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes",
        None,
    ),
    "too large": (
        [put({**ADA, "text": {"S": "x" * 409_600}})],
        "Item size has exceeded the maximum allowed size",
        None,
    ),
    "an empty key": (
        [put({**ADA, "id": {"S": ""}})],
        (
            "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty "
            "string value. Key: id"
        ),
        None,
    ),
}


@pytest.mark.parametrize("case", FAULTY_WRITES)
async def test_a_batch_of_writes_that_can_t_be_is_refused(dynamo: Engine, name: str, case: str) -> None:
    writes, aws, local = FAULTY_WRITES[case]
    message = aws
    if local is not None:
        message = REQUESTS_FOR_ITEMS.answer(dynamo, aws=aws, dynamodb_local=local.format(name=name))
    assert await dynamo.outcome("BatchWriteItem", writing(name, *writes)) == refused(message)
    assert await all_items(dynamo, name) == []


FAULTY_KEYS: dict[str, tuple[dict[str, Any], str]] = {
    "a part lacks in an item": (put({"id": {"S": "ada"}}), "One of the required keys was not given a value"),
    "a part has another type in an item": (
        put({**ADA, "id": {"N": "1"}}),
        unfit("Type mismatch for key"),
    ),
    "a part lacks in a key": (
        delete({"id": {"S": "ada"}}),
        "The number of conditions on the keys is invalid",
    ),
    "a part is too much in a key": (
        delete({**ADA, "note": {"S": "a"}}),
        "The number of conditions on the keys is invalid",
    ),
}


@pytest.mark.parametrize("case", FAULTY_KEYS)
async def test_a_batch_speaks_of_an_item_s_key_as_of_a_key_alone(
    dynamo: Engine, name: str, case: str
) -> None:
    write, local = FAULTY_KEYS[case]
    message = KEYS.answer(dynamo, aws=NO_KEY, dynamodb_local=local)
    assert await dynamo.outcome("BatchWriteItem", writing(name, put(BO), write)) == refused(message)
    assert await all_items(dynamo, name) == []


async def test_a_batch_writes_at_most_25_over_all_tables(dynamo: Engine, name: str, other: str) -> None:
    writes = {
        name: [put(numbered(number)) for number in range(13)],
        other: [put({"id": {"S": str(number)}}) for number in range(13)],
    }
    refusal = refused("Too many items requested for the BatchWriteItem call")
    assert await dynamo.outcome("BatchWriteItem", {"RequestItems": writes}) == refusal


FAULTY_READS: dict[str, tuple[dict[str, Any], str, str | None]] = {
    "no keys": (
        {"Keys": []},
        invalid("'[]'", "requestItems.{name}.member.keys", "have length greater than or equal to 1"),
        "The list of keys in RequestItems for BatchGetItem is required: {name} has empty list",
    ),
    "too many": (
        {"Keys": [numbered(number) for number in range(101)]},
        (
            "1 validation error detected: Value at 'requestItems.{name}.member.keys' failed to satisfy constraint: Member "
            "must have length less than or equal to 100"
        ),
        "Too many items requested for the BatchGetItem call",
    ),
    "one key twice": ({"Keys": [ADA, BO, ADA]}, DUPLICATES, None),
    "a projection of nothing": (
        {"Keys": [ADA], "ProjectionExpression": ""},
        "Invalid ProjectionExpression: The expression can not be empty;",
        None,
    ),
    "a name without an expression": (
        {"Keys": [ADA], "ExpressionAttributeNames": {"#n": "note"}},
        "ExpressionAttributeNames can only be specified when using expressions",
        None,
    ),
    "a name that is not used": (
        {"Keys": [ADA], "ProjectionExpression": "part", "ExpressionAttributeNames": {"#n": "note"}},
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {{#n}}",
        None,
    ),
    "an empty key": (
        {"Keys": [{**ADA, "id": {"S": ""}}]},
        (
            "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty "
            "string value. Key: id"
        ),
        None,
    ),
}


@pytest.mark.parametrize("case", FAULTY_READS)
async def test_a_batch_of_reads_that_can_t_be_is_refused(dynamo: Engine, name: str, case: str) -> None:
    asked, aws, local = FAULTY_READS[case]
    message = aws.format(name=name)
    if local is not None:
        message = REQUESTS_FOR_ITEMS.answer(dynamo, aws=message, dynamodb_local=local.format(name=name))
    assert await dynamo.outcome("BatchGetItem", {"RequestItems": {name: asked}}) == refused(message)


async def test_a_batch_reads_a_key_once_however_it_is_written(dynamo: Engine, name: str) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": ADA})
    outcome = await dynamo.outcome("BatchGetItem", getting(name, ADA, {**ADA, "part": {"N": "1.0"}}))
    twice = {"Responses": {name: [ADA, ADA]}, "UnprocessedKeys": {}}
    assert outcome == KEYS_IN_A_BATCH.answer(dynamo, aws=refused(DUPLICATES), dynamodb_local=twice)


async def test_a_batch_reads_at_most_100_over_all_tables(dynamo: Engine, name: str, other: str) -> None:
    asked = {
        name: {"Keys": [numbered(number) for number in range(51)]},
        other: {"Keys": [{"id": {"S": str(number)}} for number in range(50)]},
    }
    refusal = refused("Too many items requested for the BatchGetItem call")
    assert await dynamo.outcome("BatchGetItem", {"RequestItems": asked}) == refusal


@pytest.mark.parametrize(
    ("operation", "local"),
    [
        ("BatchGetItem", "BatchGetItem must have some requests set"),
        ("BatchWriteItem", "BatchWriteItem cannot have a null or no requests set"),
    ],
)
async def test_a_batch_is_about_something(dynamo: Engine, operation: Operation, local: str) -> None:
    aws = invalid("'{}'", "requestItems", "have length greater than or equal to 1")
    message = REQUESTS_FOR_ITEMS.answer(dynamo, aws=aws, dynamodb_local=local)
    assert await dynamo.outcome(operation, {"RequestItems": {}}) == refused(message)


NOWHERE = "nowhere-at-all"


def missing_table(dynamo: Engine) -> Refusal:
    message = MISSING_TABLE.answer(
        dynamo,
        aws="Requested resource not found",
        dynamodb_local="Cannot do operations on a non-existent table",
    )
    return Refusal("ResourceNotFoundException", message)


async def test_nothing_is_written_when_a_table_is_missing(dynamo: Engine, name: str) -> None:
    request = {"RequestItems": {name: [put(ADA)], NOWHERE: [put(ADA), put(ADA)]}}
    assert await dynamo.outcome("BatchWriteItem", request) == missing_table(dynamo)
    assert await all_items(dynamo, name) == []
    reading = {"RequestItems": {name: {"Keys": [ADA]}, NOWHERE: {"Keys": [ADA]}}}
    assert await dynamo.outcome("BatchGetItem", reading) == missing_table(dynamo)


async def test_what_is_wrong_with_the_request_is_told_before_a_missing_table(dynamo: Engine) -> None:
    duplicates = {"RequestItems": {NOWHERE: {"Keys": [ADA, ADA]}}}
    assert await dynamo.outcome("BatchGetItem", duplicates) == refused(DUPLICATES)
    unread = getting(NOWHERE, ADA, ProjectionExpression="a,")
    fault = 'Invalid ProjectionExpression: Syntax error; token: "<EOF>", near: ","'
    outcome = await dynamo.outcome("BatchGetItem", unread)
    assert outcome == ORDER_OF_FAULTS.answer(dynamo, aws=refused(fault), dynamodb_local=missing_table(dynamo))
    no_number = {**ADA, "count": {"N": "x"}}
    writes = writing(NOWHERE, put(ADA), put(no_number))
    fault = NUMBERS.answer(
        dynamo,
        aws="The parameter cannot be converted to a numeric value: x",
        dynamodb_local="A value provided cannot be converted into a number",
    )
    assert await dynamo.outcome("BatchWriteItem", writes) == refused(fault)
