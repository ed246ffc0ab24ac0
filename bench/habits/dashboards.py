"""A dashboard of many habits over many years: what it asks, and how long it takes beside a bare route with that JSON."""

import asyncio
import http.client
import json
import sys
from contextlib import closing
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from statistics import median

from sqlalchemy import event, insert

from bench.habits.house import Keeper, free_port, keepers, opened_house, serving, started
from bench.web.load import Rate, measured, request_for
from cairn.apps.habits.events import Change
from cairn.apps.habits.records import Completion
from cairn.apps.habits.rules.schedules import EveryDay
from cairn.apps.habits.service import Habits
from cairn.apps.habits.service.books import Book, locked_person, own_habit
from cairn.apps.habits.service.keeping import NewHabit
from cairn.apps.habits.service.viewing import Viewing
from cairn.services.services import Services
from cairn.services.settings import Settings
from cairn.tables import Counted, Cursors, Tables

PATH = "/api/v1/habits/dashboard"
_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Looked:
    """What a dashboard asked, and how long it took."""

    habits: int
    completions: int
    sql: int
    table: int
    bytes: int
    own: Rate
    bare: Rate

    @property
    def report(self) -> str:
        return (
            f"{self.habits} habits, {self.completions:,} completions: {self.sql} SQL query, {self.table} table query, "
            f"{self.bytes:,} bytes of JSON\n"
            f"median {self.own.median_ms:.1f} ms (p99 {self.own.p99_ms:.1f}), "
            f"a bare route with the same JSON {self.bare.median_ms:.1f} ms (p99 {self.bare.p99_ms:.1f}): "
            f"{self.own.median_ms / self.bare.median_ms:.1f} times"
        )


async def measure_dashboard(folder: Path, *, habits: int, years: int, seconds: float) -> Looked:
    async with opened_house(folder / "data") as services:
        [keeper] = await keepers(services, 1)
        completions = 0
        for number in range(habits - 1):
            completions += await _keep(services, keeper, number, years)
        sql, table = await _asked(services, keeper)
    with serving(folder / "data") as (port, _):
        headers = [("Authorization", f"Bearer {keeper.secret}")]
        answer = _answer(port, dict(headers))
        file = folder / "dashboard.json"
        file.write_bytes(answer)
        bare_port = free_port()
        with started([sys.executable, "-m", "bench.habits.bare", str(bare_port), file], bare_port):
            own, bare = request_for(port, PATH, headers), request_for(bare_port, "/")
            rates: tuple[list[Rate], list[Rate]] = ([], [])
            for _ in range(4):
                rates[0].append(await measured(port, own, connections=1, seconds=seconds))
                rates[1].append(await measured(bare_port, bare, connections=1, seconds=seconds))
    return Looked(habits, completions, sql, table, len(answer), *(_typical(each) for each in rates))


async def _keep(services: Services, keeper: Keeper, number: int, years: int) -> int:
    """A habit that was done nearly every day of so many years."""
    today = services.clock.now().date()
    days = [today - ago * _DAY for ago in range(years * 365, 0, -1) if (ago + number) % 23]
    member = keeper.member
    new = NewHabit(name=f"Habit {number}", schedule=EveryDay(), start=days[0])
    made = await Habits.of(services).keeping.make_habit(member, new)
    async with services.sql.writing() as writing:
        rows = [_row(made.id, day, member.account_id, services) for day in days]
        await writing.session.execute(insert(Completion), rows)
        person = await locked_person(writing.session, member.account_id)
        habit = await own_habit(writing.session, member.account_id, made.id)
        book = await Book.open(writing, person, habit, today=today)
        await book.close(Change.JUDGED_ANEW, None, now=services.clock.now())
    await asyncio.sleep(0)
    return len(days)


def _row(habit_id: object, day: date, account_id: str, services: Services) -> dict[str, object]:
    return {
        "habit_id": habit_id,
        "day": day,
        "account_id": account_id,
        "mark": "DONE",
        "note": "",
        "pays": True,
        "on_board": False,
        "entered_at": services.clock.now(),
        "points": 0,
        "multiplier": 0,
        "streak": 0,
    }


async def _asked(services: Services, keeper: Keeper) -> tuple[int, int]:
    statements: list[str] = []
    event.listen(
        services.sql.engine.sync_engine,
        "before_cursor_execute",
        lambda _connection, _cursor, statement, *_: statements.append(statement),
    )
    counted = Counted(services.dynamo)
    cursors = Cursors(services.keys.key("cursors"))
    tables = Tables(counted, cursors=cursors, stage=services.settings[Settings].stage)
    await Viewing(services.sql, tables, services.clock).dashboard(keeper.member)
    return sum(each.startswith("SELECT") for each in statements), len(counted.calls)


def _answer(port: int, headers: dict[str, str]) -> bytes:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("GET", PATH, headers=headers)
        answer = connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{PATH} was answered {answer.status}: {content!r}")
        json.loads(content)
        return content


def _typical(rates: list[Rate]) -> Rate:
    return Rate(
        median(each.per_second for each in rates),
        median(each.median_ms for each in rates),
        median(each.p99_ms for each in rates),
        sum(each.answered for each in rates),
    )
