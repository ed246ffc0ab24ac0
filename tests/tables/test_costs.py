"""What tables are said to cost is what one finds by hand."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from cairn.tables.costs import Capacity, cost
from cairn.tables.prices import OnDemand, Prices, PricesError, Provisioned, Storage, load_prices
from cairn.tables.usage import Kept, Operation, Reading, Usage, Writing
from cairn.tables.write_units import TABLE, units_of
from tests.tables.library import Book, Loan, Reader, library

PRICES = Prices(
    region="nowhere",
    as_of=date(2026, 1, 1),
    currency="USD",
    on_demand=OnDemand(million_reads=0.125, million_writes=0.625),
    provisioned=Provisioned(read_hour=0.00013, write_hour=0.00065),
    storage=Storage(gb_month=0.25, free_gb=25, backup_gb_month=0.20),
)
USAGE = Usage(
    source="made up",
    operations=(
        Operation("Look up two cards", 10, (Reading(Reader.with_id, items=2),)),
        Operation("Look at a shelf", 1, (Reading(Book.on_shelf, items=40),)),
        Operation("Borrow a book", 0.5, (Writing(Loan, in_transaction=True),)),
        Operation("Tidy a shelf", 24, (Writing(Book, "move", items=10),), per="installation"),
    ),
    kept=(Kept(Reader, 1), Kept(Loan, 20), Kept(Book, 0.5)),
)


def test_sizes_are_those_that_the_figures_below_were_found_with() -> None:
    sizes = [dict(units_of(entity.__layout__).bytes) for entity in (Reader, Loan, Book)]
    assert sizes == [
        {TABLE: 235},
        {TABLE: 241, "OpenLoans": 166},
        {TABLE: 218, "Titles": 218, "Ranks": 147},
    ]


def test_requests_are_paid_by_the_unit() -> None:
    [table] = cost([([library], USAGE)], users=10_000, prices=PRICES, peak=3).tables
    # 730 hours are 30.41667 days.
    told: dict[str, Any] = {
        each.operation.name: (each.reads, each.writes, each.times_a_month, each.on_demand)
        for each in table.operations
    }
    assert told == {
        # two cards of half a unit; 10 × 30.41667 × 10,000 = 3,041,667 times → 3.041667 × 0.125
        "Look up two cards": ({TABLE: 1.0}, {}, pytest.approx(3_041_666.6667), pytest.approx(0.38020833)),
        # 40 entries of 147 bytes = 5,880 bytes, two times 4 KB, at half the price; 304,167 times
        "Look at a shelf": ({"Ranks": 1.0}, {}, pytest.approx(304_166.66667), pytest.approx(0.03802083)),
        # a loan and its entry, twice as dear in a transaction: 4 units, 152,083 times → 0.608333 × 0.625
        "Borrow a book": (
            {},
            {TABLE: 2.0, "OpenLoans": 2.0},
            pytest.approx(152_083.33333),
            pytest.approx(0.38020833),
        ),
        # ten books, out of one place and into another in both indexes: 50 units, 730 times → 0.0365 × 0.625
        "Tidy a shelf": (
            {},
            {TABLE: 10.0, "Titles": 20.0, "Ranks": 20.0},
            pytest.approx(730.0),
            pytest.approx(0.0228125),
        ),
    }
    assert table.on_demand == pytest.approx(0.82125)


def test_capacity_is_enough_for_the_busiest_time_and_never_nothing() -> None:
    [table] = cost([([library], USAGE)], users=10_000, prices=PRICES, peak=3).tables
    # 100,000 reads a day are 1.1574 a second, three times that 3.47; the rest is less than one.
    assert table.capacity == {
        TABLE: Capacity(4, 1),
        "Titles": Capacity(1, 1),
        "OpenLoans": Capacity(1, 1),
        "Ranks": Capacity(1, 1),
    }
    # (7 × 0.00013 + 4 × 0.00065) × 730
    assert table.provisioned == pytest.approx(2.5623)


def test_what_is_kept_is_paid_with_its_entries_and_backed_up_without_them() -> None:
    priced = PRICES.model_copy(update={"storage": Storage(gb_month=0.25, free_gb=0.1, backup_gb_month=0.20)})
    total = cost([([library], USAGE)], users=10_000, prices=priced, peak=3)
    [table] = total.tables
    # 335 + 20 × (341 + 266) + 0.5 × (318 + 318 + 247) = 12,916.5 bytes a user, 100 of them beside each item and entry
    assert table.gigabytes == pytest.approx(12_916.5 * 10_000 / 2**30)
    assert table.storage == pytest.approx(0.03007359)
    # 335 + 20 × 341 + 0.5 × 318 = 7,314 bytes a user
    assert table.backup == pytest.approx(0.01362338)
    assert total.free_storage == pytest.approx(0.025)
    assert total.kept == pytest.approx(0.01869697)
    assert total.on_demand == pytest.approx(0.82125 + 0.01869697)
    assert total.provisioned == pytest.approx(2.5623 + 0.01869697)


def test_no_more_is_free_than_is_kept() -> None:
    total = cost([([library], USAGE)], users=10_000, prices=PRICES, peak=3)
    assert total.kept == pytest.approx(total.tables[0].backup)


def test_an_index_that_all_share_is_read_for_everybody() -> None:
    shared = Operation("Look at all shelves", 1, (Reading(Book.on_shelf, items=40, of_everybody=True),))
    usage = replace(USAGE, operations=(shared,))
    [table] = cost([([library], usage)], users=10, prices=PRICES, peak=3).tables
    assert table.operations[0].reads == {"Ranks": 7.5}  # 58,800 bytes, 15 times 4 KB


def test_consistent_reads_cost_twice_as_much() -> None:
    consistent = Operation("Look", 1, (Reading(Reader.with_id, consistent=True),))
    [table] = cost(
        [([library], replace(USAGE, operations=(consistent,)))], users=1, prices=PRICES, peak=3
    ).tables
    assert table.operations[0].reads == {TABLE: 1.0}


def test_an_operator_can_replace_the_prices(tmp_path: Path) -> None:
    packaged = load_prices()
    assert packaged.region == "us-east-1"
    file = tmp_path / "prices.toml"
    file.write_text(
        'region = "nowhere"\nas_of = 2026-01-01\ncurrency = "USD"\n'
        "[on_demand]\nmillion_reads = 0.125\nmillion_writes = 0.625\n"
        "[provisioned]\nread_hour = 0.00013\nwrite_hour = 0.00065\n"
        "[storage]\ngb_month = 0.25\nfree_gb = 25\nbackup_gb_month = 0.20\n"
    )
    assert load_prices(file) == PRICES


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("region", "is not TOML: Expected '=' after a key"),
        ("region = 1", "region: Input should be a valid string; as_of: Field required"),
        (
            "[storage]\ngb_month = -1\nfree_gb = 0\nbackup_gb_month = 0",
            "storage.gb_month: Input should be greater",
        ),
        ("[storage]\ngb_month = nan\nfree_gb = 0\nbackup_gb_month = 0", "storage.gb_month: Input should be"),
        ("regoin = 'x'", "regoin: Extra inputs are not permitted"),
    ],
)
def test_prices_that_are_none_are_told_by_file_and_field(text: str, fault: str, tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    file.write_text(text)
    with pytest.raises(PricesError) as refused:
        load_prices(file)
    assert str(refused.value).startswith(f"{file}")
    assert fault in str(refused.value)
