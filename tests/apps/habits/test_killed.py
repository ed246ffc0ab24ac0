"""Server and worker are killed under the taps of many. Whatever was answered is there, and all that follows follows."""

import asyncio
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from uuid import UUID

import aiohttp
import pytest
from sqlalchemy import func, select

from cairn.apps.habits.app import HABITS
from cairn.apps.habits.rules.schedules import EveryDay, OnWeekdays, Schedule
from cairn.apps.habits.service import Habits
from cairn.apps.habits.service.boarding import Span
from cairn.apps.habits.service.keeping import NewHabit
from cairn.apps.habits.settings import HabitSettings
from cairn.apps.registry import parts
from cairn.services.accounts import Anyone, Hashing, Member
from cairn.services.clock import ManualClock
from cairn.services.opening import open_services
from cairn.services.services import AllSettings, Services
from cairn.services.settings import Settings, load_settings
from cairn.services.sql.outbox import OutboxRow
from tests.apps.habits.recomputation import Diary, PlainHabit, reckon
from tests.apps.habits.service.cast import Trail
from tests.cli.command import CAIRN, ENVIRONMENT
from tests.services.accounts.cast import QUICK

PEOPLE = 4
CLIENTS_OF_EACH = 5
TAPS = 120
DAYS = 20
SCHEDULES: list[Schedule] = [EveryDay(), OnWeekdays(weekdays=frozenset(range(5)))]
DAY = timedelta(days=1)


@dataclass
class Keeper:
    """Somebody with habits, and a token for their clients."""

    member: Member
    secret: str
    habits: list[UUID]


@dataclass
class Tapping:
    """A client: it alone changes its days, so that it knows what stands there, or which of several things may."""

    keeper: Keeper
    days: list[date]
    random: Random
    possible: dict[tuple[UUID, date], set[str | None]] = field(default_factory=dict)
    answered: int = 0

    async def tap(self, session: aiohttp.ClientSession, url: str) -> None:
        """Taps until nobody answers."""
        while True:
            habit, day = self.random.choice(self.keeper.habits), self.random.choice(self.days)
            action, mark = self.random.choice(
                [("complete", "DONE")] * 3 + [("undo", None), ("skip", "SKIPPED")]
            )
            possible = self.possible.setdefault((habit, day), {None})
            possible.add(mark)
            try:
                async with session.post(
                    f"{url}/api/v1/habits/{habit}/{action}",
                    json={"day": str(day)},
                    headers={"Authorization": f"Bearer {self.keeper.secret}"},
                ) as answer:
                    assert answer.status in {200, 201}, await answer.text()
                    await answer.read()
            except aiohttp.ClientError:
                return
            self.possible[habit, day] = {mark}
            self.answered += 1


@pytest.mark.timeout(240)
async def test_after_kills_under_taps_of_twenty_clients_all_is_what_a_plain_recomputation_says(
    tmp_path: Path, database: str | None
) -> None:
    settings = {"CAIRN_APPS": "habits", **({"CAIRN_SQL": database} if database else {})}
    today = datetime.now(UTC).date()
    async with opened(tmp_path, settings) as services:
        keepers = [await keeper(services, number, since=today - DAYS * DAY) for number in range(PEOPLE)]
    clients = [
        Tapping(keeper, [today - ago * DAY for ago in range(number, DAYS, CLIENTS_OF_EACH)], Random(number))
        for keeper in keepers
        for number in range(CLIENTS_OF_EACH)
    ]
    with running(tmp_path, settings) as (server, worker, url):
        taps = asyncio.create_task(taps_of(clients, url))
        await until_answered(clients, TAPS, taps)
        worker.send_signal(signal.SIGKILL)
        await until_answered(clients, 2 * TAPS, taps)
        server.send_signal(signal.SIGKILL)
        await taps
    with running(tmp_path, settings):
        async with opened(tmp_path, settings) as services:
            await until_at_rest(services)
    async with opened(tmp_path, settings) as services:
        trail = Trail(services, ManualClock(datetime.now(UTC)))
        for each in keepers:
            await compare(trail, each)
        for client in clients:
            for (habit, day), possible in client.possible.items():
                entry = (await trail.completions(habit)).get(day)
                assert (entry.mark if entry else None) in possible
        points = [(await trail.told(each.member)).points for each in keepers]
        board = await trail.habits.boarding.board(keepers[0].member, Span.ALL_TIME)
        assert [row.points for row in board.rows] == sorted(points, reverse=True)


