"""`cairn worker`."""

from pathlib import Path

from cairn.cli.options import Data


def worker(data: Data = Path("cairn-data")) -> None:
    """Do the background work alone: any number of workers share it, with one another and with `cairn serve`.

    Example: CAIRN_WORKER=false cairn serve & cairn worker & cairn worker
    """
    import asyncio
    import os
    import signal

    from cairn.apps.declared import SECTIONS
    from cairn.apps.registry import chosen_apps, parts
    from cairn.services.opening import open_services
    from cairn.services.services import AllSettings
    from cairn.services.settings import Settings, load_settings
    from cairn.services.telemetry import configure_logs
    from cairn.services.worker import working
    from cairn.web.server import run

    settings = AllSettings(load_settings(SECTIONS, environment=os.environ, folder=data))
    own = settings[Settings]
    configure_logs(form=own.log_format, level=own.log_level)

    async def until_stopped() -> None:
        stopped = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            # Not loop.add_signal_handler, which Windows lacks.
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopped.set))
        async with open_services(settings, data, parts(chosen_apps(own.apps))) as services, working(services):
            print(f"Cairn works in the background on {data.resolve()}. Ctrl-C stops it.", flush=True)
            await stopped.wait()

    run(until_stopped())
