"""Opening the services of one Cairn: the one place where they are put together, in the order in which they stand."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from cairn.dynamo.places import opened
from cairn.services.accounts import open_accounts
from cairn.services.clock import Clock, SystemClock
from cairn.services.jobs import Jobs
from cairn.services.part import Part
from cairn.services.secret_keys import SecretKeys, keys_of_folder
from cairn.services.services import AllSettings, Services
from cairn.services.settings import Settings
from cairn.tables import Cursors, Tables, create_tables


@asynccontextmanager
async def open_services(
    settings: AllSettings, folder: Path, parts: Sequence[Part], *, clock: Clock | None = None
) -> AsyncIterator[Services]:
    """The services for the length of a block, with the tables of all parts made where they are missing."""
    own = settings[Settings]
    keys = SecretKeys(own.secret.get_secret_value().encode()) if own.secret else keys_of_folder(folder)
    async with opened(own.tables or str(folder)) as dynamo:
        declared = [table for part in parts for table in part.tables]
        await create_tables(dynamo, declared, stage=own.stage)
        clock = clock or SystemClock()
        tables = Tables(dynamo, cursors=Cursors(keys.key("cursors")), stage=own.stage)
        jobs = Jobs(tables, clock)
        yield Services(
            parts=tuple(parts),
            settings=settings,
            folder=folder,
            clock=clock,
            keys=keys,
            dynamo=dynamo,
            tables=tables,
            jobs=jobs,
            accounts=open_accounts(
                tables,
                jobs,
                clock=clock,
                keys=keys,
                settings=own,
                apps=tuple(part.name for part in parts if part.is_app),
            ),
        )
