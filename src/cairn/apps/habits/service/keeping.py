"""Use-cases: making habits, changing and archiving them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, time, timedelta
from typing import TypedDict
from uuid import UUID, uuid4

from sqlalchemy import delete, func, select

from cairn.apps.habits.events import Change
from cairn.apps.habits.records import Completion, Habit
from cairn.apps.habits.rules.entries import Rule, Target
from cairn.apps.habits.rules.schedules import Paused, Schedule
from cairn.apps.habits.service.books import Book, locked_person, own_habit
from cairn.apps.habits.service.checking import (
    MOST_REMINDERS,
    checked_start,
    checked_tags,
    checked_target,
    checked_text,
)
from cairn.apps.habits.service.entering import today_of
from cairn.apps.habits.service.refusals import HabitArchived
from cairn.apps.habits.service.reminding import REMIND
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.services.problems import Conflict, InvalidInput
from cairn.services.sql import Sql, Writing
from cairn.services.timetables.timetable import Changed, change_of

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


class HabitChanges(TypedDict, total=False):
    """What of a habit is to be otherwise."""

    name: str
    description: str
    tags: Sequence[str]
    start: date
    until: date | None
    reminders: Sequence[time]
    position: int


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
            start = checked_start(new.start or today, today=today)
            _check_until(new.until, start)
            habit = Habit(
                id=uuid4(),
                account_id=member.account_id,
                name=checked_text("name", new.name, least=1, most=LONGEST_NAME),
                description=checked_text("description", new.description, most=LONGEST_DESCRIPTION),
                tags=checked_tags(new.tags),
                rules=(Rule(start, new.schedule, checked_target(new.target), person.week_start),),
                until=new.until,
                position=count,
                reminders=_checked_reminders(new.reminders),
                created_at=now,
                updated_at=now,
            )
            session.add(habit)
            if habit.reminders:
                remind_anew(writing, member.account_id)
        return habit

    async def reschedule_habit(
        self, member: Member, habit_id: UUID, schedule: Schedule, *, target: Target | None
    ) -> Habit:
        """Has a habit judged otherwise from today on. Past days keep the rule of their time."""
        now = self._clock.now()
        async with self._sql.writing() as writing:
            person = await locked_person(writing.session, member.account_id)
            habit = await own_habit(writing.session, member.account_id, habit_id)
            if habit.archived_at is not None:
                raise HabitArchived("Take it out of the archive to change it")
            today = today_of(member, person, now)
            rule = Rule(max(today, habit.start), schedule, checked_target(target), person.week_start)
            habit.rules = (*(each for each in habit.rules if each.since < rule.since), rule)
            book = await Book.open(writing, person, habit, today=today)
            await book.close(Change.JUDGED_ANEW, None, now=now)
        return habit

    async def change_habit(self, member: Member, habit_id: UUID, changes: HabitChanges) -> Habit:
        """Changes what is given, and nothing of how days are judged but on which of them the habit is kept."""
        now = self._clock.now()
        async with self._sql.writing() as writing:
            person = await locked_person(writing.session, member.account_id)
            habit = await own_habit(writing.session, member.account_id, habit_id)
            today = today_of(member, person, now)
            book = await Book.open(writing, person, habit, today=today)
            _change_words(habit, changes)
            if "start" in changes:
                _begin_on(book, checked_start(changes["start"], today=today))
            if "until" in changes:
                _check_until(changes["until"], habit.start)
                habit.until = changes["until"]
            habit.updated_at = now
            if "reminders" in changes:
                remind_anew(writing, member.account_id)
            if "start" in changes or "until" in changes:
                await book.close(Change.JUDGED_ANEW, None, now=now)
        return habit

    async def archive_habit(self, member: Member, habit_id: UUID, *, archived: bool = True) -> Habit:
        """Puts a habit away as it is: its streak stays. Taken out again, the days in between were not asked for."""
        now = self._clock.now()
        async with self._sql.writing() as writing:
            person = await locked_person(writing.session, member.account_id)
            habit = await own_habit(writing.session, member.account_id, habit_id)
            if archived == (habit.archived_at is not None):
                return habit
            today = today_of(member, person, now)
            book = await Book.open(writing, person, habit, today=today)
            habit.archived_at = now if archived else None
            if habit.reminders:
                remind_anew(writing, member.account_id)
            if archived:
                _pause(book)
            else:
                _resume(habit, max(today, habit.start))
            await book.close(Change.JUDGED_ANEW, None, now=now)
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


def remind_anew(writing: Writing, account_id: str) -> None:
    """Has those who remind look again when that is next."""
    writing.enqueue(change_of(REMIND), Changed(), key=account_id)


def _pause(book: Book) -> None:
    habit = book.habit
    # What was done today counts; what was not is not missed.
    since = book.today + timedelta(days=1) if book.today in book.entries else book.today
    habit.rules = (
        *habit.rules,
        Rule(max(since, habit.rules[-1].since), Paused(), None, habit.rule.week_start),
    )


def _resume(habit: Habit, since: date) -> None:
    *before, paused = habit.rules
    again = replace(habit.rule, since=since)
    # Who was away for no day goes on as before.
    habit.rules = (*habit.rules, again) if paused.since < since else tuple(before)


def _begin_on(book: Book, start: date) -> None:
    habit = book.habit
    earliest = min(book.completions, default=start)
    if start > earliest:
        raise InvalidInput.of("start", f"something is entered for {earliest}; take it back before")
    if len(habit.rules) > 1 and start >= habit.rules[1].since:
        raise InvalidInput.of("start", f"from {habit.rules[1].since} on, another schedule holds")
    habit.rules = (replace(habit.rules[0], since=start), *habit.rules[1:])


def _change_words(habit: Habit, changes: HabitChanges) -> None:
    if "name" in changes:
        habit.name = checked_text("name", changes["name"], least=1, most=LONGEST_NAME)
    if "description" in changes:
        habit.description = checked_text("description", changes["description"], most=LONGEST_DESCRIPTION)
    if "tags" in changes:
        habit.tags = checked_tags(changes["tags"])
    if "reminders" in changes:
        habit.reminders = _checked_reminders(changes["reminders"])
    if "position" in changes:
        habit.position = changes["position"]


def _check_until(until: date | None, start: date) -> None:
    if until is not None and until < start:
        raise InvalidInput.of("until", f"lies before the habit begins, on {start}")


def _checked_reminders(reminders: Sequence[time]) -> tuple[time, ...]:
    if len(reminders) > MOST_REMINDERS:
        raise InvalidInput.of("reminders", f"at most {MOST_REMINDERS} a day")
    return tuple(sorted({each.replace(second=0, microsecond=0, tzinfo=None) for each in reminders}))
