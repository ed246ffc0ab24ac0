"""Use-cases: habits that come from elsewhere, and all of them to take along.

A file is looked at first: what it holds, and what of it is there already. Taken over, it is one job, habit by habit,
each in a transaction of its own. What is there stays as it is, so that a file may be taken over again without effect.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final
from uuid import UUID, uuid4

from pydantic import BaseModel
from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from cairn.apps.habits.events import Change
from cairn.apps.habits.files import FoundEntry, FoundHabit, UnreadableFile, own, read_file
from cairn.apps.habits.records import Completion, Habit, Import
from cairn.apps.habits.rules.entries import Mark, Rule
from cairn.apps.habits.rules.schedules import Paused
from cairn.apps.habits.service.books import Book, locked_person
from cairn.apps.habits.service.checking import LONGEST_TAG, LONGEST_UNIT, MOST_TAGS, check_amount
from cairn.apps.habits.service.entering import LONGEST_NOTE, today_of
from cairn.apps.habits.service.keeping import LONGEST_DESCRIPTION, LONGEST_NAME, MOST_HABITS, TooManyHabits
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.services.jobs import GiveUp, JobKind, Run
from cairn.services.problems import InvalidInput, NotFound
from cairn.services.sql import Sql

MOST_BYTES: Final = 8 * 1024 * 1024
_KEPT: Final = timedelta(days=1)


class TakeOver(BaseModel):
    """A file is to be taken over, by somebody for whom it is this day."""

    import_id: UUID
    account_id: str
    today: date


TAKE_OVER: Final = JobKind("habits.take_over", TakeOver, lease=timedelta(minutes=5))


class NoHabitsFile(InvalidInput):
    """A file can't be read as habits."""

    slug = "no-habits-file"
    title = "These are no habits that can be read"


@dataclass(frozen=True, slots=True)
class FoundShown:
    """A habit of a file: how much is new, is there already, and differs from what is there, which stays."""

    name: str
    is_new: bool
    days: int
    new: int
    differing: int


@dataclass(frozen=True, slots=True)
class Preview:
    """A file that waits for a word."""

    import_id: UUID
    source: str
    habits: list[FoundShown]


@dataclass(frozen=True, slots=True)
class Underway:
    """How far a file is taken over."""

    import_id: UUID
    state: str
    habits: int
    done: int


class Moving:
    """Habits that come and go in files."""

    def __init__(self, sql: Sql, clock: Clock) -> None:
        self._sql = sql
        self._clock = clock

    async def look_at(self, member: Member, content: bytes) -> Preview:
        """Reads a file and keeps it for a day; takes nothing over."""
        if len(content) > MOST_BYTES:
            raise NoHabitsFile(f"The file is larger than {MOST_BYTES // 1024 // 1024} MB")
        try:
            found = await asyncio.to_thread(read_file, content)
        except UnreadableFile as fault:
            raise NoHabitsFile(f"The file can't be read: {fault}") from fault
        for habit in found.habits:
            _check_numbers(habit)
        now = self._clock.now()
        async with self._sql.writing() as writing:
            session = writing.session
            mine = Import.account_id == member.account_id
            await session.execute(delete(Import).where(mine, Import.created_at < now - _KEPT))
            row = Import(
                id=uuid4(),
                account_id=member.account_id,
                source=found.source.value,
                content=content,
                state="NEW",
                habits=len(found.habits),
                created_at=now,
            )
            session.add(row)
            shown = [
                await _shown(session, member.account_id, found.source.value, each) for each in found.habits
            ]
        return Preview(row.id, found.source.value, shown)

    async def take_over(self, member: Member, import_id: UUID, *, with_points: bool) -> Underway:
        """Has a file taken over. Its days give streaks and strength, and points only if asked for."""
        now = self._clock.now()
        async with self._sql.writing() as writing:
            row = await _own_import(writing.session, member, import_id)
            if row.state == "NEW":
                person = await locked_person(writing.session, member.account_id)
                count = await _count(writing.session, member.account_id)
                if count + row.habits > MOST_HABITS:
                    raise TooManyHabits(f"With these there would be more than {MOST_HABITS} habits")
                row.state, row.pays = "WAITING", with_points
                job = TakeOver(
                    import_id=row.id, account_id=member.account_id, today=today_of(member, person, now)
                )
                writing.enqueue(TAKE_OVER, job, key=str(row.id))
        return Underway(row.id, row.state, row.habits, row.done)

    async def progress(self, member: Member, import_id: UUID) -> Underway:
        async with self._sql.reading() as session:
            row = await _own_import(session, member, import_id)
            return Underway(row.id, row.state, row.habits, row.done)

    async def do_take_over(self, job: TakeOver, run: Run) -> None:
        """The job. One that broke off goes on with the habit that was not taken over yet."""
        async with self._sql.reading() as session:
            row = await session.get(Import, job.import_id)
        if row is None or row.state != "WAITING":
            return
        try:
            found = await asyncio.to_thread(read_file, row.content)
        except UnreadableFile as fault:
            raise GiveUp(str(fault)) from fault
        for number, habit in enumerate(found.habits[row.done :], row.done + 1):
            await self._take_over_one(job, row, habit, number)
            await run.save(None, share=number / row.habits, note=f"{number} of {row.habits} habits")
        async with self._sql.writing() as writing:
            ended = await writing.session.get(Import, job.import_id)
            if ended is not None:
                ended.state, ended.content = "DONE", b""

    async def written(self, member: Member) -> bytes:
        """All habits with all of their days, as a zip that comes back as it went and that Loop takes too."""
        async with self._sql.reading() as session:
            mine = select(Habit).where(Habit.account_id == member.account_id).order_by(Habit.position)
            habits = [await _found_of(session, each) for each in await session.scalars(mine)]
        return await asyncio.to_thread(own.written, habits)

    async def _take_over_one(self, job: TakeOver, row: Import, found: FoundHabit, number: int) -> None:
        now = self._clock.now()
        async with self._sql.writing() as writing:
            session = writing.session
            person = await locked_person(session, job.account_id)
            habit = await _known(session, job.account_id, row.source, found)
            days = {day: each for day, each in found.entries.items() if day <= job.today}
            if habit is None:
                habit = _made(found, row, min(days, default=job.today), person.week_start)
                habit.created_at = habit.updated_at = now
                habit.position = await _count(session, job.account_id)
                if found.is_archived:
                    habit.archived_at = now
                    pause = Rule(max(job.today, habit.start), Paused(), None, person.week_start)
                    habit.rules = (*habit.rules, pause)
                session.add(habit)
                await session.flush()
            book = await Book.open(writing, person, habit, today=job.today)
            for day, each in days.items():
                if day not in book.completions and day >= habit.start:
                    book.enter(_completion(habit, day, each, pays=row.pays))
                    book.completions[day].entered_at = now
            await book.close(Change.JUDGED_ANEW, None, now=now)
            current = await session.get_one(Import, row.id)
            current.done = number


