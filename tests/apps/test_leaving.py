"""Somebody who is in every app takes everything along, and leaves nothing behind, in whichever store it was."""

import io
import json
import zipfile
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from cairn.apps.declared import SECTIONS
from cairn.apps.demonstration import furnish, invite
from cairn.apps.registry import APPS, parts
from cairn.services.accounts import Anyone, Member
from cairn.services.accounts.schema import Account
from cairn.services.clock import ManualClock
from cairn.services.opening import open_services
from cairn.services.services import AllSettings, Services
from cairn.services.settings import load_settings
from tests.services.due_jobs import do_due

PASSWORD = "no engine can originate"


@pytest.fixture
async def town(tmp_path: Path) -> AsyncIterator[tuple[Services, Sequence[Member]]]:
    """A Cairn with all apps, and the people of the demonstration in them."""
    settings = AllSettings(load_settings(SECTIONS, environment={}, folder=tmp_path))
    clock = ManualClock(datetime(2026, 1, 10, 12, tzinfo=UTC))
    async with open_services(settings, tmp_path, parts(APPS), clock=clock) as services:
        _, people = await invite(services)
        async for _ in furnish(services, APPS, people):
            pass
        await work(services)
        yield services, people


async def work(services: Services) -> None:
    """What a worker does of what is due."""
    await services.sql.relay()
    await do_due(services)


async def kept(services: Services) -> dict[str, str]:
    """All that is stored, as text, by where it is."""
    found = {}
    for table in {table.name_at("prod") for part in services.parts for table in part.tables}:
        start: dict[str, object] = {}
        rows = []
        while True:
            page = await services.dynamo.call("Scan", {"TableName": table, **start})
            rows += page["Items"]
            if "LastEvaluatedKey" not in page:
                break
            start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}
        found[table] = repr(rows)
    async with services.sql.engine.connect() as connection:
        for name in await connection.run_sync(lambda it: inspect(it).get_table_names()):
            rows_of_it = (await connection.execute(text(f'SELECT * FROM "{name}"'))).all()
            found[f"SQL {name}"] = repr(rows_of_it)
    return found


async def where(services: Services, account_id: str) -> set[str]:
    """Where an account is mentioned. SQL writes its id without hyphens."""
    stored = await kept(services)
    return {
        place for place, rows in stored.items() if account_id in rows or account_id.replace("-", "") in rows
    }


async def exported(services: Services, email: str) -> zipfile.ZipFile:
    """What somebody takes along who signs in for it."""
    await services.accounts.keeping.set_password(email, PASSWORD)
    entry = await services.accounts.entrance.sign_in(
        Anyone(address="192.0.2.7"), email=email, password=PASSWORD
    )
    pieces = await services.accounts.exports.of_member(entry.member, services.personal_data)
    return zipfile.ZipFile(io.BytesIO(b"".join([piece async for piece in pieces])))


async def test_who_takes_everything_along_and_leaves_is_in_no_store_any_more(
    town: tuple[Services, Sequence[Member]],
) -> None:
    services, [ada, bo, *_] = town
    taken = await exported(services, "ada@example.org")
    folders = {name.partition("/")[0] for name in taken.namelist()}
    assert {"accounts", *(app.name for app in APPS)} <= folders
    assert [each["account_id"] for each in json.loads(taken.read("accounts/account.json"))] == [
        ada.account_id
    ]
    others = await where(services, bo.account_id)
    assert {"Accounts", "SQL habit_completions"} <= await where(services, ada.account_id)

    await services.accounts.operators.appoint(await services.accounts.keeping.account("bo@example.org"))
    account = await services.tables.expect(Account.with_id(ada.account_id))
    await services.accounts.departures.begin(account)
    assert isinstance(services.clock, ManualClock)
    services.clock.advance(timedelta(minutes=1))
    await work(services)
    assert await where(services, ada.account_id) == set()
    assert await where(services, bo.account_id) == others
