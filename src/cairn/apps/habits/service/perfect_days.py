"""Perfect days of a person: noted when something is entered for a day or taken back, by the habits that there are then."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Final
from uuid import UUID

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from cairn.apps.habits.records import Completion, PerfectDay, Person
from cairn.apps.habits.rules.entries import Entry, Mark
from cairn.apps.habits.rules.perfection import LONGEST_RUN, is_perfect, longest_run
from cairn.apps.habits.service.standings import KeptHabit

_AROUND: Final = timedelta(days=LONGEST_RUN)
_AT_ONCE: Final = 500


async def note_perfect_days(
    session: AsyncSession,
    person: Person,
    habits: Sequence[KeptHabit],
    *,
    changed: UUID,
    days: Mapping[date, Entry | None],
) -> None:
    """Notes of each of the days, on which something was changed of one habit, whether all was done that was due on it."""
    if not days:
        return
    first, last = min(days), max(days)
    mine = PerfectDay.account_id == person.account_id
    with session.no_autoflush:
        noted = set(await _noted(session, person, first, last)) & days.keys()
        entries = await _entries(session, person, first, last)
    perfect = set[date]()
    for day, entry in days.items():
        on_day = {**entries.get(day, {}), changed: entry}
        if is_perfect([(each.rules, each.until, on_day.get(each.id)) for each in habits], day):
            perfect.add(day)
    added, lost = sorted(perfect - noted), sorted(noted - perfect)
    if added:
        rows = [{"account_id": person.account_id, "day": day} for day in added]
        await session.execute(insert(PerfectDay), rows)
    for begin in range(0, len(lost), _AT_ONCE):
        of_days = PerfectDay.day.in_(lost[begin : begin + _AT_ONCE])
        await session.execute(delete(PerfectDay).where(mine, of_days))
    person.perfect_days += len(added) - len(lost)
    if lost:
        person.longest_perfect_run = longest_run(await _noted(session, person, date.min, date.max))
    elif added:
        around = await _noted(session, person, _before(added[0]), added[-1] + _AROUND)
        person.longest_perfect_run = max(person.longest_perfect_run, longest_run(around))


async def _entries(
    session: AsyncSession, person: Person, first: date, last: date
) -> dict[date, dict[UUID, Entry | None]]:
    """What was entered from the first day to the last, habit by habit."""
    entered = await session.execute(
        select(Completion.habit_id, Completion.day, Completion.mark, Completion.amount).where(
            Completion.account_id == person.account_id, Completion.day.between(first, last)
        )
    )
    by_day: dict[date, dict[UUID, Entry | None]] = {}
    for habit_id, day, mark, amount in entered:
        by_day.setdefault(day, {})[habit_id] = None if mark is None else Entry(Mark(mark), amount)
    return by_day


async def _noted(session: AsyncSession, person: Person, first: date, last: date) -> list[date]:
    mine = PerfectDay.account_id == person.account_id
    wanted = select(PerfectDay.day).where(mine, PerfectDay.day.between(first, last))
    return list(await session.scalars(wanted.order_by(PerfectDay.day)))


def _before(day: date) -> date:
    return max(day, date.min + _AROUND) - _AROUND
