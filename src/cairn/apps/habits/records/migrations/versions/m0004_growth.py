"""On which days a streak grows although nothing is entered, and how many perfect days somebody has."""

import sqlalchemy as sa
from alembic import op

from cairn.apps.habits.rules.perfection import longest_run

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("habits", sa.Column("grows_from", sa.Date()))
    op.add_column("habits", sa.Column("grows_until", sa.Date()))
    for name in ("perfect_days", "longest_perfect_run"):
        op.add_column("habit_people", sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    people = sa.table("habit_people", *map(sa.column, ("account_id", "perfect_days", "longest_perfect_run")))
    noted = sa.table("habit_perfect_days", sa.column("account_id"), sa.column("day", sa.Date()))
    connection = op.get_bind()
    for (account_id,) in connection.execute(sa.select(people.c.account_id)).fetchall():
        mine = sa.select(noted.c.day).where(noted.c.account_id == account_id).order_by(noted.c.day)
        days = list(connection.scalars(mine))
        figures = {"perfect_days": len(days), "longest_perfect_run": longest_run(days)}
        connection.execute(sa.update(people).where(people.c.account_id == account_id).values(figures))
