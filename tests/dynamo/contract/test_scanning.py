"""Scans: everything once, whole or in segments, in pages, filtered, of a table or an index."""

from typing import Any

import pytest
import pytest_asyncio

from cairn.dynamo.seam import Item, Request
from tests.dynamo.contract.engines import Engine, Tables, refused
from tests.dynamo.contract.schemas import defined, index, invalid, key_schema
from tests.dynamo.differences import REQUESTS_FOR_ITEMS, START_KEYS

ITEMS: list[Item] = [
    {
        "owner": {"S": f"owner {number % 10}"},
        "step": {"N": str(number)},
        **({"size": {"N": str(number % 4)}} if number % 2 else {}),
        "note": {"S": "n" * number},
    }
    for number in range(40)
]
SMALL = [{name: item[name] for name in ("owner", "step", "size")} for item in ITEMS if "size" in item]


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def name(dynamo: Engine) -> Any:
    """Forty items in ten partitions; half of them are in an index of keys."""
    tables = Tables(dynamo)
    name = await tables(
        **defined("owner:S step:N size:N"),
        KeySchema=key_schema("owner step"),
        GlobalSecondaryIndexes=[index("BySize", "size", {"ProjectionType": "KEYS_ONLY"})],
        LocalSecondaryIndexes=[index("Sizes", "owner size")],
    )
    for item in ITEMS:
        await dynamo.call("PutItem", {"TableName": name, "Item": item})
    yield name
    await tables.remove()


def in_order(items: list[Item]) -> list[Item]:
    return sorted(items, key=lambda item: int(item["step"]["N"]))


async def walked(dynamo: Engine, request: Request) -> tuple[list[Item], list[int]]:
    """The items of all pages, and how many were looked at for each."""
    page = await dynamo.call("Scan", request)
    items, scanned = list(page["Items"]), [page["ScannedCount"]]
    while "LastEvaluatedKey" in page:
        page = await dynamo.call("Scan", {**request, "ExclusiveStartKey": page["LastEvaluatedKey"]})
        items += page["Items"]
        scanned.append(page["ScannedCount"])
    return items, scanned


async def test_a_scan_finds_everything(dynamo: Engine, name: str) -> None:
    answer = await dynamo.call("Scan", {"TableName": name})
    assert {**answer, "Items": in_order(answer["Items"])} == {"Items": ITEMS, "Count": 40, "ScannedCount": 40}


async def test_a_partition_is_scanned_in_the_order_of_its_sort_key(dynamo: Engine, name: str) -> None:
    items, _ = await walked(dynamo, {"TableName": name, "Limit": 7})
    for number in range(10):
        own = [item for item in items if item["owner"] == {"S": f"owner {number}"}]
        assert own == in_order(own)
        assert len(own) == 4


@pytest.mark.parametrize("limit", [1, 7, 39, 40, 41])
async def test_pages_come_to_everything_once(dynamo: Engine, name: str, limit: int) -> None:
    items, scanned = await walked(dynamo, {"TableName": name, "Limit": limit})
    assert in_order(items) == ITEMS
    assert sum(scanned) == 40
    assert set(scanned[:-1]) <= {limit}


@pytest.mark.parametrize("where", [{}, {"IndexName": "BySize"}, {"IndexName": "Sizes"}], ids=str)
@pytest.mark.parametrize("total", [1, 2, 7, 100])
async def test_segments_come_to_everything_once(
    dynamo: Engine, name: str, total: int, where: dict[str, str]
) -> None:
    items: list[Item] = []
    for segment in range(total):
        request = {"TableName": name, "Segment": segment, "TotalSegments": total, "Limit": 5, **where}
        items += (await walked(dynamo, request))[0]
    expected = {"BySize": SMALL, "Sizes": [item for item in ITEMS if "size" in item]}
    assert in_order(items) == expected.get(where.get("IndexName", ""), ITEMS)


async def test_a_filter_comes_after_the_limit(dynamo: Engine, name: str) -> None:
    request: Request = {
        "TableName": name,
        "Limit": 10,
        "FilterExpression": "step < :five AND attribute_exists(#s)",
        "ExpressionAttributeNames": {"#s": "size"},
        "ExpressionAttributeValues": {":five": {"N": "5"}},
    }
    items, scanned = await walked(dynamo, request)
    assert in_order(items) == [ITEMS[1], ITEMS[3]]
    assert sum(scanned) == 40
    assert set(scanned[:-1]) == {10}


async def test_an_index_is_scanned_for_what_it_holds(dynamo: Engine, name: str) -> None:
    answer = await dynamo.call("Scan", {"TableName": name, "IndexName": "BySize"})
    assert (in_order(answer["Items"]), answer["Count"]) == (SMALL, 20)
    counted = await dynamo.call("Scan", {"TableName": name, "IndexName": "BySize", "Select": "COUNT"})
    assert counted == {"Count": 20, "ScannedCount": 20}
    sizes = await dynamo.call("Scan", {"TableName": name, "IndexName": "Sizes", "ConsistentRead": True})
    assert in_order(sizes["Items"]) == [item for item in ITEMS if "size" in item]


