"""Files that people bring."""

import sqlalchemy as sa
from alembic import op

from cairn.services.sql import Moment

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "habit_imports",
        sa.Column("id", sa.Uuid(), primary_key=True),
        sa.Column("account_id", sa.Text(), nullable=False, index=True),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("pays", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("habits", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
    )
