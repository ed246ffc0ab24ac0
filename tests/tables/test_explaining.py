"""What an access pattern and a write are said to cost is what the engines charge for them."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
import pytest_asyncio

from cairn.dynamo.embedded.values import checked_item
from cairn.dynamo.seam import Dynamo
from cairn.tables import AccessPattern, Query, Ref, access_patterns, create_tables
from cairn.tables.explaining import Explanation, asked, explain
from cairn.tables.samples import example, example_item, named, sample, typical
from cairn.tables.write_units import TABLE, Write, WriteUnits, units_of
from tests.tables.library import Book, Loan, Reader, everything_of_reader, library

PATTERNS = {pattern.title: pattern for pattern in access_patterns(library)}
READER = sample(UUID, "reader_id")
STAGE = "costs"
ITEMS = 40
IN_TIME = datetime.fromtimestamp(4_102_441_234, UTC)  # no engine expires it, and it is as long as today's


@pytest_asyncio.fixture(loop_scope="session")
async def shelves(dynamo: Dynamo) -> Dynamo:
    """A reader with so many loans, and so many books on one shelf and of one title."""
    if not await create_tables(dynamo, [library], stage=STAGE):
        return dynamo
    items = [example_item(Reader.__layout__)]
    for number in range(ITEMS):
        items.append(
            example_item(
                Loan.__layout__, number, reader_id=READER, branch=typical("branch"), expires_at=IN_TIME
            )
        )
        items.append(
            example_item(
                Book.__layout__, number, title=typical("title"), shelf=typical("shelf"), rank=number + 11
            )
        )
    for item in items:
        await dynamo.call("PutItem", {"TableName": library.name_at(STAGE), "Item": item})
    return dynamo


@pytest.mark.parametrize("title", PATTERNS)
async def test_a_pattern_is_charged_what_is_said(title: str, shelves: Dynamo) -> None:
    pattern = PATTERNS[title]
    told = explain(pattern, stage=STAGE, items=ITEMS)
    charged = await _charged(shelves, told, asked(pattern, typical), consistent=False)
    assert charged == (told.items, told.requests, told.units)
    if told.consistent_units is not None:
        charged = await _charged(shelves, told, asked(pattern, typical), consistent=True)
        assert charged == (told.items, told.requests, told.consistent_units)


async def test_an_answer_of_several_pages_is_charged_page_by_page(dynamo: Dynamo) -> None:
    reader_id, pattern = UUID(int=9), PATTERNS["List a reader's loans"]
    await create_tables(dynamo, [library], stage="pages")
    for number in range(ITEMS):
        item = example_item(Loan.__layout__, number, reader_id=reader_id, expires_at=IN_TIME)
        item["notes"] = {"S": "n" * 60_000}
        await dynamo.call("PutItem", {"TableName": library.name_at("pages"), "Item": item})
    told = explain(pattern, stage="pages", items=ITEMS, item_bytes=checked_item(item)[1])
    assert told.requests == 3
    assert await _charged(dynamo, told, Loan.of_reader(reader_id), consistent=True) == (
        ITEMS,
        told.requests,
        told.consistent_units,
    )


@pytest.mark.parametrize("write", ["create", "update", "move", "delete"])
@pytest.mark.parametrize("entity", [Reader, Loan, Book])
async def test_a_write_is_charged_what_is_said(entity: Any, write: Write, shelves: Dynamo) -> None:
    layout = entity.__layout__
    told = units_of(layout)
    table = library.name_at(STAGE)
    in_time = {"expires_at": IN_TIME} if entity is Loan else {}
    item = example_item(layout, 77, **in_time)
    key = {name: item[name] for name in library.key_names}
    changed = dict(item)
    for name, value in ((name, value) for name, value in item.items() if name not in key and "S" in value):
        is_projected = any(name in plan.index.include for plan in layout.index_keys if plan.index)
        is_key = any(name in plan.index.key_names for plan in layout.index_keys if plan.index)
        if write == "move" or not (is_projected or is_key):
            changed[name] = {"S": value["S"][:-1] + "~"}
    if entity is Reader:
        changed["books"] = {"N": "123457"}
    before = None if write == "create" else item
    after = None if write == "delete" else item if write == "create" else changed
    await shelves.call("DeleteItem", {"TableName": table, "Key": key})
    if before is not None:
        await shelves.call("PutItem", {"TableName": table, "Item": before})
    asked_for = {"TableName": table, "ReturnConsumedCapacity": "INDEXES"}
    if after is None:
        answer = await shelves.call("DeleteItem", {**asked_for, "Key": key})
    else:
        answer = await shelves.call("PutItem", {**asked_for, "Item": after})
    capacity = answer["ConsumedCapacity"]
    charged = {TABLE: capacity["Table"]["CapacityUnits"]} | {
        name: each["CapacityUnits"] for name, each in capacity.get("GlobalSecondaryIndexes", {}).items()
    }
    assert {name: units for name, units in told.of(write).items() if units} == charged


def test_a_transaction_writes_twice() -> None:
    told = units_of(Book.__layout__)
    assert (told.total("create"), told.total("create", in_transaction=True)) == (3.0, 6.0)


def test_a_size_that_is_given_takes_the_place_of_the_example() -> None:
    told = WriteUnits(Book.__layout__, {TABLE: 3000, "Titles": 3000, "Ranks": 147})
    assert units_of(Book.__layout__, 3000) == told
    assert told.of("move") == {TABLE: 3.0, "Titles": 6.0, "Ranks": 2.0}


def test_questions_are_told_in_words_that_people_read() -> None:
    told = {title: explain(pattern, stage="prod") for title, pattern in PATTERNS.items()}
    assert {title: (each.operation, each.question, each.filter) for title, each in told.items()} == {
        "Get a reader": ("GetItem", "PK = READER#<reader_id> AND SK = PROFILE", None),
        "List a reader's loans": (
            "Query",
            "PK = READER#<reader_id> AND SK BETWEEN LOAN#0 AND LOAN#:",
            None,
        ),
        "Latest loans of a reader": (
            "Query",
            "PK = READER#<reader_id> AND SK BETWEEN LOAN#2026-01-11T18:30:12.345678Z AND LOAN#:",
            None,
        ),
        "Loans due in a branch": ("Query", "dayPK = LOANS#<branch> AND daySK BETWEEN 0 AND :", None),
        "Loans of a status": (
            "Query",
            "PK = READER#<reader_id> AND SK BETWEEN LOAN#0 AND LOAN#:",
            "status = RETURNED",
        ),
        "Find a book by its title": ("Query", "title = <title>", None),
        "List a shelf by rank": ("Query", "rankPK = SHELF#<shelf>", None),
    }
    assert told["Loans due in a branch"].request["IndexName"] == "OpenLoans"
    assert (told["Latest loans of a reader"].items, told["Latest loans of a reader"].request["Limit"]) == (
        5,
        5,
    )


def test_several_entities_in_one_answer_are_taken_at_their_average_size() -> None:
    pattern = AccessPattern("All", Reader, "all", "", {"reader_id": UUID}, everything_of_reader)
    sizes = [units_of(each.__layout__).item_bytes for each in (Reader, Loan)]
    assert explain(pattern, stage="prod").item_bytes == round(sum(sizes) / 2)


def test_samples_are_told_by_their_names_and_of_any_type() -> None:
    assert sample(str, "title", named, 3) == "<title>"
    assert sample(Any, "content", named) == "<content>"
    assert list(sample(dict[str, Any], "content", named).values()) == ["<content>"]


def test_examples_of_two_numbers_are_two_items_of_one_size() -> None:
    for layout in library.layouts:
        one, other = example_item(layout), example_item(layout, 41)
        assert layout.ref(example(layout)) != layout.ref(example(layout, 41))
        assert checked_item(one)[1] == checked_item(other)[1]


async def _charged(
    dynamo: Dynamo, told: Explanation, question: Query[Any] | Ref[Any], *, consistent: bool
) -> tuple[int, int, float]:
    """Items read, requests made and units charged, as the engine tells them."""
    common = {"ReturnConsumedCapacity": "TOTAL", "ConsistentRead": consistent}
    table = told.request["TableName"]
    if isinstance(question, Ref):
        answer = await dynamo.call("GetItem", {"TableName": table, "Key": question.key, **common})
        return int("Item" in answer), 1, answer["ConsumedCapacity"]["CapacityUnits"]
    request = {**question.request("x"), "TableName": table, **common}
    if "Limit" in told.request:
        request["Limit"] = told.request["Limit"]
    read, requests, units = 0, 0, 0.0
    while True:
        answer = await dynamo.call("Query", request)
        read, requests = read + answer["ScannedCount"], requests + 1
        units += answer["ConsumedCapacity"]["CapacityUnits"]
        if "LastEvaluatedKey" not in answer or "Limit" in request:
            return read, requests, units
        request["ExclusiveStartKey"] = answer["LastEvaluatedKey"]
