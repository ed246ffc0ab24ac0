"""What is kept in SQL is there or not there as a whole, and what follows from it happens once."""

import asyncio
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import func, make_url, select, text
from sqlalchemy.exc import IntegrityError

from cairn.services.events import Follower
from cairn.services.jobs import Counts, JobHandler, Run
from cairn.services.part import Part
from cairn.services.services import Services
from cairn.services.settings import SettingsError
from cairn.services.sql import SqlSchema
from cairn.services.sql.migrating import differences
from cairn.services.sql.outbox import OUTBOX, OutboxRow
from cairn.services.worker import working
from tests.services.jobs.cast import GREET, NOON, Greeting
from tests.services.sql.cast import SCHEMA, Deed, DeedDone
from tests.services.worker.cast import QUICK, has_counts, opened_house, until

DEEDS = Part(name="deeds", sql=SCHEMA)


async def deeds(services: Services) -> list[str]:
    async with services.sql.reading() as session:
        return list(await session.scalars(select(Deed.what).order_by(Deed.what)))


async def outbox_size(services: Services) -> int:
    async with services.sql.reading() as session:
        return await session.scalar(select(func.count()).select_from(OutboxRow)) or 0


async def test_what_was_written_is_there_when_it_is_opened_again(
    tmp_path: Path, database: str | None
) -> None:
    elsewhere = timezone(timedelta(hours=5))
    async with (
        opened_house(tmp_path, DEEDS, sql=database) as services,
        services.sql.writing() as writing,
    ):
        writing.session.add(Deed(what="plant a tree", done_at=NOON.astimezone(elsewhere)))
    async with opened_house(tmp_path, DEEDS, sql=database) as services, services.sql.reading() as session:
        deed = await session.scalar(select(Deed))
        assert deed is not None
        assert (deed.what, deed.done_at, deed.done_at.tzinfo) == ("plant a tree", NOON, UTC)


async def test_migrations_lead_to_what_is_declared(tmp_path: Path, database: str | None) -> None:
    async with opened_house(tmp_path, DEEDS, sql=database) as services:
        assert await differences(services.sql.engine, "deeds", SCHEMA) == []
        assert await differences(services.sql.engine, "outbox", OUTBOX) == []


async def test_processes_that_start_at_once_migrate_once(tmp_path: Path, database: str | None) -> None:
    async def start() -> list[str]:
        async with opened_house(tmp_path, DEEDS, sql=database) as services:
            return await deeds(services)

    assert await asyncio.gather(*(start() for _ in range(8))) == [[]] * 8


async def test_a_migration_that_fails_leaves_nothing_of_any(tmp_path: Path, database: str | None) -> None:
    versions = tmp_path / "migrations" / "versions"
    versions.mkdir(parents=True)
    (versions / "m0001_wrong.py").write_text(
        "from alembic import op\nrevision, down_revision = '0001', None\n"
        "def upgrade():\n    op.execute('CREATE TABLE half (id INTEGER)')\n    raise ValueError('a mistake')\n"
    )
    broken = Part(name="broken", sql=SqlSchema(SCHEMA.metadata, versions.parent))
    with pytest.raises(ValueError, match="a mistake"):
        async with opened_house(tmp_path / "data", DEEDS, broken, sql=database):
            pass
    async with opened_house(tmp_path / "data", DEEDS, sql=database) as services:
        assert await deeds(services) == []
        async with services.sql.writing() as writing:
            await writing.session.execute(text("CREATE TABLE half (id INTEGER)"))


async def test_a_transaction_that_fails_leaves_neither_rows_nor_jobs(
    tmp_path: Path, database: str | None
) -> None:
    async with opened_house(tmp_path, DEEDS, sql=database) as services:

        async def do_the_same_twice() -> None:
            async with services.sql.writing() as writing:
                writing.enqueue(GREET, Greeting(to="Ada"))
                writing.session.add_all([Deed(what="same", done_at=NOON), Deed(what="same", done_at=NOON)])

        with pytest.raises(IntegrityError):
            await do_the_same_twice()
        assert (await deeds(services), await outbox_size(services)) == ([], 0)


async def test_writers_wait_for_one_another(tmp_path: Path, database: str | None) -> None:
    async with opened_house(tmp_path, DEEDS, sql=database) as services:

        async def add(number: int) -> None:
            async with services.sql.writing() as writing:
                before = await writing.session.scalar(select(func.count()).select_from(Deed))
                assert before is not None
                writing.session.add(Deed(what=f"deed {number:02}", done_at=NOON))

        await asyncio.gather(*(add(number) for number in range(12)))
        assert await deeds(services) == [f"deed {number:02}" for number in range(12)]


