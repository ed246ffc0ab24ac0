"""What secondary indexes hold: projections, sparse entries, keys of every type; and what can be asked of them."""

import pytest
import pytest_asyncio

from cairn.dynamo.seam import AttributeValue, Item, Operation, Request
from tests.dynamo.contract.engines import Engine, Refusal, Tables
from tests.dynamo.contract.indexed import HELD, INDEXES, KEY, WHOLE
from tests.dynamo.contract.schemas import unfit
from tests.dynamo.differences import FILTERED_SCANS_OF_INDEXES


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


FILTER: Request = {"FilterExpression": "attribute_exists(note)"}


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
        (
            {"IndexName": "ByOwner", **FILTER},
            unfit("Secondary index ByOwner does not project one or more filter attributes: [note]"),
        ),
        (
            {"IndexName": "Texts", "Select": "ALL_ATTRIBUTES", **FILTER},
            unfit("Secondary index Texts does not project one or more filter attributes: [note]"),
        ),
        ({"IndexName": "Nowhere"}, "The table does not have the specified index: Nowhere"),
    ]
    for settings, message in faults:
        assert await dynamo.outcome("Query", {**of_owner, **settings}) == Refusal(
            "ValidationException", message
        )


async def test_a_scan_can_t_filter_by_what_an_index_does_not_hold(dynamo: Engine, name: str) -> None:
    for index_name in ("ByOwner", "Texts"):
        fault = f"Secondary index {index_name} does not project one or more filter attributes: [note]"
        scan = {"TableName": name, "IndexName": index_name, **FILTER}
        assert await dynamo.outcome("Scan", scan) == FILTERED_SCANS_OF_INDEXES.answer(
            dynamo,
            aws=Refusal("ValidationException", unfit(fault)),
            dynamodb_local={"Items": [], "Count": 0, "ScannedCount": 0},
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
