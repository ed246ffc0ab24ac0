"""Deeds."""

import sqlalchemy as sa
from alembic import op

from cairn.services.sql import Moment

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "deeds",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("what", sa.Text(), nullable=False, unique=True),
        sa.Column("done_at", Moment(), nullable=False),
    )
