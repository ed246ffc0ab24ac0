"""Where SQL is, as one setting says it."""

from pathlib import Path
from typing import Final

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from cairn.services.events import Events
from cairn.services.jobs import Jobs
from cairn.services.settings import Settings, SettingsError
from cairn.services.sql.database import Sql

FILE_NAME: Final = "sql.sqlite"


def open_sql(setting: str | None, folder: Path, jobs: Jobs, events: Events) -> Sql:
    """PostgreSQL as the setting says, or a file in the data folder."""
    if setting is None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return Sql(f"sqlite+aiosqlite:///{(folder / FILE_NAME).resolve()}", jobs, events)
    try:
        url = make_url(setting)
    except ArgumentError as fault:
        raise SettingsError(f"{Settings.variable('sql')}: it is not of the form {_FORM}") from fault
    if url.drivername not in {"postgresql", "postgres"}:
        raise SettingsError(
            f"{Settings.variable('sql')}: {url.drivername} is not spoken; it has to be {_FORM}"
        )
    with_driver = url.set(drivername="postgresql+asyncpg")
    return Sql(with_driver.render_as_string(hide_password=False), jobs, events)


_FORM: Final = "postgresql://user:password@host/name"
