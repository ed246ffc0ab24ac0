"""A person's book: what they entered for a habit, and what is written when that changes, all in one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Self
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession

from cairn.apps.habits.events import Change, HabitCompletedEvent
from cairn.apps.habits.records import Completion, Habit, Person
from cairn.apps.habits.rules.achievements import FREEZES, earned
from cairn.apps.habits.rules.boards import KEPT, points_by_period
from cairn.apps.habits.rules.entries import Entry, Mark
from cairn.apps.habits.rules.judgement import Begun, Judgement, judge
from cairn.apps.habits.service.past_days import PastDays, opened_days, past_days
from cairn.apps.habits.service.perfect_days import note_perfect_days
from cairn.apps.habits.service.refusals import NoSuchHabit
from cairn.apps.habits.service.standings import KeptHabit, kept_habits, standing_of
from cairn.services.shards import shard_of
from cairn.services.sql import Writing


async def locked_person(session: AsyncSession, account_id: str) -> Person:
    """Whose habits they are, made at first use. Until the transaction ends, nobody else changes anything of theirs."""
    person = await session.get(Person, account_id, with_for_update=True)
    if person is not None:
        return person
    is_postgresql = session.get_bind().dialect.name == "postgresql"
    insert = postgresql.insert(Person) if is_postgresql else sqlite.insert(Person)
    fresh = {
        "account_id": account_id,
        "revision": 0,
        "week_start": 0,
        "day_start_minutes": 0,
        "freezes": 0,
        "held": {},
        "shard": shard_of(account_id),
    }
    await session.execute(insert.values(fresh).on_conflict_do_nothing())
    return await session.get_one(Person, account_id, with_for_update=True)


async def own_habit(session: AsyncSession, account_id: str, habit_id: UUID) -> Habit:
    habit = await session.get(Habit, habit_id)
    if habit is None or habit.account_id != account_id:
        raise NoSuchHabit("There is no such habit")
    return habit


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a change of a book has brought."""

    habit: Habit
    unlocked: frozenset[str]
    taken_back: frozenset[str]
    points: int  # that were added, or taken back
    streak: int  # as it is now


