"""Whatever people do, in whatever order events arrive and wherever things break off: at rest all is what a plain recomputation says."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from cairn.apps.habits.events import HabitCompletedEvent
from cairn.apps.habits.records import Completion
from cairn.apps.habits.rules.days import day_of
from cairn.apps.habits.rules.schedules import (
    EveryDay,
    EveryFewDays,
    OnWeekdays,
    Period,
    Schedule,
    TimesInDays,
    TimesInPeriod,
)
from cairn.apps.habits.service.boarding import Span
from cairn.apps.habits.service.calendars import Calendar
from cairn.apps.habits.service.following import Following
from cairn.apps.habits.service.refusals import NoFreezeLeft
from cairn.dynamo.seam import Dynamo, Operation, Request, Response
from cairn.services.accounts import Member
from cairn.services.jobs import Jobs
from cairn.services.sql.relay import relay
from tests.apps.habits.recomputation import Diary, PlainHabit, reckon
from tests.apps.habits.service.cast import DAY, TODAY, Trail, member, opened_trail

T = TypeVar("T")
SCHEDULES: list[Schedule] = [
    EveryDay(),
    OnWeekdays(weekdays=frozenset({0, 2, 4})),
    EveryFewDays(days=3),
    TimesInDays(times=2, days=4),
    TimesInPeriod(times=3, period=Period.WEEK),
    TimesInPeriod(times=5, period=Period.WEEK),
]
# On both sides of the date line, and where clocks are put forward and back.
ZONES = ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin"]
NUMBERS = st.integers(0, 1)
AGO = st.integers(0, 12)
SEEDS = st.integers(0, 1000)


class BrokeOffError(Exception):
    """A process died."""


class Stumbling:
    """A table that does so many writes, and then breaks off: before the next is done, or before it is answered."""

    def __init__(self, dynamo: Dynamo, *, writes: int, is_done: bool) -> None:
        self._dynamo = dynamo
        self._writes = writes
        self._is_done = is_done

    async def call(self, operation: Operation, request: Request) -> Response:
        if operation in {"GetItem", "Query", "BatchGetItem"}:
            return await self._dynamo.call(operation, request)
        self._writes -= 1
        if self._writes >= 0 or self._is_done:
            answer = await self._dynamo.call(operation, request)
            if self._writes >= 0:
                return answer
        raise BrokeOffError

    async def close(self) -> None:
        await self._dynamo.close()


class RandomDays(RuleBasedStateMachine):
    """Somebody keeps a few habits. Events are held back, repeated and mixed up before they arrive."""

    def __init__(self, database: str | None) -> None:
        super().__init__()
        self.database = database
        self.runner = asyncio.Runner()
        self.folder = TemporaryDirectory()
        self.stack = AsyncExitStack()
        self.habits: list[UUID] = []
        self.diary = Diary([])
        self.zone = "UTC"
        self.day_start = 0
        self.account_id = str(uuid4())
        self.events: list[tuple[str, str]] = []

    def run(self, work: Awaitable[T]) -> T:
        async def done() -> T:
            return await work

        return self.runner.run(done())

    @initialize(schedules=st.lists(st.sampled_from(SCHEDULES), min_size=1, max_size=2))
    def begin(self, schedules: list[Schedule]) -> None:
        async def opened() -> Trail:
            folder = Path(self.folder.name)
            trail = await self.stack.enter_async_context(opened_trail(folder, sql=self.database))
            self.habits = [await trail.habit(self.who, schedule=each) for each in schedules]
            await trail.habits.boarding.join(self.who, "Ada")
            return trail

        self.trail = self.run(opened())
        self.diary.habits = [PlainHabit([(TODAY - 100 * DAY, each)]) for each in schedules]

    @property
    def who(self) -> Member:
        return replace(member(zone=self.zone), account_id=self.account_id)

    @property
    def today(self) -> date:
        return day_of(self.trail.clock.now(), ZoneInfo(self.zone), timedelta(minutes=self.day_start))

    def of(self, number: int) -> tuple[UUID, PlainHabit]:
        place = number % len(self.habits)
        return self.habits[place], self.diary.habits[place]

    @rule(number=NUMBERS, ago=AGO)
    def complete(self, number: int, ago: int) -> None:
        habit_id, habit = self.of(number)
        day = self.today - ago * DAY
        self.run(self.trail.habits.entering.complete_habit(self.who, habit_id, day=day))
        self.diary.write(habit, day, "DONE", self.today)

    @rule(number=NUMBERS, ago=AGO, length=st.integers(5, 12))
    def enter_a_row_of_days(self, number: int, ago: int, length: int) -> None:
        for back in range(length, -1, -1):
            self.complete(number, ago + back)

    @rule(number=NUMBERS, ago=AGO)
    def undo(self, number: int, ago: int) -> None:
        habit_id, habit = self.of(number)
        day = self.today - ago * DAY
        self.run(self.trail.habits.entering.undo(self.who, habit_id, day=day))
        self.diary.write(habit, day, None, self.today)

    @rule(number=NUMBERS, ago=AGO)
    def skip(self, number: int, ago: int) -> None:
        habit_id, habit = self.of(number)
        day = self.today - ago * DAY
        self.run(self.trail.habits.entering.skip_day(self.who, habit_id, day=day))
        self.diary.write(habit, day, "SKIPPED", self.today)

    @rule(number=NUMBERS, ago=AGO)
    def freeze(self, number: int, ago: int) -> None:
        habit_id, habit = self.of(number)
        day = self.today - ago * DAY
        try:
            self.run(self.trail.habits.entering.freeze_day(self.who, habit_id, day=day))
        except NoFreezeLeft:
            assert self.diary.freezes == 0
        else:
            self.diary.write(habit, day, "FROZEN", self.today)

    @rule(number=NUMBERS, schedule=st.sampled_from(SCHEDULES))
    def reschedule(self, number: int, schedule: Schedule) -> None:
        habit_id, habit = self.of(number)
        self.run(self.trail.habits.keeping.reschedule_habit(self.who, habit_id, schedule, target=None))
        self.diary.reschedule(habit, schedule, self.today)

    @rule(hours=st.integers(1, 60))
    def sleep(self, hours: int) -> None:
        self.trail.clock.advance(timedelta(hours=hours))

    @rule(zone=st.sampled_from(ZONES))
    def fly(self, zone: str) -> None:
        self.zone = zone

    @rule(minutes=st.sampled_from([0, 180, 360]))
    def begin_days_at(self, minutes: int) -> None:
        self.run(self.trail.habits.calendars.change(self.who, Calendar(0, minutes)))
        self.day_start = minutes

    @rule(seed=SEEDS)
    def events_arrive_late_twice_and_mixed_up(self, seed: int) -> None:
        """Delivers what waits and what came before, in any order, without taking it out: it will come again."""

        order = Random(seed)

        async def deliver() -> None:
            await self.trail.relayed()
            self.events += [(each.kind, each.payload) for each in await self.trail.waiting()]
            told = [order.choice(self.events) for _ in self.events[-8:]]
            for kind, payload in told:
                await _handle(self.trail.habits.following, kind, payload)

        self.run(deliver())

    @rule(writes=st.integers(0, 3), is_done=st.booleans())
    def who_relays_breaks_off(self, writes: int, is_done: bool) -> None:
        """Between the two stores: of what stands in the outbox, some is among the jobs and not yet removed."""

        async def stumble() -> None:
            tables = self.trail.tables_over(self._stumbling(writes, is_done=is_done))
            await relay(self.trail.services.sql, Jobs(tables, self.trail.clock))

        self._breaks_off(stumble())

    @rule(writes=st.integers(0, 2), is_done=st.booleans(), seed=SEEDS)
    def who_follows_breaks_off(self, writes: int, is_done: bool, seed: int) -> None:
        async def stumble() -> None:
            await self.trail.relayed()
            services = self.trail.services
            tables = self.trail.tables_over(self._stumbling(writes, is_done=is_done))
            following = Following(tables, services.events, services.notify, services.sql)
            waiting = await self.trail.waiting()
            Random(seed).shuffle(waiting)
            for job in waiting:
                await _handle(following, job.kind, job.payload)

        self._breaks_off(stumble())

    def _stumbling(self, writes: int, *, is_done: bool) -> Stumbling:
        return Stumbling(self.trail.services.dynamo, writes=writes, is_done=is_done)

    def _breaks_off(self, work: Awaitable[None]) -> None:
        try:
            self.run(work)
        except BrokeOffError:
            return

    @rule()
    def rest(self) -> None:
        self.run(self._compare())

    async def _compare(self) -> None:
        told = await self.trail.told(self.who)
        diary = self.diary
        assert told.points == diary.points
        assert told.streaks == {
            str(habit_id): habit.told_streak
            for habit_id, habit in zip(self.habits, diary.habits, strict=True)
            if habit.told_streak is not None
        }
        assert told.achievements == diary.held
        assert told.scores == diary.scores
        board = await self.trail.habits.boarding.board(self.who, Span.ALL_TIME)
        assert [(row.place, row.points) for row in board.rows] == [(1, diary.points)]
        person = await self.trail.person(self.who)
        assert (set(person.held), person.freezes) == (diary.held, diary.freezes)
        for habit_id, habit in zip(self.habits, diary.habits, strict=True):
            kept = await self.trail.kept(habit_id)
            latest = max(self.today, habit.reckoned_on)  # who flew west is judged by what was over already
            assert kept.streak_on(self.today) == reckon(habit, latest).streak
            assert kept.longest_streak == max(habit.reckoned.runs, default=0)
            entries = await self.trail.completions(habit_id)
            assert {day: _line(each) for day, each in entries.items()} == {
                day: (mark, habit.on_boards[day], *habit.reckoned.paid.get(day, (0, 0)))
                for day, mark in habit.entries.items()
            }

    def teardown(self) -> None:
        if self.habits:
            self.run(self._compare())
        self.run(self.stack.aclose())
        self.runner.close()
        self.folder.cleanup()


def _line(entry: Completion) -> tuple[str | None, bool, int, int]:
    return entry.mark, entry.on_board, entry.streak, entry.points


async def _handle(following: Following, kind: str, payload: str) -> None:
    handlers: dict[str, Callable[..., Awaitable[Any]]] = {
        "habits.check_streaks": following.check_streaks,
        "habits.award_points": following.award_points,
    }
    if kind in handlers:
        await handlers[kind](HabitCompletedEvent.model_validate_json(payload), None)


@pytest.mark.timeout(240)
def test_at_rest_all_is_what_a_plain_recomputation_says(database: str | None) -> None:
    examples = max(8, settings.default.max_examples // 10) if settings.default else 8

    class OnThisDatabase(RandomDays):
        def __init__(self) -> None:
            super().__init__(database)

    run_state_machine_as_test(
        OnThisDatabase,
        settings=settings(
            max_examples=examples,
            stateful_step_count=25,
            deadline=None,
            phases=[Phase.reuse, Phase.generate],  # to shrink a program takes minutes
            suppress_health_check=list(HealthCheck),
        ),
    )
