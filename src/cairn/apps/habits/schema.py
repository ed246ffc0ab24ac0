"""What the habit tracker stores in DynamoDB. Document: docs/schemas/habit-tracker.md."""

from cairn.tables import Table

TABLES: tuple[Table, ...] = ()
