"""What recurs is run when it is due, follows what people change, and costs no reading in between."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

from cairn.services.clock import SECOND, ManualClock
from cairn.services.jobs import Counts
from cairn.services.services import Services
from cairn.services.shards import shard_of
from cairn.services.telemetry import Metrics, Telemetry
from cairn.services.timetables import Entry, KeptTimetable, Timetable, changed
from cairn.services.worker import working
from tests.services.jobs.cast import NOON
from tests.services.worker.cast import has_counts, opened_house, part, until

MINUTE = timedelta(minutes=1)


class Pages:
    """Pages that are looked at every minute: what an app would keep in its table, and what it did."""

    def __init__(self, clock: ManualClock, **due: datetime) -> None:
        self.clock = clock
        self.due = due
        self.loads = 0
        self.finds = 0
        self.looked_at: list[tuple[str, int]] = []
        self.faults: dict[str, Exception] = {}
        self.hold: asyncio.Event | None = None
        self.timetable = Timetable[None](
            name="tests.pages", load=self.load, find=self.find, run=self.look_at, at_once=2
        )

    async def load(self, shard: int) -> AsyncIterator[Entry[None]]:
        self.loads += 1
        for page, due in self.due.items():
            if shard_of(page) == shard:
                yield Entry(page, due, None)

    async def find(self, page: str) -> Entry[None] | None:
        self.finds += 1
        return Entry(page, self.due[page], None) if page in self.due else None

    async def look_at(self, entry: Entry[None]) -> Entry[None] | None:
        self.looked_at.append((entry.key, round((self.clock.now() - NOON) / SECOND)))
        if self.hold is not None:
            await self.hold.wait()
        if entry.key in self.faults:
            raise self.faults[entry.key]
        if entry.key not in self.due:
            return None
        self.due[entry.key] = self.clock.now() + MINUTE
        return entry.again(self.due[entry.key])


async def pass_time(clock: ManualClock, seconds: int) -> None:
    """Lets time pass in small steps, so that whoever waits for a moment between them sees it."""
    for _ in range(seconds * 2):
        clock.advance(timedelta(seconds=0.5))
        for _ in range(20):
            await asyncio.sleep(0)


async def changed_in_tables(services: Services, page: str) -> None:
    await services.tables.write(changed(services.jobs, "tests.pages", page))
    services.jobs.nudge()


async def test_each_is_run_when_it_is_due_and_again_when_its_run_says(tmp_path: Path) -> None:
    clock = ManualClock(NOON)
    pages = Pages(clock, one=NOON + 10 * SECOND, two=NOON + 30 * SECOND)
    house = opened_house(tmp_path, part(timetables=[pages.timetable]), clock=clock)
    async with house as services, working(services) as worker:
        await until(lambda: len(worker.shards) == 16 and pages.loads == 16)
        await pass_time(clock, 100)
    assert pages.looked_at == [("one", 10), ("two", 30), ("one", 70), ("two", 90)]
    assert (pages.loads, pages.finds) == (16, 0)


async def test_it_follows_what_is_made_changed_and_removed(tmp_path: Path) -> None:
    clock = ManualClock(NOON)
    pages = Pages(clock, one=NOON + 3600 * SECOND, two=NOON + 5 * SECOND)
    house = opened_house(tmp_path, part(timetables=[pages.timetable]), clock=clock)
    async with house as services, working(services) as worker:
        await until(lambda: len(worker.shards) == 16 and pages.loads == 16)
        pages.due |= {"one": NOON + 10 * SECOND, "three": NOON + 20 * SECOND}
        del pages.due["two"]
        for page in ("one", "two", "three"):
            await changed_in_tables(services, page)
        await until(lambda: pages.finds == 3)
        await pass_time(clock, 30)
    assert pages.looked_at == [("one", 10), ("three", 20)]


async def test_what_changes_while_it_runs_is_read_again_when_it_has_run(tmp_path: Path) -> None:
    clock = ManualClock(NOON)
    pages = Pages(clock, one=NOON + 10 * SECOND)
    pages.hold = asyncio.Event()
    house = opened_house(tmp_path, part(timetables=[pages.timetable]), clock=clock)
    async with house as services, working(services) as worker:
        await until(lambda: len(worker.shards) == 16 and pages.loads == 16)
        await pass_time(clock, 10)
        await until(lambda: pages.looked_at == [("one", 10)])
        await changed_in_tables(services, "one")
        await has_counts(services, Counts(0, 0, 0))
        del pages.due["one"]
        pages.hold.set()
        await until(lambda: pages.finds == 1)
        await pass_time(clock, 100)
    assert pages.looked_at == [("one", 10)]


async def test_a_run_that_fails_is_tried_again_later_and_later_and_others_go_on() -> None:
    clock = ManualClock(NOON)
    pages = Pages(clock, one=NOON + SECOND, two=NOON + SECOND)
    pages.faults["one"] = ConnectionError("no route")
    kept = KeptTimetable(pages.timetable, clock, Telemetry(Metrics()), chance=lambda: 0)
    for shard in range(16):
        kept.take(shard)
    running = asyncio.create_task(kept.run())
    await pass_time(clock, 75)
    assert sorted(pages.looked_at) == [
        ("one", 1),
        ("one", 11),
        ("one", 31),
        ("one", 71),
        ("two", 1),
        ("two", 61),
    ]
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await kept.drop(range(16), seconds=0)


async def test_what_is_overdue_is_spread_and_no_more_run_at_once_than_may() -> None:
    clock = ManualClock(NOON)
    overdue = {f"page {number}": NOON - number * MINUTE for number in range(100)}
    pages = Pages(clock, **overdue)
    kept = KeptTimetable(pages.timetable, clock, Telemetry(Metrics()), chance=lambda: 0)
    for shard in range(16):
        kept.take(shard)
    running = asyncio.create_task(kept.run())
    pages.hold = asyncio.Event()
    for _ in range(50):
        await asyncio.sleep(0)
    assert len(pages.looked_at) == 2  # as many as may at once
    pages.hold.set()
    await pass_time(clock, 2)
    await until(lambda: len(pages.looked_at) == 100)
    assert {page for page, _ in pages.looked_at} == overdue.keys()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await kept.drop(range(16), seconds=0)


async def test_a_shard_that_is_given_up_is_run_no_more() -> None:
    clock = ManualClock(NOON)
    pages = Pages(clock, one=NOON + SECOND)
    kept = KeptTimetable(pages.timetable, clock, Telemetry(Metrics()))
    kept.take(shard_of("one"))
    running = asyncio.create_task(kept.run())
    await until(lambda: kept.dues() == {"one": NOON + SECOND})
    await kept.drop([shard_of("one")], seconds=0)
    assert kept.dues() == {}
    await pass_time(clock, 5)
    assert pages.looked_at == []
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_what_is_due_again_before_its_run_is_told_to_be_over_runs_on() -> None:
    clock = ManualClock(NOON)
    runs: Counter[str] = Counter()
    faults: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
    names = [name for number in range(400) if shard_of(name := f"page {number}") == 0]

    async def load(shard: int) -> AsyncIterator[Entry[None]]:
        for name in names if shard == 0 else ():
            yield Entry(name, NOON + MINUTE, None)

    async def find(_: str) -> Entry[None] | None:
        return None

    async def run(entry: Entry[None]) -> Entry[None] | None:
        runs[entry.key] += 1
        for _ in range((names.index(entry.key) + runs[entry.key]) % 11):
            await asyncio.sleep(0)
        return entry.again(entry.due + timedelta(milliseconds=1)) if runs[entry.key] < 40 else None

    late = Timetable[None](name="tests.late", load=load, find=find, run=run)
    kept = KeptTimetable(late, clock, Telemetry(Metrics()))
    kept.take(0)
    running = asyncio.create_task(kept.run())
    await pass_time(clock, 1)
    clock.advance(2 * MINUTE)
    await pass_time(clock, 40)
    running.cancel()
    await kept.drop([0], seconds=1)
    assert runs == dict.fromkeys(names, 40)
    assert faults == []
