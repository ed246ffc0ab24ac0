"""Use-cases: what people enter for a day, and take back."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from uuid import UUID
from zoneinfo import ZoneInfo

from cairn.apps.habits.events import Change
from cairn.apps.habits.records import Completion, Person
from cairn.apps.habits.rules.boards import counts_on_boards
from cairn.apps.habits.rules.days import day_of
from cairn.apps.habits.rules.entries import Mark
from cairn.apps.habits.rules.perfection import rule_on
from cairn.apps.habits.service.books import Book, Outcome, locked_person, own_habit
from cairn.apps.habits.service.checking import check_amount, checked_text
from cairn.apps.habits.service.refusals import HabitArchived, NoFreezeLeft, NotOnThisDay
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.services.problems import InvalidInput
from cairn.services.sql import Sql

LONGEST_NOTE = 2_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Entered:
    """What somebody enters. Without a note, the one that is there stays."""

    amount: Decimal | None = None
    note: str | None = None


NOTHING_MORE = Entered()


class Entering:
    """What is entered for days. Each use-case is one transaction, in which everything follows that follows."""

    def __init__(self, sql: Sql, clock: Clock) -> None:
        self._sql = sql
        self._clock = clock

    async def complete_habit(
        self, member: Member, habit_id: UUID, *, day: date | None = None, entered: Entered = NOTHING_MORE
    ) -> Outcome:
        """Notes that it was done, today or on a day before. Done twice on a day is done once."""
        async with self._open(member, habit_id, day) as (book, now):
            return await self._mark(book, Mark.DONE, Change.COMPLETED, day, entered, now)

    async def skip_day(
        self, member: Member, habit_id: UUID, *, day: date | None = None, note: str | None = None
    ) -> Outcome:
        """Notes that it did not have to be done: such a day neither counts nor breaks."""
        async with self._open(member, habit_id, day) as (book, now):
            return await self._mark(book, Mark.SKIPPED, Change.SKIPPED, day, Entered(note=note), now)

    async def freeze_day(self, member: Member, habit_id: UUID, *, day: date | None = None) -> Outcome:
        """Spends a freeze on a day, which then does not break a streak."""
        async with self._open(member, habit_id, day) as (book, now):
            return await self._mark(book, Mark.FROZEN, Change.FROZEN, day, NOTHING_MORE, now)

    async def write_day(
        self, member: Member, habit_id: UUID, *, day: date, mark: Mark, entered: Entered
    ) -> Outcome:
        """Has a day be just this, whatever was entered for it before."""
        change = {Mark.DONE: Change.COMPLETED, Mark.SKIPPED: Change.SKIPPED, Mark.FROZEN: Change.FROZEN}
        async with self._open(member, habit_id, day) as (book, now):
            return await self._mark(book, mark, change[mark], day, entered, now)

    async def undo(self, member: Member, habit_id: UUID, *, day: date | None = None) -> Outcome:
        """Takes back what was entered for a day, with all that followed from it. Undone twice is undone once."""
        async with self._open(member, habit_id, day) as (book, now):
            day = day or book.today
            before = book.completions.get(day)
            if before is None:
                self._check_day(book, day)
            if before is not None and before.mark == Mark.FROZEN:
                book.person.freezes += 1
            await book.remove(day)
            return await book.close(Change.UNDONE, day, now=now)

    async def _mark(
        self, book: Book, mark: Mark, change: Change, day: date | None, entered: Entered, now: datetime
    ) -> Outcome:
        day = day or book.today
        self._check_day(book, day)
        _check_entered(book, day, mark, entered)
        before = book.completions.get(day)
        was_frozen = before is not None and before.mark == Mark.FROZEN
        if was_frozen and mark is not Mark.FROZEN:
            book.person.freezes += 1
        elif mark is Mark.FROZEN and not was_frozen:
            if not book.person.freezes:
                raise NoFreezeLeft("Freezes come with streaks of 7, 30 and 100")
            book.person.freezes -= 1
        book.enter(
            Completion(
                habit_id=book.habit.id,
                day=day,
                account_id=book.person.account_id,
                mark=mark.value,
                amount=entered.amount,
                note=(before.note if before else "") if entered.note is None else entered.note,
                pays=True,
                on_board=before.on_board
                if before and before.mark == mark
                else counts_on_boards(day, today=book.today),
                entered_at=now,
                points=0,
                multiplier=0,
                streak=0,
            )
        )
        return await book.close(change, day, now=now)

    @asynccontextmanager
    async def _open(
        self, member: Member, habit_id: UUID, day: date | None
    ) -> AsyncIterator[tuple[Book, datetime]]:
        now = self._clock.now()
        async with self._sql.writing() as writing:
            person = await locked_person(writing.session, member.account_id)
            habit = await own_habit(writing.session, member.account_id, habit_id)
            if habit.archived_at is not None:
                raise HabitArchived("Take it out of the archive to change it")
            today = today_of(member, person, now)
            yield await Book.open_at(writing, person, habit, day or today, today=today), now

    @staticmethod
    def _check_day(book: Book, day: date) -> None:
        habit = book.habit
        if day > book.today:
            raise NotOnThisDay.of("day", f"is to come; today is {book.today}")
        if day < habit.start:
            raise NotOnThisDay.of("day", f"lies before the habit began, on {habit.start}")
        if habit.until is not None and day > habit.until:
            raise NotOnThisDay.of("day", f"lies after the habit ended, on {habit.until}")


def today_of(member: Member, person: Person, now: datetime) -> date:
    """The person's day, by the zone of their account and by when their day begins."""
    zone = ZoneInfo(member.preferences.time_zone)
    return day_of(now, zone, timedelta(minutes=person.day_start_minutes))


def _check_entered(book: Book, day: date, mark: Mark, entered: Entered) -> None:
    if entered.note is not None:
        checked_text("note", entered.note, most=LONGEST_NOTE)
    rule = rule_on(book.habit.rules, day)
    if mark is not Mark.DONE:
        return
    if rule is not None and rule.target is not None and entered.amount is None:
        raise InvalidInput.of("amount", "this habit counts a number: say how much it was")
    if entered.amount is not None:
        check_amount("amount", entered.amount)
