"""How the installation is: what answers, how large the tables are, and how much room there is."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from cairn.dynamo.errors import DynamoError
from cairn.services.accounts.schema import Operators
from cairn.services.services import Services
from cairn.services.settings import Settings
from cairn.services.shards.schema import BOARD, WorkerSign

_SECONDS_TO_ANSWER: Final = 2.0


class Unwell(Exception):
    """What was asked answers that it is not well."""


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


async def _tables_answer(services: Services) -> str:
    await services.tables.get(Operators.all())
    return "answers"


async def _sql_answers(services: Services) -> str:
    async with services.sql.reading() as session:
        await session.execute(text("SELECT 1"))
    return "answers"


async def _workers(services: Services) -> str:
    board = await services.tables.all(BOARD.query())
    names = [f"{each.machine}, process {each.process}" for each in board if isinstance(each, WorkerSign)]
    if not names:
        raise Unwell("no worker runs: what has to be done waits (cairn worker)")
    return "; ".join(names)


_ASKED: Final[Mapping[str, Callable[[Services], Awaitable[str]]]] = MappingProxyType(
    {"tables": _tables_answer, "sql": _sql_answers, "worker": _workers}
)
"""All that is looked at, each with a question that costs it little."""
NEEDED: Final = frozenset({"tables", "sql"})
"""What has to answer before a request is taken. Without a worker people are served, only what follows waits."""


async def findings(services: Services) -> list[Finding]:
    """How everything is that was asked."""
    return [await _finding(name, ask, services) for name, ask in _ASKED.items()]


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
    used = 0
    for file in folder.rglob("*"):
        with suppress(FileNotFoundError):  # it went while it was looked at
            used += file.stat().st_size if file.is_file() else 0
    # Where everything is kept elsewhere, there is no folder.
    disk = next(each for each in (folder, *folder.resolve().parents) if each.exists())
    return Storage(str(folder.resolve()), used, shutil.disk_usage(disk).free)


async def _finding(name: str, ask: Callable[[Services], Awaitable[str]], services: Services) -> Finding:
    try:
        async with asyncio.timeout(_SECONDS_TO_ANSWER):
            return Finding(name, is_well=True, detail=await ask(services))
    except (DynamoError, SQLAlchemyError, Unwell, OSError) as fault:  # a timeout is an OSError
        return Finding(name, is_well=False, detail=str(fault) or "does not answer in time")
