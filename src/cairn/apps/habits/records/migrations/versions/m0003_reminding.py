"""By whom people are reminded, and when they want to be warned of a streak that ends."""

import sqlalchemy as sa
from alembic import op

from cairn.services.shards import shard_of

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("habit_people", sa.Column("warn_at_minutes", sa.Integer()))
    op.add_column("habit_people", sa.Column("shard", sa.Integer(), nullable=False, server_default="0"))
    op.create_index("ix_habit_people_shard", "habit_people", ["shard"])
    people = sa.table("habit_people", sa.column("account_id", sa.Text()), sa.column("shard", sa.Integer()))
    connection = op.get_bind()
    for (account_id,) in connection.execute(sa.select(people.c.account_id)).fetchall():
        mine = people.c.account_id == account_id
        connection.execute(sa.update(people).where(mine).values(shard=shard_of(account_id)))
