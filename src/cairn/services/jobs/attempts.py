"""One attempt at one job: taken, done, and then removed, put off, or set aside for a person."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from time import perf_counter
from typing import Any, Final

import structlog
from opentelemetry.trace import SpanKind
from pydantic import BaseModel, ValidationError
from structlog.contextvars import bound_contextvars

from cairn.services.clock import Clock
from cairn.services.jobs.backoff import pause_after
from cairn.services.jobs.handlers import GiveUp, JobHandler, Overtaken, Postpone, Run
from cairn.services.jobs.kinds import JobKind
from cairn.services.jobs.schema import DEAD_LETTERS, Job, begun_of, queue_of
from cairn.services.problems import Problem
from cairn.services.telemetry import Telemetry
from cairn.tables import (
    Action,
    Change,
    ConditionFailedError,
    Ref,
    Tables,
    UnreadableItemError,
    When,
    attribute,
    delete,
    update,
)

_log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger(__name__)
_GRACE: Final = timedelta(seconds=5)
"""How long after the end of its time a job is anybody's: enough to end it, and to say so."""
_LONGEST_REASON: Final = 1000


class Outcome(StrEnum):
    """How an attempt ended."""

    DONE = "done"
    FAILED = "failed"  # it is tried again later
    DEAD = "dead"  # it waits for a person
    POSTPONED = "postponed"
    RETURNED = "returned"  # the worker stops, and another one does it
    OVERTAKEN = "overtaken"  # meanwhile it was enqueued again, cancelled, or taken by another worker


@dataclass(frozen=True, slots=True)
class _End:
    """How an attempt ended, and what that means for the stored job."""

    outcome: Outcome
    reason: str | None = None
    due: datetime | None = None
    is_written: bool = False


