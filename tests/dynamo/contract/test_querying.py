"""Queries: what key conditions find, in which order, in pages, and what is returned of it."""

from typing import Any

import pytest
import pytest_asyncio

from cairn.dynamo.seam import AttributeValue, Item, Request
from tests.dynamo.contract.engines import Engine, Refusal, Tables, refused
from tests.dynamo.contract.schemas import defined, index, invalid, key_schema
from tests.dynamo.differences import MEGABYTE_OF_A_PAGE, PAGES_AT_A_BOUND, REQUESTS_FOR_ITEMS

IN_ORDER: dict[str, list[AttributeValue]] = {
    "S": [{"S": text} for text in ("B", "a", "a#1", "ab", "b", "é", "\uffff", "\U0001f600")],
    "N": [{"N": text} for text in ("-1000", "-1.5", "-1", "0", "0.001", "1", "9", "10", "1000")],
    "B": [{"B": raw} for raw in (b"\x00", b"\x00\x01", b"a", b"ab", b"b", b"\xff", b"\xff\xff")],
}
ADA: Item = {"owner": {"S": "ada"}}
STEPS = [{**ADA, "step": {"N": str(number)}, "size": {"N": str(number % 3)}} for number in range(1, 8)]


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def steps(dynamo: Engine) -> Any:
    """Ada's seven steps, also by their size, and one of Bo's."""
    tables = Tables(dynamo)
    name = await tables(
        **defined("owner:S step:N size:N"),
        KeySchema=key_schema("owner step"),
        GlobalSecondaryIndexes=[index("BySize", "size step", {"ProjectionType": "KEYS_ONLY"})],
        LocalSecondaryIndexes=[index("Sizes", "owner size")],
    )
    for item in (*STEPS, {"owner": {"S": "bo"}, "step": {"N": "1"}, "size": {"N": "1"}}):
        await dynamo.call("PutItem", {"TableName": name, "Item": item})
    yield name
    await tables.remove()


def of_ada(name: str, condition: str = "", **more: Any) -> Request:
    values = {":ada": ADA["owner"], **more.pop("values", {})}
    text = f"#o = :ada AND {condition}" if condition else "#o = :ada"
    return {
        "TableName": name,
        "KeyConditionExpression": text,
        "ExpressionAttributeNames": {"#o": "owner"},
        "ExpressionAttributeValues": values,
        **more,
    }


def found(items: list[Item], scanned: int | None = None, **more: Any) -> dict[str, Any]:
    return {
        "Items": items,
        "Count": len(items),
        "ScannedCount": len(items) if scanned is None else scanned,
        **more,
    }


def key_of(item: Item, *more: str) -> Item:
    return {name: item[name] for name in ("owner", "step", *more)}


@pytest.mark.parametrize("kind", IN_ORDER)
async def test_items_come_in_the_order_of_their_sort_key(dynamo: Engine, table: Tables, kind: str) -> None:
    name = await table(keys=f"owner:S mark:{kind}")
    items = [{**ADA, "mark": value} for value in IN_ORDER[kind]]
    for item in reversed(items):
        await dynamo.call("PutItem", {"TableName": name, "Item": item})
    assert await dynamo.call("Query", of_ada(name)) == found(items)
    assert await dynamo.call("Query", of_ada(name, ScanIndexForward=False)) == found(items[::-1])


@pytest.mark.parametrize("kind", IN_ORDER)
async def test_conditions_on_the_sort_key_bound_what_is_read(
    dynamo: Engine, table: Tables, kind: str
) -> None:
    name = await table(keys=f"owner:S mark:{kind}")
    marks = IN_ORDER[kind]
    for value in marks:
        await dynamo.call("PutItem", {"TableName": name, "Item": {**ADA, "mark": value}})
    expected = {
        "mark = :two": marks[2:3],
        "mark < :two": marks[:2],
        "mark <= :two": marks[:3],
        "mark > :two": marks[3:],
        "mark >= :two": marks[2:],
        "mark BETWEEN :two AND :four": marks[2:5],
        "mark BETWEEN :two AND :two": marks[2:3],
    }
    if kind != "N":
        # In the order of bytes they lie side by side: "a", "a#1", "ab"; b"a", b"ab".
        expected["begins_with(mark, :prefix)"] = [value for value in marks if value[kind][:1] in {"a", b"a"}]
    given = {":two": marks[2], ":four": marks[4], ":prefix": {kind: "a" if kind == "S" else b"a"}}
    for condition, values in expected.items():
        used = {word: value for word, value in given.items() if word in condition}
        for forward in (True, False):
            items = [{**ADA, "mark": value} for value in (values if forward else values[::-1])]
            query = of_ada(name, condition, values=used, ScanIndexForward=forward)
            assert await dynamo.call("Query", query) == found(items), (condition, forward)


