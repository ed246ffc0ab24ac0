"""Jobs are done soon after they were enqueued, and what fails is tried again or set aside."""

import asyncio
from datetime import timedelta
from functools import partial

import pytest
import structlog
import structlog.testing
from pydantic import BaseModel

from cairn.services.clock import ManualClock
from cairn.services.jobs import Counts, GiveUp, Job, JobHandler, JobKind, Postpone, Run
from cairn.services.jobs.schema import begun_of
from cairn.services.problems import NotFound
from cairn.services.services import Services
from cairn.services.shards import shard_of
from cairn.services.worker import Worker, working
from cairn.tables import attribute, create
from tests.services.jobs.cast import GREET, NOON, Greeting
from tests.services.worker.cast import QUICK, has_counts, part, until
from tests.services.worker.conftest import House

NOTHING = Counts(0, 0, 0)


class Greeter:
    """Greets, and does what it is told to do instead for some."""

    def __init__(self) -> None:
        self.greeted: list[str] = []
        self.attempts: list[int] = []
        self.faults: dict[str, Exception] = {}

    async def greet(self, greeting: Greeting, run: Run) -> None:
        self.attempts.append(run.attempt)
        if greeting.to in self.faults:
            raise self.faults[greeting.to]
        self.greeted.append(greeting.to)


async def enqueued(services: Services, *names: str, kind: JobKind[Greeting] = GREET) -> None:
    for name in names:
        await services.tables.write(services.jobs.enqueue(kind, Greeting(to=name), key=name))
    services.jobs.nudge()


async def stored(services: Services, name: str, kind: str = GREET.name) -> Job | None:
    return await services.tables.get(Job.of(kind, name), consistent=True)


async def test_a_job_is_done_once_and_gone(house: House) -> None:
    greeter = Greeter()
    async with (
        house(part(JobHandler(GREET, greeter.greet))) as services,
        working(services, pace=QUICK),
    ):
        await enqueued(services, "Ada", "Bo")
        await has_counts(services, NOTHING)
        figures = services.telemetry.metrics.page()
        assert b'cairn_job_seconds_count{kind="tests.greet",outcome="done"} 2.0' in figures
        assert b"cairn_shards_held 16.0" in figures
    assert sorted(greeter.greeted) == ["Ada", "Bo"]
    assert greeter.attempts == [1, 1]


async def test_what_fails_is_tried_again_later_and_later_and_then_waits_for_a_person(house: House) -> None:
    clock = ManualClock(NOON)
    greeter = Greeter()
    greeter.faults["Ada"] = ConnectionError("the line is dead")
    thrice = JobKind("tests.thrice", Greeting, attempts=3)
    async with (
        house(part(JobHandler(thrice, greeter.greet)), clock=clock) as services,
        working(services),
    ):
        await enqueued(services, "Ada", kind=thrice)
        pauses = []

        def has_begun(attempts: int) -> bool:
            return len(greeter.attempts) == attempts

        for attempt in (1, 2):
            await until(partial(has_begun, attempt))
            await has_counts(services, Counts(1, 0, 0))
            [job] = await services.jobs.waiting()
            assert job.failure == "ConnectionError: the line is dead"
            pauses.append(job.due_at - clock.now())
            clock.advance(pauses[-1])
            services.jobs.nudge()
        await has_counts(services, Counts(0, 0, 1))
        [dead] = (await services.jobs.dead_letters(caller="operator")).jobs
        assert (dead.name, dead.failure, dead.tries) == ("Ada", "ConnectionError: the line is dead", 3)
    assert greeter.attempts == [1, 2, 3]
    assert timedelta(seconds=3.7) <= pauses[0] <= timedelta(seconds=5)
    assert timedelta(seconds=11.2) <= pauses[1] <= timedelta(seconds=15)


async def test_a_poison_job_waits_for_a_person_with_its_reason_and_retried_it_is_done(house: House) -> None:
    greeter = Greeter()
    greeter.faults["Ada"] = GiveUp("she does not want to be greeted")
    async with (
        house(part(JobHandler(GREET, greeter.greet))) as services,
        working(services, pace=QUICK),
    ):
        await enqueued(services, "Ada", "Bo")
        await has_counts(services, Counts(0, 0, 1))
        [dead] = (await services.jobs.dead_letters(caller="operator")).jobs
        assert (dead.name, dead.failure) == ("Ada", "she does not want to be greeted")
        assert greeter.greeted == ["Bo"]

        greeter.faults.clear()
        await services.jobs.retry(dead.kind, dead.name)
        await has_counts(services, NOTHING)
        assert greeter.greeted == ["Bo", "Ada"]
        with pytest.raises(NotFound):
            await services.jobs.retry(dead.kind, dead.name)


