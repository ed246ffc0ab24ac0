"""Background work for the length of a block: what `cairn serve` and `cairn worker` both do."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from cairn.services.shards import Pace
from cairn.services.worker.worker import SECONDS_TO_FINISH, Worker

if TYPE_CHECKING:
    from cairn.services.services import Services


@asynccontextmanager
async def working(
    services: "Services", *, pace: Pace | None = None, seconds_to_finish: float = SECONDS_TO_FINISH
) -> AsyncIterator[Worker]:
    """Has a worker of this process work on what all parts have to do. It ends gracefully with the block."""
    worker = Worker(services, pace=pace, seconds_to_finish=seconds_to_finish)
    worker.start()
    try:
        yield worker
    finally:
        await worker.stop()
