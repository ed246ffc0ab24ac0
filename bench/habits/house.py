"""A Cairn with habits: its services in this process, its server in another, and people who keep habits."""

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from uuid import UUID

from argon2 import Parameters
from argon2.low_level import Type

from cairn.apps.habits.app import HABITS
from cairn.apps.habits.rules.schedules import EveryDay
from cairn.apps.habits.service import Habits
from cairn.apps.habits.service.keeping import NewHabit
from cairn.apps.habits.settings import HabitSettings
from cairn.apps.registry import parts
from cairn.services.accounts import Anyone, Hashing, Member
from cairn.services.opening import open_services
from cairn.services.services import AllSettings, Services
from cairn.services.settings import Settings, load_settings

_PATIENCE: Final = 60.0
# Nobody's password is at stake here.
_QUICK: Final = Parameters(
    type=Type.ID, version=19, salt_len=16, hash_len=32, time_cost=1, memory_cost=8, parallelism=1
)


@dataclass(frozen=True)
class Keeper:
    """Somebody who keeps a habit, and a token of theirs."""

    member: Member
    secret: str
    habit: UUID


@asynccontextmanager
async def opened_house(folder: Path, *, shards: int = 1) -> AsyncIterator[Services]:
    environment = {"CAIRN_HABITS_LEADERBOARD_SHARDS": str(shards)}
    settings = AllSettings(load_settings([Settings, HabitSettings], environment=environment, folder=folder))
    async with open_services(settings, folder, parts([HABITS]), hashing=Hashing(_QUICK)) as services:
        yield services


async def keepers(services: Services, count: int) -> list[Keeper]:
    return [await _keeper(services, number) for number in range(count)]


async def _keeper(services: Services, number: int) -> Keeper:
    entry = await services.accounts.entrance.sign_up(
        Anyone(address=f"192.0.2.{number}"),
        email=f"keeper{number}@example.org",
        password="no engine can originate",
    )
    token = await services.accounts.tokens.create(
        entry.member, name="bench", scopes=["habits:read", "habits:write"]
    )
    habits = Habits.of(services)
    await habits.boarding.join(entry.member, f"Keeper {number}")
    today = services.clock.now().date()
    habit = NewHabit(name="Read", schedule=EveryDay(), start=today.replace(year=today.year - 1))
    made = await habits.keeping.make_habit(entry.member, habit)
    return Keeper(entry.member, token.secret, made.id)


@contextmanager
def serving(folder: Path) -> Iterator[tuple[int, int]]:
    """A server on the folder, which does the background work too: its port, and the id of its process."""
    port = free_port()
    command: list[str | Path] = [
        Path(sys.executable).with_name("cairn"),
        "serve",
        "--data",
        folder,
        "--port",
        str(port),
    ]
    with started(command, port, CAIRN_APPS="habits") as process:
        yield port, process


@contextmanager
def started(command: Sequence[str | Path], port: int, **settings: str) -> Iterator[int]:
    """A process, from when it listens to the end of the block: its id."""
    environment: Mapping[str, str] = {**os.environ, "CAIRN_LOG_LEVEL": "error", **settings}
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        try:
            _wait_for(port, process)
            yield process.pid
        finally:
            process.terminate()


def cpu_seconds(process: int) -> float:
    """What a process has spent so far. On a busy machine it says more than a rate."""
    stat = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.05)
    raise RuntimeError(f"nothing listens on port {port}")


async def until_the_worker_works(seconds: float = 4.0) -> None:
    await asyncio.sleep(seconds)