async def test_what_nobody_can_read_or_do_waits_for_a_person(house: House) -> None:
    greeter = Greeter()

    class Other(BaseModel):
        number: int

    async with (
        house(part(JobHandler(GREET, greeter.greet))) as services,
        working(services, pace=QUICK),
    ):
        wrong = JobKind(GREET.name, Other)
        unknown = JobKind("tests.dance", Greeting)
        await services.tables.write(services.jobs.enqueue(wrong, Other(number=1), key="wrong"))
        await enqueued(services, "Ada", kind=unknown)
        await has_counts(services, Counts(0, 0, 2))
        dead = (await services.jobs.dead_letters(caller="operator")).jobs
        assert {(job.name, job.failure) for job in dead} == {
            ("wrong", "its payload can't be read: to: Field required"),
            ("Ada", "nobody here does jobs of the kind tests.dance: is its app turned off?"),
        }
        for job in dead:
            await services.jobs.discard(job.kind, job.name)
        assert await services.jobs.counts() == NOTHING
    assert greeter.attempts == []


async def test_what_is_enqueued_again_while_it_runs_runs_once_more_and_not_at_the_same_time(
    house: House,
) -> None:
    began: list[str] = []
    go_on = asyncio.Event()

    async def greet(greeting: Greeting, run: Run) -> None:
        began.append(greeting.to)
        await go_on.wait()
        began.append("over")

    async with (
        house(part(JobHandler(GREET, greet))) as services,
        working(services, pace=QUICK),
    ):
        for name in ("Ada", "Bo"):
            await services.tables.write(services.jobs.enqueue(GREET, Greeting(to=name), key="1"))
            services.jobs.nudge()
            await until(lambda: bool(began))
        await services.tables.write(services.jobs.enqueue(GREET, Greeting(to="Cleo"), key="2"))
        services.jobs.nudge()
        await until(lambda: len(began) == 2)  # so the worker has looked, and left the second alone
        go_on.set()
        await has_counts(services, NOTHING)
    assert began == ["Ada", "Cleo", "over", "over", "Bo", "over"]


async def test_a_job_for_later_waits_for_its_time(house: House) -> None:
    clock = ManualClock(NOON)
    greeter = Greeter()
    async with (
        house(part(JobHandler(GREET, greeter.greet)), clock=clock) as services,
        working(services),
    ):
        later = NOON + timedelta(hours=1)
        await services.tables.write(services.jobs.enqueue(GREET, Greeting(to="Ada"), key="Ada", at=later))
        await enqueued(services, "Bo")
        await has_counts(services, Counts(1, 0, 0))
        assert greeter.greeted == ["Bo"]
        clock.advance(timedelta(hours=1))
        services.jobs.nudge()
        await has_counts(services, NOTHING)
    assert greeter.greeted == ["Bo", "Ada"]


async def test_what_is_postponed_has_not_failed(house: House) -> None:
    clock = ManualClock(NOON)
    greeter = Greeter()
    greeter.faults["Ada"] = Postpone(NOON + timedelta(days=1))
    once = JobKind("tests.once", Greeting, attempts=1)
    async with (
        house(part(JobHandler(once, greeter.greet)), clock=clock) as services,
        working(services),
    ):
        await enqueued(services, "Ada", kind=once)
        await until(lambda: greeter.attempts == [1])
        await has_counts(services, Counts(1, 0, 0))
        greeter.faults.clear()
        clock.advance(timedelta(days=1))
        services.jobs.nudge()
        await has_counts(services, NOTHING)
    assert (greeter.greeted, greeter.attempts) == (["Ada"], [1, 1])


