"""The command `cairn`, run as a process."""

import os
import subprocess
import sys
from pathlib import Path

CAIRN = Path(sys.executable).with_name("cairn")
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("CAIRN_", "AWS_"))}


def cairn(*arguments: str | Path, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs the command. `typed` is what comes in on its standard input."""
    return subprocess.run(
        [CAIRN, *arguments],
        input=typed,
        env={**ENVIRONMENT, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