async def test_parts_of_items_are_returned(dynamo: Engine, name: str) -> None:
    items, _ = await walked(dynamo, {"TableName": name, "ProjectionExpression": "step", "Limit": 9})
    assert in_order(items) == [{"step": item["step"]} for item in ITEMS]


async def test_a_page_ends_at_a_megabyte(dynamo: Engine, table: Tables) -> None:
    name = await table(keys="id:N")
    for number in range(5):
        item = {"id": {"N": str(number)}, "text": {"S": "x" * 300_000}}
        await dynamo.call("PutItem", {"TableName": name, "Item": item})
    page = await dynamo.call("Scan", {"TableName": name})
    assert (page["Count"], page["LastEvaluatedKey"]) == (4, {"id": page["Items"][-1]["id"]})
    rest = await dynamo.call("Scan", {"TableName": name, "ExclusiveStartKey": page["LastEvaluatedKey"]})
    assert rest["Count"] == 1
    assert "LastEvaluatedKey" not in rest
    nothing = {"TableName": name, "FilterExpression": "attribute_exists(nowhere)"}
    filtered = await dynamo.call("Scan", nothing)
    assert (filtered["Count"], filtered["ScannedCount"], "LastEvaluatedKey" in filtered) == (0, 4, True)


@pytest.mark.parametrize(
    ("settings", "aws", "local"),
    [
        (
            {"Segment": 0},
            (
                "The TotalSegments parameter is required but was not present in the request when Segment parameter is "
                "present"
            ),
            "If segment is specified, total segment must also be specified",
        ),
        (
            {"TotalSegments": 2},
            (
                "The Segment parameter is required but was not present in the request when parameter TotalSegments is "
                "present"
            ),
            "If total segments is specified, a particular segment must also be specified for this request",
        ),
        (
            {"Segment": 2, "TotalSegments": 2},
            (
                "The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: 2 is not "
                "less than TotalSegments: 2"
            ),
            invalid("'2'", "segment", "have value less than or equal to 1"),
        ),
        (
            {"Segment": -1, "TotalSegments": 2},
            invalid("'-1'", "segment", "have value greater than or equal to 0"),
            invalid("'-1'", "segment", "have value less than or equal to 1"),
        ),
        (
            {"Segment": 0, "TotalSegments": 0},
            invalid("'0'", "totalSegments", "have value greater than or equal to 1"),
            invalid("'0'", "segment", "have value less than or equal to -1"),
        ),
        (
            {"Segment": 0, "TotalSegments": 1_000_001},
            invalid("'1000001'", "totalSegments", "have value less than or equal to 1000000"),
            None,
        ),
        (
            {"Limit": 0},
            invalid("'0'", "limit", "have value greater than or equal to 1"),
            "Limit must be greater than or equal to 1",
        ),
        ({"IndexName": "Nowhere"}, "The table does not have the specified index: Nowhere", None),
        (
            {"IndexName": "BySize", "ConsistentRead": True},
            "Consistent reads are not supported on global secondary indexes",
            None,
        ),
        (
            {"Select": "ALL_PROJECTED_ATTRIBUTES"},
            "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName",
            None,
        ),
        (
            {"Select": "COUNT", "ProjectionExpression": "step"},
            "Cannot specify the ProjectionExpression when choosing to get only the Count",
            None,
        ),
    ],
    ids=str,
)
async def test_a_scan_that_can_t_be_is_refused(
    dynamo: Engine, name: str, settings: dict[str, Any], aws: str, local: str | None
) -> None:
    message = aws if local is None else REQUESTS_FOR_ITEMS.answer(dynamo, aws=aws, dynamodb_local=local)
    assert await dynamo.outcome("Scan", {"TableName": name, **settings}) == refused(message)


async def test_a_segment_goes_on_from_its_own_keys(dynamo: Engine, name: str) -> None:
    in_segment: list[set[str]] = []
    for segment in range(2):
        items, _ = await walked(dynamo, {"TableName": name, "Segment": segment, "TotalSegments": 2})
        in_segment.append({item["owner"]["S"] for item in items})
    assert in_segment[0] & in_segment[1] == set()
    stranger = {"owner": {"S": min(in_segment[1])}, "step": {"N": "1"}}
    request = {"TableName": name, "Segment": 0, "TotalSegments": 2, "ExclusiveStartKey": stranger}
    message = START_KEYS.answer(
        dynamo,
        aws="The provided starting key is invalid: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with "
        "correct Segment. TotalSegments: 2 Segment: 0",
        dynamodb_local="Exclusive start key must lie within the segment",
    )
    assert await dynamo.outcome("Scan", request) == refused(message)
