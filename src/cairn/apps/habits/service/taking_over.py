"""The job that takes a file over: habit by habit, each in a transaction of its own, so that one that breaks off goes on."""

import asyncio
from dataclasses import replace
from datetime import date, timedelta
from typing import Final
from uuid import UUID, uuid4

from pydantic import BaseModel
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from cairn.apps.habits.events import Change
from cairn.apps.habits.files import FoundEntry, FoundHabit, UnreadableFile, read_file
from cairn.apps.habits.records import Completion, Habit, Import
from cairn.apps.habits.rules.entries import Mark, Rule, Target
from cairn.apps.habits.rules.schedules import Paused
from cairn.apps.habits.service.books import Book, locked_person
from cairn.apps.habits.service.checking import LONGEST_TAG, LONGEST_UNIT, MOST_REMINDERS, MOST_TAGS
from cairn.apps.habits.service.entering import LONGEST_NOTE
from cairn.apps.habits.service.keeping import LONGEST_DESCRIPTION, LONGEST_NAME, remind_anew
from cairn.services.clock import Clock
from cairn.services.jobs import GiveUp, JobKind, Run
from cairn.services.sql import Sql


class TakeOver(BaseModel):
    """A file is to be taken over, by somebody for whom it is this day."""

    import_id: UUID
    account_id: str
    today: date


TAKE_OVER: Final = JobKind("habits.take_over", TakeOver, lease=timedelta(minutes=5))


class TakingOver:
    """Takes files over."""

    def __init__(self, sql: Sql, clock: Clock) -> None:
        self._sql = sql
        self._clock = clock

    async def run(self, job: TakeOver, attempt: Run) -> None:
        """Goes on with the habit that was not taken over yet."""
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
            await attempt.save(None, share=number / row.habits, note=f"{number} of {row.habits} habits")
        async with self._sql.writing() as writing:
            ended = await writing.session.get(Import, job.import_id)
            if ended is not None:
                ended.state, ended.content = "DONE", b""

    async def _take_over_one(self, job: TakeOver, row: Import, found: FoundHabit, number: int) -> None:
        now = self._clock.now()
        async with self._sql.writing() as writing:
            session = writing.session
            person = await locked_person(session, job.account_id)
            habit = await known_habit(session, job.account_id, row.source, found)
            days = {day: each for day, each in found.entries.items() if day <= job.today}
            if habit is None:
                start = min(days, default=job.today)
                habit = _made(found, row, start, today=job.today, week_start=person.week_start)
                habit.created_at = habit.updated_at = now
                habit.position = await count_of_habits(session, job.account_id)
                habit.archived_at = now if found.is_archived else None
                if habit.reminders:
                    remind_anew(writing, job.account_id)
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


async def known_habit(session: AsyncSession, account_id: str, source: str, found: FoundHabit) -> Habit | None:
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


async def count_of_habits(session: AsyncSession, account_id: str) -> int:
    mine = select(func.count()).select_from(Habit).where(Habit.account_id == account_id)
    return await session.scalar(mine) or 0


def _made(found: FoundHabit, row: Import, start: date, *, today: date, week_start: int) -> Habit:
    """A habit of a file. What is longer than it can be here is cut."""
    rules = found.rules or (Rule(start, found.schedule, found.target, week_start),)
    if found.is_archived and not isinstance(rules[-1].schedule, Paused):
        rules = (*rules, Rule(max(today, rules[-1].since), Paused(), None, week_start))
    return Habit(
        id=uuid4(),
        account_id=row.account_id,
        name=_cut(found.name, LONGEST_NAME) or "A habit",
        description=_cut(found.description, LONGEST_DESCRIPTION),
        tags=tuple(_cut(each, LONGEST_TAG) for each in found.tags[:MOST_TAGS]),
        rules=tuple(replace(rule, target=_cut_target(rule.target)) for rule in rules),
        until=found.until,
        reminders=found.reminders[:MOST_REMINDERS],
        source=row.source,
        source_id=found.source_id,
    )


def _cut_target(target: Target | None) -> Target | None:
    return None if target is None else replace(target, unit=_cut(target.unit, LONGEST_UNIT))


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


def _cut(text: str, most: int) -> str:
    bare = "".join(letter for letter in text if letter.isprintable() or letter in "\n\t")
    return bare.strip()[:most]
