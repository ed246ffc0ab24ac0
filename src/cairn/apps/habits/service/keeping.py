"""Use-cases: making habits, changing and archiving them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time
from uuid import UUID, uuid4

from sqlalchemy import delete, func, select

from cairn.apps.habits.events import Change
from cairn.apps.habits.records import Completion, Habit
from cairn.apps.habits.rules.entries import Rule, Target
from cairn.apps.habits.rules.schedules import Schedule
from cairn.apps.habits.service.books import Book, locked_person, own_habit
from cairn.apps.habits.service.entering import today_of
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.services.problems import Conflict, InvalidInput
from cairn.services.sql import Sql

MOST_HABITS = 200
LONGEST_NAME = 100
LONGEST_DESCRIPTION = 2_000


class TooManyHabits(Conflict):
    """There are as many habits as one person can keep."""

    slug = "too-many-habits"
    title = "There are too many habits"


@dataclass(frozen=True, kw_only=True, slots=True)
class NewHabit:
    """A habit to be made."""

    name: str
    schedule: Schedule
    description: str = ""
    target: Target | None = None
    tags: Sequence[str] = ()
    start: date | None = None
    until: date | None = None
    reminders: Sequence[time] = ()


class Keeping:
    """The habits that people keep."""

    def __init__(self, sql: Sql, clock: Clock) -> None:
        self._sql = sql
        self._clock = clock

    async def make_habit(self, member: Member, new: NewHabit) -> Habit:
        """Makes a habit. Without a day on which it begins, it begins today."""
        now = self._clock.now()
        async with self._sql.writing() as writing:
            session = writing.session
            person = await locked_person(session, member.account_id)
            mine = Habit.account_id == member.account_id
            count = await session.scalar(select(func.count()).select_from(Habit).where(mine)) or 0
            if count >= MOST_HABITS:
                raise TooManyHabits(
                    f"There are {MOST_HABITS} habits, which is the most; delete one that is not kept"
                )
            today = today_of(member, person, now)
            start = new.start or today
            if new.until is not None and new.until < start:
                raise InvalidInput.of("until", f"lies before the habit begins, on {start}")
            habit = Habit(
                id=uuid4(),
                account_id=member.account_id,
                name=checked_text("name", new.name, least=1, most=LONGEST_NAME),
                description=checked_text("description", new.description, most=LONGEST_DESCRIPTION),
                tags=tuple(new.tags),
                rules=(Rule(start, new.schedule, new.target, person.week_start),),
                until=new.until,
                position=count,
                reminders=tuple(new.reminders),
                created_at=now,
                updated_at=now,
            )
            session.add(habit)
        return habit

    async def reschedule_habit(
        self, member: Member, habit_id: UUID, schedule: Schedule, *, target: Target | None
    ) -> Habit:
        """Has a habit judged otherwise from today on. Past days keep the rule of their time."""
        now = self._clock.now()
        async with self._sql.writing() as writing:
            person = await locked_person(writing.session, member.account_id)
            habit = await own_habit(writing.session, member.account_id, habit_id)
            today = today_of(member, person, now)
            rule = Rule(max(today, habit.start), schedule, target, person.week_start)
            habit.rules = (*(each for each in habit.rules if each.since < rule.since), rule)
            book = await Book.open(writing, person, habit, today=today)
            await book.close(Change.JUDGED_ANEW, None, now=now)
        return habit

    async def archive_habit(self, member: Member, habit_id: UUID, *, archived: bool = True) -> Habit:
        """Puts a habit away as it is: its streak stays. Taken out again, the days in between were not asked for."""
        now = self._clock.now()
        async with self._sql.writing() as writing:
            await locked_person(writing.session, member.account_id)
            habit = await own_habit(writing.session, member.account_id, habit_id)
            habit.archived_at = now if archived else None
            habit.updated_at = now
        return habit

    async def delete_habit(self, member: Member, habit_id: UUID) -> None:
        """Removes a habit with its entries. Its streak goes; the points that it has paid and its achievements stay."""
        now = self._clock.now()
        async with self._sql.writing() as writing:
            session = writing.session
            person = await locked_person(session, member.account_id)
            habit = await own_habit(session, member.account_id, habit_id)
            book = await Book.open(writing, person, habit, today=today_of(member, person, now))
            book.forget()
            await session.execute(delete(Completion).where(Completion.habit_id == habit.id))
            await session.delete(habit)


def checked_text(field: str, text: str, *, least: int = 0, most: int) -> str:
    text = text.strip()
    if not least <= len(text) <= most:
        raise InvalidInput.of(field, f"write {least} to {most:,} characters")
    return text
