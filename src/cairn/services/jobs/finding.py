"""Finding the jobs that are due in a shard, and those that a worker left when it died."""

from datetime import timedelta
from typing import Final

import structlog

from cairn.services.clock import Clock
from cairn.services.jobs.backoff import pause_after
from cairn.services.jobs.handlers import Run
from cairn.services.jobs.schema import Job, begun_of, queue_of
from cairn.services.jobs.underway import Underway
from cairn.tables import ConditionFailedError, Tables, attribute, update

_log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger(__name__)
_MOST_OF_KIND: Final = 100
"""How many of one kind in one shard are taken in. More would wait anyway, and others stand behind them."""
_MOST_LOOKED_AT: Final = 1000


async def find_due(tables: Tables, clock: Clock, shard: int, underway: Underway) -> bool:
    """Takes in what a shard has due. Returns whether there was more."""
    looked_at = 0
    more = False
    async for ref in tables.iterate(Job.due_in(shard, clock.now()).first(_MOST_LOOKED_AT)):
        looked_at += 1
        # What has begun and is due again was enqueued again: it has to wait until it has ended.
        if underway.knows(ref) or underway.waits_in(shard, ref["kind"]) >= _MOST_OF_KIND:
            more = True
        else:
            underway.add(shard, ref)
    return more or looked_at == _MOST_LOOKED_AT


async def reclaim(tables: Tables, clock: Clock, shard: int, underway: Underway, *, orphaned: bool) -> int:
    """Has the jobs of a shard done again whose worker did not end them in time, or, if it died, all of them."""
    now = clock.now()
    refs = Job.begun_in(shard) if orphaned else Job.begun_in(shard).until(now)
    # What is under way here is ended in time by a clock that nobody sets, and that stands while a laptop sleeps.
    others = [ref for ref in await tables.all(refs) if not underway.knows(ref)]
    left = await tables.get_all(others, consistent=True)
    reclaimed = 0
    for job in left:
        # The index may be behind.
        if job is None or job.queue != begun_of(shard) or not (orphaned or job.due_at <= now):
            continue
        # What brings its worker down is not to bring down one after the other.
        pause = timedelta(0) if job.tries <= 1 else pause_after(job.tries - 1, 0)
        try:
            await tables.write(
                update(
                    job.key,
                    attribute(Job.queue).set(queue_of(shard)),
                    attribute(Job.due_at).set(now + pause),
                    attribute(Job.failure).set("its worker died, or did not end it in time"),
                    when=Run.owning(job) & (Job.due_at == job.due_at),
                )
            )
        except ConditionFailedError:
            continue
        reclaimed += 1
        _log.warning(
            "a job was left by its worker", job=job.kind, job_id=str(job.ticket), again=str(now + pause)
        )
    return reclaimed