class Book:
    """One habit, open to be changed. `close` works out what follows, and writes it."""

    def __init__(
        self,
        writing: Writing,
        person: Person,
        habit: Habit,
        completions: Sequence[Completion],
        *,
        today: date,
        begun: Begun | None = None,
    ) -> None:
        self._writing = writing
        self._session = writing.session
        self._changed: set[date] = set()
        self._begun = begun
        self.person = person
        self.habit = habit
        self.completions = {each.day: each for each in completions}
        self.today = today

    @classmethod
    async def open(cls, writing: Writing, person: Person, habit: Habit, *, today: date) -> Self:
        """With all of its days."""
        found = await writing.session.scalars(select(Completion).where(Completion.habit_id == habit.id))
        return cls(writing, person, habit, list(found), today=today)

    @classmethod
    async def open_at(cls, writing: Writing, person: Person, habit: Habit, day: date, *, today: date) -> Self:
        """With the days that what is entered for a day has a say in: a long past is not read again with each tap."""
        found, begun = await opened_days(writing.session, habit, day)
        return cls(writing, person, habit, found, today=today, begun=begun)

    def enter(self, completion: Completion) -> None:
        """Takes an entry, in the place of whatever was there."""
        before = self.completions.get(completion.day)
        if before is None:
            self._session.add(completion)
            self.completions[completion.day] = completion
        else:
            for name in ("mark", "amount", "note", "pays", "on_board", "entered_at"):
                setattr(before, name, getattr(completion, name))
        self._changed.add(completion.day)

    async def remove(self, day: date) -> None:
        gone = self.completions.pop(day, None)
        if gone is not None:
            await self._session.delete(gone)
            self._changed.add(day)

    async def close(self, change: Change, day: date | None, *, now: datetime) -> Outcome:
        """Writes what follows from the entries, and tells of it."""
        habit, person = self.habit, self.person
        others = await kept_habits(self._session, person.account_id, but=habit.id)
        past = await past_days(self._session, habit, self._begun, boards_since=self.today - KEPT)
        standing_before = standing_of(person, [*others, KeptHabit.of(habit)])
        points_before = habit.points or 0
        judgement = judge(habit.rules, self.entries, today=self.today, until=habit.until, begun=self._begun)
        self._write_payments(judgement)
        self._write_figures(judgement, past, now)
        habits = [*others, KeptHabit.of(habit)]
        days = {each: self.entries.get(each) for each in self._changed}
        await note_perfect_days(self._session, person, habits, changed=habit.id, days=days)
        standing = standing_of(person, habits)
        outcome = earned(standing_before, standing, held=frozenset(person.held))
        _hold(person, outcome.unlocked, outcome.taken_back, now)
        person.revision += 1
        self._writing.publish(self._told(change, day, past))
        return Outcome(
            habit,
            outcome.unlocked,
            outcome.taken_back,
            habit.points - points_before,
            habit.streak_on(self.today),
        )

    def forget(self) -> None:
        """Tells that the habit is about to go. Its streak goes with it; what it has paid and earned stays."""
        habit, person = self.habit, self.person
        habit.revision += 1
        person.revision += 1
        person.past_longest_streak = max(person.past_longest_streak, habit.longest_streak)
        person.past_completions += habit.completions
        person.past_comebacks += habit.comebacks
        person.past_points += habit.points
        told = self._told(Change.DELETED, None, PastDays())
        self._writing.publish(told.model_copy(update={"last_completed": None, "current_streak": 0}))

    @property
    def entries(self) -> dict[date, Entry]:
        return {day: entry for day, each in self.completions.items() if (entry := each.entry) is not None}

    def _write_payments(self, judgement: Judgement) -> None:
        for day, completion in self.completions.items():
            paid = judgement.ledger.get(day)
            completion.points = paid.points if paid else 0
            completion.multiplier = paid.multiplier if paid else 0
            completion.streak = paid.streak if paid else 0

    def _write_figures(self, judgement: Judgement, past: PastDays, now: datetime) -> None:
        habit = self.habit
        done = [day for day, entry in self.entries.items() if entry.mark is Mark.DONE]
        habit.current_streak = judgement.current_streak
        habit.longest_streak = max(judgement.longest_streak, past.longest_streak)
        habit.outlook = judgement.outlook
        habit.comebacks = judgement.comebacks(past.long_streaks)
        habit.last_completed = max(done, default=None)
        habit.completions = len(done) + past.completions
        habit.points = sum(each.points for each in self.completions.values()) + past.points
        habit.revision += 1
        habit.updated_at = now

    def _told(self, change: Change, day: date | None, past: PastDays) -> HabitCompletedEvent:
        habit = self.habit
        opened = [(each.day, each.points) for each in self.completions.values() if each.on_board]
        on_boards = [*past.on_boards, *opened]
        return HabitCompletedEvent(
            user_id=self.person.account_id,
            person_revision=self.person.revision,
            habit_id=habit.id,
            habit_revision=habit.revision,
            change=change,
            day=day,
            current_streak=habit.current_streak,
            last_completed=habit.last_completed,
            points=habit.points,
            board=points_by_period(on_boards, today=self.today),
            held={kind: datetime.fromisoformat(since) for kind, since in self.person.held.items()},
        )


def _hold(person: Person, unlocked: frozenset[str], taken_back: frozenset[str], now: datetime) -> None:
    kept = {kind: since for kind, since in person.held.items() if kind not in taken_back}
    person.held = {**kept, **dict.fromkeys(sorted(unlocked), now.isoformat())}
    freezes = sum(FREEZES.get(kind, 0) for kind in unlocked) - sum(
        FREEZES.get(kind, 0) for kind in taken_back
    )
    # One that was spent before what had brought it was taken back is not asked for again.
    person.freezes = max(0, person.freezes + freezes)
