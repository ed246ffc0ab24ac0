"""Capacity: units of reads, writes and indexes, and ConsumedCapacity as DynamoDB tells it."""

import pytest

from cairn.dynamo.embedded.capacity import (
    IN_TRANSACTION,
    READ,
    WRITE,
    Consumed,
    fetch_units,
    index_write_units,
    page_units,
    read_units,
    write_units,
)
from cairn.dynamo.embedded.keys import KeyAttribute, KeySchema
from cairn.dynamo.seam import Item

BY_STATUS = KeySchema(KeyAttribute("status", "S"), None)


@pytest.mark.parametrize(
    ("size", "consistent", "eventual"),
    [
        (0, 1.0, 0.5),
        (1, 1.0, 0.5),
        (4096, 1.0, 0.5),
        (4097, 2.0, 1.0),
        (8193, 3.0, 1.5),
        (409_600, 100.0, 50.0),
    ],
)
def test_a_read_costs_a_unit_for_each_4_kb(size: int, consistent: float, eventual: float) -> None:
    assert read_units(size, consistent=True) == consistent
    assert read_units(size, consistent=False) == eventual


def test_a_page_is_rounded_as_a_whole_and_fetched_items_one_by_one() -> None:
    sizes = [2000, 2000, 2000, 2000]
    assert page_units(sum(sizes), consistent=False) == 1.0
    assert fetch_units(sizes, consistent=False) == 2.0
    assert page_units(0, consistent=False) == 0.0
    assert fetch_units([], consistent=True) == 0.0


@pytest.mark.parametrize(
    ("before", "after", "units"),
    [(0, 0, 1.0), (0, 1024, 1.0), (0, 1025, 2.0), (5000, 100, 5.0), (100, 5000, 5.0), (5000, 0, 5.0)],
)
def test_a_write_costs_a_unit_for_each_1_kb_of_the_larger_item(before: int, after: int, units: float) -> None:
    assert write_units(before, after) == units


def entry(status: str, padding: int = 0) -> Item:
    return {"id": {"S": "1"}, "status": {"S": status}, "note": {"S": "x" * padding}}


@pytest.mark.parametrize(
    ("before", "after", "units"),
    [
        (None, None, 0.0),
        (None, entry("OPEN"), 1.0),
        (None, entry("OPEN", 1100), 2.0),
        (entry("OPEN", 1100), None, 2.0),
        (entry("OPEN", 1100), entry("OPEN", 1100), 0.0),
        (entry("OPEN", 2100), entry("OPEN"), 3.0),
        (entry("OPEN"), entry("DONE"), 2.0),
        (entry("OPEN", 2100), entry("DONE"), 4.0),
    ],
)
def test_an_index_costs_what_changes_in_it(before: Item | None, after: Item | None, units: float) -> None:
    assert index_write_units(BY_STATUS, before, after, is_global=True) == units


def test_an_entry_of_a_local_index_is_100_bytes_larger() -> None:
    by_status = KeySchema(KeyAttribute("id", "S"), KeyAttribute("status", "S"))
    small = entry("OPEN", 1024 - 100 - 17)
    large = entry("OPEN", 1024 - 100 - 16)
    assert index_write_units(by_status, None, small, is_global=False) == 1.0
    assert index_write_units(by_status, None, large, is_global=False) == 2.0
    assert index_write_units(by_status, None, large, is_global=True) == 1.0


def consumed() -> Consumed:
    written = Consumed(table=2.0)
    written.charge_index("ByTitle", 1.0, is_global=False)
    written.charge_index("ByStatus", 2.0, is_global=True)
    written.charge_index("ByOwner", 1.0, is_global=True)
    return written


def test_nobody_is_told_who_does_not_ask() -> None:
    assert consumed().answer("Goals", None) is None
    assert consumed().answer("Goals", "NONE") is None


def test_the_total_is_of_the_table_and_its_indexes() -> None:
    assert consumed().answer("Goals", "TOTAL") == {"TableName": "Goals", "CapacityUnits": 6.0}


def test_indexes_are_told_one_by_one() -> None:
    assert consumed().answer("Goals", "INDEXES") == {
        "TableName": "Goals",
        "CapacityUnits": 6.0,
        "Table": {"CapacityUnits": 2.0},
        "LocalSecondaryIndexes": {"ByTitle": {"CapacityUnits": 1.0}},
        "GlobalSecondaryIndexes": {"ByStatus": {"CapacityUnits": 2.0}, "ByOwner": {"CapacityUnits": 1.0}},
    }
    assert Consumed(table=0.5).answer("Goals", "INDEXES") == {
        "TableName": "Goals",
        "CapacityUnits": 0.5,
        "Table": {"CapacityUnits": 0.5},
    }


def test_an_index_that_was_read_in_vain_is_told() -> None:
    read = Consumed()
    read.charge_index("ByStatus", 0.0, is_global=True)
    assert read.answer("Goals", "INDEXES") == {
        "TableName": "Goals",
        "CapacityUnits": 0.0,
        "Table": {"CapacityUnits": 0.0},
        "GlobalSecondaryIndexes": {"ByStatus": {"CapacityUnits": 0.0}},
    }


def test_a_transaction_costs_twice_and_names_what_its_units_are() -> None:
    transaction = Consumed()
    transaction.add(Consumed(table=1.0), IN_TRANSACTION)
    transaction.add(consumed(), IN_TRANSACTION)
    assert transaction.answer("Goals", "TOTAL", WRITE) == {
        "TableName": "Goals",
        "CapacityUnits": 14.0,
        "WriteCapacityUnits": 14.0,
    }
    assert transaction.answer("Goals", "INDEXES", READ) == {
        "TableName": "Goals",
        "CapacityUnits": 14.0,
        "ReadCapacityUnits": 14.0,
        "Table": {"CapacityUnits": 6.0, "ReadCapacityUnits": 6.0},
        "LocalSecondaryIndexes": {"ByTitle": {"CapacityUnits": 2.0, "ReadCapacityUnits": 2.0}},
        "GlobalSecondaryIndexes": {
            "ByStatus": {"CapacityUnits": 4.0, "ReadCapacityUnits": 4.0},
            "ByOwner": {"CapacityUnits": 2.0, "ReadCapacityUnits": 2.0},
        },
    }
