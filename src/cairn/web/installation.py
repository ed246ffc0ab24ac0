"""How the installation is: what answers, how large the tables are, and how much room there is."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from cairn.dynamo.errors import DynamoError
from cairn.services.accounts.schema import Operators
from cairn.services.services import Services
from cairn.services.settings import Settings

_SECONDS_TO_ANSWER: Final = 2.0


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether something that is needed answers, and why not."""

    name: str
    is_well: bool
    detail: str


@dataclass(frozen=True, slots=True)
class TableSize:
    """A table, and what it holds. On AWS the numbers are some hours old."""

    name: str
    items: int
    size: int


@dataclass(frozen=True, slots=True)
class Storage:
    """The data folder, in bytes."""

    folder: str
    used: int
    free: int


async def _tables_answer(services: Services) -> None:
    await services.tables.get(Operators.all())


NEEDED: Final[Mapping[str, Callable[[Services], Awaitable[None]]]] = MappingProxyType(
    {"tables": _tables_answer}
)
"""What has to answer before a request is taken, each with a question that costs it little."""


async def findings(services: Services) -> list[Finding]:
    """What of all that is needed answers."""
    return [await _finding(name, ask, services) for name, ask in NEEDED.items()]


async def table_sizes(services: Services) -> list[TableSize]:
    """The tables of all parts, by name."""
    stage = services.settings[Settings].stage
    names = sorted(table.name_at(stage) for part in services.parts for table in part.tables)
    sizes = []
    for name in names:
        described = (await services.dynamo.call("DescribeTable", {"TableName": name}))["Table"]
        sizes.append(TableSize(name, described["ItemCount"], described["TableSizeBytes"]))
    return sizes


async def storage(services: Services) -> Storage:
    """How large the data folder is, and how much room there is beside it."""
    return await asyncio.to_thread(_storage, services.folder)


def _storage(folder: Path) -> Storage:
    used = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    return Storage(str(folder.resolve()), used, shutil.disk_usage(folder).free)


async def _finding(name: str, ask: Callable[[Services], Awaitable[None]], services: Services) -> Finding:
    try:
        async with asyncio.timeout(_SECONDS_TO_ANSWER):
            await ask(services)
    except (DynamoError, OSError) as fault:  # a timeout is an OSError
        return Finding(name, is_well=False, detail=str(fault) or "does not answer in time")
    return Finding(name, is_well=True, detail="answers")
