"""Use-cases: what people see of their habits. None of them writes."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import Text, and_, case, cast, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from cairn.apps.habits.records import Completion, Habit, Person
from cairn.apps.habits.rules.achievements import Progress, progress
from cairn.apps.habits.rules.entries import Entry, Mark
from cairn.apps.habits.rules.judgement import Judgement, judge
from cairn.apps.habits.rules.strength import strengths
from cairn.apps.habits.rules.today import Asked, asked_of
from cairn.apps.habits.schema import Achievement, Metadata, Streak
from cairn.apps.habits.service.books import own_habit
from cairn.apps.habits.service.entering import today_of
from cairn.apps.habits.service.standings import kept_habits, standing_of
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.services.sql import Sql
from cairn.tables import Tables

LATELY: Final = timedelta(days=6)
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class HabitToday:
    """A habit as it is today, with what was entered in the last seven days."""

    habit: Habit
    asked: Asked
    entry: Completion | None
    lately: dict[date, Entry]
    streak: int


@dataclass(frozen=True, slots=True)
class Dashboard:
    """Everything of today."""

    today: date
    habits: list[HabitToday]
    total_points: int
    freezes: int
    username: str | None
    streaks: dict[str, Streak]
    achievements: list[Achievement]


@dataclass(frozen=True, slots=True)
class Overview:
    """One habit, with all that was entered and what follows from it."""

    habit: Habit
    today: date
    completions: dict[date, Completion]
    judgement: Judgement
    strength: list[tuple[date, float]]
    streak: int
    freezes: int


@dataclass(frozen=True, slots=True)
class Reached:
    """An achievement: how far somebody is, and since when they hold it."""

    progress: Progress
    unlocked_at: datetime | None


class Viewing:
    """What is shown."""

    def __init__(self, sql: Sql, tables: Tables, clock: Clock) -> None:
        self._sql = sql
        self._tables = tables
        self._clock = clock

    async def dashboard(self, member: Member) -> Dashboard:
        """Today, in one question to SQL and one to the table."""
        now = self._clock.now()
        async with self._sql.reading() as session:
            rows = await _of_today(session, member, now)
        found = await self._tables.all(Metadata.dashboard(member.account_id))
        metadata = next((each for each in found if isinstance(each, Metadata)), None)
        person = rows[0].person if rows else Person(day_start_minutes=0, freezes=0, past_points=0)
        today = today_of(member, person, now)
        return Dashboard(
            today=today,
            habits=_habits_today(rows, today),
            total_points=person.past_points + (int(rows[0].points) if rows else 0),
            freezes=person.freezes,
            username=metadata.username if metadata and metadata.entity_type else None,
            streaks={each.habit_id: each for each in found if isinstance(each, Streak)},
            achievements=sorted(
                (each for each in found if isinstance(each, Achievement)),
                key=lambda each: each.unlocked_at,
                reverse=True,
            ),
        )

    async def habits(self, member: Member, *, archived: bool) -> tuple[list[Habit], date]:
        """The habits, in the order that was chosen, and the person's day."""
        async with self._sql.reading() as session:
            person = await session.get(Person, member.account_id)
            mine = select(Habit).where(Habit.account_id == member.account_id)
            wanted = mine.where(Habit.archived_at.is_not(None) if archived else Habit.archived_at.is_(None))
            found = await session.scalars(wanted.order_by(Habit.position, Habit.created_at))
            return list(found), _today(member, person, self._clock.now())

    async def habit(self, member: Member, habit_id: UUID) -> tuple[Habit, date]:
        """A habit, and the person's day."""
        async with self._sql.reading() as session:
            habit = await own_habit(session, member.account_id, habit_id)
            person = await session.get(Person, member.account_id)
            return habit, _today(member, person, self._clock.now())

    async def overview(self, member: Member, habit_id: UUID) -> Overview:
        """A habit with all of its days."""
        async with self._sql.reading() as session:
            habit = await own_habit(session, member.account_id, habit_id)
            person = await session.get_one(Person, member.account_id)
            today = today_of(member, person, self._clock.now())
            found = await session.scalars(
                select(Completion).where(Completion.habit_id == habit.id).order_by(Completion.day)
            )
            completions = {each.day: each for each in found}
        entries = entries_of(completions.values())
        last = today if habit.until is None else min(today, habit.until)
        return Overview(
            habit=habit,
            today=today,
            completions=completions,
            judgement=judge(habit.rules, entries, today=today, until=habit.until),
            strength=strengths(habit.rules, entries, until=last),
            streak=habit.streak_on(today),
            freezes=person.freezes,
        )

    async def entries(
        self, member: Member, habit_id: UUID, *, first: date | None, last: date | None, most: int
    ) -> list[Completion]:
        """What was entered for days, the latest first."""
        async with self._sql.reading() as session:
            habit = await own_habit(session, member.account_id, habit_id)
            wanted = select(Completion).where(Completion.habit_id == habit.id)
            if first is not None:
                wanted = wanted.where(Completion.day >= first)
            if last is not None:
                wanted = wanted.where(Completion.day <= last)
            return list(await session.scalars(wanted.order_by(Completion.day.desc()).limit(most)))

    async def achievements(self, member: Member) -> list[Reached]:
        """All achievements there are, those to come with how far it is."""
        async with self._sql.reading() as session:
            person = await session.get(Person, member.account_id)
            if person is None:
                person = Person(account_id=member.account_id, held={}, **_NOTHING_YET)
            standing = standing_of(person, await kept_habits(session, member.account_id))
        held = {kind: datetime.fromisoformat(since) for kind, since in person.held.items()}
        return [Reached(each, held.get(each.goal.type)) for each in progress(standing)]


