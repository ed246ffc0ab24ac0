"""The tables. A completion keeps what it paid and for which streak, so that an undo takes back just that."""

from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Final
from uuid import UUID

from sqlalchemy import Date, ForeignKey, Index, LargeBinary, MetaData, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from cairn.apps.habits.records.columns import Amount, Moments, Rules, Texts, Times
from cairn.apps.habits.rules.entries import Entry, Mark, Rule
from cairn.apps.habits.rules.judgement import Outlook
from cairn.apps.habits.rules.schedules import DaySchedule, Paused, TimesInDays, TimesInPeriod
from cairn.services.sql import Moment, SqlSchema


class Base(DeclarativeBase):
    metadata = MetaData()


class Person(Base):
    """Who keeps habits. Whoever changes anything of theirs locks this row, and counts `revision` on."""

    __tablename__ = "habit_people"

    account_id: Mapped[str] = mapped_column(Text, primary_key=True)
    revision: Mapped[int] = mapped_column(default=0)
    week_start: Mapped[int] = mapped_column(default=0)
    day_start_minutes: Mapped[int] = mapped_column(default=0)
    freezes: Mapped[int] = mapped_column(default=0)
    warn_at_minutes: Mapped[int | None]  # when to be told of streaks that end with the day
    shard: Mapped[int] = mapped_column(default=0, server_default="0", index=True)  # of those who remind
    held: Mapped[dict[str, str]] = mapped_column(Moments, default=dict)  # achievements, and since when

    perfect_days: Mapped[int] = mapped_column(default=0, server_default="0")
    longest_perfect_run: Mapped[int] = mapped_column(default=0, server_default="0")

    # What deleted habits had brought, which stays.
    past_longest_streak: Mapped[int] = mapped_column(default=0)
    past_completions: Mapped[int] = mapped_column(default=0)
    past_comebacks: Mapped[int] = mapped_column(default=0)
    past_points: Mapped[int] = mapped_column(default=0)


class Habit(Base):
    """A habit. The figures follow from its completions, and are there so that a list reads none of them."""

    __tablename__ = "habits"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("habit_people.account_id"), index=True)
    name: Mapped[str] = mapped_column(Text)
    description: Mapped[str] = mapped_column(Text, default="")
    tags: Mapped[tuple[str, ...]] = mapped_column(Texts, default=())
    rules: Mapped[tuple[Rule, ...]] = mapped_column(Rules)
    until: Mapped[date | None] = mapped_column(Date)  # the last day on which it is asked for
    archived_at: Mapped[datetime | None] = mapped_column(Moment())
    position: Mapped[int] = mapped_column(default=0)
    reminders: Mapped[tuple[time, ...]] = mapped_column(Times, default=())
    source: Mapped[str | None] = mapped_column(Text)  # the program that it was imported from,
    source_id: Mapped[str | None] = mapped_column(Text)  # and what it was called there
    created_at: Mapped[datetime] = mapped_column(Moment())
    updated_at: Mapped[datetime] = mapped_column(Moment())
    revision: Mapped[int] = mapped_column(default=0)

    current_streak: Mapped[int] = mapped_column(default=0)
    longest_streak: Mapped[int] = mapped_column(default=0)
    lives_until: Mapped[date | None] = mapped_column(Date)
    grows_from: Mapped[date | None] = mapped_column(Date)
    grows_until: Mapped[date | None] = mapped_column(Date)
    last_completed: Mapped[date | None] = mapped_column(Date)
    completions: Mapped[int] = mapped_column(default=0)
    comebacks: Mapped[int] = mapped_column(default=0)
    points: Mapped[int] = mapped_column(default=0)

    @property
    def start(self) -> date:
        return self.rules[0].since

    @property
    def rule(self) -> Rule:
        """How it is judged; in the archive, how it was before."""
        return next(rule for rule in reversed(self.rules) if not isinstance(rule.schedule, Paused))

    @property
    def schedule(self) -> DaySchedule | TimesInDays | TimesInPeriod:
        return next(s for rule in reversed(self.rules) if not isinstance(s := rule.schedule, Paused))

    def streak_on(self, today: date) -> int:
        """The streak as it is on a day on which nothing was entered since."""
        return self.outlook.streak_on(today, self.current_streak)

    @property
    def outlook(self) -> Outlook:
        growth = (self.grows_from, self.grows_until) if self.grows_from and self.grows_until else None
        return Outlook(self.lives_until, growth)

    @outlook.setter
    def outlook(self, outlook: Outlook) -> None:
        self.lives_until = outlook.lives_until
        self.grows_from, self.grows_until = outlook.growth or (None, None)


class Completion(Base):
    """What was entered for a day: that it was done, or skipped, or a number, or a note alone."""

    __tablename__ = "habit_completions"

    habit_id: Mapped[UUID] = mapped_column(ForeignKey("habits.id", ondelete="CASCADE"), primary_key=True)
    day: Mapped[date] = mapped_column(Date, primary_key=True)
    account_id: Mapped[str] = mapped_column(Text)
    mark: Mapped[str | None] = mapped_column(String(10))
    amount: Mapped[Decimal | None] = mapped_column(Amount)
    note: Mapped[str] = mapped_column(Text, default="")
    pays: Mapped[bool] = mapped_column(default=True)
    on_board: Mapped[bool] = mapped_column(
        default=True
    )  # entered so soon that boards of the running time count it
    entered_at: Mapped[datetime] = mapped_column(Moment())

    points: Mapped[int] = mapped_column(default=0)
    multiplier: Mapped[int] = mapped_column(default=0)
    streak: Mapped[int] = mapped_column(default=0)  # that it made

    __table_args__ = (Index("habit_completions_of_account", "account_id", "day"),)

    @property
    def entry(self) -> Entry | None:
        return None if self.mark is None else Entry(Mark(self.mark), self.amount, self.pays)


class PerfectDay(Base):
    """A day on which all that was due was done."""

    __tablename__ = "habit_perfect_days"

    account_id: Mapped[str] = mapped_column(ForeignKey("habit_people.account_id"), primary_key=True)
    day: Mapped[date] = mapped_column(Date, primary_key=True)


class Import(Base):
    """A file that somebody brought, until what stands in it is taken over."""

    __tablename__ = "habit_imports"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    account_id: Mapped[str] = mapped_column(Text, index=True)
    source: Mapped[str] = mapped_column(Text)
    content: Mapped[bytes] = mapped_column(LargeBinary)
    pays: Mapped[bool] = mapped_column(default=False)
    state: Mapped[str] = mapped_column(String(10))  # NEW, WAITING, DONE
    habits: Mapped[int] = mapped_column(default=0)
    done: Mapped[int] = mapped_column(default=0)  # how many of them are taken over
    created_at: Mapped[datetime] = mapped_column(Moment())


SCHEMA: Final = SqlSchema(Base.metadata, Path(__file__).with_name("migrations"))
