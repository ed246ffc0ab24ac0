"""A part that keeps deeds in SQL, and tells of them."""

from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy import MetaData, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from cairn.services.events import Event
from cairn.services.sql import Moment, SqlSchema


class Base(DeclarativeBase):
    metadata = MetaData()


class Deed(Base):
    __tablename__ = "deeds"

    id: Mapped[int] = mapped_column(primary_key=True)
    what: Mapped[str] = mapped_column(Text, unique=True)
    done_at: Mapped[datetime] = mapped_column(Moment())


class DeedDone(Event):
    what: str


MIGRATIONS: Final = Path(__file__).with_name("migrations")
SCHEMA: Final = SqlSchema(Base.metadata, MIGRATIONS)