async def compare(trail: Trail, keeper: Keeper) -> None:
    """Holds what the table says against what follows from the completions."""
    diary = Diary([])
    streaks = {}
    for habit_id, schedule in zip(keeper.habits, SCHEDULES, strict=True):
        kept, entries = await trail.kept(habit_id), await trail.completions(habit_id)
        habit = PlainHabit([(kept.start, schedule)], {day: str(each.mark) for day, each in entries.items()})
        habit.on_boards = {day: each.on_board for day, each in entries.items()}
        habit.reckoned = reckon(habit, kept.updated_at.date())
        diary.habits.append(habit)
        if kept.last_completed is not None:
            streaks[str(habit_id)] = (habit.reckoned.streak, max(d for d in entries if habit.is_done(d)))
    diary.perfect = {day for habit in diary.habits for day in habit.entries if diary.is_perfect(day)}
    told = await trail.told(keeper.member)
    assert (told.points, told.streaks) == (diary.points, streaks)
    assert (set(told.achievements), told.scores) == (diary.reached(), diary.scores)


async def taps_of(clients: list[Tapping], url: str) -> None:
    async with aiohttp.ClientSession() as session:
        await asyncio.gather(*(client.tap(session, url) for client in clients))


async def until_answered(clients: list[Tapping], wanted: int, taps: asyncio.Task[None]) -> None:
    while sum(client.answered for client in clients) < wanted:
        assert not taps.done(), taps.exception()
        await asyncio.sleep(0.02)


async def until_at_rest(services: Services) -> None:
    async with asyncio.timeout(60):
        while True:
            async with services.sql.reading() as session:
                on_the_way = await session.scalar(select(func.count()).select_from(OutboxRow))
            if not on_the_way and not await services.jobs.waiting(1) and not await services.jobs.begun(1):
                return
            await asyncio.sleep(0.1)


async def keeper(services: Services, number: int, *, since: date) -> Keeper:
    entry = await services.accounts.entrance.sign_up(
        Anyone(address="192.0.2.7"), email=f"keeper{number}@example.org", password="no engine can originate"
    )
    token = await services.accounts.tokens.create(entry.member, name="taps", scopes=["habits:write"])
    habits = Habits.of(services)
    await habits.boarding.join(entry.member, f"Keeper {number}")
    made = [
        await habits.keeping.make_habit(entry.member, NewHabit(name="Read", schedule=each, start=since))
        for each in SCHEDULES
    ]
    return Keeper(entry.member, token.secret, [each.id for each in made])


@asynccontextmanager
async def opened(folder: Path, environment: dict[str, str]) -> AsyncIterator[Services]:
    settings = AllSettings(load_settings([Settings, HabitSettings], environment=environment, folder=folder))
    async with open_services(settings, folder, parts([HABITS]), hashing=Hashing(QUICK)) as services:
        yield services


@contextmanager
def running(
    folder: Path, settings: dict[str, str]
) -> Iterator[tuple[subprocess.Popen[str], subprocess.Popen[str], str]]:
    """A server, a worker, and where the server listens."""
    with (
        started("serve", "--port", "0", "--data", folder, CAIRN_WORKER="false", **settings) as server,
        started("worker", "--data", folder, **settings) as worker,
    ):
        for each in (worker, server):
            assert each.stdout is not None
            said = each.stdout.readline()
        yield server, worker, "http://" + said.partition("http://")[2].split()[0].rstrip("/.")


@contextmanager
def started(*arguments: str | Path, **environment: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [CAIRN, *arguments],
        env={**ENVIRONMENT, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()
