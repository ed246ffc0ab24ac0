"""What an answer to a PutItem is worth: how often a server has the disk flush its cache before it answers.

Counted by strace while one client writes, since what a rival's documentation says is not what its process does.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from bench.dynamo.orders import Client

_FLUSHES = ("fsync", "fdatasync", "sync_file_range", "msync", "syncfs", "sync")


def flushes_a_put(pid: int, client: Client, *, seconds: float) -> float | None:
    """None where there is no strace, or it may not look."""
    if shutil.which("strace") is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        counts = Path(folder) / "counts"
        tracing = subprocess.Popen(
            ["strace", "-f", "-c", "-e", f"trace={','.join(_FLUSHES)}", "-o", counts, "-p", str(pid)],
            stderr=subprocess.DEVNULL,
        )
        if not _traced(pid, tracing):
            return None
        written = client.run(("PutItem", 1), seconds=seconds)[0].answered
        tracing.send_signal(signal.SIGINT)
        tracing.wait()
        return _calls(counts.read_text()) / written


def _traced(pid: int, tracing: subprocess.Popen[bytes]) -> bool:
    """Waits until all threads are being traced, and says whether they are."""
    for _ in range(100):
        if tracing.poll() is not None:
            return False
        threads = list(Path(f"/proc/{pid}/task").iterdir())
        if all("TracerPid:\t0" not in (thread / "status").read_text() for thread in threads):
            return True
        time.sleep(0.05)
    os.kill(tracing.pid, signal.SIGINT)
    tracing.wait()
    return False


def _calls(table: str) -> int:
    """The sum of the column of calls: `% time  seconds  usecs/call  calls  [errors]  syscall`."""
    rows = (line.split() for line in table.splitlines())
    return sum(int(row[3]) for row in rows if row and row[-1] in _FLUSHES)
