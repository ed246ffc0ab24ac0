"""Copying tables from one DynamoDB to another: item by item as they are, and compared when all is done.

A copy that was stopped goes on where it came to. Nothing is overwritten: a table that holds items already is refused,
unless a copy of ours put them there.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal

from cairn.dynamo.batches import batch_write
from cairn.dynamo.seam import Dynamo, Item
from cairn.tables.comparison import differences, live_table
from cairn.tables.creation import create_tables
from cairn.tables.errors import TablesError
from cairn.tables.fingerprints import Fingerprint, fingerprint
from cairn.tables.positions import Position, Positions, Segment, beginning
from cairn.tables.scanning import SEGMENTS, go_through
from cairn.tables.table import Table

COPIES_TABLE: Final = "CairnCopies"
_COPIED: Final = "copied"
_ABOUT_TO_EXPIRE: Final = timedelta(hours=1)

Step = Literal["copied", "compared"]
OnProgress = Callable[[str, Step, float], None]
"""Is told of a table how much of which step is done, from 0 to 1."""


class CopyRefusedError(TablesError):
    """Nothing was copied. The message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class CopiedTable:
    """What came of one table: how many items went over, and what both sides hold now."""

    name: str
    copied: int
    source: Fingerprint
    target: Fingerprint

    @property
    def is_equal(self) -> bool:
        return self.source == self.target


@dataclass(frozen=True, slots=True)
class Copy:
    """What came of a copy. `goes_on` says that an earlier one had come part of the way."""

    tables: tuple[CopiedTable, ...]
    missing: tuple[str, ...]
    """Tables that the source does not have."""
    goes_on: bool

    @property
    def is_equal(self) -> bool:
        return all(table.is_equal for table in self.tables)


@dataclass(frozen=True, slots=True)
class _Course:
    """A table on its way. `position` is None for one that an earlier copy has not begun."""

    table: Table
    items: int
    position: Position | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Copying:
    """A copy of tables from `source` to `target`.

    `keeper` is where it keeps how far it has come. A copy that goes on has to find the same keeper, and the same
    `target_name`.
    """

    source: Dynamo
    target: Dynamo
    keeper: Dynamo
    target_name: str
    stage: str
    clock: Callable[[], datetime]
    on_progress: OnProgress = lambda _name, _step, _share: None
    positions_table: str = COPIES_TABLE

    async def run(self, tables: Iterable[Table]) -> Copy:
        """Copies and compares. Refuses before anything is written, or else goes through to the end."""
        courses, missing = await self._courses(tables)
        await create_tables(self.target, [course.table for course in courses], stage=self.stage)
        positions = [await self._positions(course.table) for course in courses]
        for course, kept in zip(courses, positions, strict=True):
            if course.position is None:
                await kept.begin(beginning(SEGMENTS))
        copied = [await self._copy(*each) for each in zip(courses, positions, strict=True)]
        compared = [await self._compare(*each) for each in zip(courses, copied, strict=True)]
        if all(each.is_equal for each in compared):
            # All at once: a table without a position that holds items would be refused the next time.
            await self.keeper.call(
                "TransactWriteItems", {"TransactItems": [kept.ending() for kept in positions]}
            )
        else:
            # A table that differs is copied anew the next time; the others are only compared until all are equal.
            for kept, outcome in zip(positions, compared, strict=True):
                if not outcome.is_equal:
                    await kept.begin(beginning(SEGMENTS))
        return Copy(tuple(compared), tuple(missing), any(course.position for course in courses))

    async def _courses(self, tables: Iterable[Table]) -> tuple[list[_Course], list[str]]:
        """The tables that the source has, unless something is in their way, and the names of the others."""
        courses: list[_Course] = []
        missing: list[str] = []
        faults: list[str] = []
        for table in tables:
            name = table.name_at(self.stage)
            found = await live_table(self.source, table, self.stage)
            if found is None:
                missing.append(name)
                continue
            there = await live_table(self.target, table, self.stage)
            position = None
            if there is not None:
                position = await (await self._positions(table)).load()
                faults += [f"{name} is not as declared: {each}" for each in differences(table, there)]
                if position is None and await self._holds_items(name):
                    faults.append(f"{name} holds items already")
            courses.append(_Course(table, found.items, position))
        if faults:
            raise CopyRefusedError(
                f"nothing was copied to {self.target_name}: {'; '.join(faults)}. "
                "Copy to where these tables are empty or not there, or remove them there first"
            )
        if not courses:
            raise CopyRefusedError(
                f"there is nothing to copy: none of the tables is there ({', '.join(missing)})"
            )
        return courses, missing

    async def _positions(self, table: Table) -> Positions:
        name = table.name_at(self.stage)
        described = await self.target.call("DescribeTable", {"TableName": name})
        # A table that was made anew is another one, of which nothing is copied yet.
        made = described["Table"]["CreationDateTime"].astimezone(UTC).isoformat()
        target = f"copy to {self.target_name}, table made at {made}"
        return Positions(self.keeper, self.positions_table, name, target, self.clock)

    async def _holds_items(self, name: str) -> bool:
        request: dict[str, Any] = {"TableName": name, "Limit": 1, "ConsistentRead": True}
        return bool((await self.target.call("Scan", request))["Items"])

    async def _copy(self, course: _Course, positions: Positions) -> int:
        name = course.table.name_at(self.stage)
        position = course.position or beginning(SEGMENTS)

        async def take(items: list[Item]) -> Mapping[str, int]:
            writes = [{"PutRequest": {"Item": item}} for item in items]
            await batch_write(self.target, {name: writes})
            return {_COPIED: len(items)}

        async def keep(number: int, segment: Segment) -> None:
            nonlocal position
            await positions.move(number, segment)
            position = Position({**position.segments, number: segment})
            share = min(position.counts[_COPIED] / max(course.items, 1), 0.99)
            self.on_progress(name, "copied", 1.0 if position.is_at_end else share)

        await go_through(self.source, name, position, take, keep, consistent=True)
        self.on_progress(name, "copied", 1.0)
        return position.counts[_COPIED]

    async def _compare(self, course: _Course, copied: int) -> CopiedTable:
        name = course.table.name_at(self.stage)
        expiry = course.table.ttl
        # Either side removes expired items when it finds time: those that do not outlive the comparison don't count.
        until = (self.clock() + _ABOUT_TO_EXPIRE).timestamp()

        def counts(item: Item) -> bool:
            moment = item.get(expiry or "", {}).get("N")
            return moment is None or float(moment) > until

        found: list[Fingerprint] = []
        for half, dynamo in enumerate((self.source, self.target)):

            def show(read: int, half: int = half) -> None:
                share = min(read / max(copied, 1), 0.99)
                self.on_progress(name, "compared", (half + share) / 2)

            found.append(await fingerprint(dynamo, name, counts=counts, on_progress=show))
        self.on_progress(name, "compared", 1.0)
        return CopiedTable(name, copied, *found)
