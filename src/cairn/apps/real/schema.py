"""What REAL stores. Document: docs/schemas/real.md."""

from cairn.tables import Table

TABLES: tuple[Table, ...] = ()
