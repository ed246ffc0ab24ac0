"""What secondary indexes hold: projections, sparse entries, keys of every type, and what can't be a key of one."""

from typing import Any

import pytest
import pytest_asyncio

from cairn.dynamo.seam import AttributeValue, Item, Operation, Request
from tests.dynamo.contract.engines import Engine, Refusal, Tables
from tests.dynamo.contract.schemas import defined, index, key_schema, unfit
from tests.dynamo.differences import INDEX_KEY_SIZE, INDEX_KEY_TYPE

KEY: Item = {"owner": {"S": "ada"}, "number": {"N": "1"}}
WHOLE: Item = {
    **KEY,
    "title": {"S": "t"},
    "weight": {"N": "2"},
    "photo": {"B": b"\x00\xff"},
    "note": {"S": "n"},
    "more": {"L": [{"S": "m"}]},
}
INCLUDE_NOTE = {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["note"]}
KEYS_ONLY = {"ProjectionType": "KEYS_ONLY"}
INDEXES: dict[str, Any] = {
    **defined("owner:S number:N title:S weight:N photo:B"),
    "KeySchema": key_schema("owner number"),
    "GlobalSecondaryIndexes": [
        index("ByWeight", "weight:N"),
        index("ByPhoto", "photo:B title:S", INCLUDE_NOTE),
        index("ByOwner", "owner:S weight:N", KEYS_ONLY),
    ],
    "LocalSecondaryIndexes": [
        index("Texts", "owner:S title:S", KEYS_ONLY),
        index("Photos", "owner:S photo:B", INCLUDE_NOTE),
    ],
}
HELD = {
    "ByWeight": set(WHOLE),
    "ByPhoto": {"owner", "number", "photo", "title", "note"},
    "ByOwner": {"owner", "number", "weight"},
    "Texts": {"owner", "number", "title"},
    "Photos": {"owner", "number", "photo", "note"},
}


@pytest_asyncio.fixture(loop_scope="session")
async def name(table: Tables) -> str:
    return await table(**INDEXES)


def entry(index_name: str, item: Item) -> Item:
    return {name: item[name] for name in item if name in HELD[index_name]}


async def scanned(dynamo: Engine, name: str, index_name: str) -> list[Item]:
    items: list[Item] = (await dynamo.call("Scan", {"TableName": name, "IndexName": index_name}))["Items"]
    return items


async def test_an_index_holds_what_it_projects(dynamo: Engine, name: str) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": WHOLE})
    for index_name in HELD:
        assert await scanned(dynamo, name, index_name) == [entry(index_name, WHOLE)], index_name


@pytest.mark.parametrize(
    ("lacking", "left"),
    [
        ("title", {"ByWeight", "ByOwner", "Photos"}),
        ("weight", {"ByPhoto", "Texts", "Photos"}),
        ("photo", {"ByWeight", "ByOwner", "Texts"}),
    ],
)
async def test_an_item_without_a_key_is_not_in_the_index(
    dynamo: Engine, name: str, lacking: str, left: set[str]
) -> None:
    lesser = {attribute: value for attribute, value in WHOLE.items() if attribute != lacking}
    removing: Request = {
        "TableName": name,
        "Key": KEY,
        "UpdateExpression": "REMOVE #l",
        "ExpressionAttributeNames": {"#l": lacking},
    }
    ways: list[tuple[Operation, Request]] = [
        ("PutItem", {"TableName": name, "Item": lesser}),
        ("UpdateItem", removing),
    ]
    for operation, request in ways:
        await dynamo.call("PutItem", {"TableName": name, "Item": WHOLE})
        await dynamo.call(operation, request)
        for index_name in HELD:
            expected = [entry(index_name, lesser)] if index_name in left else []
            assert await scanned(dynamo, name, index_name) == expected, index_name
    await dynamo.call("DeleteItem", {"TableName": name, "Key": KEY})
    assert [await scanned(dynamo, name, index_name) for index_name in HELD] == [[]] * len(HELD)


async def test_an_index_follows_its_key_and_what_it_carries(dynamo: Engine, name: str) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": WHOLE})
    await dynamo.call(
        "UpdateItem",
        {
            "TableName": name,
            "Key": KEY,
            "UpdateExpression": "SET photo = :p, note = :n ADD weight :one",
            "ExpressionAttributeValues": {":p": {"B": b"z"}, ":n": {"S": "new"}, ":one": {"N": "1"}},
        },
    )
    changed = WHOLE | {"photo": {"B": b"z"}, "note": {"S": "new"}, "weight": {"N": "3"}}
    for index_name in HELD:
        assert await scanned(dynamo, name, index_name) == [entry(index_name, changed)], index_name


