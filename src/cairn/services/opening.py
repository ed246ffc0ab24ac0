"""Opening the services of one Cairn: the one place where they are put together, in the order in which they stand."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from cairn.dynamo.places import opened
from cairn.services.accounts import Hashing, issuer_client, open_accounts
from cairn.services.blobs import open_blobs
from cairn.services.bus import open_bus
from cairn.services.clock import Clock, SystemClock, seconds_of
from cairn.services.events import Events
from cairn.services.jobs import Jobs
from cairn.services.notify import open_notify
from cairn.services.outbound import AddressPolicy, Outbound
from cairn.services.part import Part
from cairn.services.secret_keys import SecretKeys, keys_of_folder
from cairn.services.services import AllSettings, Services
from cairn.services.settings import Settings, SettingsError
from cairn.services.sql import open_sql
from cairn.services.telemetry import open_telemetry
from cairn.tables import Cursors, Tables, create_tables


@asynccontextmanager
async def open_services(
    settings: AllSettings,
    folder: Path,
    parts: Sequence[Part],
    *,
    clock: Clock | None = None,
    hashing: Hashing | None = None,
) -> AsyncIterator[Services]:
    """The services for the length of a block, with the tables of all parts made where they are missing."""
    own = settings[Settings]
    keys = SecretKeys(own.secret.get_secret_value().encode()) if own.secret else keys_of_folder(folder)
    async with AsyncExitStack() as stack:
        telemetry = open_telemetry(own.traces)
        stack.callback(telemetry.close)
        clock = clock or SystemClock()
        place = opened(own.tables or str(folder), clock=seconds_of(clock))
        dynamo = telemetry.observing(await stack.enter_async_context(place))
        declared = [table for part in parts for table in part.tables]
        await create_tables(dynamo, declared, stage=own.stage)
        tables = Tables(dynamo, cursors=Cursors(keys.key("cursors")), stage=own.stage)
        jobs = Jobs(tables, clock)
        policy = _policy(own)
        outbound = Outbound(
            policy=policy,
            seconds=own.outbound_timeout.total_seconds(),
            name_servers=own.outbound_name_servers,
        )
        stack.push_async_callback(outbound.close)
        issuers = issuer_client(own)
        stack.push_async_callback(issuers.close)
        bus = open_bus(own.bus)
        stack.push_async_callback(bus.close)
        events = Events(jobs)
        sql = open_sql(own.sql, folder, jobs, events)
        stack.push_async_callback(sql.close)
        if schemas := {part.name: part.sql for part in parts if part.sql is not None}:
            await sql.migrate(schemas)
        services = Services(
            parts=tuple(parts),
            settings=settings,
            folder=folder,
            clock=clock,
            keys=keys,
            dynamo=dynamo,
            tables=tables,
            jobs=jobs,
            events=events,
            sql=sql,
            accounts=open_accounts(
                tables,
                jobs,
                clock=clock,
                keys=keys,
                settings=own,
                apps=tuple(part.name for part in parts if part.is_app),
                web=issuers,
                hashing=hashing,
            ),
            outbound=outbound,
            notify=open_notify(
                tables,
                jobs,
                clock=clock,
                keys=keys,
                settings=own,
                outbound=outbound,
                policy=policy,
                bus=bus,
                metrics=telemetry.metrics,
            ),
            blobs=open_blobs(tables, jobs, clock=clock, keys=keys, settings=own, folder=folder),
            bus=bus,
            telemetry=telemetry,
        )
        for part in parts:
            events.join(part.followers(services))
        yield services


def _policy(settings: Settings) -> AddressPolicy:
    try:
        return AddressPolicy.allowing(settings.outbound_allow)
    except ValueError as fault:
        raise SettingsError(f"{Settings.variable('outbound_allow')}: {fault}") from fault
