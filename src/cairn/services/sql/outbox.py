"""The outbox: jobs that follow a change in SQL, written in its transaction, until they stand among the jobs."""

from datetime import datetime
from pathlib import Path
from typing import Final
from uuid import UUID

from sqlalchemy import BigInteger, Integer, MetaData, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from cairn.services.jobs import Job
from cairn.services.sql.schema import Moment, SqlSchema


class _Base(DeclarativeBase):
    metadata = MetaData()


class OutboxRow(_Base):
    """A job on its way."""

    __tablename__ = "outbox"

    id: Mapped[int] = mapped_column(BigInteger().with_variant(Integer(), "sqlite"), primary_key=True)
    ticket: Mapped[UUID]
    kind: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    queue: Mapped[str] = mapped_column(Text)
    due_at: Mapped[datetime] = mapped_column(Moment())
    enqueued_at: Mapped[datetime] = mapped_column(Moment())
    payload: Mapped[str] = mapped_column(Text)
    cause: Mapped[str | None] = mapped_column(Text)

    @classmethod
    def of(cls, job: Job) -> "OutboxRow":
        return cls(**{name: getattr(job, name) for name in _CARRIED})

    @property
    def job(self) -> Job:
        carried = {name: getattr(self, name) for name in _CARRIED}
        return Job(**{**carried, "ticket": UUID(bytes=self.ticket.bytes)})  # asyncpg has a class of its own


_CARRIED: Final = ("ticket", "kind", "name", "queue", "due_at", "enqueued_at", "payload", "cause")

OUTBOX: Final = SqlSchema(_Base.metadata, Path(__file__).with_name("migrations"))