async def queried(
    dynamo: Engine, name: str, index_name: str, partition: str, value: AttributeValue
) -> list[Item]:
    answer = await dynamo.call(
        "Query",
        {
            "TableName": name,
            "IndexName": index_name,
            "KeyConditionExpression": "#p = :v",
            "ExpressionAttributeNames": {"#p": partition},
            "ExpressionAttributeValues": {":v": value},
        },
    )
    items: list[Item] = answer["Items"]
    return items


async def test_index_keys_are_in_the_order_of_their_type(dynamo: Engine, name: str) -> None:
    sizes = ["-1e100", "-10", "-9.5", "0", "1e-100", "2", "10", "1e100"]
    photos = [b"\x00", b"\x00\x00", b"\x01", b"\x7f", b"\x80", b"\xff"]
    texts = ["A", "B", "a", "é", "\uffee", "\U0001f5fb"]
    for number, size in enumerate(sizes):
        item = {**KEY, "number": {"N": str(number)}, "weight": {"N": size}}
        await dynamo.call("PutItem", {"TableName": name, "Item": item})
    found = await queried(dynamo, name, "ByOwner", "owner", {"S": "ada"})
    assert [item["number"]["N"] for item in found] == [str(number) for number in range(len(sizes))]
    for kind, attribute, index_name, values in (
        ("B", "photo", "Photos", photos),
        ("S", "title", "Texts", texts),
    ):
        for number, value in enumerate(values):
            item = {**KEY, "number": {"N": str(-number)}, attribute: {kind: value}}
            await dynamo.call("PutItem", {"TableName": name, "Item": item})
        found = await queried(dynamo, name, index_name, "owner", {"S": "ada"})
        assert [item[attribute][kind] for item in found] == values
        for number in range(len(values)):
            key = {**KEY, "number": {"N": str(-number)}}
            await dynamo.call("DeleteItem", {"TableName": name, "Key": key})


async def test_numbers_that_are_equal_are_one_partition_of_an_index(dynamo: Engine, name: str) -> None:
    for number, size in enumerate(("100", "1e2", "100.00")):
        item = {**KEY, "number": {"N": str(number)}, "weight": {"N": size}}
        await dynamo.call("PutItem", {"TableName": name, "Item": item})
    found = await queried(dynamo, name, "ByWeight", "weight", {"N": "1.0E+2"})
    assert sorted(item["number"]["N"] for item in found) == ["0", "1", "2"]
    assert {item["weight"]["N"] for item in found} == {"100"}


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
        assert refused == Refusal(
            "TransactionCanceledException",
            "Transaction cancelled, please refer cancellation reasons for specific reasons [ValidationError]",
            {"CancellationReasons": [{"Code": "ValidationError", "Message": message}]},
        )
    assert await dynamo.call("GetItem", {"TableName": name, "Key": KEY}) == {}


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


async def test_what_an_index_does_not_hold_can_t_be_asked_of_it(dynamo: Engine, name: str) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": WHOLE})
    of_owner: Request = {
        "TableName": name,
        "KeyConditionExpression": "#o = :o",
        "ExpressionAttributeNames": {"#o": "owner"},
        "ExpressionAttributeValues": {":o": {"S": "ada"}},
    }
    faults: list[tuple[Request, str]] = [
        (
            {"IndexName": "ByOwner", "Select": "ALL_ATTRIBUTES"},
            unfit(
                "Select type ALL_ATTRIBUTES is not supported for global secondary index ByOwner because its "
                "projection type is not ALL"
            ),
        ),
        (
            {"IndexName": "ByOwner", "ProjectionExpression": "note"},
            unfit("Global secondary index ByOwner does not project [note]"),
        ),
        (
            {"IndexName": "ByOwner", "ConsistentRead": True},
            "Consistent reads are not supported on global secondary indexes",
        ),
        ({"IndexName": "Nowhere"}, "The table does not have the specified index: Nowhere"),
    ]
    for settings, message in faults:
        assert await dynamo.outcome("Query", {**of_owner, **settings}) == Refusal(
            "ValidationException", message
        )


async def test_a_local_index_fetches_what_it_does_not_hold(dynamo: Engine, name: str) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": WHOLE})
    of_owner: Request = {
        "TableName": name,
        "IndexName": "Texts",
        "KeyConditionExpression": "#o = :o",
        "ExpressionAttributeNames": {"#o": "owner"},
        "ExpressionAttributeValues": {":o": {"S": "ada"}},
        "ConsistentRead": True,
    }
    every = await dynamo.call("Query", {**of_owner, "Select": "ALL_ATTRIBUTES"})
    assert every["Items"] == [WHOLE]
    some = await dynamo.call("Query", {**of_owner, "ProjectionExpression": "note, photo"})
    assert some["Items"] == [{"note": WHOLE["note"], "photo": WHOLE["photo"]}]
