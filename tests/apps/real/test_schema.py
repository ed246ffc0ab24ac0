"""The declaration of REAL has what its document lists: rows, versions, keys, indexes, attributes and their types."""

import re
from typing import Any
from uuid import UUID

import pytest
from pydantic import ValidationError

from cairn.apps.real.schema import TABLES, Album, FeedItem, User, UserTrending, feed, main
from cairn.tables import Entity, Table, access_patterns
from cairn.tables.key_plans import KeyPlan
from tests.apps.real.cast import ADA, asked_with, everything_of
from tests.apps.real.rows import (
    DOCUMENT,
    ENTITIES,
    KEY,
    ROWS,
    VERSION,
    WRITTEN_AS,
    attributes_in,
    keys_of,
    shape_of,
)
from tests.documents.agreement import assert_agrees, attributes_of, snake_case, templates_of

BESIDES: dict[type[Entity], dict[str, str]] = {
    User: {
        "age": "ages are matched, and no attribute has a user's",
        "gsiK2PartitionKey": "finds those whose age changes",
        "gsiK2SortKey": "finds those whose age changes",
        "lastPostFocusViewAt": "views are counted by their kind, and only one kind has its time",
        "viewCountsHidden": "the views counted can be hidden as the follows can",
    },
}
OTHER_SHAPES: dict[type[Entity], dict[str, Any]] = {
    ENTITIES["appStoreSub/{originalTransactionId} -"]: {
        "latestReceiptInfo": "List",  # as Apple's documentation has them, to which the notes refer
        "pendingRenewalInfo": "List",
    },
    ENTITIES["post/{postId} -"]: {"keywords": ["String"]},
    User: {"height": "Number", "lastClient": "Map"},
}
"""What has no type in the document, so that it would be a string, and can't be meant as one."""
OTHER_IDS = {"cardId", "originalTransactionId"}
USER_ID = re.compile(r"[a-z]{2}-[a-z]+-\d:(.*)")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z")


def index_lines(table: str) -> list[str]:
    return [each.text for each in DOCUMENT.lines_under(table, "Indexes")]


def told(table: Table) -> list[str]:
    """A table's keys in the document's words."""
    lines = [f"The table's primary key is ({table.pk}, {table.sk})."]
    for index in table.indexes:
        sort = index.sk + (":Number" if index.sk_type == "N" else "")
        carried = {"ALL": "keys and all attributes", "KEYS_ONLY": "keys only"}[index.projection]
        lines.append(f"{index.name}: ({index.pk}, {sort}) with {carried}.")
    return lines


def test_the_tables_and_their_indexes_are_the_documents() -> None:
    assert (main, feed) == TABLES
    assert told(main) == index_lines("Main Table")
    assert told(feed) == index_lines("Feed Table")


def test_each_row_is_declared_once_in_the_documents_order_or_with_what_it_belongs_to() -> None:
    assert_agrees("rows", ROWS, ENTITIES)
    assert list(ENTITIES) == list(ROWS)
    assert_agrees(
        "entities", [each.__name__ for each in ENTITIES.values()], [each.__name__ for each in main.entities]
    )
    assert feed.entities == [FeedItem]


@pytest.mark.parametrize("row", ROWS)
def test_versions_are_the_documents(row: str) -> None:
    layout = ENTITIES[row].__layout__
    assert str(layout.version) == ROWS[row][VERSION]
    assert layout.item_of(everything_of(ADA)[ENTITIES[row]])[VERSION] == {"N": ROWS[row][VERSION]}


@pytest.mark.parametrize("row", ROWS)
def test_keys_and_index_keys_are_of_the_documents_form(row: str) -> None:
    declared = templates_of(ENTITIES[row])
    besides = BESIDES.get(ENTITIES[row], {})
    assert {name: text for name, text in declared.items() if name not in besides} == keys_of(row)


