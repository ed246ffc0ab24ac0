"""`cairn worker`."""

from pathlib import Path
from typing import Annotated

import typer

from cairn.cli.options import Data


def worker(
    data: Data = Path("cairn-data"),
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            metavar="N",
            min=0,
            max=65535,
            help="Answer monitors here: /healthz, /readyz and /metrics; 0 takes a free one. Without it, nobody is.",
        ),
    ] = None,
) -> None:
    """Do the background work alone: any number of workers share it, with one another and with `cairn serve`.

    Example: CAIRN_WORKER=false cairn serve & cairn worker & cairn worker

    Example: cairn worker --port 8001
    """
    import asyncio
    import os
    import signal
    from contextlib import ExitStack

    from cairn.apps.declared import SECTIONS
    from cairn.apps.registry import chosen_apps, parts
    from cairn.services.opening import open_services
    from cairn.services.services import AllSettings
    from cairn.services.settings import Settings, load_settings
    from cairn.services.telemetry import configure_logs
    from cairn.services.worker import working
    from cairn.web.application import create_monitor
    from cairn.web.server import Server, listen, run, url_of

    settings = AllSettings(load_settings(SECTIONS, environment=os.environ, folder=data))
    own = settings[Settings]
    configure_logs(form=own.log_format, level=own.log_level)

    said = f"Cairn works in the background on {data.resolve()}. Ctrl-C stops it."

    async def until_stopped() -> None:
        stopped = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            # Not loop.add_signal_handler, which Windows lacks.
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopped.set))
        async with open_services(settings, data, parts(chosen_apps(own.apps))) as services, working(services):
            if listening is None:
                print(said, flush=True)
                await stopped.wait()
                return
            where = f"{said} Monitors find it at {url_of(listening)}"
            server = Server(create_monitor(services), ready=lambda: print(where, flush=True))
            await server.serve(sockets=[listening])

    with ExitStack() as stack:
        listening = None
        if port is not None:
            listening = stack.enter_context(listen(own.host, port, beyond_this_machine=True))
        run(until_stopped())
