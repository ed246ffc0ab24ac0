"""Ada and Bo, who have accounts, and a house for them to have them in."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import TypeVar
from uuid import UUID

from argon2 import Parameters, Type
from pydantic import BaseModel

from cairn.dynamo.embedded import open_folder
from cairn.dynamo.seam import Dynamo
from cairn.services import jobs
from cairn.services.accounts import Accounts, Anyone, Entry, Hashing, issuer_client, open_accounts
from cairn.services.accounts.departures import DELETE_ACCOUNT, Deletion
from cairn.services.accounts.links import MAIL_RESET_LINK
from cairn.services.accounts.schema import TABLES
from cairn.services.clock import ManualClock, seconds_of
from cairn.services.jobs import JobKind, Jobs, Run
from cairn.services.jobs.schema import Job
from cairn.services.mail import SEND_MAIL, Mail
from cairn.services.part import PersonalData
from cairn.services.secret_keys import SecretKeys
from cairn.services.settings import Settings
from cairn.services.shards import SHARDS
from cairn.tables import Cursors, Tables, create_tables, put

P = TypeVar("P", bound=BaseModel)

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
    jobs: Jobs
    clock: ManualClock

    async def sign_up(self, email: str = ADA, password: str = PASSWORD, anyone: Anyone = HOME) -> Entry:
        return await self.accounts.entrance.sign_up(anyone, email=email, password=password)

    async def sign_in(self, email: str = ADA, password: str = PASSWORD, anyone: Anyone = HOME) -> Entry:
        return await self.accounts.entrance.sign_in(anyone, email=email, password=password)

    async def waiting(self, kind: JobKind[P]) -> list[P]:
        """The jobs of a kind that wait, in the order in which they were asked for."""
        return [kind.payload.model_validate_json(job.payload) for job in await self._waiting(kind)]

    async def work(self, kind: JobKind[P], do: Callable[[P, Run], Awaitable[None]]) -> None:
        """Does the jobs of a kind that wait, as a worker would."""
        for job in await self._waiting(kind):
            attempt = job.changed(attempts=job.attempts + 1)
            await self.tables.write(put(attempt))
            run = Run(self.tables, attempt, extend=lambda: self.clock.now() + kind.lease)
            await do(kind.payload.model_validate_json(job.payload), run)
            if not run.is_complete:
                await run.complete()

    async def delete_accounts(self, personal_data: Mapping[str, PersonalData]) -> None:
        """Carries out the deletions that are due."""
        self.clock.advance(timedelta(seconds=10))

        async def carry_out(deletion: Deletion, run: Run) -> None:
            await self.accounts.departures.carry_out(deletion, run, personal_data)

        await self.work(DELETE_ACCOUNT, carry_out)

    async def mails(self) -> list[Mail]:
        """The mails that have been asked for."""
        await self.work(MAIL_RESET_LINK, self.accounts.links.mail_reset_link)
        return await self.waiting(SEND_MAIL)

    async def secret_mailed_to(self, email: str) -> str:
        """The secret of the link in the latest mail that went to an address."""
        [*_, mail] = [mail for mail in await self.mails() if mail.to == email and "?link=" in mail.text]
        [secret] = re.findall(r"\?link=(\S+)", mail.text)
        return str(secret)

    async def _waiting(self, kind: JobKind[P]) -> list[Job]:
        refs = [ref for shard in range(SHARDS) for ref in await self.tables.all(Job.waiting_in(shard))]
        found = [job for job in await self.tables.get_all(refs) if job is not None and job.kind == kind.name]
        return sorted(found, key=lambda job: (job.enqueued_at, job.name))


@asynccontextmanager
async def opened_house(
    folder: Path,
    *,
    settings: Settings | None = None,
    clock: ManualClock | None = None,
    parameters: Parameters = QUICK,
    dynamo: Dynamo | None = None,
) -> AsyncIterator[House]:
    """A house on a folder, or on tables elsewhere, at noon. What was in the folder is still there."""
    clock = clock or ManualClock(NOON)
    keys = SecretKeys(b"a secret of the house, long enough")
    async with AsyncExitStack() as stack:
        if dynamo is None:
            dynamo = await stack.enter_async_context(open_folder(folder, clock=seconds_of(clock)))
        await create_tables(dynamo, [*TABLES, *jobs.TABLES], stage="prod")
        tables = Tables(dynamo, cursors=Cursors(keys.key("cursors")))
        queue = Jobs(tables, clock, new_id=partial(next, map(UUID, map("{:032x}".format, count(1)))))
        settings = settings or Settings(public_url="https://cairn.example.org/")
        web = issuer_client(settings)
        accounts = open_accounts(
            tables,
            queue,
            clock=clock,
            keys=keys,
            settings=settings,
            apps=("checks", "habits"),
            web=web,
            hashing=Hashing(parameters),
        )
        try:
            yield House(accounts, tables, queue, clock)
        finally:
            await web.close()
