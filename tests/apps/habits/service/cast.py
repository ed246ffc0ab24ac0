"""Ada, who keeps habits, and the real services on a folder, with a clock that is moved."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from uuid import UUID

from sqlalchemy import select

from cairn.apps.habits.app import HABITS
from cairn.apps.habits.ledger_schema import Score
from cairn.apps.habits.records import Completion, Habit, Person
from cairn.apps.habits.rules.schedules import EveryDay, Schedule
from cairn.apps.habits.schema import Achievement, Metadata, Streak
from cairn.apps.habits.service import Habits
from cairn.apps.habits.service.keeping import NewHabit
from cairn.apps.habits.settings import HabitSettings
from cairn.dynamo.seam import Dynamo
from cairn.services import accounts, notify, worker
from cairn.services.accounts import Member, Preferences
from cairn.services.clock import ManualClock
from cairn.services.jobs import Job
from cairn.services.opening import open_services
from cairn.services.services import AllSettings, Services
from cairn.services.settings import Settings, load_settings
from cairn.services.sql.relay import relay
from cairn.tables import Cursors, Tables
from tests.services.due_jobs import do_due

NOON = datetime(2026, 3, 15, 12, tzinfo=UTC)
TODAY = NOON.date()
DAY = timedelta(days=1)


def member(name: str = "a", zone: str = "UTC") -> Member:
    return Member(
        account_id=f"0197f0a0-0000-7000-8000-00000000000{name}",
        email=None,
        is_email_verified=False,
        preferences=Preferences(time_zone=zone),
        is_operator=False,
    )


ADA, BO = member("a"), member("b")


@dataclass(frozen=True)
class Told:
    """What the table says of somebody."""

    points: int
    streaks: dict[str, tuple[int, date]]
    achievements: frozenset[str]
    scores: dict[str, int]


@dataclass(frozen=True)
class Trail:
    """A Cairn on which people keep habits."""

    services: Services
    clock: ManualClock

    @property
    def habits(self) -> Habits:
        return Habits.of(self.services)

    async def habit(
        self, who: Member = ADA, *, schedule: Schedule | None = None, start: date | None = None
    ) -> UUID:
        new = NewHabit(name="Read", schedule=schedule or EveryDay(), start=start or TODAY - 100 * DAY)
        return (await self.habits.keeping.make_habit(who, new)).id

    def tables_over(self, dynamo: Dynamo) -> Tables:
        """The same tables, asked through something that watches."""
        settings = self.services.settings[Settings]
        return Tables(dynamo, cursors=Cursors(self.services.keys.key("cursors")), stage=settings.stage)

    async def relayed(self) -> None:
        """Has the outbox emptied into the jobs."""
        await relay(self.services.sql, self.services.jobs)

    async def waiting(self) -> list[Job]:
        """The jobs that wait."""
        return await self.services.jobs.waiting()

    async def settle(self) -> None:
        """Has everything done that follows from what was written."""
        await self.relayed()
        await do_due(self.services)

    async def told(self, who: Member = ADA) -> Told:
        """What the table says, after all is settled."""
        await self.settle()
        tables, user = self.services.tables, who.account_id
        found = await tables.all(Metadata.dashboard(user))
        [points] = [each.total_points for each in found if isinstance(each, Metadata)] or [0]
        scores = await tables.all(Score.all_of_user(user))
        return Told(
            points,
            {
                each.habit_id: (each.current_streak, each.last_completed)
                for each in found
                if isinstance(each, Streak)
            },
            frozenset(each.type for each in found if isinstance(each, Achievement)),
            {each.period: each.points for each in scores if each.points},
        )

    async def completions(self, habit_id: UUID) -> dict[date, Completion]:
        async with self.services.sql.reading() as session:
            found = await session.scalars(select(Completion).where(Completion.habit_id == habit_id))
            return {each.day: each for each in found}

    async def kept(self, habit_id: UUID) -> Habit:
        async with self.services.sql.reading() as session:
            return await session.get_one(Habit, habit_id)

    async def person(self, who: Member = ADA) -> Person:
        async with self.services.sql.reading() as session:
            return await session.get_one(Person, who.account_id)


@asynccontextmanager
async def opened_trail(folder: Path, *, sql: str | None = None, shards: int = 1) -> AsyncIterator[Trail]:
    environment = {} if sql is None else {"CAIRN_SQL": sql}
    environment["CAIRN_HABITS_LEADERBOARD_SHARDS"] = str(shards)
    settings = AllSettings(load_settings([Settings, HabitSettings], environment=environment, folder=folder))
    clock = ManualClock(NOON)
    parts = [accounts.PART, worker.PART, notify.PART, HABITS]
    async with open_services(settings, folder, parts, clock=clock) as services:
        yield Trail(services, clock)
