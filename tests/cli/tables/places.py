"""Where the commands find tables: a data folder, or DynamoDB Local at its address."""

import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from cairn.dynamo.aws import AwsDynamo
from cairn.dynamo.embedded import open_folder
from cairn.dynamo.seam import Dynamo
from tests.cli.command import ENVIRONMENT

SIGNED_BY_ADA: Mapping[str, str] = {
    "AWS_ACCESS_KEY_ID": "ada",
    "AWS_SECRET_ACCESS_KEY": "secret",
    "AWS_DEFAULT_REGION": "eu-central-1",
}
_COMMAND = Path(__file__).with_name("library_command.py")
_ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class PlaceOfTables:
    """A place, as `--at` names it, and the program's environment there."""

    at: str
    environment: Mapping[str, str] = field(default_factory=dict)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Dynamo]:
        """The same place, for the test itself."""
        if self.at.startswith("http"):
            async with AwsDynamo(
                endpoint_url=self.at, region="eu-central-1", access_key="ada", secret_key="secret"
            ) as aws:
                yield aws
        else:
            async with open_folder(Path(self.at)) as embedded:
                yield embedded


def library_command(*arguments: str | Path) -> list[str]:
    """The command of an installation whose only app is the library. Its environment names the checkout."""
    return [sys.executable, str(_COMMAND), *map(str, arguments)]


def library_environment(**environment: str) -> dict[str, str]:
    return {**ENVIRONMENT, "PYTHONPATH": str(_ROOT), **environment}


def library_cairn(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs the command of an installation whose only app is the library."""
    return subprocess.run(
        library_command(*arguments),
        env=library_environment(**environment),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
