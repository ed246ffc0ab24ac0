"""What the use-cases of habits promise, on SQLite and PostgreSQL."""