async def test_jobs_and_events_of_a_transaction_are_done_by_the_worker(
    tmp_path: Path, database: str | None
) -> None:
    greeted: list[str] = []
    heard: list[str] = []

    async def greet(greeting: Greeting, run: Run) -> None:
        greeted.append(greeting.to)

    async def hear(event: DeedDone, run: Run) -> None:
        heard.append(event.what)

    part = Part(
        name="deeds",
        sql=SCHEMA,
        jobs=lambda _: [JobHandler(GREET, greet)],
        followers=lambda _: [Follower("tests.hear", DeedDone, hear)],
    )
    async with opened_house(tmp_path, part, sql=database) as services, working(services, pace=QUICK):
        async with services.sql.writing() as writing:
            writing.session.add(Deed(what="plant a tree", done_at=NOON))
            writing.enqueue(GREET, Greeting(to="Ada"))
            writing.publish(DeedDone(what="plant a tree"))
        await until(lambda: bool(greeted and heard))
        await has_counts(services, Counts(0, 0, 0))
        async with asyncio.timeout(20):
            while await outbox_size(services):
                await services.clock.sleep(0.01)
    assert (greeted, heard) == (["Ada"], ["plant a tree"])


async def test_a_row_that_was_relayed_and_stayed_is_not_relayed_again(
    tmp_path: Path, database: str | None
) -> None:
    async with opened_house(tmp_path, DEEDS, sql=database) as services:
        async with services.sql.writing() as writing:
            writing.enqueue(GREET, Greeting(to="Ada"), key="1", at=datetime(2999, 1, 1, tzinfo=UTC))
        async with services.sql.reading() as session:
            [row] = await session.scalars(select(OutboxRow))
        assert await services.sql.relay() == 1
        [job] = await services.jobs.waiting()
        assert (job.name, job.payload, job.ticket) == ("1", '{"to":"Ada"}', row.ticket)

        await services.tables.write(services.jobs.cancel(GREET, key="1"))
        async with services.sql.writing() as writing:  # as if whoever relayed it had died before removing it
            writing.session.add(OutboxRow.of(row.job))
        assert await services.sql.relay() == 1
        assert await services.jobs.counts() == Counts(0, 0, 0)
        assert await outbox_size(services) == 0


async def test_of_many_rows_each_is_relayed_once_and_the_later_of_two_with_one_key_stays(
    tmp_path: Path, database: str | None
) -> None:
    async with opened_house(tmp_path, DEEDS, sql=database) as services:
        later = datetime(2999, 1, 1, tzinfo=UTC)
        async with services.sql.writing() as writing:
            for number in range(130):
                writing.enqueue(GREET, Greeting(to=str(number)), key=str(number % 125), at=later)
        async with services.sql.reading() as session:
            [first, *_] = await session.scalars(select(OutboxRow).order_by(OutboxRow.id))
        assert await services.sql.relay() == 130
        async with services.sql.writing() as writing:  # as if whoever relayed it had died before removing it
            writing.session.add(OutboxRow.of(first.job))
            writing.enqueue(GREET, Greeting(to="Bo"), key="Bo", at=later)
        assert await services.sql.relay() == 2
        waiting = {job.name: job.payload for job in await services.jobs.waiting(200)}
        wanted = {**{str(number % 125): f'{{"to":"{number}"}}' for number in range(130)}, "Bo": '{"to":"Bo"}'}
        assert (waiting, await outbox_size(services)) == (wanted, 0)


async def test_a_time_without_a_zone_is_refused(tmp_path: Path) -> None:
    async with opened_house(tmp_path, DEEDS) as services:
        with pytest.raises(Exception, match="has no time zone"):
            async with services.sql.writing() as writing:
                writing.session.add(Deed(what="plant a tree", done_at=datetime(2026, 1, 1)))  # noqa: DTZ001


@pytest.mark.parametrize("setting", ["mysql://ada@localhost/cairn", "no address"])
async def test_a_setting_that_names_another_database_stops_the_start(tmp_path: Path, setting: str) -> None:
    with pytest.raises(SettingsError, match=r"^CAIRN_SQL: .*postgresql://user:password@host/name$"):
        async with opened_house(tmp_path, DEEDS, sql=setting):
            pass


async def test_a_server_that_is_not_there_stops_the_start(tmp_path: Path) -> None:
    nowhere = "postgresql://ada:secret@127.0.0.1:1/cairn"
    with pytest.raises(
        SettingsError, match=r"^CAIRN_SQL: postgresql://ada:\*\*\*@127.0.0.1:1/cairn can't be opened: "
    ):
        async with opened_house(tmp_path, DEEDS, sql=nowhere):
            pass


async def test_a_database_that_is_not_there_stops_the_start(tmp_path: Path, postgresql: str) -> None:
    nowhere = make_url(postgresql).set(database="cairn").render_as_string()
    with pytest.raises(SettingsError, match=r"^CAIRN_SQL: .* database \"cairn\" does not exist$"):
        async with opened_house(tmp_path, DEEDS, sql=nowhere):
            pass


async def test_a_cairn_that_keeps_nothing_in_sql_makes_no_file(tmp_path: Path) -> None:
    async with opened_house(tmp_path):
        pass
    assert not (tmp_path / "sql.sqlite").exists()
