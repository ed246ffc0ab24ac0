"""Jobs: what must follow a write, written with it, and done by a worker soon after."""

from cairn.services.jobs.handlers import GiveUp, JobHandler, Overtaken, Postpone, Run
from cairn.services.jobs.jobs import Counts, DeadLetters, Jobs
from cairn.services.jobs.kinds import JobKind
from cairn.services.jobs.schema import TABLES, Job

__all__ = [
    "TABLES",
    "Counts",
    "DeadLetters",
    "GiveUp",
    "Job",
    "JobHandler",
    "JobKind",
    "Jobs",
    "Overtaken",
    "Postpone",
    "Run",
]
