"""Use-case: all habits to take along, as a zip that comes back as it went and that Loop takes too."""

import asyncio

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from cairn.apps.habits.files import FoundEntry, FoundHabit, own
from cairn.apps.habits.records import Completion, Habit
from cairn.apps.habits.rules.entries import Mark
from cairn.services.accounts import Member
from cairn.services.sql import Sql


class Exporting:
    """Files that somebody takes along."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def written(self, member: Member) -> bytes:
        """All habits with all of their days."""
        async with self._sql.reading() as session:
            mine = (
                select(Habit)
                .where(Habit.account_id == member.account_id)
                .order_by(Habit.position, Habit.created_at)
            )
            habits = [await _found_of(session, each) for each in await session.scalars(mine)]
        return await asyncio.to_thread(own.written, habits)


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
        rules=habit.rules,
        until=habit.until,
        reminders=habit.reminders,
        entries={
            each.day: FoundEntry(None if each.mark is None else Mark(each.mark), each.amount, each.note)
            for each in rows
        },
    )
