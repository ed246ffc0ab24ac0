"""A real Redis server on a free port of this machine, for the tests that ask for one."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_SECONDS_TO_START = 20


@contextmanager
def redis_server(folder: Path) -> Iterator[str]:
    """The address of a Redis server that keeps nothing, for the length of a block."""
    program = shutil.which("redis-server")
    if program is None:
        raise RuntimeError("redis-server is not installed: scripts/test installs it where it may")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    arguments = ["--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no"]
    server = subprocess.Popen([program, *arguments, "--dir", str(folder)], stdout=subprocess.DEVNULL)
    try:
        _wait_for(port)
        yield f"redis://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def _wait_for(port: int) -> None:
    until = time.monotonic() + _SECONDS_TO_START
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return
