"""A real PostgreSQL server on a free port of this machine, for the tests that ask for one."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_SECONDS_TO_START = 30
_USER = "cairn"


@contextmanager
def postgresql_server() -> Iterator[str]:
    """The address of a PostgreSQL server with nothing in it, for the length of a block."""
    programs = _programs()
    account = _account()
    # Not below pytest's folders, which nobody but their owner may enter.
    with tempfile.TemporaryDirectory(prefix="cairn-postgresql-") as folder:
        if account:
            shutil.chown(folder, account["user"], account["group"])
        data = Path(folder) / "data"
        trust = ["--auth", "trust", "--username", _USER, "--encoding", "UTF8", "--locale", "C.UTF-8"]
        subprocess.run(
            [str(programs / "initdb"), "--pgdata", str(data), "--no-sync", *trust],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=folder,
            **account,
        )
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        place = ["-D", str(data), "-h", "127.0.0.1", "-p", str(port), "-k", folder]
        server = subprocess.Popen(
            [str(programs / "postgres"), *place, "-c", "fsync=off", "-c", "logging_collector=off"],
            stderr=subprocess.DEVNULL,
            cwd=folder,
            **account,
        )
        try:
            _wait_for(programs, port)
            yield f"postgresql://{_USER}@127.0.0.1:{port}/postgres"
        finally:
            server.send_signal(signal.SIGINT)  # ends what clients are at, and then itself
            server.wait()


def _programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    if found:
        return found[-1].parent
    on_path = shutil.which("postgres")
    if on_path is None:
        raise RuntimeError("PostgreSQL is not installed: scripts/test installs it where it may")
    return Path(on_path).resolve().parent


def _account() -> dict[str, Any]:
    """The account that the server runs under; it refuses to run under root's."""
    if os.getuid() != 0:
        return {}
    entry = pwd.getpwnam("nobody")
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _wait_for(programs: Path, port: int) -> None:
    until = time.monotonic() + _SECONDS_TO_START
    asked = [str(programs / "pg_isready"), "--quiet", "--host", "127.0.0.1", "--port", str(port)]
    while subprocess.run(asked, check=False).returncode != 0:
        if time.monotonic() > until:
            raise RuntimeError("PostgreSQL did not start")
        time.sleep(0.05)
