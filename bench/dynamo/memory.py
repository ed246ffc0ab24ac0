"""How much memory a process holds, as the kernel counts it."""

import re
from pathlib import Path


def resident_megabytes(pid: int | str = "self") -> float:
    """What is in memory now."""
    return _kilobytes(pid, "VmRSS") / 1024


def peak_megabytes(pid: int | str = "self") -> float:
    """The most there ever was."""
    return _kilobytes(pid, "VmHWM") / 1024


def _kilobytes(pid: int | str, line: str) -> int:
    found = re.search(rf"{line}:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) if found else 0
