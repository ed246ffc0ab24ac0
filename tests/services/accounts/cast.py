"""Ada and Bo, who have accounts, and a house for them to have them in."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from argon2 import Parameters, Type

from cairn.dynamo.embedded import open_folder
from cairn.services import jobs
from cairn.services.accounts import Accounts, Anyone, Entry, Hashing, open_accounts
from cairn.services.accounts.schema import TABLES
from cairn.services.clock import ManualClock, seconds_of
from cairn.services.jobs import Jobs
from cairn.services.secret_keys import SecretKeys
from cairn.services.settings import Settings
from cairn.tables import Cursors, Tables, create_tables

NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)
HOME = Anyone(address="192.0.2.7", user_agent="Firefox")
ADA = "ada@example.org"
BO = "bo@example.org"
PASSWORD = "no engine can originate"
OTHER_PASSWORD = "it does whatever we order"
QUICK = Parameters(
    type=Type.ID, version=19, salt_len=16, hash_len=32, time_cost=1, memory_cost=8, parallelism=1
)
"""Argon2 as it must not be used: in a hundredth of a millisecond."""


@dataclass(frozen=True)
class House:
    accounts: Accounts
    tables: Tables
    clock: ManualClock

    async def sign_up(self, email: str = ADA, password: str = PASSWORD, anyone: Anyone = HOME) -> Entry:
        return await self.accounts.entrance.sign_up(anyone, email=email, password=password)

    async def sign_in(self, email: str = ADA, password: str = PASSWORD, anyone: Anyone = HOME) -> Entry:
        return await self.accounts.entrance.sign_in(anyone, email=email, password=password)


@asynccontextmanager
async def opened_house(
    folder: Path,
    *,
    settings: Settings | None = None,
    clock: ManualClock | None = None,
    parameters: Parameters = QUICK,
) -> AsyncIterator[House]:
    """A house on a folder, at noon. What was in the folder is still there."""
    clock = clock or ManualClock(NOON)
    keys = SecretKeys(b"a secret of the house, long enough")
    async with open_folder(folder, clock=seconds_of(clock)) as dynamo:
        await create_tables(dynamo, [*TABLES, *jobs.TABLES], stage="prod")
        tables = Tables(dynamo, cursors=Cursors(keys.key("cursors")))
        accounts = open_accounts(
            tables,
            Jobs(tables, clock),
            clock=clock,
            keys=keys,
            settings=settings or Settings(),
            apps=("checks", "habits"),
            hashing=Hashing(parameters),
        )
        yield House(accounts, tables, clock)