async def test_everything_begins_with_nothing(dynamo: Engine, table: Tables) -> None:
    name = await table(keys="owner:S mark:B")
    items = [{**ADA, "mark": value} for value in IN_ORDER["B"]]
    for item in items:
        await dynamo.call("PutItem", {"TableName": name, "Item": item})
    last = of_ada(name, "begins_with(mark, :last)", values={":last": {"B": b"\xff"}})
    assert await dynamo.call("Query", last) == found(items[-2:])


async def test_equal_numbers_are_one_partition(dynamo: Engine, table: Tables) -> None:
    name = await table(keys="year:N")
    await dynamo.call("PutItem", {"TableName": name, "Item": {"year": {"N": "1E+3"}}})
    query: Request = {
        "TableName": name,
        "KeyConditionExpression": "#y = :y",
        "ExpressionAttributeNames": {"#y": "year"},
        "ExpressionAttributeValues": {":y": {"N": "1000.0"}},
    }
    assert await dynamo.call("Query", query) == found([{"year": {"N": "1000"}}])


async def test_nothing_is_found_where_nothing_is(dynamo: Engine, steps: str) -> None:
    beyond = of_ada(steps, "step > :s", values={":s": {"N": "7"}})
    assert await dynamo.call("Query", beyond) == found([])
    reversed_bounds = of_ada(
        steps, "step BETWEEN :high AND :low", values={":low": {"N": "1"}, ":high": {"N": "5"}}
    )
    assert await dynamo.outcome("Query", reversed_bounds) == refused(
        "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to "
        "lower bound; lower bound operand: AttributeValue: {N:5}, upper bound operand: AttributeValue: {N:1}"
    )


@pytest.mark.parametrize("forward", [True, False])
@pytest.mark.parametrize("limit", [1, 3, 7, 8])
async def test_pages_come_to_the_whole(dynamo: Engine, steps: str, limit: int, forward: bool) -> None:
    in_order = STEPS if forward else STEPS[::-1]
    page = await dynamo.call("Query", of_ada(steps, Limit=limit, ScanIndexForward=forward))
    read = page["Items"]
    while "LastEvaluatedKey" in page:
        assert page["Count"] == page["ScannedCount"] == len(page["Items"])
        # After a full page there is a key, also when nothing is left.
        assert page["LastEvaluatedKey"] == key_of(in_order[len(read) - 1])
        start = page["LastEvaluatedKey"]
        page = await dynamo.call(
            "Query", of_ada(steps, Limit=limit, ScanIndexForward=forward, ExclusiveStartKey=start)
        )
        read += page["Items"]
    assert read == in_order
    assert (page["Count"] == 0) == (limit in {1, 7})


async def test_a_query_for_one_item_has_one_page(dynamo: Engine, table: Tables) -> None:
    name = await table(keys="owner:S")
    await dynamo.call("PutItem", {"TableName": name, "Item": ADA})
    assert await dynamo.call("Query", of_ada(name, Limit=1)) == found([ADA])


async def test_a_full_page_at_the_bound_has_a_key_too(dynamo: Engine, steps: str) -> None:
    asked = of_ada(steps, "step >= :s", values={":s": {"N": "6"}}, Limit=2, ScanIndexForward=False)
    items = STEPS[:4:-1]
    page = await dynamo.call("Query", asked)
    assert page == PAGES_AT_A_BOUND.answer(
        dynamo, aws=found(items, LastEvaluatedKey=key_of(items[-1])), dynamodb_local=found(items)
    )


async def test_a_page_starts_from_a_key_that_no_item_has(dynamo: Engine, steps: str) -> None:
    between = {**ADA, "step": {"N": "3.5"}}
    assert await dynamo.call("Query", of_ada(steps, ExclusiveStartKey=between)) == found(STEPS[3:])
    backward = of_ada(steps, ExclusiveStartKey=between, ScanIndexForward=False)
    assert await dynamo.call("Query", backward) == found(STEPS[2::-1])


