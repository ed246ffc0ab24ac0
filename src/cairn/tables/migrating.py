"""Bringing stored items to the versions that are declared, while the product goes on reading and writing them.

What is read is upgraded in any case. A migration upgrades what nobody reads, and index keys, which have to be there
before an item is found by them.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from cairn.dynamo.errors import ConditionalCheckFailedException, TransactionCanceledException
from cairn.dynamo.seam import Dynamo, Item, Operation
from cairn.tables.conflicts import Persistence, call_persistently
from cairn.tables.errors import UnreadableItemError
from cairn.tables.layout import Layout
from cairn.tables.positions import POSITIONS_TABLE, Position, Positions, Segment, beginning
from cairn.tables.rewriting import TooManyAttributesError, rewriting
from cairn.tables.scanning import SEGMENTS, go_through, side_by_side
from cairn.tables.table import Table

_ATTEMPTS: Final = 5
_AT_ONCE: Final = 16
_READ: Final = "read"
_LEFT: Final = "left"
_UPGRADED: Final = "upgraded "

OnLeft = Callable[[UnreadableItemError], None]
"""Is told of an item that stays as it is, and why."""
OnProgress = Callable[[float], None]
"""Is told how much is done, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Migration:
    """What came of the migration of one table.

    `upgraded` counts by what items were: `Reader 1` for a reader of version 1. `left` are those that can't be
    upgraded. `goes_on` says that an earlier migration had come part of the way; what it did is counted here too.
    """

    table_name: str
    read: int
    upgraded: Mapping[str, int]
    left: int
    goes_on: bool = False


def has_upgrades(table: Table) -> bool:
    """Whether there is anything to migrate in a table."""
    return any(layout.versions.upgrades for layout in table.layouts)


async def migrate(
    dynamo: Dynamo,
    table: Table,
    *,
    stage: str,
    clock: Callable[[], datetime],
    on_left: OnLeft,
    on_progress: OnProgress,
    dry_run: bool = False,
    positions_table: str = POSITIONS_TABLE,
) -> Migration:
    """Upgrades every item of an older version. Who is stopped and asks again goes on where it came to.

    A dry run tries each upgrade, from the first item on, and writes nothing.
    """
    name = table.name_at(stage)
    described = await dynamo.call("DescribeTable", {"TableName": name})
    positions = Positions(dynamo, positions_table, name, _target(table), clock)
    earlier = None if dry_run else await positions.load()
    course = _Course(earlier or beginning(SEGMENTS), described["Table"].get("ItemCount", 0), on_progress)
    upgrade = _tried if dry_run else _upgraded

    async def take(items: list[Item]) -> Mapping[str, int]:
        counts = Counter({_READ: len(items)})
        outdated = [(layout, item) for item in items if (layout := _outdated(table, item)) is not None]
        for start in range(0, len(outdated), _AT_ONCE):
            batch = outdated[start : start + _AT_ONCE]
            await side_by_side(_counted(upgrade, dynamo, name, each, counts, on_left) for each in batch)
        return counts

    async def keep(number: int, segment: Segment) -> None:
        if not dry_run:
            await positions.move(number, segment)
        course.move(number, segment)

    if not dry_run and earlier is None:
        await positions.begin(course.position)
    await go_through(dynamo, name, course.position, take, keep)
    if not dry_run:
        await positions.end()
    return course.outcome(name, goes_on=earlier is not None)


class _Course:
    """How far all segments have come, for whoever watches and for the outcome."""

    def __init__(self, position: Position, items: int, on_progress: OnProgress) -> None:
        self.position = position
        self._items = items
        self._on_progress = on_progress

    def move(self, number: int, segment: Segment) -> None:
        self.position = Position({**self.position.segments, number: segment})
        # AWS counts a table's items every six hours, so that there may be more of them than it says.
        read = self.position.counts[_READ]
        self._on_progress(1.0 if self.position.is_at_end else min(read / max(self._items, 1), 0.99))

    def outcome(self, table_name: str, *, goes_on: bool) -> Migration:
        counts = self.position.counts
        upgraded = {
            name.removeprefix(_UPGRADED): count
            for name, count in sorted(counts.items())
            if name.startswith(_UPGRADED)
        }
        return Migration(table_name, counts[_READ], upgraded, counts[_LEFT], goes_on)


def _outdated(table: Table, item: Item) -> Layout | None:
    """What an item is, when it is of an older version."""
    layout = table.layout_of(item)
    return layout if layout is not None and layout.versions.is_outdated(item) else None


async def _counted(
    upgrade: Callable[[Dynamo, str, Layout, Item], Awaitable[bool]],
    dynamo: Dynamo,
    table_name: str,
    outdated: tuple[Layout, Item],
    counts: Counter[str],
    on_left: OnLeft,
) -> None:
    layout, item = outdated
    try:
        if await upgrade(dynamo, table_name, layout, item):
            counts[f"{_UPGRADED}{layout.entity.__name__} {layout.versions.of(item)}"] += 1
    except UnreadableItemError as fault:
        counts[_LEFT] += 1
        on_left(fault)


async def _tried(_dynamo: Dynamo, table_name: str, layout: Layout, item: Item) -> bool:
    return _rewriting(table_name, layout, item) is not None


async def _upgraded(dynamo: Dynamo, table_name: str, layout: Layout, item: Item) -> bool:
    """Upgrades an item that may change at any moment: whoever writes it meanwhile, it is read and tried again."""
    key = {name: item[name] for name in layout.table.key_names}
    for _ in range(_ATTEMPTS):
        request = _rewriting(table_name, layout, item)
        if request is None:  # somebody else has upgraded it
            return False
        try:
            await call_persistently(dynamo, *request, Persistence())
        except (ConditionalCheckFailedException, TransactionCanceledException):
            read = {"TableName": table_name, "Key": key, "ConsistentRead": True}
            found = (await dynamo.call("GetItem", read)).get("Item")
            if found is None:
                return False
            item = found
        else:
            return True
    raise UnreadableItemError(table_name, key, "it changes all the time; migrate once more")


def _rewriting(table_name: str, layout: Layout, item: Item) -> tuple[Operation, dict[str, Any]] | None:
    key_names = layout.table.key_names
    try:
        return rewriting(table_name, key_names, item, layout.renewed(item))
    except TooManyAttributesError as fault:
        raise UnreadableItemError(table_name, {name: item[name] for name in key_names}, str(fault)) from fault


def _target(table: Table) -> str:
    """What is migrated to: `Loan 3, Reader 2`."""
    upgraded = [layout for layout in table.layouts if layout.versions.upgrades]
    return ", ".join(sorted(f"{layout.entity.__name__} {layout.versions.current}" for layout in upgraded))
