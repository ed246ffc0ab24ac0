"""`python -m bench.jobs.worker FOLDER`: one worker, until it is ended."""

import asyncio
import sys
from pathlib import Path

import uvloop

from bench.jobs.house import opened_house
from cairn.services.telemetry import configure_logs
from cairn.services.worker import working


async def _work(folder: Path) -> None:
    configure_logs(level="error")
    async with opened_house(folder) as services, working(services):
        print("ready", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(_work(Path(sys.argv[1])))
