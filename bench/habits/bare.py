"""What a dashboard is measured against: a route of FastAPI alone, in the same server, that makes the same JSON.

`python -m bench.habits.bare PORT FILE`: the file holds what is to be answered.
"""

import asyncio
import sys
from pathlib import Path

from fastapi import FastAPI

from cairn.apps.habits.api.person import Today
from cairn.web.server import Server, listen, run


def main() -> None:
    port, file = int(sys.argv[1]), Path(sys.argv[2])
    today = Today.model_validate_json(file.read_bytes())
    app = FastAPI()

    @app.get("/")
    async def show() -> Today:
        return today

    async def until_stopped() -> None:
        with listen("127.0.0.1", port, beyond_this_machine=False) as listening:
            await asyncio.gather(Server(app, ready=lambda: None).serve(sockets=[listening]))

    run(until_stopped())


if __name__ == "__main__":
    main()