async def test_a_long_job_goes_on_from_what_it_saved_and_shows_how_far_it_is(house: House) -> None:
    steps: list[int] = []
    seen: list[tuple[float | None, str | None]] = []

    async def count(greeting: Greeting, run: Run) -> None:
        for step in range(run.state or 0, 4):
            if step == 2 and run.attempt == 1:
                raise ConnectionError("half way")
            steps.append(step)
            await run.save(step + 1, share=(step + 1) / 4, note=f"{step + 1} of 4")
            job = await services.tables.expect(Job.of(GREET.name, "Ada"), consistent=True)
            seen.append((job.share, job.note))

    clock = ManualClock(NOON)
    async with (
        house(part(JobHandler(GREET, count)), clock=clock) as services,
        working(services),
    ):
        await enqueued(services, "Ada")
        await until(lambda: steps == [0, 1])
        await has_counts(services, Counts(1, 0, 0))
        clock.advance(timedelta(seconds=5))
        services.jobs.nudge()
        await has_counts(services, NOTHING)
    assert steps == [0, 1, 2, 3]
    assert seen == [(0.25, "1 of 4"), (0.5, "2 of 4"), (0.75, "3 of 4"), (1.0, "4 of 4")]


async def test_what_hangs_is_ended_and_told_of(house: House) -> None:
    async def hang(greeting: Greeting, run: Run) -> None:
        await asyncio.Event().wait()

    hasty = JobKind("tests.hasty", Greeting, attempts=1, lease=timedelta(milliseconds=50))
    async with (
        house(part(JobHandler(hasty, hang))) as services,
        working(services, pace=QUICK),
    ):
        await enqueued(services, "Ada", kind=hasty)
        await has_counts(services, Counts(0, 0, 1))
        [dead] = (await services.jobs.dead_letters(caller="operator")).jobs
    assert dead.failure == "it took longer than 0:00:00.050000"


async def test_no_more_of_a_kind_run_at_once_than_it_says_and_others_do_not_wait_for_them(
    house: House,
) -> None:
    running = 0
    most = 0
    go_on = asyncio.Event()
    greeter = Greeter()

    async def slowly(greeting: Greeting, run: Run) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await go_on.wait()
        running -= 1

    slow = JobKind("tests.slow", Greeting)
    handlers = (JobHandler(slow, slowly, at_once=3), JobHandler(GREET, greeter.greet))
    async with house(part(*handlers)) as services, working(services, pace=QUICK):
        await enqueued(services, *(f"slow {number}" for number in range(20)), kind=slow)
        await until(lambda: running == 3)
        await enqueued(services, *(f"quick {number}" for number in range(20)))
        await until(lambda: len(greeter.greeted) == 20)
        assert running == 3
        go_on.set()
        await has_counts(services, NOTHING)
    assert most == 3


async def test_what_a_job_writes_as_it_ends_is_written_once_even_if_it_was_enqueued_again(
    house: House,
) -> None:
    outcomes: list[str] = []

    async def greet(greeting: Greeting, run: Run) -> None:
        if greeting.to == "Ada":
            await services.tables.write(services.jobs.enqueue(GREET, Greeting(to="Bo"), key="1"))
        try:
            await run.complete(services.jobs.enqueue(GREET, Greeting(to=f"friend of {greeting.to}"), key="2"))
        finally:
            outcomes.append(greeting.to)

    async with house(part(JobHandler(GREET, greet, at_once=1))) as services:
        await services.tables.write(services.jobs.enqueue(GREET, Greeting(to="Ada"), key="1"))
        async with working(services, pace=QUICK):
            await until(lambda: len(outcomes) == 3)
    assert outcomes[:2] == ["Ada", "Bo"]
    assert outcomes[2] == "friend of Bo"


async def test_stopping_finishes_what_is_nearly_done_and_gives_the_rest_back(house: House) -> None:
    began: list[str] = []
    ended: list[str] = []

    async def greet(greeting: Greeting, run: Run) -> None:
        began.append(greeting.to)
        await asyncio.sleep(0.2 if greeting.to == "Ada" else 3600)
        ended.append(greeting.to)

    async with house(part(JobHandler(GREET, greet))) as services:
        async with working(services, pace=QUICK, seconds_to_finish=1):
            await enqueued(services, "Ada", "Bo")
            await until(lambda: len(began) == 2)
        assert ended == ["Ada"]
        [returned] = await services.jobs.waiting()
        assert (returned.name, returned.tries, returned.failure) == ("Bo", 0, None)
        assert returned.due_at <= services.clock.now()


async def test_the_log_says_of_which_job_and_request_it_tells(house: House) -> None:
    told: list[dict[str, object]] = []

    async def greet(greeting: Greeting, run: Run) -> None:
        told.append({**structlog.contextvars.get_contextvars(), "ticket": str(run.ticket)})

    async with (
        house(part(JobHandler(GREET, greet))) as services,
        working(services, pace=QUICK),
    ):
        with structlog.contextvars.bound_contextvars(request_id="request-1"):
            await enqueued(services, "Ada")
        await until(lambda: bool(told))
    [bound] = told
    assert bound == {
        "job": "tests.greet",
        "job_id": bound["ticket"],
        "request_id": "request-1",
        "ticket": bound["ticket"],
    }


