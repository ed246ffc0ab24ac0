"""Use-cases: when a person's days and weeks begin."""

from dataclasses import dataclass, replace

from sqlalchemy import select

from cairn.apps.habits.events import Change
from cairn.apps.habits.records import Habit, Person
from cairn.apps.habits.rules.schedules import Period, TimesInPeriod
from cairn.apps.habits.service.books import Book, locked_person
from cairn.apps.habits.service.entering import today_of
from cairn.apps.habits.service.keeping import remind_anew
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.services.sql import Sql


@dataclass(frozen=True, slots=True)
class Calendar:
    """0 is Monday. A day that begins at 3:00 takes in the hours after midnight.

    At `warn_at_minutes` after midnight somebody is told of streaks that end with the day; None is never.
    """

    week_start: int = 0
    day_start_minutes: int = 0
    warn_at_minutes: int | None = None

    @classmethod
    def of(cls, person: Person | None) -> "Calendar":
        return (
            cls()
            if person is None
            else cls(person.week_start, person.day_start_minutes, person.warn_at_minutes)
        )


class Calendars:
    """When days and weeks begin. Another choice holds from today on, and judges no past day anew."""

    def __init__(self, sql: Sql, clock: Clock) -> None:
        self._sql = sql
        self._clock = clock

    async def of_member(self, member: Member) -> Calendar:
        async with self._sql.reading() as session:
            return Calendar.of(await session.get(Person, member.account_id))

    async def change(self, member: Member, calendar: Calendar) -> Calendar:
        now = self._clock.now()
        async with self._sql.writing() as writing:
            session = writing.session
            person = await locked_person(session, member.account_id)
            person.day_start_minutes = calendar.day_start_minutes
            if person.warn_at_minutes != calendar.warn_at_minutes:
                person.warn_at_minutes = calendar.warn_at_minutes
                remind_anew(writing, member.account_id)
            if person.week_start == calendar.week_start:
                return calendar
            person.week_start = calendar.week_start
            today = today_of(member, person, now)
            mine = select(Habit).where(Habit.account_id == member.account_id, Habit.archived_at.is_(None))
            for habit in list(await session.scalars(mine)):
                schedule = habit.rule.schedule
                if isinstance(schedule, TimesInPeriod) and schedule.period is Period.WEEK:
                    rule = replace(habit.rule, since=max(today, habit.start), week_start=calendar.week_start)
                    habit.rules = (*(each for each in habit.rules if each.since < rule.since), rule)
                    book = await Book.open(writing, person, habit, today=today)
                    await book.close(Change.JUDGED_ANEW, None, now=now)
        return calendar
