"""What a month costs: the units of each operation, as often as it happens, at somebody's prices.

Units are those that `explain` and `write_units` tell, for items of the size of examples.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cairn.tables.explaining import explain
from cairn.tables.prices import Prices
from cairn.tables.table import Table
from cairn.tables.usage import SECONDS_A_DAY, Operation, Reading, Usage, Writing
from cairn.tables.write_units import TABLE, units_of

HOURS_A_MONTH: Final = 730  # as AWS reckons
DAYS_A_MONTH: Final = HOURS_A_MONTH / 24
_MILLION: Final = 1_000_000
_GIGABYTE: Final = 1024**3
_ENTRY_OVERHEAD: Final = 100
"""AWS stores so many bytes beside each item, in a table and in each index."""


@dataclass(frozen=True, slots=True)
class Capacity:
    """Units a second that are provisioned for a table or an index. There is no less than one of each."""

    read: int
    write: int


@dataclass(frozen=True, slots=True)
class OperationCost:
    """What one operation asks of one table: units each time, by the table and its indexes, and how often a month."""

    operation: Operation
    reads: Mapping[str, float]
    writes: Mapping[str, float]
    times_a_month: float
    on_demand: float

    @property
    def read_units(self) -> float:
        return sum(self.reads.values())

    @property
    def write_units(self) -> float:
        return sum(self.writes.values())


@dataclass(frozen=True, slots=True)
class TableCost:
    """What one table costs a month: its requests in either way of paying, and what it keeps."""

    table: Table
    usage: Usage
    operations: tuple[OperationCost, ...]
    capacity: Mapping[str, Capacity]
    """By the names of the indexes; `TABLE` for the table itself."""
    provisioned: float
    gigabytes: float
    storage: float
    backup: float

    @property
    def on_demand(self) -> float:
        return sum(each.on_demand for each in self.operations)


@dataclass(frozen=True, slots=True)
class Cost:
    """What all tables cost a month. The account's free gigabytes are taken off once."""

    tables: tuple[TableCost, ...]
    free_storage: float

    @property
    def kept(self) -> float:
        return sum(each.storage + each.backup for each in self.tables) - self.free_storage

    @property
    def on_demand(self) -> float:
        return sum(each.on_demand for each in self.tables) + self.kept

    @property
    def provisioned(self) -> float:
        return sum(each.provisioned for each in self.tables) + self.kept


def cost(usages: Sequence[tuple[Sequence[Table], Usage]], *, users: int, prices: Prices, peak: float) -> Cost:
    """What so many users cost. Provisioned is for `peak` times the average of a day, as AWS throttles what is above."""
    tables = tuple(
        _of_table(table, usage, users, prices, peak) for tables, usage in usages for table in tables
    )
    gigabytes = sum(each.gigabytes for each in tables)
    free = min(gigabytes, prices.storage.free_gb) * prices.storage.gb_month
    return Cost(tables, free)


def _of_table(table: Table, usage: Usage, users: int, prices: Prices, peak: float) -> TableCost:
    operations = tuple(_of_operations(table, usage, users, prices))
    capacity = {
        place: Capacity(
            _provisioned(sum(each.reads.get(place, 0.0) * each.times_a_month for each in operations), peak),
            _provisioned(sum(each.writes.get(place, 0.0) * each.times_a_month for each in operations), peak),
        )
        for place in (TABLE, *(index.name for index in table.indexes))
    }
    an_hour = sum(
        each.read * prices.provisioned.read_hour + each.write * prices.provisioned.write_hour
        for each in capacity.values()
    )
    own, of_indexes = _bytes_kept(table, usage)
    gigabytes = (own + of_indexes) * users / _GIGABYTE
    return TableCost(
        table=table,
        usage=usage,
        operations=operations,
        capacity=capacity,
        provisioned=an_hour * HOURS_A_MONTH,
        gigabytes=gigabytes,
        storage=gigabytes * prices.storage.gb_month,
        # A backup is paid by the size of the table; its indexes are made anew when it is restored.
        backup=own * users / _GIGABYTE * prices.storage.backup_gb_month,
    )


def _of_operations(table: Table, usage: Usage, users: int, prices: Prices) -> Iterator[OperationCost]:
    for operation in usage.operations:
        reads: dict[str, float] = {}
        writes: dict[str, float] = {}
        for step in operation.steps:
            if isinstance(step, Reading):
                _add_reading(reads, table, step, users)
            else:
                _add_writing(writes, table, step)
        if not reads and not writes:
            continue
        times = operation.a_day * DAYS_A_MONTH * (users if operation.per == "user" else 1)
        price = (
            sum(reads.values()) * prices.on_demand.million_reads
            + sum(writes.values()) * prices.on_demand.million_writes
        )
        yield OperationCost(operation, reads, writes, times, times * price / _MILLION)


def _add_reading(reads: dict[str, float], table: Table, step: Reading, users: int) -> None:
    pattern = step.pattern
    if pattern.entity.__layout__.table is not table:
        return
    told = explain(pattern, stage="", items=step.items * users if step.of_everybody else step.items)
    units = told.consistent_units if step.consistent and told.consistent_units is not None else told.units
    if told.operation == "GetItem":  # one request an item
        units *= step.items
    place = told.index.name if told.index else TABLE
    reads[place] = reads.get(place, 0.0) + units


def _add_writing(writes: dict[str, float], table: Table, step: Writing) -> None:
    layout = step.entity.__layout__
    if layout.table is table:
        for place, units in units_of(layout).of(step.write, in_transaction=step.in_transaction).items():
            writes[place] = writes.get(place, 0.0) + units * step.items


def _provisioned(units_a_month: float, peak: float) -> int:
    """Units a second that are enough when `peak` times the average is asked for."""
    return max(1, math.ceil(units_a_month / (DAYS_A_MONTH * SECONDS_A_DAY) * peak))


def _bytes_kept(table: Table, usage: Usage) -> tuple[float, float]:
    """What lies in the table for one user, and what in its indexes."""
    own = of_indexes = 0.0
    for each in usage.kept:
        if each.entity.__layout__.table is table:
            sizes = {
                place: size + _ENTRY_OVERHEAD
                for place, size in units_of(each.entity.__layout__).bytes.items()
            }
            own += each.items * sizes[TABLE]
            of_indexes += each.items * (sum(sizes.values()) - sizes[TABLE])
    return own, of_indexes
