"""SQL, on SQLite and on a real PostgreSQL."""
