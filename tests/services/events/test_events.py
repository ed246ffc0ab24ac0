"""What has happened is told to each of its followers, whoever of them fails, and to nobody else."""

from datetime import timedelta
from pathlib import Path
from uuid import UUID

import pytest

from cairn.services.clock import ManualClock
from cairn.services.events import Event, Follower
from cairn.services.jobs import Counts, Job, Run
from cairn.services.worker import working
from cairn.tables import ConditionFailedError, check
from tests.services.jobs.cast import NOON
from tests.services.worker.cast import QUICK, has_counts, opened_house, part, until


class GoalReached(Event):
    goal: str


class GoalGivenUp(Event):
    goal: str


class Ear:
    """Hears events, and fails at first where it is told to."""

    def __init__(self, *, deaf: bool = False) -> None:
        self.deaf = deaf
        self.heard: list[tuple[UUID, str]] = []

    async def hear(self, event: GoalReached, run: Run) -> None:
        if self.deaf:
            self.deaf = False
            raise ConnectionError("not listening")
        self.heard.append((event.event_id, event.goal))


async def test_each_follower_is_told_once_and_one_that_fails_is_told_again_alone(tmp_path: Path) -> None:
    clock = ManualClock(NOON)
    one, other, elsewhere = Ear(), Ear(deaf=True), Ear()
    followers = [
        Follower("tests.one", GoalReached, one.hear),
        Follower("tests.other", GoalReached, other.hear),
    ]
    event = GoalReached(goal="99 fishing")
    house = opened_house(tmp_path, part(followers=followers), clock=clock)
    async with house as services, working(services, pace=QUICK):
        await services.tables.write(*services.events.publish(event))
        services.jobs.nudge()
        await until(lambda: bool(one.heard) and not other.deaf)
        await has_counts(services, Counts(1, 0, 0))
        clock.advance(timedelta(seconds=5))
        services.jobs.nudge()
        await has_counts(services, Counts(0, 0, 0))
    expected = [(event.event_id, "99 fishing")]
    assert (one.heard, other.heard, elsewhere.heard) == (expected, expected, [])


async def test_what_nobody_follows_writes_nothing(tmp_path: Path) -> None:
    followers = [Follower("tests.one", GoalReached, Ear().hear)]
    async with opened_house(tmp_path, part(followers=followers)) as services:
        assert services.events.publish(GoalGivenUp(goal="99 fishing")) == []


async def test_what_did_not_happen_is_told_to_nobody(tmp_path: Path) -> None:
    followers = [Follower("tests.one", GoalReached, Ear().hear)]
    async with opened_house(tmp_path, part(followers=followers)) as services:
        refused = check(Job.of("tests.never", "enqueued"))
        with pytest.raises(ConditionFailedError):
            await services.tables.write(refused, *services.events.publish(GoalReached(goal="99 fishing")))
        assert await services.jobs.counts() == Counts(0, 0, 0)


async def test_the_same_event_published_twice_waits_once(tmp_path: Path) -> None:
    followers = [Follower("tests.one", GoalReached, Ear().hear)]
    event = GoalReached(goal="99 fishing")
    async with opened_house(tmp_path, part(followers=followers)) as services:
        for _ in range(2):
            await services.tables.write(*services.events.publish(event))
        assert await services.jobs.counts() == Counts(1, 0, 0)
