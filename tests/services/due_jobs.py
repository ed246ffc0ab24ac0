"""Doing what is due, in the test itself: the same attempts that a worker makes, one after another."""

from cairn.services.jobs import Job
from cairn.services.jobs.attempts import Attempts
from cairn.services.services import Services
from cairn.services.shards import SHARDS
from cairn.services.timetables import KeptTimetable


async def do_due(services: Services) -> None:
    """Does the jobs that are due, and those that they enqueue."""
    attempts = Attempts(services.tables, services.clock, services.telemetry, chance=lambda: 0.5)
    handlers = {
        handler.kind.name: handler
        for part in services.parts
        for handler in (
            *part.jobs(services),
            *(each.handler for each in part.followers(services)),
            *(
                KeptTimetable(each, services.clock, services.telemetry).handler
                for each in part.timetables(services)
            ),
        )
    }
    while True:
        due = [
            (ref, shard)
            for shard in range(SHARDS)
            for ref in await services.tables.all(Job.due_in(shard, services.clock.now()))
        ]
        if not due:
            return
        for ref, shard in due:
            await attempts.make(handlers[str(ref.values["kind"])], ref, shard)
