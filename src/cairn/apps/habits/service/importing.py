"""Use-cases: habits that come from elsewhere. A file is looked at first, and taken over when that is asked for.

What it holds is shown with what of it is there already. What is there stays as it is, so that a file may be taken
over again without effect.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final
from uuid import UUID, uuid4

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from cairn.apps.habits.files import FoundHabit, UnreadableFile, read_file
from cairn.apps.habits.records import Completion, Import
from cairn.apps.habits.service.books import locked_person
from cairn.apps.habits.service.checking import check_amount
from cairn.apps.habits.service.entering import today_of
from cairn.apps.habits.service.keeping import MOST_HABITS, TooManyHabits
from cairn.apps.habits.service.taking_over import TAKE_OVER, TakeOver, count_of_habits, known_habit
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.services.problems import InvalidInput, NotFound
from cairn.services.sql import Sql

MOST_BYTES: Final = 8 * 1024 * 1024
_KEPT: Final = timedelta(days=1)


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


class Importing:
    """Files that somebody brings."""

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
                count = await count_of_habits(writing.session, member.account_id)
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


def _check_numbers(habit: FoundHabit) -> None:
    amounts = [each.amount for each in habit.entries.values() if each.amount is not None]
    targets = [habit.target, *(rule.target for rule in habit.rules)]
    for amount in [*amounts, *(target.amount for target in targets if target is not None)]:
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


async def _shown(session: AsyncSession, account_id: str, source: str, found: FoundHabit) -> FoundShown:
    habit = await known_habit(session, account_id, source, found)
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