class Attempts:
    """Makes attempts at jobs of any kind."""

    def __init__(
        self,
        tables: Tables,
        clock: Clock,
        telemetry: Telemetry,
        *,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._tables = tables
        self._clock = clock
        self._telemetry = telemetry
        self._chance = chance

    async def make(self, handler: JobHandler[Any] | None, ref: Ref[Job], shard: int) -> None:
        """Takes a job, if it is still due, and does it. Without a handler, it is set aside."""
        now = self._clock.now()
        lease = handler.kind.lease if handler else timedelta(0)
        try:
            job = await self._tables.update(
                ref,
                attribute(Job.queue).set(begun_of(shard)),
                attribute(Job.due_at).set(now + lease + _GRACE),
                attribute(Job.attempts).add(1),
                when=(Job.queue == queue_of(shard)) & (Job.due_at <= now),
            )
        except ConditionFailedError:
            return  # it is done, or was put off since it was found
        except UnreadableItemError as fault:
            await self._set_aside_unread(ref, fault)
            return
        began = perf_counter()
        with bound_contextvars(job=job.kind, job_id=str(job.ticket), request_id=job.cause):
            outcome = await self._traced(handler, job, shard)
            self._telemetry.metrics.jobs.labels(job.kind, outcome.value).observe(perf_counter() - began)

    async def _traced(self, handler: JobHandler[Any] | None, job: Job, shard: int) -> Outcome:
        tracer = self._telemetry.tracer
        if tracer is None:
            return await self._done(handler, job, shard)
        with tracer.start_as_current_span(
            f"job {job.kind}", kind=SpanKind.CONSUMER, attributes={"cairn.job.attempt": job.attempts}
        ) as span:
            outcome = await self._done(handler, job, shard)
            span.set_attribute("cairn.job.outcome", outcome.value)
            return outcome

    async def _done(self, handler: JobHandler[Any] | None, job: Job, shard: int) -> Outcome:
        """Does a job that was taken, and writes how it ended."""
        end = await self._ended(handler, job)
        try:
            await self._write(job, shard, end)
        except ConditionFailedError:
            return Outcome.OVERTAKEN
        return end.outcome

    async def _ended(self, handler: JobHandler[Any] | None, job: Job) -> _End:
        if handler is None:
            return _dead(f"nobody here does jobs of the kind {job.kind}: is its app turned off?")
        if job.tries > handler.kind.attempts:
            return _dead(f"{job.failure or 'its worker died'}, at each of {handler.kind.attempts} attempts")
        try:
            payload = handler.kind.payload.model_validate_json(job.payload)
        except ValidationError as fault:
            return _dead(f"its payload can't be read: {_faults(fault)}")
        return await self._handled(handler, job, payload)

    async def _handled(self, handler: JobHandler[Any], job: Job, payload: BaseModel) -> _End:
        kind = handler.kind
        # Real time, whatever the clock says: a job that hangs does so in real time.
        limit = asyncio.timeout(kind.lease.total_seconds())

        def extend() -> datetime:
            limit.reschedule(asyncio.get_running_loop().time() + kind.lease.total_seconds())
            return self._clock.now() + kind.lease + _GRACE

        run = Run(self._tables, job, extend=extend)
        try:
            async with limit:
                await handler.do(payload, run)
        except asyncio.CancelledError:
            if not _is_being_cancelled():
                return self._failed(kind, job, "it cancelled itself")
            return _End(Outcome.RETURNED, due=self._clock.now())
        except Overtaken:
            return _End(Outcome.OVERTAKEN)
        except Postpone as wish:
            return _End(Outcome.POSTPONED, due=wish.until)
        except GiveUp as fault:
            return _dead(str(fault))
        except ConditionFailedError as meeting:
            # Two met who change the same. That is foreseen, and where in the program it was tells nobody anything.
            return self._failed(kind, job, f"somebody else changed the same at that moment: {meeting}")
        except Exception as fault:  # noqa: BLE001 - the edge of a job: whatever it is, others go on
            reason = f"it took longer than {kind.lease}" if limit.expired() else _words(fault)
            return self._failed(kind, job, reason, fault)
        return _End(Outcome.DONE, is_written=run.is_complete)

    def _failed(self, kind: JobKind[Any], job: Job, reason: str, fault: Exception | None = None) -> _End:
        if job.tries >= kind.attempts:
            return _dead(reason, fault)
        due = self._clock.now() + pause_after(job.tries, self._chance())
        _log.warning("a job failed", attempt=job.tries, again=str(due), reason=reason, exc_info=fault)
        return _End(Outcome.FAILED, reason, due)

    async def _write(self, job: Job, shard: int, end: _End) -> None:
        mine = Run.owning(job)
        if end.outcome is Outcome.DONE and not end.is_written:
            await self._tables.write(delete(job.key, when=mine))
        elif end.outcome is Outcome.DEAD:
            now = self._clock.now()
            await self._tables.write(_moved(job, DEAD_LETTERS, now, end.reason, when=mine))
        elif end.due is not None:
            # What was put off or given back has not failed.
            forgiven = () if end.outcome is Outcome.FAILED else (attribute(Job.forgiven).add(1),)
            moved = _moved(job, queue_of(shard), end.due, end.reason, *forgiven, when=mine)
            await self._tables.write(moved)

    async def _set_aside_unread(self, ref: Ref[Job], fault: UnreadableItemError) -> None:
        _log.error("a job can't be read", item=str(ref), reason=fault.reason)
        reason = f"it can't be read: {fault.reason}"
        await self._tables.write(_moved(ref, DEAD_LETTERS, self._clock.now(), reason))


def _moved(
    job: Job | Ref[Job],
    queue: str,
    due: datetime,
    reason: str | None,
    *more: Change,
    when: When | None = None,
) -> Action:
    failure = () if reason is None else (attribute(Job.failure).set(reason[:_LONGEST_REASON]),)
    return update(
        job.key if isinstance(job, Job) else job,
        attribute(Job.queue).set(queue),
        attribute(Job.due_at).set(due),
        *failure,
        *more,
        when=when,
    )


def _dead(reason: str, fault: Exception | None = None) -> _End:
    _log.error("a job waits for a person", reason=reason, exc_info=fault)
    return _End(Outcome.DEAD, reason)


def _is_being_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _words(fault: Exception) -> str:
    """A failure as a person reads it."""
    if isinstance(fault, Problem):
        return fault.detail
    if isinstance(fault, ValidationError):
        return _faults(fault)
    return f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__


def _faults(fault: ValidationError) -> str:
    """What is wrong with which fields, without their values."""
    return "; ".join(
        ": ".join(filter(None, (".".join(map(str, error["loc"])), error["msg"])))
        for error in fault.errors(include_url=False, include_input=False)
    )
