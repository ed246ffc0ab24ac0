"""DynamoDB inside the process, on one SQLite file."""
