"""People, habits, completions and perfect days."""

import sqlalchemy as sa
from alembic import op

from cairn.services.sql import Moment

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "habit_people",
        sa.Column("account_id", sa.Text(), primary_key=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("week_start", sa.Integer(), nullable=False),
        sa.Column("day_start_minutes", sa.Integer(), nullable=False),
        sa.Column("freezes", sa.Integer(), nullable=False),
        sa.Column("held", sa.Text(), nullable=False),
        sa.Column("past_longest_streak", sa.Integer(), nullable=False),
        sa.Column("past_completions", sa.Integer(), nullable=False),
        sa.Column("past_comebacks", sa.Integer(), nullable=False),
        sa.Column("past_points", sa.Integer(), nullable=False),
    )
    op.create_table(
        "habits",
        sa.Column("id", sa.Uuid(), primary_key=True),
        sa.Column(
            "account_id", sa.Text(), sa.ForeignKey("habit_people.account_id"), nullable=False, index=True
        ),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("tags", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("until", sa.Date()),
        sa.Column("archived_at", Moment()),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("reminders", sa.Text(), nullable=False),
        sa.Column("source", sa.Text()),
        sa.Column("source_id", sa.Text()),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("updated_at", Moment(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("current_streak", sa.Integer(), nullable=False),
        sa.Column("longest_streak", sa.Integer(), nullable=False),
        sa.Column("lives_until", sa.Date()),
        sa.Column("last_completed", sa.Date()),
        sa.Column("completions", sa.Integer(), nullable=False),
        sa.Column("comebacks", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
    )
    op.create_table(
        "habit_completions",
        sa.Column("habit_id", sa.Uuid(), sa.ForeignKey("habits.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("day", sa.Date(), primary_key=True),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("mark", sa.String(10)),
        sa.Column("amount", sa.Text()),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("pays", sa.Boolean(), nullable=False),
        sa.Column("on_board", sa.Boolean(), nullable=False),
        sa.Column("entered_at", Moment(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("multiplier", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
    )
    op.create_index("habit_completions_of_account", "habit_completions", ["account_id", "day"])
    op.create_table(
        "habit_perfect_days",
        sa.Column("account_id", sa.Text(), sa.ForeignKey("habit_people.account_id"), primary_key=True),
        sa.Column("day", sa.Date(), primary_key=True),
    )