async def test_a_filter_comes_after_the_limit(dynamo: Engine, steps: str) -> None:
    names = {"#o": "owner", "#s": "size"}
    filtered = of_ada(
        steps,
        FilterExpression="#s = :none",
        ExpressionAttributeNames=names,
        values={":none": {"N": "0"}},
        Limit=5,
    )
    assert await dynamo.call("Query", filtered) == found(
        [STEPS[2]], scanned=5, LastEvaluatedKey=key_of(STEPS[4])
    )
    rest = {**filtered, "ExclusiveStartKey": key_of(STEPS[4])}
    assert await dynamo.call("Query", rest) == found([STEPS[5]], scanned=2)


async def test_an_index_is_read_in_its_own_order_and_pages(dynamo: Engine, steps: str) -> None:
    by_size: Request = {
        "TableName": steps,
        "IndexName": "BySize",
        "KeyConditionExpression": "#s = :one AND step > :first",
        "ExpressionAttributeNames": {"#s": "size"},
        "ExpressionAttributeValues": {":one": {"N": "1"}, ":first": {"N": "1"}},
        "Limit": 1,
    }
    first = await dynamo.call("Query", by_size)
    assert first == found([STEPS[3]], LastEvaluatedKey=key_of(STEPS[3], "size"))
    rest = {**by_size, "ExclusiveStartKey": first["LastEvaluatedKey"], "Limit": 2}
    assert await dynamo.call("Query", rest) == found([STEPS[6]])
    backward = {**by_size, "ScanIndexForward": False, "Limit": 2}
    assert (await dynamo.call("Query", backward))["Items"] == [STEPS[6], STEPS[3]]


async def test_a_local_index_is_read_from_within_items_of_one_key(dynamo: Engine, steps: str) -> None:
    ones = [item for item in STEPS if item["size"] == {"N": "1"}]
    sizes = of_ada(
        steps,
        "#s = :one",
        values={":one": {"N": "1"}},
        ExpressionAttributeNames={"#o": "owner", "#s": "size"},
        IndexName="Sizes",
        ConsistentRead=True,
    )
    # Among equals there is no order, but the pages come to all of them.
    page = await dynamo.call("Query", {**sizes, "Limit": 2})
    rest = await dynamo.call("Query", {**sizes, "ExclusiveStartKey": page["LastEvaluatedKey"]})
    assert page["LastEvaluatedKey"] == key_of(page["Items"][-1], "size")
    assert (page["Count"], rest["Count"]) == (2, 1)
    assert sorted(page["Items"] + rest["Items"], key=str) == sorted(ones, key=str)


async def test_select_says_what_is_returned(dynamo: Engine, steps: str) -> None:
    assert await dynamo.call("Query", of_ada(steps, Select="COUNT", Limit=2)) == {
        "Count": 2,
        "ScannedCount": 2,
        "LastEvaluatedKey": key_of(STEPS[1]),
    }
    assert await dynamo.call("Query", of_ada(steps, Select="ALL_ATTRIBUTES")) == found(STEPS)
    some = of_ada(steps, Select="SPECIFIC_ATTRIBUTES", ProjectionExpression="step")
    assert await dynamo.call("Query", some) == found([{"step": item["step"]} for item in STEPS])
    projected = of_ada(steps, IndexName="Sizes", Select="ALL_PROJECTED_ATTRIBUTES", Limit=1)
    assert (await dynamo.call("Query", projected))["Items"] == [STEPS[2]]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"Select": "ALL_PROJECTED_ATTRIBUTES"},
            "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName",
        ),
        (
            {"Select": "SPECIFIC_ATTRIBUTES"},
            "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES",
        ),
        (
            {"Select": "COUNT", "ProjectionExpression": "step"},
            "Cannot specify the ProjectionExpression when choosing to get only the Count",
        ),
        (
            {"Select": "ALL_ATTRIBUTES", "ProjectionExpression": "step"},
            "Cannot specify the ProjectionExpression when choosing to get ALL_ATTRIBUTES",
        ),
        ({"IndexName": "Nowhere"}, "The table does not have the specified index: Nowhere"),
        (
            {"IndexName": "BySize", "ConsistentRead": True},
            "Consistent reads are not supported on global secondary indexes",
        ),
        (
            {"FilterExpression": "step = :ada"},
            "Filter Expression can only contain non-primary key attributes: Primary key attribute: step",
        ),
    ],
    ids=str,
)
async def test_what_does_not_go_together_is_refused(
    dynamo: Engine, steps: str, settings: dict[str, Any], message: str
) -> None:
    assert await dynamo.outcome("Query", of_ada(steps, **settings)) == refused(message)


