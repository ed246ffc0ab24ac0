"""The worker, which does everything that happens without anybody waiting for it."""

from cairn.services.worker.part import PART
from cairn.services.worker.worker import Worker
from cairn.services.worker.working import working

__all__ = ["PART", "Worker", "working"]
