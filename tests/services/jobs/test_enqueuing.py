"""What a job waits with, and when two are one."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import pytest
import structlog

from cairn.services.jobs import Jobs
from cairn.services.jobs.schema import Job
from cairn.services.shards import SHARDS, shard_of
from tests.services.jobs.cast import GREET, NOON, Greeting, opened_jobs


@pytest.fixture
async def jobs(tmp_path: Path) -> AsyncIterator[Jobs]:
    async with opened_jobs(tmp_path) as (jobs, _):
        yield jobs


async def waiting(jobs: Jobs) -> list[Job]:
    found = []
    for shard in range(SHARDS):
        refs = await jobs.tables.all(Job.waiting_in(shard))
        found += [job for job in await jobs.tables.get_all(refs) if job is not None]
    return found


async def test_a_job_waits_with_what_it_needs(jobs: Jobs) -> None:
    with structlog.contextvars.bound_contextvars(request_id="request-1"):
        action = jobs.enqueue(GREET, Greeting(to="Ada"), key="account#1")
    await jobs.tables.write(action)

    [job] = await waiting(jobs)
    assert job == Job(
        name="account#1",
        kind="tests.greet",
        ticket=job.ticket,
        queue=f"shard-{shard_of('account#1'):03}",
        due_at=NOON,
        enqueued_at=NOON,
        payload='{"to":"Ada"}',
        cause="request-1",
    )


async def test_the_same_key_twice_is_one_job_with_the_later_payload_and_time(jobs: Jobs) -> None:
    later = NOON + timedelta(hours=1, microseconds=1)
    await jobs.tables.write(jobs.enqueue(GREET, Greeting(to="Ada"), key="1"))
    await jobs.tables.write(jobs.enqueue(GREET, Greeting(to="Bo"), key="1", at=later))

    [job] = await waiting(jobs)
    assert (job.payload, job.due_at) == ('{"to":"Bo"}', later)


async def test_jobs_without_a_key_are_as_many_as_were_enqueued(jobs: Jobs) -> None:
    await jobs.tables.write(*(jobs.enqueue(GREET, Greeting(to="Ada")) for _ in range(3)))

    names = {job.name for job in await waiting(jobs)}
    assert len({UUID(name) for name in names}) == 3


async def test_a_job_that_is_cancelled_waits_no_more(jobs: Jobs) -> None:
    await jobs.tables.write(jobs.enqueue(GREET, Greeting(to="Ada"), key="1"))
    await jobs.tables.write(jobs.cancel(GREET, key="1"))

    assert await waiting(jobs) == []
