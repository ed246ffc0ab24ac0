"""What Cairn is measured against: routes of FastAPI alone, in the same server, that answer what is there already.

`python -m bench.web.bare PORT FILE`: the file holds, as JSON, what is to be answered.
"""

import asyncio
import json
import sys
from pathlib import Path

from fastapi import FastAPI

from cairn.apps.base import Listed
from cairn.web.api.me import MemberShown
from cairn.web.api.tokens import TokenShown
from cairn.web.server import Server, listen, run


def main() -> None:
    port, file = int(sys.argv[1]), Path(sys.argv[2])
    answers = json.loads(file.read_text())
    item = MemberShown.model_validate(answers["item"])
    listed = Listed[TokenShown].model_validate(answers["list"])
    app = FastAPI()

    @app.get("/item")
    async def show() -> MemberShown:
        return item

    @app.get("/list")
    async def show_all() -> Listed[TokenShown]:
        return listed

    async def until_stopped() -> None:
        with listen("127.0.0.1", port, beyond_this_machine=False) as listening:
            await asyncio.gather(Server(app, ready=lambda: None).serve(sockets=[listening]))

    run(until_stopped())


if __name__ == "__main__":
    main()
