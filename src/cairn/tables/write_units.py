"""What writes of an entity are charged: for its item, and for its entry in each index."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from cairn.dynamo.embedded.capacity import IN_TRANSACTION, write_units
from cairn.dynamo.embedded.values import checked_item
from cairn.tables.layout import Layout
from cairn.tables.samples import entry, example_item

TABLE: Final = ""
"""Stands for the table itself, beside the names of its indexes."""
Write = Literal["create", "update", "move", "delete"]
"""A `move` is an update that changes what the index keys are made of."""
WRITES: Final[tuple[Write, ...]] = get_args(Write)


@dataclass(frozen=True, slots=True)
class WriteUnits:
    """Write units of an entity whose items have such a size, for the table and for each index it stands in."""

    layout: Layout
    bytes: Mapping[str, int]

    @property
    def item_bytes(self) -> int:
        return self.bytes[TABLE]

    def of(self, write: Write, *, in_transaction: bool = False) -> dict[str, float]:
        """The units of a write, for the table and for each index."""
        times = IN_TRANSACTION if in_transaction else 1
        units = {TABLE: write_units(self.item_bytes, self.item_bytes) * times}
        for plan in self.layout.index_keys:
            index = plan.index
            if index is not None:
                entry_units = write_units(self.bytes[index.name], 0) * times
                if write in {"create", "delete"}:
                    units[index.name] = entry_units
                elif write == "move" and plan.sources - self.layout.key.sources:
                    units[index.name] = entry_units * 2  # out of the old place, into the new one
                else:
                    # An entry that carries all attributes changes with any of them.
                    units[index.name] = entry_units if index.projection == "ALL" else 0.0
        return units

    def total(self, write: Write, *, in_transaction: bool = False) -> float:
        return sum(self.of(write, in_transaction=in_transaction).values())


def units_of(layout: Layout, item_bytes: int | None = None) -> WriteUnits:
    """The write units of an entity, its items of such a size or as an example is."""
    item = example_item(layout)
    measured = checked_item(item)[1]
    sizes = {TABLE: item_bytes or measured}
    for plan in layout.index_keys:
        if plan.index is not None:
            size = checked_item(entry(item, plan))[1]
            sizes[plan.index.name] = sizes[TABLE] if plan.index.projection == "ALL" else size
    return WriteUnits(layout, sizes)