@pytest.mark.parametrize(
    ("settings", "aws", "local"),
    [
        (
            {"Limit": 0},
            invalid("'0'", "limit", "have value greater than or equal to 1"),
            "Limit must be greater than or equal to 1",
        ),
        (
            {"Select": "EVERYTHING"},
            invalid(
                "'EVERYTHING'",
                "select",
                "satisfy enum value set: [SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES]",
            ),
            "Select must be ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES, COUNT, or SPECIFIC_ATTRIBUTES",
        ),
    ],
    ids=str,
)
async def test_a_setting_that_can_t_be_is_refused(
    dynamo: Engine, steps: str, settings: dict[str, Any], aws: str, local: str
) -> None:
    message = REQUESTS_FOR_ITEMS.answer(dynamo, aws=aws, dynamodb_local=local)
    assert await dynamo.outcome("Query", of_ada(steps, **settings)) == refused(message)


SIZE_OF_LARGE = 300_000


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def large(dynamo: Engine) -> Any:
    """Six items of 300 KB, of which an index keeps no more than the keys, and another everything."""
    tables = Tables(dynamo)
    name = await tables(
        **defined("owner:S step:N size:N"),
        KeySchema=key_schema("owner step"),
        GlobalSecondaryIndexes=[index("All", "owner size")],
        LocalSecondaryIndexes=[index("Keys", "owner size", {"ProjectionType": "KEYS_ONLY"})],
    )
    for item in STEPS[:6]:
        text = {"text": {"S": "x" * SIZE_OF_LARGE}}
        await dynamo.call("PutItem", {"TableName": name, "Item": {**item, "size": item["step"], **text}})
    yield name
    await tables.remove()


@pytest.mark.parametrize("forward", [True, False])
@pytest.mark.parametrize("where", [{}, {"IndexName": "All"}], ids=["table", "index"])
async def test_a_page_ends_at_a_megabyte(
    dynamo: Engine, large: str, where: dict[str, str], forward: bool
) -> None:
    query = of_ada(large, Select="COUNT", ScanIndexForward=forward, **where)
    page = await dynamo.call("Query", query)
    last = "4" if forward else "3"
    key = {**ADA, "step": {"N": last}} | ({"size": {"N": last}} if where else {})
    assert page == {"Count": 4, "ScannedCount": 4, "LastEvaluatedKey": key}
    rest = await dynamo.call("Query", {**query, "ExclusiveStartKey": key})
    assert rest == {"Count": 2, "ScannedCount": 2}


async def test_a_page_ends_at_a_megabyte_read_though_a_filter_leaves_nothing(
    dynamo: Engine, large: str
) -> None:
    page = await dynamo.call("Query", of_ada(large, FilterExpression="attribute_exists(nowhere)"))
    assert page == MEGABYTE_OF_A_PAGE.answer(
        dynamo,
        aws=found([], scanned=4, LastEvaluatedKey={**ADA, "step": {"N": "4"}}),
        dynamodb_local=found([], scanned=6),
    )


async def test_a_page_of_a_local_index_ends_at_a_megabyte_fetched(dynamo: Engine, large: str) -> None:
    fetching = of_ada(
        large,
        IndexName="Keys",
        ProjectionExpression="#t",
        ExpressionAttributeNames={"#o": "owner", "#t": "text"},
    )
    page = await dynamo.call("Query", fetching)
    assert (page["Count"], page["LastEvaluatedKey"]["step"]) == (4, {"N": "4"})
    keys = await dynamo.call("Query", of_ada(large, IndexName="Keys"))
    assert keys["Count"] == MEGABYTE_OF_A_PAGE.answer(dynamo, aws=6, dynamodb_local=4)


async def test_a_missing_table_is_told(dynamo: Engine) -> None:
    outcome = await dynamo.outcome("Query", of_ada("nowhere-at-all"))
    assert isinstance(outcome, Refusal)
    assert outcome.name == "ResourceNotFoundException"