_NOTHING_YET: Final = {
    "perfect_days": 0,
    "longest_perfect_run": 0,
    "past_longest_streak": 0,
    "past_completions": 0,
    "past_comebacks": 0,
    "past_points": 0,
}


class _Row(NamedTuple):
    """A habit of today's, with its entry of today and the others of the last days as one text."""

    person: Person
    habit: Habit | None
    entry: Completion | None
    lately: str | None
    points: int  # of all habits


async def _of_today(session: AsyncSession, member: Member, now: datetime) -> list[_Row]:
    there = now.astimezone(member.preferences.zone)
    # Who goes to bed late lives in yesterday; how late that is, only the database knows yet.
    is_yesterday = Person.day_start_minutes > there.hour * 60 + there.minute
    today = case((is_yesterday, there.date() - _DAY), else_=there.date())
    points = (
        select(func.coalesce(func.sum(Habit.points), 0))
        .where(Habit.account_id == member.account_id)
        .scalar_subquery()
    )
    # A row a day would carry its habit along each time.
    told = cast(Completion.day, Text) + "|" + Completion.mark + "|" + func.coalesce(Completion.amount, "")
    lately = (
        select(func.aggregate_strings(told, ","))
        .where(Completion.habit_id == Habit.id, Completion.day >= there.date() - LATELY - _DAY)
        .correlate(Habit)
        .scalar_subquery()
    )
    question = (
        select(Person, Habit, Completion, lately, points)
        .outerjoin(Habit, and_(Habit.account_id == Person.account_id, Habit.archived_at.is_(None)))
        .outerjoin(Completion, and_(Completion.habit_id == Habit.id, Completion.day == today))
        .where(Person.account_id == member.account_id)
        .order_by(Habit.position, Habit.created_at)
    )
    return [_Row(*row) for row in await session.execute(question)]


def _habits_today(rows: Iterable[_Row], today: date) -> list[HabitToday]:
    return [_habit_today(row.habit, row, today) for row in rows if row.habit is not None]


def _habit_today(habit: Habit, row: _Row, today: date) -> HabitToday:
    lately = _entries_of_text(row.lately or "")
    return HabitToday(
        habit=habit,
        asked=asked_of(habit.rules, lately, today=today, until=habit.until, last_done=habit.last_completed),
        entry=row.entry,
        lately=lately,
        streak=habit.streak_on(today),
    )


def _entries_of_text(text: str) -> dict[date, Entry]:
    """`2026-03-15|DONE|2.5,2026-03-14|SKIPPED|`"""
    found = {}
    for line in filter(None, text.split(",")):
        day, mark, amount = line.split("|")
        found[date.fromisoformat(day)] = Entry(Mark(mark), Decimal(amount) if amount else None)
    return found


def entries_of(completions: Iterable[Completion]) -> dict[date, Entry]:
    """What was entered, as the rules take it."""
    return {each.day: entry for each in completions if (entry := each.entry) is not None}


def _today(member: Member, person: Person | None, now: datetime) -> date:
    return today_of(member, person or Person(day_start_minutes=0), now)
