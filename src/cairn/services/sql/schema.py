"""What a part keeps in SQL: its tables as SQLAlchemy declares them, and the migrations that lead there."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import DateTime, Dialect, MetaData, TypeDecorator


@dataclass(frozen=True, slots=True)
class SqlSchema:
    """`migrations` is a folder with Alembic's revisions in its `versions`. They are one line, without branches."""

    metadata: MetaData
    migrations: Path


class Moment(TypeDecorator[datetime]):
    """A time with its zone: UTC on both sides, also where SQLite forgets it."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value} has no time zone; give one, for instance datetime.UTC")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
