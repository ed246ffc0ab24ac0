"""What the habit tracker keeps about a person, given out whole and removed whole."""

from collections.abc import AsyncIterator
from typing import Any

from pydantic_core import to_jsonable_python
from sqlalchemy import delete, select

from cairn.apps.habits.ledger_schema import everything_beside
from cairn.apps.habits.records import Completion, Habit, Import, PerfectDay, Person
from cairn.apps.habits.schema import Metadata
from cairn.apps.habits.service.habits import Habits
from cairn.services.services import Services
from cairn.tables import delete as removed


class HabitsData:
    """Gives it out, and removes it."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._sql = services.sql
        self._tables = services.tables

    async def export(self, account_id: str) -> AsyncIterator[tuple[str, Any]]:
        async with self._sql.reading() as session:
            person = await session.get(Person, account_id)
            if person is not None:
                yield "person.json", _columns(person)
            habits = list(await session.scalars(select(Habit).where(Habit.account_id == account_id)))
            yield "habits.json", [_columns(each) for each in habits]
            for habit in habits:
                entries = await session.scalars(
                    select(Completion).where(Completion.habit_id == habit.id).order_by(Completion.day)
                )
                yield f"entries/{habit.id}.json", [_columns(each) for each in entries]
            days = select(PerfectDay.day).where(PerfectDay.account_id == account_id)
            yield "perfect_days.json", [day.isoformat() for day in await session.scalars(days)]
        found = await self._tables.all(Metadata.dashboard(account_id))
        yield "reached.json", [each.model_dump(mode="json", exclude={"user_id"}) for each in found]
        beside = await self._tables.all(everything_beside(account_id))
        yield "ledger.json", [each.model_dump(mode="json", exclude={"user_id"}) for each in beside]

    async def delete(self, account_id: str) -> None:
        # SQL goes first: an event that still waits finds nobody, and brings nothing back.
        async with self._sql.writing() as writing:
            for table in (Completion, PerfectDay, Import, Habit, Person):
                await writing.session.execute(delete(table).where(table.account_id == account_id))
        await Habits.of(self._services).boarding.remove(account_id)
        found = await self._tables.all(Metadata.dashboard(account_id))
        await self._tables.write_batch([removed(each) for each in found])
        beside = await self._tables.all(everything_beside(account_id))
        await self._tables.write_batch([removed(each) for each in beside])


def _columns(row: Person | Habit | Completion) -> dict[str, Any]:
    columns = {column.key: getattr(row, column.key) for column in row.__table__.columns}
    del columns["account_id"]
    jsonable: dict[str, Any] = to_jsonable_python(columns)
    return jsonable
