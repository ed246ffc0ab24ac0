"""SQL, where tables of another kind fit better: SQLite in the data folder, or PostgreSQL."""

from cairn.services.sql.database import Sql, Writing
from cairn.services.sql.opening import open_sql
from cairn.services.sql.schema import Moment, SqlSchema

__all__ = ["Moment", "Sql", "SqlSchema", "Writing", "open_sql"]