def _check_numbers(habit: FoundHabit) -> None:
    amounts = [each.amount for each in habit.entries.values() if each.amount is not None]
    for amount in [*amounts, *([habit.target.amount] if habit.target else [])]:
        try:
            check_amount("amount", amount)
        except InvalidInput as fault:
            raise NoHabitsFile(
                f"{habit.name}: {amount} is no number that can be kept: {fault.detail}"
            ) from fault


async def _own_import(session: AsyncSession, member: Member, import_id: UUID) -> Import:
    row = await session.get(Import, import_id)
    if row is None or row.account_id != member.account_id:
        raise NotFound("There is no such import; files that nobody took over are kept for a day")
    return row


async def _known(session: AsyncSession, account_id: str, source: str, found: FoundHabit) -> Habit | None:
    """The habit as which one of a file is known already: by an import, or since it came from here."""
    mine = select(Habit).where(Habit.account_id == account_id)
    same = mine.where(Habit.source == source, Habit.source_id == found.source_id)
    known: Habit | None = await session.scalar(same.limit(1))
    if known is None:
        try:
            known = await session.scalar(mine.where(Habit.id == UUID(found.source_id)))
        except ValueError:
            return None
    return known


async def _shown(session: AsyncSession, account_id: str, source: str, found: FoundHabit) -> FoundShown:
    habit = await _known(session, account_id, source, found)
    there: Mapping[date, Completion] = {}
    if habit is not None:
        rows = await session.scalars(select(Completion).where(Completion.habit_id == habit.id))
        there = {each.day: each for each in rows}
    differing = sum(
        day in there and (there[day].mark, there[day].amount) != (each.mark, each.amount)
        for day, each in found.entries.items()
    )
    new = len(found.entries.keys() - there.keys())
    return FoundShown(found.name, habit is None, len(found.entries), new, differing)


async def _count(session: AsyncSession, account_id: str) -> int:
    mine = select(func.count()).select_from(Habit).where(Habit.account_id == account_id)
    return await session.scalar(mine) or 0


def _made(found: FoundHabit, row: Import, start: date, week_start: int) -> Habit:
    """A habit of a file. What is longer than it can be here is cut."""
    target = found.target
    return Habit(
        id=uuid4(),
        account_id=row.account_id,
        name=_cut(found.name, LONGEST_NAME) or "A habit",
        description=_cut(found.description, LONGEST_DESCRIPTION),
        tags=tuple(_cut(each, LONGEST_TAG) for each in found.tags[:MOST_TAGS]),
        rules=(
            Rule(
                start,
                found.schedule,
                None if target is None else replace(target, unit=_cut(target.unit, LONGEST_UNIT)),
                week_start,
            ),
        ),
        source=row.source,
        source_id=found.source_id,
    )


def _completion(habit: Habit, day: date, found: FoundEntry, *, pays: bool) -> Completion:
    return Completion(
        habit_id=habit.id,
        day=day,
        account_id=habit.account_id,
        mark=None if found.mark is None else Mark(found.mark).value,
        amount=found.amount,
        note=_cut(found.note, LONGEST_NOTE),
        pays=pays,
        on_board=False,
        points=0,
        multiplier=0,
        streak=0,
    )


async def _found_of(session: AsyncSession, habit: Habit) -> FoundHabit:
    rows = await session.scalars(
        select(Completion).where(Completion.habit_id == habit.id).order_by(Completion.day)
    )
    return FoundHabit(
        source_id=str(habit.id),
        name=habit.name,
        description=habit.description,
        schedule=habit.schedule,
        target=habit.rule.target,
        is_archived=habit.archived_at is not None,
        tags=habit.tags,
        entries={
            each.day: FoundEntry(None if each.mark is None else Mark(each.mark), each.amount, each.note)
            for each in rows
        },
    )


def _cut(text: str, most: int) -> str:
    bare = "".join(letter for letter in text if letter.isprintable() or letter in "\n\t")
    return bare.strip()[:most]
