"""The outbox."""

import sqlalchemy as sa
from alembic import op

from cairn.services.sql.schema import Moment

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
        sa.Column("ticket", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("queue", sa.Text(), nullable=False),
        sa.Column("due_at", Moment(), nullable=False),
        sa.Column("enqueued_at", Moment(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=True),
    )
