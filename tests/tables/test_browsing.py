"""What is looked for is found, at the price of one partition where a partition is named, and told as it is."""

from typing import Any

import pytest
import pytest_asyncio

from cairn.dynamo.seam import Dynamo, Item
from cairn.tables import create_tables
from cairn.tables.browsing import Found, Look, LookError, pages
from cairn.tables.item_text import as_json, attribute_lines, heading, printable, value_text
from cairn.tables.samples import example_item
from tests.tables.library import Book, Reader, by_rank, by_title, library

STAGE = "browsing"
ODD: Item = {"PK": {"S": "shelf \x1b[2J"}, "SK": {"S": "7"}, "number": {"N": "1"}}
READER = {**example_item(Reader.__layout__), "name": {"N": "3"}}


def book(number: int) -> Item:
    return example_item(Book.__layout__, number, book_id=f"book {number:02}", shelf="A", rank=number)


@pytest_asyncio.fixture(loop_scope="session")
async def shelves(dynamo: Dynamo) -> Dynamo:
    if await create_tables(dynamo, [library], stage=STAGE):
        for item in [*map(book, range(25)), ODD, READER]:
            await dynamo.call("PutItem", {"TableName": library.name_at(STAGE), "Item": item})
    return dynamo


async def found(dynamo: Dynamo, look: Look, size: int = 100) -> list[list[Found]]:
    return [page async for page in pages(dynamo, look, stage=STAGE, size=size)]


async def test_all_items_come_page_by_page(shelves: Dynamo) -> None:
    whole = await found(shelves, Look(library), 10)
    assert [len(page) for page in whole] == [10, 10, 7]
    kinds = [each.layout.entity if each.layout else None for page in whole for each in page]
    assert (kinds.count(Book), kinds.count(Reader), kinds.count(None)) == (25, 1, 1)


async def test_a_page_that_is_just_full_is_the_last(shelves: Dynamo) -> None:
    assert [len(page) for page in await found(shelves, Look(library), 27)] == [27]


@pytest.mark.parametrize(
    ("look", "numbers"),
    [
        (Look(library, pk="book 07"), [7]),
        (Look(library, pk="book 07", sk="BO"), [7]),
        (Look(library, pk="book 07", sk="LOAN"), []),
        (Look(library, pk="book"), []),
        (Look(library, pk="book 1*"), list(range(10, 20))),
        (Look(library, pk="*", sk="BOOK"), list(range(25))),
        (Look(library, by_rank, pk="SHELF#A"), list(range(25))),
        (Look(library, by_rank, pk="SHELF#A", sk="7"), [7]),
        (Look(library, by_rank, sk="7"), [7]),
        (Look(library, by_title, pk="titlex*", sk="book 2"), [20, 21, 22, 23, 24]),
    ],
)
async def test_keys_say_what_is_found(look: Look, numbers: list[int], shelves: Dynamo) -> None:
    items = [each.item for page in await found(shelves, look, 4) for each in page]
    assert sorted(item["PK"]["S"] for item in items) == [f"book {number:02}" for number in numbers]


def test_a_partition_is_asked_for_and_nothing_else_is_read() -> None:
    assert Look(library, pk="book 07", sk="BO").request(STAGE) == (
        "Query",
        {
            "TableName": "library-browsing",
            "KeyConditionExpression": "#0 = :0 AND begins_with(#1, :1)",
            "ExpressionAttributeNames": {"#0": "PK", "#1": "SK"},
            "ExpressionAttributeValues": {":0": {"S": "book 07"}, ":1": {"S": "BO"}},
        },
    )


def test_a_number_key_that_is_no_number_is_told() -> None:
    with pytest.raises(LookError, match="rankSK is a number, which 'first' is not"):
        Look(library, by_rank, pk="SHELF#A", sk="first").request(STAGE)


async def test_a_table_that_is_not_there_is_told(dynamo: Dynamo) -> None:
    with pytest.raises(LookError, match="library-nowhere is not there; cairn tables list shows what is"):
        await anext(pages(dynamo, Look(library), stage="nowhere", size=1))


async def test_an_item_is_told_by_its_kind_with_what_is_wrong_in_it(shelves: Dynamo) -> None:
    [[reader]] = await found(shelves, Look(library, pk="READER*"))
    assert reader.layout is Reader.__layout__
    assert reader.fault == "name: Input should be a valid string"
    [[odd]] = await found(shelves, Look(library, pk="shelf*"))
    assert heading(odd, Look(library)) == ("not declared", r"PK=shelf \x1b[2J SK=7")
    assert list(attribute_lines(odd, Look(library))) == [("number", "1")]


async def test_what_an_index_carries_is_no_fault_of_the_item(shelves: Dynamo) -> None:
    look = Look(library, by_rank, pk="SHELF#A", sk="3")
    [[entry]] = await found(shelves, look)
    assert entry.fault is None
    assert heading(entry, look) == ("Book", "PK=book 03 SK=BOOK rankPK=SHELF#A rankSK=3")
    assert [name for name, _ in attribute_lines(entry, look)] == ["title", "author"]


def test_attributes_come_as_they_are_declared_then_those_that_are_not() -> None:
    item = {**book(1), "aside": {"S": "x"}, "expiresAt": {"N": "4102441234"}}
    lines = dict(attribute_lines(Found(item, Book.__layout__, None), Look(library)))
    assert list(lines)[:4] == ["bookId", "title", "author", "shelf"]
    assert list(lines)[4:] == ["aside", "expiresAt", "rankPK", "rankSK"]
    assert lines["expiresAt"] == "4102441234 (2099-12-31T23:00:34Z)"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"S": "1"}, '"1"'),
        ({"S": "a\n\x1b[31m\x9b\u202eb ❄"}, r'"a\n\u001b[31m\x9b\u202eb ❄"'),
        ({"N": "1.50"}, "1.50"),
        ({"B": b"abc"}, "base64 YWJj"),
        ({"BOOL": True}, "true"),
        ({"NULL": True}, "null"),
        ({"SS": ["b", "a"]}, '{"a", "b"}'),
        ({"NS": ["10", "9"]}, "{9, 10}"),
        ({"BS": [b"b", b"a"]}, "{base64 YQ==, base64 Yg==}"),
        ({"M": {"k\x1b": {"L": [{"N": "1"}, {"S": ""}]}}}, r'{k\x1b: [1, ""]}'),
    ],
)
def test_a_value_is_told_so_that_it_commands_no_terminal(value: dict[str, Any], text: str) -> None:
    assert value_text(value) == text
    assert printable(text) == text


def test_json_loses_nothing() -> None:
    item: Item = {
        "PK": {"S": "x"},
        "SK": {"S": "y"},
        "b": {"B": b"\0"},
        "n": {"N": "1267650600228229401496703205376"},
    }
    assert as_json(Found(item, None, None)) == (
        '{"kind": null, "item": {"PK": {"S": "x"}, "SK": {"S": "y"}, '
        '"b": {"B": "AA=="}, "n": {"N": "1267650600228229401496703205376"}}}'
    )
