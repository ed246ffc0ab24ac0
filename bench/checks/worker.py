"""`python -m bench.checks.worker FOLDER`: one worker that runs checks, until it is ended."""

import asyncio
import sys
from pathlib import Path

import uvloop

from bench.checks.house import opened_house
from cairn.services.telemetry import configure_logs
from cairn.services.worker import working


async def _work(folder: Path) -> None:
    configure_logs(level="critical")
    async with opened_house(folder) as services, working(services):
        print("ready", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(_work(Path(sys.argv[1])))
