"""Bringing a database to what the parts declare. Of several processes that start at once, one does it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from cairn.services.sql.schema import SqlSchema

_LOCK: Final = 0x6361_6972_6E  # "cairn": whoever else locks in this database takes another number


async def migrate(engine: AsyncEngine, schemas: Mapping[str, SqlSchema]) -> None:
    """Runs the migrations of all parts that have not been run. All of them are, or, if one fails, none.

    `engine` begins its transactions so that they may write: on SQLite, that is the lock.
    """
    async with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        for name, schema in schemas.items():
            await connection.run_sync(_upgrade, name, schema)


async def differences(engine: AsyncEngine, name: str, schema: SqlSchema) -> Sequence[Any]:
    """What a part's tables lack of what it declares, as Alembic tells it. For tests of migrations."""
    async with engine.connect() as connection:
        return await connection.run_sync(_differences, name, schema)


def _upgrade(connection: Connection, name: str, schema: SqlSchema) -> None:
    config = Config()
    config.set_main_option("script_location", str(schema.migrations).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)

    def steps(revision: Any, _: MigrationContext) -> Any:
        return scripts._upgrade_revs("head", revision)

    with EnvironmentContext(config, scripts, fn=steps, destination_rev="head") as environment:
        environment.configure(
            connection=connection, target_metadata=schema.metadata, version_table=_version_table(name)
        )
        environment.run_migrations()


def _differences(connection: Connection, name: str, schema: SqlSchema) -> Sequence[Any]:
    own = set(schema.metadata.tables)
    context = MigrationContext.configure(
        connection,
        opts={
            "compare_type": True,
            "compare_server_default": True,
            "version_table": _version_table(name),
            "include_name": lambda each, kind, _: kind != "table" or each in own,
        },
    )
    return list(compare_metadata(context, schema.metadata))


def _version_table(name: str) -> str:
    return f"alembic_version_{name}"
