"""Whatever people do, in whatever order events arrive: at rest all is what a plain recomputation says."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from uuid import UUID

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from cairn.apps.habits.events import HabitCompletedEvent
from cairn.apps.habits.rules.boards import points_by_period
from cairn.apps.habits.rules.judgement import judge
from cairn.apps.habits.rules.points import total
from cairn.apps.habits.rules.schedules import (
    EveryDay,
    OnWeekdays,
    Period,
    Schedule,
    TimesInDays,
    TimesInPeriod,
)
from cairn.apps.habits.service.refusals import NoFreezeLeft
from cairn.services.jobs import Job
from tests.apps.habits.service.cast import ADA, DAY, Trail, opened_trail

T = TypeVar("T")
SCHEDULES: list[Schedule] = [
    EveryDay(),
    OnWeekdays(weekdays=frozenset({0, 2, 4})),
    TimesInDays(times=2, days=4),
    TimesInPeriod(times=3, period=Period.WEEK),
]


class RandomDays(RuleBasedStateMachine):
    """Ada keeps a few habits. Events are held back, repeated and mixed up before they arrive."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = TemporaryDirectory()
        self.stack = AsyncExitStack()
        self.habits: list[UUID] = []

    def run(self, work: Awaitable[T]) -> T:
        async def done() -> T:
            return await work

        return self.runner.run(done())

    @initialize(schedules=st.lists(st.sampled_from(SCHEDULES), min_size=1, max_size=2))
    def begin(self, schedules: list[Schedule]) -> None:
        async def opened() -> Trail:
            trail = await self.stack.enter_async_context(opened_trail(Path(self.folder.name)))
            self.habits = [await trail.habit(schedule=each) for each in schedules]
            return trail

        self.trail = self.run(opened())

    @property
    def today(self) -> date:
        return self.trail.clock.now().date()

    def habit(self, number: int) -> UUID:
        return self.habits[number % len(self.habits)]

    @rule(number=st.integers(0, 1), ago=st.integers(0, 12))
    def complete(self, number: int, ago: int) -> None:
        entering = self.trail.habits.entering
        self.run(entering.complete_habit(ADA, self.habit(number), day=self.today - ago * DAY))

    @rule(number=st.integers(0, 1), ago=st.integers(0, 12))
    def undo(self, number: int, ago: int) -> None:
        self.run(self.trail.habits.entering.undo(ADA, self.habit(number), day=self.today - ago * DAY))

    @rule(number=st.integers(0, 1), ago=st.integers(0, 12))
    def skip(self, number: int, ago: int) -> None:
        self.run(self.trail.habits.entering.skip_day(ADA, self.habit(number), day=self.today - ago * DAY))

    @rule(number=st.integers(0, 1), ago=st.integers(1, 12))
    def freeze(self, number: int, ago: int) -> None:
        try:
            self.run(
                self.trail.habits.entering.freeze_day(ADA, self.habit(number), day=self.today - ago * DAY)
            )
        except NoFreezeLeft:
            return

    @rule(number=st.integers(0, 1), schedule=st.sampled_from(SCHEDULES))
    def reschedule(self, number: int, schedule: Schedule) -> None:
        self.run(self.trail.habits.keeping.reschedule_habit(ADA, self.habit(number), schedule, target=None))

    @rule(days=st.integers(1, 3))
    def sleep(self, days: int) -> None:
        self.trail.clock.advance(timedelta(days=days))

    @rule(order=st.randoms(use_true_random=False))
    def events_arrive_late_twice_and_mixed_up(self, order: Any) -> None:
        """Delivers what waits in any order, some of it twice, without taking it out: it will come again."""

        async def deliver() -> None:
            await self.trail.relayed()
            waiting = [job for job in await self.trail.waiting() if job.kind.startswith("habits.")]
            for job in [*waiting, *waiting]:
                order.shuffle(waiting)
                await _handle(self.trail, job)

        self.run(deliver())

    @rule()
    def rest(self) -> None:
        self.run(self._compare())

    async def _compare(self) -> None:
        told = await self.trail.told()
        person = await self.trail.person()
        points, streaks, boards = 0, {}, dict[str, int]()
        for habit_id in self.habits:
            habit = await self.trail.kept(habit_id)
            completions = await self.trail.completions(habit_id)
            entries = {day: entry for day, each in completions.items() if (entry := each.entry)}
            changed_on = habit.updated_at.date()
            judgement = judge(habit.rules, entries, today=changed_on)
            points += total(judgement.ledger)
            if habit.last_completed is not None:
                streaks[str(habit_id)] = (judgement.current_streak, habit.last_completed)
            fresh = judge(habit.rules, entries, today=self.today)
            assert habit.streak_on(self.today) == fresh.current_streak
            on_boards = [
                (day, paid.points) for day, paid in judgement.ledger.items() if completions[day].on_board
            ]
            for period, score in points_by_period(on_boards, today=changed_on).items():
                boards[period] = boards.get(period, 0) + score
        assert told.points == points
        assert told.streaks == streaks
        assert told.achievements == frozenset(person.held)
        assert told.scores == {period: score for period, score in boards.items() if score}

    def teardown(self) -> None:
        if self.habits:
            self.run(self._compare())
        self.run(self.stack.aclose())
        self.runner.close()
        self.folder.cleanup()


async def _handle(trail: Trail, job: Job) -> None:
    following = trail.habits.following
    handlers: dict[str, Callable[..., Awaitable[None]]] = {
        "habits.check_streaks": following.check_streaks,
        "habits.award_points": following.award_points,
    }
    handler = handlers.get(job.kind)
    if handler is not None:
        await handler(HabitCompletedEvent.model_validate_json(job.payload), None)


RandomDays.TestCase.settings = settings(
    max_examples=10, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
TestRandomDays = RandomDays.TestCase
