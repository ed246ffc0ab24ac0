"""Jobs: what must follow a write, written with it, and done by a worker soon after."""

from cairn.services.jobs.kinds import JobKind

__all__ = ["JobKind"]