async def test_two_who_change_the_same_are_told_apart_from_a_mistake_in_the_program(house: House) -> None:
    async def greet(greeting: Greeting, run: Run) -> None:
        if greeting.to == "Ada":
            await services.tables.write(create(services.jobs.job(GREET, greeting, key="Ada")))
        raise RuntimeError("a mistake")

    with structlog.testing.capture_logs() as log:
        async with house(part(JobHandler(GREET, greet))) as services, working(services, pace=QUICK):
            await enqueued(services, "Ada", "Bo")
            await until(lambda: len([line for line in log if line["event"] == "a job failed"]) == 2)
    told = {str(line["reason"])[:30]: line["exc_info"] for line in log if line["event"] == "a job failed"}
    assert told["somebody else changed the same"] is None
    assert isinstance(told["RuntimeError: a mistake"], RuntimeError)


async def test_an_item_that_is_no_job_any_more_is_set_aside(house: House) -> None:
    greeter = Greeter()
    async with house(part(JobHandler(GREET, greeter.greet))) as services:
        action = services.jobs.enqueue(GREET, Greeting(to="Ada"), key="1")
        assert action.item is not None
        await services.dynamo.call(
            "PutItem", {"TableName": "Jobs", "Item": {**action.item, "enqueuedAt": {"S": "yesterday"}}}
        )
        async with working(services, pace=QUICK):
            await enqueued(services, "Bo")
            await has_counts(services, Counts(0, 0, 1))
    assert greeter.greeted == ["Bo"]


async def test_what_runs_while_the_machines_time_is_set_forward_is_not_begun_again(house: House) -> None:
    clock = ManualClock(NOON)
    began: list[int] = []
    go_on = asyncio.Event()

    async def greet(greeting: Greeting, run: Run) -> None:
        began.append(run.attempt)
        await go_on.wait()

    async with (
        house(part(JobHandler(GREET, greet)), clock=clock) as services,
        working(services),
    ):
        await enqueued(services, "Ada")
        await until(lambda: began == [1])
        clock.advance(timedelta(hours=1))
        await enqueued(services, "Bo")
        await until(lambda: len(began) == 2)  # so the worker has looked for what was left as well
        go_on.set()
        await has_counts(services, NOTHING)
    assert began == [1, 1]


async def test_a_job_that_was_left_by_a_worker_is_done_when_its_time_is_over(house: House) -> None:
    clock = ManualClock(NOON)
    greeter = Greeter()
    async with house(part(JobHandler(GREET, greeter.greet)), clock=clock) as services:
        await enqueued(services, "Ada")
        await services.tables.update(
            Job.of(GREET.name, "Ada"),
            attribute(Job.queue).set(begun_of(shard_of("Ada"))),
            attribute(Job.due_at).set(NOON + timedelta(minutes=1)),
            attribute(Job.attempts).add(1),
        )
        async with working(services):
            await enqueued(services, "Bo")
            await has_counts(services, Counts(0, 1, 0))
            assert greeter.greeted == ["Bo"]
            clock.advance(timedelta(minutes=1))
            services.jobs.nudge()
            await has_counts(services, NOTHING)
    assert (greeter.greeted, greeter.attempts) == (["Bo", "Ada"], [1, 2])


async def test_kinds_take_turns_when_there_is_more_than_can_be_done_at_once(house: House) -> None:
    done: list[str] = []
    go_on = asyncio.Event()

    async def do(greeting: Greeting, run: Run) -> None:
        done.append(greeting.to)
        await go_on.wait()

    many, few = JobKind("tests.many", Greeting), JobKind("tests.few", Greeting)
    async with house(part(JobHandler(many, do), JobHandler(few, do))) as services:
        worker = Worker(services, pace=QUICK, at_once=1)
        worker.start()
        await enqueued(services, "first", kind=many)
        await until(lambda: done == ["first"] and len(worker.shards) == 16)
        await enqueued(services, *(f"many {number}" for number in range(20)), kind=many)
        await enqueued(services, "few", kind=few)
        go_on.set()
        await has_counts(services, NOTHING)
        await worker.stop()
    assert len(done) == 22
    assert done.index("few") <= 2
