"""What checks store. Document: docs/schemas/checks.md."""

from cairn.tables import Table

TABLES: tuple[Table, ...] = ()