@pytest.mark.parametrize("row", [row for row, entity in ENTITIES.items() if entity in WRITTEN_AS])
def test_a_key_is_told_in_other_words_only_where_the_documents_would_not_do(row: str) -> None:
    cells = {name: snake_case(cell) for name, cell in ROWS[row].items()}
    assert all(cells[name] not in {"", text} for name, text in WRITTEN_AS[ENTITIES[row]].items())


@pytest.mark.parametrize("row", ROWS)
def test_attributes_are_those_of_the_row(row: str) -> None:
    entity = ENTITIES[row]
    documented = {*KEY, VERSION, *attributes_in(row), *keys_of(row)}
    assert_agrees(row, documented, attributes_of(entity), besides=BESIDES.get(entity))


def test_a_feed_item_has_its_keys_and_nothing_else() -> None:
    assert "There are no attributes beyond those listed in the indexes above." in [
        each.text for each in DOCUMENT.lines_under("Feed Table", "Notes")
    ]
    listed = set(re.findall(r"[(,] ?(\w+)", " ".join(index_lines("Feed Table"))))
    assert_agrees("feed", listed, attributes_of(FeedItem))
    item = FeedItem.__layout__.item_of(everything_of(ADA)[FeedItem])
    assert {name: shape_of(value) for name, value in item.items()} == dict.fromkeys(listed, "String")


@pytest.mark.parametrize("row", ROWS)
def test_attributes_are_stored_in_the_documents_types(row: str) -> None:
    entity = ENTITIES[row]
    item = entity.__layout__.item_of(everything_of(ADA)[entity])
    others = OTHER_SHAPES.get(entity, {})
    for name, said in attributes_in(row).items():
        wanted = others.get(name, said)
        if name in others:
            assert said == "String"
        shape = shape_of(item[name])
        match wanted:
            case "Map":
                assert isinstance(shape, dict), name
            case "List":
                assert isinstance(shape, list), name
            case _:
                assert shape == wanted, name


@pytest.mark.parametrize("row", ROWS)
def test_ids_and_times_are_written_as_the_document_says(row: str) -> None:
    item = ENTITIES[row].__layout__.item_of(everything_of(ADA)[ENTITIES[row]])
    for name in attributes_in(row):
        if name.endswith("At"):
            assert TIME.fullmatch(item[name]["S"]), name
        elif name.endswith("UserId") or name == "userId":
            of_user = USER_ID.fullmatch(item[name]["S"])
            assert of_user is not None, name
            assert UUID(of_user[1]).version == 4
        elif name.endswith("Id"):
            assert str(UUID(item[name]["S"])) == item[name]["S"], name


@pytest.mark.parametrize(
    "user_id", ["", "8f9e0b1a-0c2d-4e3f-9a4b-5c6d7e8f9a0b", "us-east-1:nobody", f"{ADA}/x", f"{ADA}\n"]
)
def test_a_user_id_is_a_region_and_a_uuid(user_id: str) -> None:
    trending = everything_of(ADA)[UserTrending]
    with pytest.raises(ValidationError):
        trending.changed(user_id=user_id)


@pytest.mark.parametrize("name", ["post_count", "rank_count"])
def test_a_count_is_not_negative(name: str) -> None:
    album = everything_of(ADA)[Album]
    assert getattr(album.changed(**{name: 0}), name) == 0
    with pytest.raises(ValidationError):
        album.changed(**{name: -1})


def test_each_key_in_an_index_answers_an_access_pattern() -> None:
    asked: set[tuple[str, KeyPlan]] = set()
    for table in TABLES:
        for pattern in access_patterns(table):
            values = asked_with(ADA)
            values["until"] = values["moment"].time() if pattern.name == "expiring_on" else values["moment"]
            question = pattern.ask(**{name: values[name] for name in pattern.parameters})
            asked.update((pattern.entity.__name__, plan) for plan in getattr(question, "plans", ()))
    declared = {
        (entity.__name__, plan)
        for table in TABLES
        for entity in table.entities
        for plan in entity.__layout__.index_keys
    }
    assert declared - asked == set()
