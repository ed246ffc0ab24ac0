"""Capacity: what reads and writes are charged, and how ConsumedCapacity tells it.

Reads count in units of 4 KB, halved when eventually consistent; writes in units of 1 KB; a transaction counts
each twice.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from cairn.dynamo.embedded.keys import KeySchema
from cairn.dynamo.embedded.values import item_size
from cairn.dynamo.seam import Item

Kind = Literal["ReadCapacityUnits", "WriteCapacityUnits"]

READ: Final[Kind] = "ReadCapacityUnits"
WRITE: Final[Kind] = "WriteCapacityUnits"
IN_TRANSACTION: Final = 2

_READ_UNIT_BYTES: Final = 4096
_WRITE_UNIT_BYTES: Final = 1024
_LOCAL_INDEX_ENTRY_BYTES: Final = (
    100  # what DynamoDB adds to an entry that lives in the item's own collection
)


def read_units(size: int, *, consistent: bool) -> float:
    """For one item of so many bytes; 0 bytes for an item that isn't there, which costs as little as the smallest."""
    return page_units(max(size, 1), consistent=consistent)


def page_units(size: int, *, consistent: bool) -> float:
    """For everything that Query or Scan read for a page, also what a filter then left out."""
    units = -(-size // _READ_UNIT_BYTES)
    return float(units) if consistent else units / 2


def fetch_units(sizes: Iterable[int], *, consistent: bool) -> float:
    """For items fetched from the table because a local index doesn't carry what a query asks for."""
    return sum((read_units(size, consistent=consistent) for size in sizes), 0.0)


def write_units(before: int, after: int) -> float:
    """For writing an item that was and will be so many bytes long; 0 bytes for no item."""
    return float(max(1, -(-max(before, after) // _WRITE_UNIT_BYTES)))


def index_write_units(
    schema: KeySchema, before: Item | None, after: Item | None, *, is_global: bool = True
) -> float:
    """For what a write changes in an index. Given are the projected entries, None where there is none."""
    if before == after:
        return 0.0
    overhead = 0 if is_global else _LOCAL_INDEX_ENTRY_BYTES
    before_size = 0 if before is None else item_size(before) + overhead
    after_size = 0 if after is None else item_size(after) + overhead
    if before is not None and after is not None and _is_moved(schema, before, after):
        return write_units(before_size, 0) + write_units(0, after_size)
    return write_units(before_size, after_size)


@dataclass(slots=True)
class Consumed:
    """What one table and its indexes were charged for a request."""

    table: float = 0.0
    global_indexes: dict[str, float] = field(default_factory=dict)
    local_indexes: dict[str, float] = field(default_factory=dict)

    @property
    def total(self) -> float:
        return self.table + sum(self.global_indexes.values()) + sum(self.local_indexes.values())

    def charge_index(self, name: str, units: float, *, is_global: bool) -> None:
        """Adds to what the index was charged. A read is to be told even when it cost nothing."""
        indexes = self.global_indexes if is_global else self.local_indexes
        indexes[name] = indexes.get(name, 0.0) + units

    def add(self, other: "Consumed", times: int = 1) -> None:
        """Adds what another part of the request was charged, in a transaction `IN_TRANSACTION` times."""
        self.table += other.table * times
        for name, units in other.global_indexes.items():
            self.charge_index(name, units * times, is_global=True)
        for name, units in other.local_indexes.items():
            self.charge_index(name, units * times, is_global=False)

    def answer(self, table_name: str, mode: str | None, kind: Kind | None = None) -> dict[str, Any] | None:
        """ConsumedCapacity as `mode` (TOTAL, INDEXES, NONE) asks for it; None when it isn't asked for.

        Transactions name the `kind` of their units as well.
        """
        if mode not in {"TOTAL", "INDEXES"}:
            return None
        answer: dict[str, Any] = {"TableName": table_name} | _units(self.total, kind)
        if mode == "INDEXES":
            answer["Table"] = _units(self.table, kind)
            for member, indexes in (
                ("LocalSecondaryIndexes", self.local_indexes),
                ("GlobalSecondaryIndexes", self.global_indexes),
            ):
                if indexes:
                    answer[member] = {name: _units(units, kind) for name, units in indexes.items()}
        return answer


def _is_moved(schema: KeySchema, before: Item, after: Item) -> bool:
    return any(before[name] != after[name] for name in schema.names)


def _units(units: float, kind: Kind | None) -> dict[str, float]:
    return {"CapacityUnits": units} if kind is None else {"CapacityUnits": units, kind: units}
