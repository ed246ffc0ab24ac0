"""Reminders at the times that people chose, and a word in the evening on streaks that end with the day."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import and_, or_, select

from cairn.apps.habits.records import Completion, Habit, Person
from cairn.apps.habits.rules.days import day_of
from cairn.apps.habits.rules.reminders import next_moment, of_minutes
from cairn.apps.habits.rules.today import Asking, asked_of
from cairn.apps.habits.service.viewing import LATELY, entries_of
from cairn.services.accounts.schema import Account, AccountStatus
from cairn.services.clock import Clock
from cairn.services.notify import Message, Notify
from cairn.services.sql import Sql
from cairn.services.timetables import Entry, Timetable
from cairn.tables import Tables

REMIND: Final = "habits.remind"
WORTH_A_WARNING: Final = 3
_TOO_LATE: Final = timedelta(hours=2)
_OPEN: Final = frozenset({Asking.DUE, Asking.ANY_DAY})


@dataclass(frozen=True, slots=True)
class Reminded:
    """Somebody who wants to be reminded, with the habits that they keep."""

    person: Person
    account: Account
    habits: Sequence[Habit]

    def next_after(self, after: datetime) -> datetime | None:
        times = {each for habit in self.habits for each in habit.reminders}
        if self.person.warn_at_minutes is not None:
            times.add(of_minutes(self.person.warn_at_minutes))
        return next_moment(times, self.account.preferences.zone, after=after)


class Reminding:
    """Who is reminded, when, and of what."""

    def __init__(self, sql: Sql, tables: Tables, notify: Notify, clock: Clock) -> None:
        self._sql = sql
        self._tables = tables
        self._notify = notify
        self._clock = clock

    @property
    def timetable(self) -> Timetable[None]:
        return Timetable(name=REMIND, load=self.load, find=self.find, run=self.run, at_once=8)

    async def load(self, shard: int) -> AsyncIterator[Entry[None]]:
        """Everybody of a shard who wants to be reminded."""
        async with self._sql.reading() as session:
            wanted = (
                select(Person.account_id)
                .outerjoin(Habit, and_(Habit.account_id == Person.account_id, Habit.archived_at.is_(None)))
                .where(Person.shard == shard, or_(Habit.reminders != (), Person.warn_at_minutes.is_not(None)))
                .distinct()
            )
            people = list(await session.scalars(wanted))
        for account_id in people:
            entry = await self.find(account_id)
            if entry is not None:
                yield entry

    async def find(self, account_id: str) -> Entry[None] | None:
        reminded = await self._reminded(account_id)
        due = None if reminded is None else reminded.next_after(self._clock.now())
        return None if due is None else Entry(account_id, due, None)

    async def run(self, entry: Entry[None]) -> Entry[None] | None:
        """Tells of what is still open. What is long past, because nobody worked then, is not told any more."""
        reminded = await self._reminded(entry.key)
        if reminded is None:
            return None
        now = self._clock.now()
        if now - entry.due < _TOO_LATE:
            message = await self._message(reminded, entry.due)
            if message is not None:
                key = f"habits reminder {entry.due.isoformat()}"
                await self._tables.write(self._notify.send(entry.key, message, key=key))
        due = reminded.next_after(max(now, entry.due))
        return None if due is None else entry.again(due)

    async def _message(self, reminded: Reminded, due: datetime) -> Message | None:
        zone, person = reminded.account.preferences.zone, reminded.person
        clock = due.astimezone(zone).time().replace(tzinfo=None)
        today = day_of(due, zone, timedelta(minutes=person.day_start_minutes))
        is_open = await self._open(reminded.habits, today)
        asked = [each for each in is_open if clock in each.reminders]
        warns = person.warn_at_minutes is not None and clock == of_minutes(person.warn_at_minutes)
        at_risk = [
            each
            for each in is_open
            if warns and each.streak_on(today) >= WORTH_A_WARNING and each.lives_until == today
        ]
        if at_risk:
            lines = [f"{each.name}: a streak of {each.current_streak}" for each in at_risk]
            lines += [each.name for each in asked if each not in at_risk]
            return Message(title="At risk tonight", text="\n".join(lines))
        if asked:
            return Message(title="Still to do today", text="\n".join(each.name for each in asked))
        return None

    async def _open(self, habits: Sequence[Habit], today: date) -> list[Habit]:
        """Those of which something is still asked."""
        async with self._sql.reading() as session:
            wanted = select(Completion).where(
                Completion.habit_id.in_([each.id for each in habits]), Completion.day >= today - LATELY
            )
            lately = list(await session.scalars(wanted))
        return [
            habit
            for habit in habits
            if asked_of(
                habit.rules,
                entries_of(each for each in lately if each.habit_id == habit.id),
                today=today,
                until=habit.until,
                last_done=habit.last_completed,
            ).asking
            in _OPEN
        ]

    async def _reminded(self, account_id: str) -> Reminded | None:
        account = await self._tables.get(Account.with_id(account_id))
        if account is None or account.status is not AccountStatus.ACTIVE:
            return None
        async with self._sql.reading() as session:
            person = await session.get(Person, account_id)
            mine = select(Habit).where(Habit.account_id == account_id, Habit.archived_at.is_(None))
            habits = list(await session.scalars(mine.order_by(Habit.position)))
        return None if person is None else Reminded(person, account, habits)
